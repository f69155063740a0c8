import { comparisonType } from './comparison-type.js'
import type { LowRankUpdate } from './low-rank.js'
import { type Checkpoint, rowsOf, type StoredTensor } from './tensor.js'
import { bareName, nameOfGguf, vocabularyRole } from './tensor-names.js'

/** The same tensor before and after. */
export interface TensorPair {
  /** As the second checkpoint names it. */
  readonly name: string
  readonly a: StoredTensor
  readonly b: StoredTensor
  /** Rows that are compared: those that both have. */
  readonly rows: number
  /** Elements of a row. */
  readonly length: number
  /** Whether its rows are the tokens of the vocabulary, on which side of the model. */
  readonly role: 'input' | 'output' | undefined
  /** What an adapter adds to the second side. */
  readonly update?: LowRankUpdate
}

/** A tensor that is not compared, and why. */
export interface LeftOut {
  readonly name: string
  readonly side: 'a' | 'b' | 'both'
  readonly reason: string
}

export interface Alignment {
  readonly pairs: readonly TensorPair[]
  readonly leftOut: readonly LeftOut[]
  readonly notices: readonly string[]
}

/**
 * Finds the tensors that two checkpoints share: by equal names, then by names without what wrappers put before them and,
 * between GGUF and other files, by the names that converters gave, each only where one tensor on either side has
 * it. A head that is tied to the embedding is compared once. Tensors of different shapes are left out, but for
 * vocabularies that grew or shrank: of them the rows that both have are compared.
 */
export function alignTensors(a: Checkpoint, b: Checkpoint): Alignment {
  const notices: string[] = []
  const [sideA, sideB] = [untied(a, 'A', notices), untied(b, 'B', notices)]
  const found = matched(sideA, sideB)
  const leftOut: LeftOut[] = []
  const pairs: TensorPair[] = []
  for (const { left, right } of [...found.matches, ...acrossTies(found, { a, b }, notices)]) {
    const pair = pairOf(left, right)
    if ('reason' in pair) leftOut.push(pair)
    else pairs.push(pair)
  }
  for (const { name, a: left, b: right, rows } of pairs) {
    const [before, after] = [rowsOf(left.shape).rows, rowsOf(right.shape).rows]
    if (before !== after)
      notices.push(`${name} has ${before} rows in A and ${after} in B: the first ${rows} are compared.`)
  }
  notices.push(...formatNotices(pairs))
  const paired = new Set([...pairs, ...leftOut].map(({ name }) => name))
  const rest = [
    ...found.onlyA.map((tensor) => onlyIn(tensor, 'a', { of: a, other: b })),
    ...found.onlyB.map((tensor) => onlyIn(tensor, 'b', { of: b, other: a })),
  ]
  leftOut.push(...rest.filter(({ name }) => !paired.has(name)))
  const order = new Map(b.tensors.map(({ name }, position) => [name, position]))
  pairs.sort((left, right) => (order.get(left.name) ?? 0) - (order.get(right.name) ?? 0))
  return { pairs, leftOut, notices }
}

/** Tensors without those that are the same bytes under a second name, as PyTorch stores tied ones. */
function untied(checkpoint: Checkpoint, side: string, notices: string[]): Side {
  const byPlace = new Map<string, StoredTensor>()
  const kept: StoredTensor[] = []
  for (const tensor of checkpoint.tensors) {
    const place = `${tensor.file} ${tensor.start} ${tensor.dtype} ${tensor.shape.join('×')}`
    const twin = tensor.sizeBytes === 0 ? undefined : byPlace.get(place)
    if (twin === undefined) {
      byPlace.set(place, tensor)
      kept.push(tensor)
    } else
      notices.push(`In ${side}, ${tensor.name} is tied to ${twin.name}: the same weights, compared once.`)
  }
  return { checkpoint, tensors: kept }
}

interface Side {
  readonly checkpoint: Checkpoint
  readonly tensors: readonly StoredTensor[]
}

interface Match {
  readonly left: StoredTensor
  readonly right: StoredTensor
}

interface Matches {
  readonly matches: readonly Match[]
  readonly onlyA: readonly StoredTensor[]
  readonly onlyB: readonly StoredTensor[]
}

function matched(a: Side, b: Side): Matches {
  const exact = joined(a.tensors, b.tensors, { left: ({ name }) => name, right: ({ name }) => name })
  const isGguf = [a, b].map(({ checkpoint }) => checkpoint.format === 'gguf')
  const isMixed = isGguf[0] !== isGguf[1]
  const loose = joined(exact.onlyA, exact.onlyB, {
    left: (tensor) => commonName(tensor, a.checkpoint, isMixed),
    right: (tensor) => commonName(tensor, b.checkpoint, isMixed),
  })
  return { ...loose, matches: [...exact.matches, ...loose.matches] }
}

/** Undefined where the tensor has no name that the other format knows. */
function commonName(
  { name }: StoredTensor,
  { format, metadata }: Checkpoint,
  isMixed: boolean,
): string | undefined {
  if (format !== 'gguf' || !isMixed) return bareName(name)
  const mapped = nameOfGguf(name, metadata['general.architecture'] ?? '')
  return mapped.kind === 'name' ? mapped.name : undefined
}

function joined(
  left: readonly StoredTensor[],
  right: readonly StoredTensor[],
  by: {
    readonly left: (tensor: StoredTensor) => string | undefined
    readonly right: (tensor: StoredTensor) => string | undefined
  },
): Matches {
  const ofLeft = uniqueBy(left, by.left)
  const ofRight = uniqueBy(right, by.right)
  const matches = [...ofLeft].flatMap(([name, tensor]): readonly Match[] => {
    const other = ofRight.get(name)
    return other === undefined ? [] : [{ left: tensor, right: other }]
  })
  const taken = new Set(matches.flatMap((match) => [match.left, match.right]))
  return {
    matches,
    onlyA: left.filter((tensor) => !taken.has(tensor)),
    onlyB: right.filter((tensor) => !taken.has(tensor)),
  }
}

function uniqueBy(
  tensors: readonly StoredTensor[],
  nameOf: (tensor: StoredTensor) => string | undefined,
): ReadonlyMap<string, StoredTensor> {
  const found = new Map<string, StoredTensor | undefined>()
  for (const tensor of tensors) {
    const name = nameOf(tensor)
    if (name !== undefined) found.set(name, found.has(name) ? undefined : tensor)
  }
  return new Map(
    [...found].flatMap(([name, tensor]) => (tensor === undefined ? [] : [[name, tensor] as const])),
  )
}

/** A head that one side has and that is the embedding on the other. */
function acrossTies(
  { onlyA, onlyB }: Matches,
  { a, b }: { readonly a: Checkpoint; readonly b: Checkpoint },
  notices: string[],
): readonly Match[] {
  const headOf = (tensors: readonly StoredTensor[]) =>
    tensors.find(({ name }) => vocabularyRole(name) === 'output')
  const embeddingOf = ({ tensors }: Checkpoint) =>
    tensors.find(({ name }) => vocabularyRole(name) === 'input')
  const [headA, headB] = [headOf(onlyA), headOf(onlyB)]
  const hasHead = ({ tensors }: Checkpoint) => headOf(tensors) !== undefined
  if (headA !== undefined && !hasHead(b)) {
    const right = embeddingOf(b)
    if (right === undefined) return []
    notices.push(`B has no ${headA.name}: it is tied to the embedding, with which A's is compared.`)
    return [{ left: headA, right: { ...right, name: headA.name } }]
  }
  if (headB !== undefined && !hasHead(a)) {
    const left = embeddingOf(a)
    if (left === undefined) return []
    notices.push(`A has no ${headB.name}: it is tied to the embedding, with which B's is compared.`)
    return [{ left, right: headB }]
  }
  return []
}

function pairOf(a: StoredTensor, b: StoredTensor): TensorPair | LeftOut {
  const { name } = b
  const role = vocabularyRole(name) ?? vocabularyRole(a.name)
  const [ofA, ofB] = [rowsOf(a.shape), rowsOf(b.shape)]
  const isSame = a.shape.length === b.shape.length && a.shape.every((size, axis) => size === b.shape[axis])
  const isVocabulary = role !== undefined && a.shape.length === 2 && b.shape.length === 2
  if (isSame || (isVocabulary && ofA.length === ofB.length)) {
    return { name, a, b, rows: Math.min(ofA.rows, ofB.rows), length: ofA.length, role }
  }
  return {
    name,
    side: 'both',
    reason: `its shapes differ: [${a.shape.join(', ')}] and [${b.shape.join(', ')}]`,
  }
}

function onlyIn(
  { name }: StoredTensor,
  side: 'a' | 'b',
  { of, other }: { readonly of: Checkpoint; readonly other: Checkpoint },
): LeftOut {
  const gguf =
    of.format === 'gguf' && other.format !== 'gguf'
      ? nameOfGguf(name, of.metadata['general.architecture'] ?? '')
      : undefined
  const reason =
    gguf?.kind === 'none' ? gguf.reason : `${side === 'a' ? 'B' : 'A'} has no tensor of this name`
  return { name, side, reason }
}

/** What is to be said of formats, once for each combination. */
function formatNotices(pairs: readonly TensorPair[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const { a, b } of pairs) {
    const text = formatNotice(a, b)
    if (text !== undefined) counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return [...counts].map(([text, count]) => `${count} ${count === 1 ? 'tensor' : 'tensors'}: ${text}`)
}

function formatNotice({ dtype: a }: StoredTensor, { dtype: b }: StoredTensor): string | undefined {
  const { rounded, hasIdentity, as } = comparisonType(a, b)
  if (!hasIdentity)
    return `A is ${a} and B ${b}: weights in blocks are multiplied out, and bits say nothing of them.`
  if (a === b) return undefined
  if (rounded === undefined)
    return `A is ${a} and B ${b}: compared by value, as ${as === 'f64' ? 'F64' : 'F32'}.`
  const [side, from] = rounded.side === 'a' ? ['A', a] : ['B', b]
  return `${side} is ${from} and was rounded to ${rounded.to} first (to nearest, ties to even), as the other side is.`
}
