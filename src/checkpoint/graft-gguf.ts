import { InputError } from '../errors.js'
import type { FileParts } from '../ports.js'
import { shortened } from './pair-reader.js'
import { type Checkpoint, isBlockType, type StoredTensor } from './tensor.js'

/** What of one checkpoint is put into the other. */
export type GraftPart =
  | { readonly kind: 'none' }
  | { readonly kind: 'embedding' }
  | { readonly kind: 'output' }
  /** From and to are counted from 0, and both are put over. */
  | { readonly kind: 'blocks'; readonly first: number; readonly last: number }

/** Two GGUF files that differ in their weights alone. */
export interface GraftPair {
  readonly a: Checkpoint
  readonly b: Checkpoint
  /** Blocks (layers) of the model. */
  readonly blocks: number
  /** There is no output head: the embedding is read for it, too. */
  readonly isTied: boolean
  readonly notices: readonly string[]
}

/** A part of a file. */
export interface ByteRange {
  readonly path: string
  readonly start: number
  readonly length: number
}

/** A hybrid: mostly one checkpoint, with a part of the other. */
export interface Graft {
  /** E.g. `A with B's blocks 0–3`. */
  readonly name: string
  readonly body: 'a' | 'b'
  readonly part: GraftPart
  /** Tensors that are put over. */
  readonly tensors: number
  /** What the file consists of, in order. */
  readonly ranges: readonly ByteRange[]
}

/**
 * Two checkpoints of one model, to be grafted.
 *
 * @throws {InputError} `graft-not-possible` when one is no single GGUF file, or tensors, shapes or formats differ: weights
 * are put over byte by byte.
 */
export function graftPair(a: Checkpoint, b: Checkpoint): GraftPair {
  for (const checkpoint of [a, b]) {
    const where = checkpoint.files[0]?.path ?? 'checkpoint'
    if (checkpoint.format !== 'gguf') {
      throw impossible(where, `Hybrids are made of GGUF files, and this is ${checkpoint.format}.`)
    }
    if (checkpoint.files.length !== 1) throw impossible(where, 'The model is divided into several files.')
    const [unread] = checkpoint.notices
    if (unread !== undefined) throw impossible(where, unread)
  }
  const ofB = new Map(b.tensors.map((tensor) => [tensor.name, tensor]))
  const where = b.files[0]?.path ?? 'checkpoint'
  for (const tensor of a.tensors) {
    const other = ofB.get(tensor.name)
    const difference = other === undefined ? 'is missing' : differenceOf(tensor, other)
    if (difference === undefined) continue
    throw impossible(where, `Of ${JSON.stringify(tensor.name.slice(0, 100))} ${difference}.`)
  }
  if (b.tensors.length !== a.tensors.length)
    throw impossible(where, 'It holds tensors that the other one lacks.')
  const numbers = a.tensors.flatMap(({ name }) => blockOf(name) ?? [])
  const isTied = !a.tensors.some((tensor) => isIn(tensor, { kind: 'output' }))
  const isQuantised = a.tensors.some(({ dtype }) => isBlockType(dtype))
  return {
    a,
    b,
    blocks: numbers.reduce((most, number) => Math.max(most, number + 1), 0),
    isTied,
    notices: [
      ...(isTied ? ['The output head is tied to the embedding: putting over one puts over both.'] : []),
      ...(isQuantised
        ? ['Weights are quantised: probabilities of the hybrids are those of quantised models.']
        : []),
    ],
  }
}

function differenceOf(left: StoredTensor, right: StoredTensor): string | undefined {
  if (left.dtype !== right.dtype)
    return `the format is ${left.dtype} in one file and ${right.dtype} in the other`
  if (
    left.shape.length === right.shape.length &&
    left.shape.every((size, axis) => size === right.shape[axis])
  )
    return undefined
  return `the shape is [${left.shape.join(', ')}] in one file and [${right.shape.join(', ')}] in the other`
}

function blockOf(name: string): number | undefined {
  const digits = /^blk\.(\d{1,6})\./.exec(name)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

function isIn({ name }: StoredTensor, part: GraftPart): boolean {
  switch (part.kind) {
    case 'none':
      return false
    case 'embedding':
      return /^token_embd\.(?:weight|bias)$/.test(name)
    case 'output':
      return /^output\.(?:weight|bias)$/.test(name)
    case 'blocks': {
      const block = blockOf(name)
      return block !== undefined && block >= part.first && block <= part.last
    }
    default:
      return part satisfies never
  }
}

/** Models with so few blocks get each block by itself. */
const FEW_BLOCKS = 12
/** Ends of the ranges that are tried where there are more. */
const RANGE_ENDS = 8

/**
 * The hybrids that tell which part carries a difference: both checkpoints as they are; A with B's embedding, output head,
 * blocks from the first to k and from k to the last, and, where blocks are few, each by itself (what suffices); B with A's
 * embedding and output head, and all of A's blocks (what is needed).
 */
export function graftPlan(pair: GraftPair): readonly Graft[] {
  const parts: GraftPart[] = [{ kind: 'embedding' }]
  if (!pair.isTied) parts.push({ kind: 'output' })
  const ends: GraftPart[] = [...parts]
  const last = pair.blocks - 1
  if (pair.blocks > 0) ends.push({ kind: 'blocks', first: 0, last })
  const cuts = cutsOf(pair.blocks)
  const ranges: GraftPart[] = [
    ...cuts.map((cut) => ({ kind: 'blocks' as const, first: 0, last: cut })),
    ...cuts.map((cut) => ({ kind: 'blocks' as const, first: cut + 1, last })),
    ...(pair.blocks > 0 ? [{ kind: 'blocks' as const, first: 0, last }] : []),
  ]
  if (pair.blocks > 2 && pair.blocks <= FEW_BLOCKS) {
    for (let block = 1; block < last; block++) ranges.push({ kind: 'blocks', first: block, last: block })
  }
  return [
    graftOf(pair, 'a', { kind: 'none' }),
    graftOf(pair, 'b', { kind: 'none' }),
    ...[...parts, ...ranges].map((part) => graftOf(pair, 'a', part)),
    ...ends.map((part) => graftOf(pair, 'b', part)),
  ]
}

/** Last blocks of the ranges from 0, the very last left out. */
function cutsOf(blocks: number): readonly number[] {
  if (blocks <= FEW_BLOCKS) return Array.from({ length: Math.max(0, blocks - 1) }, (_, block) => block)
  return Array.from({ length: RANGE_ENDS - 1 }, (_, at) => Math.round(((at + 1) * blocks) / RANGE_ENDS) - 1)
}

/** One hybrid, as ranges of the two files. The head (metadata, vocabulary) is the body's. */
export function graftOf(pair: GraftPair, body: 'a' | 'b', part: GraftPart): Graft {
  const [own, other] = body === 'a' ? [pair.a, pair.b] : [pair.b, pair.a]
  const [file, donor] = [own.files[0], other.files[0]]
  const donated = new Map(other.tensors.map((tensor) => [tensor.name, tensor]))
  const replaced = own.tensors.filter((tensor) => isIn(tensor, part) && tensor.sizeBytes > 0)
  const ranges: ByteRange[] = []
  const add = (range: ByteRange): void => {
    if (range.length > 0) ranges.push(range)
  }
  let at = 0
  for (const { name, start, sizeBytes } of [...replaced].sort((left, right) => left.start - right.start)) {
    add({ path: file?.path ?? '', start: at, length: start - at })
    add({ path: donor?.path ?? '', start: donated.get(name)?.start ?? 0, length: sizeBytes })
    at = start + sizeBytes
  }
  add({ path: file?.path ?? '', start: at, length: (file?.sizeBytes ?? 0) - at })
  return { name: nameOf(body, part), body, part, tensors: replaced.length, ranges }
}

function nameOf(body: 'a' | 'b', part: GraftPart): string {
  const [own, other] = body === 'a' ? ['A', 'B'] : ['B', 'A']
  switch (part.kind) {
    case 'none':
      return `${own} itself`
    case 'embedding':
      return `${own} with ${other}'s embedding`
    case 'output':
      return `${own} with ${other}'s output head`
    case 'blocks':
      return part.first === part.last
        ? `${own} with ${other}'s block ${part.first}`
        : `${own} with ${other}'s blocks ${part.first}–${part.last}`
    default:
      return part satisfies never
  }
}

/** Bytes that are held at a time. */
const PIECE_BYTES = 4 * 1024 * 1024

/**
 * The bytes of a hybrid in pieces of at most 4 MiB, for `Files.write`.
 *
 * @throws {InputError} `checkpoint-broken` when a file has become shorter, and what reading throws.
 */
export async function* graftBytes({ ranges }: Graft, parts: FileParts): AsyncGenerator<Uint8Array> {
  for (const { path, start, length } of ranges) {
    for (let done = 0; done < length; done += PIECE_BYTES) {
      const size = Math.min(PIECE_BYTES, length - done)
      const bytes = await parts.readPart(path, { start: start + done, length: size })
      if (bytes.length < size) throw shortened(path)
      yield bytes
    }
  }
}

function impossible(where: string, what: string): InputError {
  return new InputError({
    code: 'graft-not-possible',
    what: `The graft test is not possible here. ${what}`,
    where,
    fix: 'Give two GGUF files of one model, converted with the same settings, each in one file.',
  })
}
