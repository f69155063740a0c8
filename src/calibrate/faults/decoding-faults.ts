import type { NextTokenDistribution, TokenSource } from '../../parametric/next-tokens.js'
import { TokenTrie, type TrieNode } from '../../parametric/token-trie.js'
import type { TokenizedMap } from '../../parametric/tokenize-map.js'
import { defineFault, type Fault } from './fault.js'
import type { Instrument } from './instrument.js'

/** What can go wrong while tools are recalled. */
export const decodingFaults: readonly Fault[] = [
  defineFault({
    id: 'mask-off',
    breaks: 'constrained decoding is not constrained',
    injection: 'the trie allows every token everywhere',
    noticedBy: 'mask/outside',
    inject: (instrument) => ({
      ...instrument,
      mask: (tokens) => ({ ...tokens, trie: new OpenTrie(tokens, instrument) }),
    }),
  }),
  defineFault({
    id: 'rule-renormalised',
    breaks: 'scores are renormalised under the mask where sums were asked for',
    injection: 'the beam runs with the other rule',
    noticedBy: 'sums/score',
    inject: (instrument) => withBeams(instrument, { rule: 'renormalised' }),
  }),
  defineFault({
    id: 'length-uncounted',
    breaks: 'sums are not divided by their length',
    injection: 'the beam runs with a length penalty of 0',
    noticedBy: 'sums/score',
    inject: (instrument) => withBeams(instrument, { lengthPenalty: 0 }),
  }),
  defineFault({
    id: 'beam-of-one',
    breaks: 'the beam is one wide whatever was asked for',
    injection: 'the beam runs with a width of 1',
    noticedBy: 'lists/short',
    inject: (instrument) => withBeams(instrument, { width: 1 }),
  }),
  defineFault({
    id: 'map-shifted',
    breaks: 'each tool has the token of its neighbour',
    injection: 'entries of the token map move on by one tool',
    noticedBy: 'recall/rc@1',
    inject(instrument) {
      const { map, catalog } = instrument
      const count = catalog.tools.length
      const entries = map.entries.map((entry) => ({ ...entry, position: (entry.position + 1) % count }))
      return { ...instrument, map: { ...map, entries } }
    },
  }),
  defineFault({
    id: 'listing-short',
    breaks: 'the server lists too few log-probabilities for the beam',
    injection: 'all but the five likeliest tokens are left out of each list',
    noticedBy: 'unmeasured/logprobs-too-few',
    inject: (instrument) => withDistributions(instrument, shortened),
  }),
  defineFault({
    id: 'weights-broken',
    breaks: 'log-probabilities are no numbers',
    injection: 'that of one first token of a tool is NaN',
    noticedBy: 'unmeasured/logprobs-broken',
    inject: (instrument) => withDistributions(instrument, broken),
  }),
]

/** Every token may follow. Where one leads out of the tools, it leads to a place from which none comes back. */
class OpenTrie extends TokenTrie {
  readonly #all: Int32Array
  readonly #unended: Int32Array

  constructor({ map, trie }: TokenizedMap, { vocabularySize, end }: Instrument) {
    super(map.entries.map((_, entry) => sequenceOf(trie, entry)))
    this.#all = Int32Array.from({ length: vocabularySize }, (_, id) => id)
    this.#unended = this.#all.filter((id) => !end.includes(id))
  }

  /** The search adds the end itself where a tool ends. */
  override allowed(node: TrieNode): Int32Array {
    return this.entryAt(node) === undefined ? this.#all : this.#unended
  }

  override step(node: TrieNode, token: number): TrieNode {
    return super.step(node, token) ?? this.nodeCount
  }
}

/** The tokens of one entry, found by walking the trie. */
function sequenceOf(trie: TokenTrie, entry: number): readonly number[] {
  const walk = (node: TrieNode, path: readonly number[]): readonly number[] | undefined => {
    if (trie.entryAt(node) === entry) return path
    for (const token of trie.allowed(node)) {
      const next = trie.step(node, token)
      const found = next === undefined ? undefined : walk(next, [...path, token])
      if (found !== undefined) return found
    }
    return undefined
  }
  return walk(0, []) ?? []
}

function withBeams(instrument: Instrument, beams: Partial<Instrument['beams']>): Instrument {
  return { ...instrument, beams: { ...instrument.beams, ...beams } }
}

function withDistributions(
  instrument: Instrument,
  bend: (distribution: NextTokenDistribution) => NextTokenDistribution,
): Instrument {
  const { source } = instrument
  const bent: TokenSource = {
    ...source,
    async open(promptIds, lane) {
      const next = await source.open(promptIds, lane)
      return { next: async (prefixes, allowed) => (await next.next(prefixes, allowed)).map(bend) }
    },
  }
  return { ...instrument, source: bent }
}

const KEPT = 5

function shortened({ logprobs }: NextTokenDistribution): NextTokenDistribution {
  const least = [...logprobs].sort((a, b) => b - a)[KEPT - 1] ?? 0
  return {
    logprobs: Float64Array.from(logprobs, (one) => (one >= least ? one : Number.NEGATIVE_INFINITY)),
    unlistedAtMost: least,
  }
}

function broken({ logprobs }: NextTokenDistribution): NextTokenDistribution {
  let best = 0
  for (const [id, logprob] of logprobs.entries()) if (logprob > (logprobs[best] ?? 0)) best = id
  return { logprobs: Float64Array.from(logprobs, (one, id) => (id === best ? Number.NaN : one)) }
}
