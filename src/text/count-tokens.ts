import { nextPieceEnd } from './token-pieces.js'

export interface TokenCounter {
  /** The encoding, e.g. `o200k_base`. A count means nothing without it. */
  readonly tokenizer: string
  /**
   * Tokens of a text as plain text: `<|endoftext|>` and the like are counted as the characters they are. Exact, but for
   * runs of more than 4,096 letters, spaces or marks, which are cut there.
   */
  count(text: string): number
}

/** Pieces outside the vocabulary whose counts are kept; real catalogs of 125,000 tools hold about as many. */
const MAX_CACHED_PIECES = 500_000

let loading: Promise<TokenCounter> | undefined

/** Loads the o200k_base ranks (2.4 MB, about 0.2 s) on first use. */
export function loadTokenCounter(): Promise<TokenCounter> {
  loading ??= import('gpt-tokenizer/bpeRanks/o200k_base').then(({ default: ranks }) =>
    tokenCounter('o200k_base', ranks),
  )
  return loading
}

/**
 * Counts tokens of a byte-pair encoding whose pieces are cut as o200k_base cuts them, in time linear in the text
 * whatever it holds: a merge loop that scans for the best pair takes hours on a base64 blob of a megabyte.
 *
 * @param vocabulary by rank: a text, or the bytes of a token that is no whole UTF-8.
 */
export function tokenCounter(
  tokenizer: string,
  vocabulary: readonly (string | readonly number[] | undefined)[],
): TokenCounter {
  const { ranks, texts, longest } = tokensOf(vocabulary)
  let cache = new Map<string, number>()

  const countPiece = (piece: string): number => {
    if (texts.has(piece)) return 1
    const known = cache.get(piece)
    if (known !== undefined) return known
    const bytes = byteString(piece)
    const count = ranks.has(bytes) ? 1 : countMerged(bytes, ranks, longest)
    // A piece of kilobytes does not come twice.
    if (piece.length <= 256) {
      if (cache.size >= MAX_CACHED_PIECES) cache = new Map()
      cache.set(piece, count)
    }
    return count
  }

  return {
    tokenizer,
    count(text) {
      let total = 0
      for (let at = 0; at < text.length; ) {
        const end = nextPieceEnd(text, at)
        total += countPiece(text.slice(at, end))
        at = end
      }
      return total
    },
  }
}

interface Tokens {
  /** Ranks by the token's bytes, each byte as one character of U+0000–00FF. */
  readonly ranks: ReadonlyMap<string, number>
  /** Tokens that are a text of their own. */
  readonly texts: ReadonlySet<string>
  /** Bytes of the longest token. */
  readonly longest: number
}

function tokensOf(vocabulary: readonly (string | readonly number[] | undefined)[]): Tokens {
  const ranks = new Map<string, number>()
  const texts = new Set<string>()
  let longest = 0
  for (const [rank, token] of vocabulary.entries()) {
    if (token === undefined) continue
    const bytes = typeof token === 'string' ? byteString(token) : String.fromCharCode(...token)
    if (typeof token === 'string') texts.add(token)
    ranks.set(bytes, rank)
    longest = Math.max(longest, bytes.length)
  }
  return { ranks, texts, longest }
}

const encoder = new TextEncoder()

function byteString(text: string): string {
  if (isAscii(text)) return text
  const bytes = encoder.encode(text)
  let result = ''
  for (let from = 0; from < bytes.length; from += 4096) {
    result += String.fromCharCode(...bytes.subarray(from, from + 4096))
  }
  return result
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) return false
  return true
}

/** 2^32: a heap key is `rank * POSITION + position`, so that the lowest rank, then the leftmost pair, comes first. */
const POSITION = 0x1_0000_0000

/** Merges the pair of lowest rank, leftmost first, until no pair is a token; counts what is left. */
function countMerged(bytes: string, ranks: ReadonlyMap<string, number>, longest: number): number {
  const length = bytes.length
  const next = new Int32Array(length + 1)
  const previous = new Int32Array(length + 1)
  /** Rank of the pair that starts here; -1 where there is none or the part was merged away. */
  const pairRank = new Int32Array(length).fill(-1)
  for (let at = 0; at <= length; at++) {
    next[at] = at + 1
    previous[at] = at - 1
  }
  const heap: number[] = []

  const offer = (start: number): void => {
    const middle = next[start] as number // within the arrays: a part's start and ends lie in [0, length]
    const end = middle >= length ? -1 : (next[middle] as number) // as above
    const rank = end === -1 || end - start > longest ? undefined : ranks.get(bytes.slice(start, end))
    pairRank[start] = rank ?? -1
    if (rank !== undefined) push(heap, rank * POSITION + start)
  }

  for (let start = 0; start < length - 1; start++) offer(start)
  let parts = length
  for (let key = pop(heap); key !== undefined; key = pop(heap)) {
    const start = key % POSITION
    if (pairRank[start] !== (key - start) / POSITION) continue
    const middle = next[start] as number // as above
    const end = next[middle] as number // as above
    pairRank[middle] = -1
    next[start] = end
    previous[end] = start
    parts--
    offer(start)
    const before = previous[start] as number // as above
    if (before >= 0) offer(before)
  }
  return parts
}

function push(heap: number[], key: number): void {
  let at = heap.length
  heap.push(key)
  while (at > 0) {
    const parent = (at - 1) >> 1
    const above = heap[parent] as number // parent < at < length
    if (above <= key) break
    heap[at] = above
    at = parent
  }
  heap[at] = key
}

function pop(heap: number[]): number | undefined {
  const top = heap[0]
  const last = heap.pop()
  if (last === undefined || heap.length === 0) return top
  let at = 0
  for (;;) {
    let child = 2 * at + 1
    if (child >= heap.length) break
    if (child + 1 < heap.length && (heap[child + 1] as number) < (heap[child] as number)) child++ // both in range
    const below = heap[child] as number // in range
    if (below >= last) break
    heap[at] = below
    at = child
  }
  heap[at] = last
  return top
}
