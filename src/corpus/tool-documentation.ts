import { splitJoinedName } from '../catalog/alias.js'
import type { Tool } from '../catalog/tool.js'
import { cleanText } from '../text/normalize.js'
import { cutAtWord, type ShrinkableText } from './shrinkable-text.js'
import { tameText } from './tame-text.js'

/** A tool's text as training shows it. */
export interface Documentation extends ShrinkableText {
  readonly text: string
  /** Marks that were broken; see `tameText`. */
  readonly tamed: number
}

/**
 * The documentation of a tool in ToolGen's layout: `Tool Name: S. Tool Description: … Api Name: E Api Description: …`
 * where it belongs to a service, `Tool Name: N. Tool Description: …` where it does not. Fields that are absent are
 * left out.
 */
export function documentationOf(tool: Tool): Documentation {
  let tamed = 0
  const fields = fieldsOf(tool).flatMap(({ label, value, stop }) => {
    if (value === undefined) return []
    const safe = tameText(cleanText(value).trim())
    tamed += safe.tamed
    return safe.text === '' ? [] : [{ label, value: safe.text, stop }]
  })
  const within = (length: number): string =>
    fields
      .map(({ label, value, stop }) => {
        const cut = cutAtWord(value, length)
        return `${label}: ${cut}${stop && cut.length === value.length && !ENDED.test(cut) ? '.' : ''}`
      })
      .join(' ')
  const longest = Math.max(0, ...fields.map(({ value }) => value.length))
  return { text: within(longest), tamed, longest, within }
}

const ENDED = /[.!?…。]$/u

interface Field {
  readonly label: string
  readonly value: string | undefined
  /** Whether a full stop ends it. */
  readonly stop: boolean
}

function fieldsOf(tool: Tool): readonly Field[] {
  const joined = splitJoinedName(tool.name)
  const service = tool.service ?? joined?.service
  if (service === undefined) {
    return [
      { label: 'Tool Name', value: tool.name, stop: true },
      { label: 'Tool Title', value: tool.title, stop: true },
      { label: 'Tool Description', value: tool.description, stop: true },
    ]
  }
  return [
    { label: 'Tool Name', value: service, stop: true },
    { label: 'Tool Description', value: tool.serviceDescription, stop: true },
    { label: 'Api Name', value: tool.endpoint ?? joined?.endpoint ?? tool.name, stop: false },
    { label: 'Api Description', value: tool.description, stop: true },
  ]
}
