import { randomStream } from '../../src/numeric/random.js'
import { TopK } from '../../src/numeric/top-k.js'
import { VectorTable } from '../../src/numeric/vector-table.js'
import { TOOLS } from './corpus.js'
import { loadPeer, type UsearchPeer } from './peers.js'

export const DIMENSIONS = 384
export const NEAREST = 50
export const BATCH = 500
const SINGLES = 100
const CENTRES = 500

/** Made once from the rows, then asked for the rows nearest to some queries, which stand one behind the other. */
export type DenseContender = (rows: Float32Array) => (queries: Float32Array) => readonly (readonly number[])[]

export const denseContenders: Readonly<Record<string, DenseContender>> = {
  assay(rows) {
    const table = new VectorTable(rows, DIMENSIONS)
    return (queries) =>
      table.nearest(cut(queries), NEAREST).map((found) => found.slice(0, NEAREST).map(({ row }) => row))
  },

  usearch(rows) {
    const { exactSearch, MetricKind } = loadPeer<UsearchPeer>('usearch')
    return (queries) => {
      const { keys } = exactSearch(rows, queries, DIMENSIONS, NEAREST, MetricKind.IP, 1)
      return Array.from({ length: keys.length / NEAREST }, (_, at) =>
        Array.from(keys.subarray(at * NEAREST, (at + 1) * NEAREST), Number),
      )
    }
  },

  'plain JavaScript': (rows) => (queries) => cut(queries).map((query) => scan(rows, query)),
}

/** The loop that one would write: four sums at once, a heap for the best. */
function scan(rows: Float32Array, query: Float32Array): readonly number[] {
  const scores = new Float32Array(rows.length / DIMENSIONS)
  const best = new TopK(NEAREST)
  for (let row = 0, start = 0; row < scores.length; row++, start += DIMENSIONS) {
    let a = 0
    let b = 0
    let c = 0
    let d = 0
    // In range by the loops' bounds.
    for (let at = 0; at < DIMENSIONS; at += 4) {
      a += (rows[start + at] as number) * (query[at] as number)
      b += (rows[start + at + 1] as number) * (query[at + 1] as number)
      c += (rows[start + at + 2] as number) * (query[at + 2] as number)
      d += (rows[start + at + 3] as number) * (query[at + 3] as number)
    }
    const score = Math.fround(a + b + c + d)
    scores[row] = score
    if (score > best.floor) best.add(score)
  }
  const found: number[] = []
  for (const [row, score] of scores.entries()) if (score >= best.floor) found.push(row)
  return found.sort((left, right) => (scores[right] ?? 0) - (scores[left] ?? 0)).slice(0, NEAREST)
}

function cut(queries: Float32Array): readonly Float32Array[] {
  return Array.from({ length: queries.length / DIMENSIONS }, (_, at) =>
    queries.subarray(at * DIMENSIONS, (at + 1) * DIMENSIONS),
  )
}

/** Unit vectors in clusters about a common mean, as those of texts are. */
function madeUpVectors(): { readonly rows: Float32Array; readonly queries: Float32Array } {
  const random = randomStream(0, 'bench/retrieval vectors')
  const draw = (): number => random.uniform() + random.uniform() + random.uniform() - 1.5
  const mean = Array.from({ length: DIMENSIONS }, () => 0.5 * draw())
  const centres = Array.from({ length: CENTRES }, () => mean.map((value) => value + 0.7 * draw()))
  const vectors = (count: number): Float32Array => {
    const all = new Float32Array(count * DIMENSIONS)
    for (let start = 0; start < all.length; start += DIMENSIONS) {
      const vector = (centres[random.below(CENTRES)] ?? mean).map((value) => value + draw())
      const length = Math.hypot(...vector)
      for (const [at, value] of vector.entries()) all[start + at] = value / length
    }
    return all
  }
  return { rows: vectors(TOOLS), queries: vectors(BATCH) }
}

export interface DenseResult {
  readonly prepareMs: number
  readonly singleMs: readonly number[]
  readonly batchMs: number
  readonly peakBytes: number
  readonly found: readonly (readonly number[])[]
}

/** What a child process does: prepare, ask single queries and then the whole batch, report. */
export function runDense(contender: DenseContender): DenseResult {
  const { rows, queries } = madeUpVectors()
  const started = performance.now()
  const search = contender(rows)
  const prepareMs = performance.now() - started
  const timed = (some: Float32Array): number => {
    const before = performance.now()
    search(some)
    return performance.now() - before
  }
  const one = (at: number): Float32Array => queries.subarray(at * DIMENSIONS, (at + 1) * DIMENSIONS)
  // The first ten calls let the compilers finish.
  for (let at = 0; at < 10; at++) search(one(at))
  const singleMs = Array.from({ length: SINGLES }, (_, at) => timed(one(at)))
  const batchMs = timed(queries)
  return {
    prepareMs,
    singleMs,
    batchMs,
    peakBytes: process.resourceUsage().maxRSS * 1024,
    found: search(queries),
  }
}
