import { BugError } from '../errors.js'
import type { FileParts } from '../ports.js'
import type { TensorPair } from './align-tensors.js'
import { type CarefulSums, type DriftMeasures, driftMeasures, needsCare, slopeOf } from './drift-measures.js'
import { PairReader, type Piece } from './pair-reader.js'
import { PIECE_ELEMENTS, PIECE_ROWS, PieceSums } from './piece-sums.js'
import { piecesOf } from './pieces.js'
import { type BlockComparer, blockWidth } from './row-block.js'
import { RowCollector, type Sums, type TensorSums } from './row-sums.js'
import { type CheckpointFile, layouts } from './tensor.js'

/** Bytes of one side that a thread is given at a time. */
const BLOCK_BYTES = 16 * 1024 * 1024
const BLOCK_ROWS = 65_536

export interface CompareRequest {
  readonly pairs: readonly TensorPair[]
  readonly files: { readonly a: readonly CheckpointFile[]; readonly b: readonly CheckpointFile[] }
  readonly parts: FileParts
  readonly comparer: BlockComparer
  /** Rows whose own measures are wanted. */
  readonly wanted: (pair: TensorPair) => ReadonlySet<number>
  /** Words below which weights of bfloat16 are counted. */
  readonly limits: { readonly under: number; readonly underHalf: number }
  readonly signal: AbortSignal
}

export interface ComparedTensor {
  readonly pair: TensorPair
  /** In which numbers the sums are. */
  readonly as: 'bf16' | 'f32' | 'f64'
  readonly hasIdentity: boolean
  readonly sums: TensorSums
  readonly measures: DriftMeasures
  /** By number of the row. */
  readonly rows: ReadonlyMap<number, { readonly sums: Sums; readonly measures: DriftMeasures }>
}

interface Work {
  readonly pair: TensorPair
  readonly reader: PairReader
  /** Undefined at the end of a pair. */
  readonly piece?: Piece
}

interface Running {
  readonly work: Work
  readonly sums: Promise<Float64Array> | undefined
}

/**
 * Compares pairs of tensors in order, reading both files once. Blocks in a format that the kernel takes go to the
 * comparer's threads; others are converted here meanwhile.
 *
 * @throws {InputError} `checkpoint-broken`, `file-unreadable`; the signal's reason.
 */
export async function* compareTensors(request: CompareRequest): AsyncGenerator<ComparedTensor> {
  const { comparer, signal } = request
  const local = new PieceSums()
  const running: Running[] = []
  const works = worksOf(request)
  let collector: RowCollector | undefined
  let isDone = false
  for (;;) {
    while (!isDone && running.length < 2 * comparer.threads + 1) {
      const next = works.next()
      if (next.done === true) isDone = true
      else running.push(start(next.value, local, request))
    }
    const first = running.shift()
    if (first === undefined) return
    const { work, sums } = first
    const { pair, reader, piece } = work
    collector ??= new RowCollector({
      length: pair.length,
      wanted: request.wanted(pair),
      byValue: !reader.type.hasIdentity,
    })
    if (piece !== undefined && sums !== undefined) {
      collector.add(await sums, piece.length)
      signal.throwIfAborted()
      continue
    }
    yield await finished(collector, work, signal)
    collector = undefined
  }
}

function* worksOf({ pairs, files, parts }: CompareRequest): Generator<Work> {
  for (const pair of pairs) {
    const reader = new PairReader(pair, files, parts)
    const { isNative, as } = reader.type
    const size =
      isNative && as !== 'f64'
        ? { elements: BLOCK_BYTES / blockWidth[as], mostRows: BLOCK_ROWS }
        : { elements: PIECE_ELEMENTS, mostRows: PIECE_ROWS }
    for (const piece of piecesOf(pair, size)) yield { pair, reader, piece }
    yield { pair, reader }
  }
}

function start(work: Work, local: PieceSums, request: CompareRequest): Running {
  if (work.piece === undefined) return { work, sums: undefined }
  const sums = sumsOf(work, work.piece, { local, request })
  // It is awaited in its turn; until then a failure must not count as unheard.
  sums.catch(() => undefined)
  return { work, sums }
}

async function sumsOf(
  { pair, reader }: Work,
  piece: Piece,
  { local, request }: { readonly local: PieceSums; readonly request: CompareRequest },
): Promise<Float64Array> {
  const { as, isNative } = reader.type
  const { limits, files, comparer } = request
  if (as === 'f64') return local.ofWide(await reader.wide(piece), piece)
  if (!isNative) return local.ofWords(await reader.words(piece), piece, { as, ...limits })
  const place = (side: 'a' | 'b') => {
    const file = files[side][pair[side].file]
    if (file === undefined) throw new BugError({ code: 'no-such-file', what: 'A tensor is in no file.' })
    return { path: file.path, start: pair[side].start + piece.start * layouts[pair[side].dtype].sizeBytes }
  }
  return comparer.compare({
    kind: as,
    a: place('a'),
    b: place('b'),
    length: piece.length,
    rows: piece.rows,
    ...limits,
  })
}

async function finished(
  collector: RowCollector,
  { pair, reader }: Work,
  signal: AbortSignal,
): Promise<ComparedTensor> {
  const sums = collector.finish()
  const { hasIdentity, as } = reader.type
  const whole = { start: 0, length: pair.length, rows: pair.rows }
  const measures = driftMeasures(sums, {
    hasIdentity,
    careful: await careful(sums, { reader, whole, signal }),
  })
  const rows = new Map<number, { readonly sums: Sums; readonly measures: DriftMeasures }>()
  for (const [row, ofRow] of collector.kept) {
    const place = { start: row * pair.length, length: pair.length, rows: 1 }
    const more = await careful(ofRow, { reader, whole: place, signal })
    rows.set(row, { sums: ofRow, measures: driftMeasures(ofRow, { hasIdentity, careful: more }) })
  }
  return { pair, as, hasIdentity, sums, measures, rows }
}

/** A second pass, where the sums of the first have lost digits. */
async function careful(
  sums: Sums,
  {
    reader,
    whole,
    signal,
  }: { readonly reader: PairReader; readonly whole: Piece; readonly signal: AbortSignal },
): Promise<CarefulSums | undefined> {
  if (!needsCare(sums)) return undefined
  const slope = slopeOf(sums)
  let after = 0
  let product = 0
  let residue = 0
  for (const piece of piecesOf(whole, { elements: PIECE_ELEMENTS, mostRows: PIECE_ROWS })) {
    const { a, b } = await reader.numbers({ ...piece, start: whole.start + piece.start })
    signal.throwIfAborted()
    let [squares, products, rest] = [0, 0, 0]
    for (let at = 0; at < a.length; at++) {
      const before = a[at] as number // both have the length of the piece
      const value = b[at] as number
      const off = value - slope * before
      squares += value * value
      products += before * value
      rest += off * off
    }
    after += squares
    product += products
    residue += rest
  }
  // The slope of the first pass can be off by as much as b is long.
  const off = slope - product / sums.squares
  return { after, product, residue: Math.max(0, residue - off * off * sums.squares) }
}
