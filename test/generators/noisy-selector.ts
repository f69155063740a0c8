import { buildTool } from '../../src/catalog/build-tool.js'
import { catalogOf } from '../../src/catalog/catalog.js'
import { defineSubject, type Subject } from '../../src/subject/subject.js'
import { wordsOf, wordsOfName } from '../../src/text/shingles.js'

export interface NoisySelectorOptions {
  readonly seed: number
  /** Standard deviation of what is drawn anew for every tool in every trial of every item, in units of one common word. */
  readonly noise: number
  /** The same of what a text does to a group of items, in every trial alike: another wording, another reading. */
  readonly wobble: number
  /** Words that mean the same as another, by word. */
  readonly synonyms?: ReadonlyMap<string, string>
  /** The group of an item, by its id. */
  readonly groupOf?: (item: string) => string
}

/** Words in a description that halve what each shared one counts. */
const LONG = 100

const LIST = /^Tools, one a line:\n([^]*)\n\nRequest: ([^]*)\n\nWhich of these tools/

interface Shown {
  readonly names: readonly string[]
  readonly words: readonly ReadonlySet<string>[]
  readonly hashes: readonly number[]
  /** Weight of each word that any of the tools has: rarer ones count more. */
  readonly weights: ReadonlyMap<string, number>
}

/**
 * Plays a model that is shown tools and picks one: the tool that shares most with the request, rare words counting more,
 * plus noise. It reads descriptions as a bag of meanings: the order of clauses and synonyms do not matter to it.
 */
export function noisySelector(options: NoisySelectorOptions): Subject {
  const { seed, noise, wobble, synonyms = new Map(), groupOf = (item) => item } = options
  const lists = new Map<string, Shown>()
  const overlaps = new Map<Shown, Map<string, Float64Array>>()
  const meaning = (word: string): string => synonyms.get(word) ?? word
  const shownBy = (list: string): Shown => {
    const known = lists.get(list)
    if (known !== undefined) return known
    if (lists.size > 5000) {
      lists.clear()
      overlaps.clear()
    }
    const lines = list.split('\n')
    const names = lines.map((line) => /^\S+?(?=: |$)/.exec(line)?.[0] ?? line)
    const words = lines.map(
      (line, at) =>
        new Set(
          [...wordsOfName(names[at] ?? ''), ...wordsOf(line.slice((names[at] ?? '').length))].map(meaning),
        ),
    )
    const holders = new Map<string, number>()
    for (const set of words) for (const word of set) holders.set(word, (holders.get(word) ?? 0) + 1)
    const weights = new Map(
      Array.from(holders, ([word, count]) => [word, Math.log(1 + lines.length / count) / Math.log(2)]),
    )
    const shown = { names, words, hashes: lines.map(hashOf), weights }
    lists.set(list, shown)
    return shown
  }
  const overlapOf = (shown: Shown, query: string): Float64Array => {
    const known = overlaps.get(shown)?.get(query)
    if (known !== undefined) return known
    const asked = [...new Set(wordsOf(query).map(meaning))]
    const overlap = Float64Array.from(shown.words, (set) => {
      const shared = asked.reduce(
        (sum, word) => sum + (set.has(word) ? (shown.weights.get(word) ?? 0) : 0),
        0,
      )
      return shared / (1 + set.size / LONG)
    })
    const all = overlaps.get(shown) ?? new Map<string, Float64Array>()
    overlaps.set(shown, all.set(query, overlap))
    return overlap
  }
  return defineSubject({
    spec: 'noisy-selector',
    label: 'noisy selector',
    facts: { model: 'noisy-selector' },
    answers: new Set(['chat']),
    endpoint: 'noisy-selector',
    maxConcurrency: 64,
    isRecorded: true,
    async ask(request, { sample }) {
      const text = request.kind === 'chat' ? (request.messages.at(-1)?.content ?? '') : ''
      const [, list, query] = LIST.exec(text) ?? []
      if (list === undefined || query === undefined || sample === undefined)
        throw new Error('no such request')
      const shown = shownBy(list)
      const overlap = overlapOf(shown, query)
      const own = hashOf(`${seed} ${sample.item} ${sample.trial}`)
      const group = hashOf(`${seed} ${groupOf(sample.item)}`)
      let best = 0
      let most = Number.NEGATIVE_INFINITY
      for (let at = 0; at < shown.names.length; at++) {
        const hash = shown.hashes[at] as number // one a name
        const score =
          (overlap[at] as number) +
          noise * normalOf(own ^ Math.imul(hash, 0x9e3779b1)) +
          wobble * normalOf(group ^ hash)
        if (score <= most) continue
        most = score
        best = at
      }
      return { output: { text: shown.names[best] ?? '', stopReason: 'stop' } }
    },
  })
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash
}

/** A draw of the standard normal distribution that a number decides (Box and Muller). */
function normalOf(number: number): number {
  const first = (mixed(number) + 1) / 4294967297
  const second = mixed(number ^ 0x5bd1e995) / 4294967296
  return Math.sqrt(-2 * Math.log(first)) * Math.cos(2 * Math.PI * second)
}

function mixed(value: number): number {
  let hash = value | 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** A catalog of tools that are a name and a description. */
export function describedCatalog(
  described: readonly { readonly name: string; readonly description: string }[],
) {
  return catalogOf(
    described.map(({ name, description }) =>
      buildTool({ name, description, source: { format: 'test', at: name } }),
    ),
  )
}
