import { wordsOf, wordsOfName } from '../../text/shingles.js'
import type { Tool } from '../tool.js'
import { type Actions, actionsOf } from './action-words.js'

/**
 * What a tool says, as words, in two views: of itself (title and endpoint, or else the name; description), and
 * together with its service (service name and description). Siblings share their service's words and would all look
 * alike by them; tools of different services share words such as "search" and would look alike without. A pair is as
 * alike as the less alike of the two views.
 */
export interface ToolWords {
  readonly own: readonly string[]
  readonly service: readonly string[]
  /** The words of the title, the endpoint or the name. */
  readonly label: readonly string[]
  readonly actions: Actions
  readonly serviceName: string
  /** The label without reading, version and copy words. */
  readonly topic: string
  /** Equal for tools that say the same. */
  readonly key: string
}

export function wordsOfTool(tool: Tool): ToolWords {
  const labels = [tool.title, tool.endpoint].filter((label) => label !== undefined)
  const label = (labels.length > 0 ? labels : [tool.name]).flatMap(wordsOfName)
  const actions = actionsOf(label)
  const description = wordsOf(tool.description ?? '')
  const serviceText = wordsOf(tool.serviceDescription ?? '')
  const serviceName = wordsOfName(tool.service ?? '')
  const says = [...label, '|', ...description, '|', ...serviceText]
  // Where nobody describes anything, "search" of one service is not "search" of another.
  if (description.length === 0 && serviceText.length === 0) says.push('|', ...serviceName)
  return {
    own: [...label, ...description],
    service: [...serviceName, ...serviceText],
    label,
    actions,
    serviceName: serviceName.join(' '),
    topic: actions.rest.filter((word) => !VERSION_WORD.test(word)).join(' '),
    key: says.join(' '),
  }
}

const VERSION_WORD = /^(?:v\d{1,4}|copy\d{0,3})$/
