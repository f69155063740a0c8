import { InputError } from '../../errors.js'
import { readJsonText, readLines } from '../../text/jsonl.js'
import { Fields, itemFault, type Place } from '../fields.js'
import type { BenchmarkContext } from '../reader.js'

/**
 * Reads queries by id, in order: TREC's `<top>` blocks (`<num>` and `<title>`), JSONL (id and query under any of the usual
 * names), or lines of id, tab, query.
 *
 * @throws {InputError} `item-invalid`, `topics-empty`.
 */
export async function readTopics(
  path: string,
  { files }: BenchmarkContext,
): Promise<ReadonlyMap<string, string>> {
  const topics = new Map<string, string>()
  const add = ({ id, query, place }: Topic): void => {
    if (id === '' || query === '') throw itemFault(place, 'A topic lacks its id or its text.', 'Complete it.')
    if (topics.has(id)) throw itemFault(place, `The topic ${id} stands twice.`, 'Drop one of the two.')
    topics.set(id, query)
  }
  let blocks: TopicBlocks | undefined
  for await (const { number: line, text } of readLines(files.stream(path), path)) {
    const place = { path, line }
    if (text.trim() === '') continue
    if (topics.size === 0 && blocks === undefined && text.trimStart().startsWith('<'))
      blocks = new TopicBlocks(add)
    if (blocks !== undefined) blocks.take(text, place)
    else add(text.startsWith('{') ? jsonTopic(text, place) : tabbedTopic(text, place))
  }
  blocks?.finish()
  if (topics.size > 0) return topics
  throw new InputError({
    code: 'topics-empty',
    what: 'The file holds no topic.',
    where: path,
    fix: 'Name a file of `<top>` blocks, JSONL or lines of id, tab, query.',
  })
}

interface Topic {
  readonly id: string
  readonly query: string
  readonly place: Place
}

function tabbedTopic(text: string, place: Place): Topic {
  const tab = text.indexOf('\t')
  if (tab === -1) {
    throw itemFault(place, 'The line is not a query id, a tab and a query.', 'Put a tab after the id.')
  }
  return { id: text.slice(0, tab).trim(), query: text.slice(tab + 1).trim(), place }
}

function jsonTopic(text: string, place: Place): Topic {
  const fields = new Fields(readJsonText(text, place), place)
  const firstOf = (names: readonly string[]): string =>
    names.find((name) => fields.has(name)) ?? names[0] ?? ''
  return {
    id: fields.id(firstOf(['id', '_id', 'qid', 'query_id', 'number'])),
    query: fields.text(firstOf(['query', 'text', 'title', 'question'])),
    place,
  }
}

/** Gathers `<num>` and `<title>` of each `<top>`; closing tags are optional, and a title may stand on the lines below its tag. */
class TopicBlocks {
  readonly #add: (topic: Topic) => void
  #place: Place | undefined
  #id = ''
  #title = ''
  #field = ''

  constructor(add: (topic: Topic) => void) {
    this.#add = add
  }

  take(text: string, place: Place): void {
    const tag = /^\s*<(\/?)([a-z]+)>\s*/i.exec(text)
    if (tag === null) {
      this.#text(text)
      return
    }
    const [opening, slash, name = ''] = tag
    if (name.toLowerCase() === 'top') {
      this.finish()
      if (slash === '') this.#place = place
    } else {
      this.#field = slash === '' ? name.toLowerCase() : ''
      this.#text(text.slice(opening.length))
    }
  }

  finish(): void {
    if (this.#place !== undefined) this.#add({ id: this.#id, query: this.#title, place: this.#place })
    this.#place = undefined
    this.#id = ''
    this.#title = ''
    this.#field = ''
  }

  #text(text: string): void {
    const words = text.replace(/<\/[a-z]+>\s*$/i, '').trim()
    if (words === '') return
    if (this.#field === 'num') this.#id = words.replace(/^Number:\s*/i, '')
    if (this.#field === 'title') this.#title = this.#title === '' ? words : `${this.#title} ${words}`
  }
}
