import { InputError } from '../errors.js'
import { randomStream, shuffled } from '../numeric/random.js'
import type { FileParts } from '../ports.js'
import { alignTensors, type TensorPair } from './align-tensors.js'
import { type ComparedTensor, compareTensors } from './compare-tensors.js'
import { conclusionsOf } from './drift-conclusions.js'
import {
  type DriftDocument,
  type DriftGroup,
  type DriftRow,
  type DriftSide,
  driftTensor,
  frozenTotal,
  normZs,
} from './drift-document.js'
import { frozenLimits } from './frozen-share.js'
import { type LoraAdapter, withAdapter } from './lora-adapter.js'
import { PairReader } from './pair-reader.js'
import { bf16RoundTrip, roundTripSentence } from './round-trip.js'
import type { BlockComparer } from './row-block.js'
import { groupDrift } from './row-groups.js'
import type { Checkpoint } from './tensor.js'

/** A row of the vocabulary that is asked about. */
export interface TokenRow {
  readonly id: number
  readonly text?: string
}

export interface DriftRequest {
  readonly a: { readonly path: string; readonly checkpoint: Checkpoint }
  readonly b: { readonly path: string; readonly checkpoint: Checkpoint }
  readonly adapter?: { readonly path: string; readonly adapter: LoraAdapter }
  readonly tokens: readonly TokenRow[]
  readonly groups: readonly { readonly name: string; readonly ids: readonly number[] }[]
  /** Text of an ordinary token; undefined for ids that are no controls: special tokens, and ids without a piece. */
  readonly ordinary: (id: number) => string | undefined
  /** Step of the optimizer, for what bfloat16 could not move. */
  readonly learningRate?: number
  readonly seed: number
  readonly parts: FileParts
  readonly comparer: BlockComparer
  readonly signal: AbortSignal
  readonly progress: (done: {
    readonly tensors: number
    readonly of: number
    readonly elements: number
  }) => void
}

/** Ordinary rows that stand beside those asked about. */
const CONTROL_ROWS = 20
/** Rows of all groups together: each is read once more, by itself. */
const MAX_GROUP_ROWS = 1_000_000

/**
 * Compares two checkpoints in full.
 *
 * @throws {InputError} `drift-nothing-shared`, `drift-no-table`, `drift-row-missing`, `adapter-unmatched`,
 * `checkpoint-broken`, `file-unreadable`; the signal's reason.
 */
export async function measureDrift(request: DriftRequest): Promise<DriftDocument> {
  const { a, b, adapter, learningRate, seed, parts, comparer, signal } = request
  const { pairs: plain, leftOut, notices } = alignTensors(a.checkpoint, b.checkpoint)
  if (plain.length === 0) throw nothingShared(request)
  const model = { path: adapter?.path ?? '', checkpoint: b.checkpoint, firstFile: b.checkpoint.files.length }
  const pairs = adapter === undefined ? plain : withAdapter(plain, adapter.adapter, model)
  const files = {
    a: a.checkpoint.files,
    b: [...b.checkpoint.files, ...(adapter?.adapter.checkpoint.files ?? [])],
  }
  const selection = selectRows(pairs, request)
  const documents = { tensors: [] as ReturnType<typeof driftTensor>[], rows: [] as DriftRow[] }
  const limits = learningRate === undefined ? { under: 0, underHalf: 0 } : frozenLimits(learningRate)
  const wanted = (pair: TensorPair): ReadonlySet<number> => (isTable(pair) ? selection.wanted : NO_ROWS)
  let elements = 0
  for await (const compared of compareTensors({ pairs, files, parts, comparer, wanted, limits, signal })) {
    documents.tensors.push(driftTensor(compared, learningRate !== undefined))
    if (isTable(compared.pair)) documents.rows.push(...rowsOf(compared, selection))
    elements += compared.sums.elements
    request.progress({ tensors: documents.tensors.length, of: pairs.length, elements })
  }
  const groups: DriftGroup[] = []
  for (const pair of pairs.filter(isTable)) {
    const reader = new PairReader(pair, files, parts)
    for (const { name, ids, kind } of selection.groups) {
      signal.throwIfAborted()
      groups.push({
        tensor: pair.name,
        group: name,
        kind,
        ...(await groupDrift(ids, { reader, length: pair.length })),
      })
    }
  }
  const roundTrip = await bf16RoundTrip(pairs, { files, parts, signal })
  const ofRounding = roundTrip === undefined ? undefined : roundTripSentence(roundTrip)
  return {
    schema: 'assay.drift/1',
    a: sideOf(a),
    b: sideOf(b),
    ...(adapter === undefined ? {} : { adapter: adapter.path }),
    ...(learningRate === undefined ? {} : { learningRate }),
    seed,
    ...documents,
    groups,
    ...frozenTotal(documents.tensors),
    ...(roundTrip === undefined ? {} : { roundTrip }),
    leftOut,
    notices: [...a.checkpoint.notices, ...b.checkpoint.notices, ...notices],
    conclusions: [
      ...conclusionsOf({
        tensors: documents.tensors,
        ...(learningRate === undefined ? {} : { learningRate }),
      }),
      ...(ofRounding === undefined ? [] : [ofRounding]),
    ],
  }
}

const NO_ROWS: ReadonlySet<number> = new Set()

function isTable({ role, b }: TensorPair): boolean {
  return role !== undefined && b.shape.length === 2
}

function sideOf({ path, checkpoint }: DriftRequest['a']): DriftSide {
  return {
    path,
    format: checkpoint.format,
    tensors: checkpoint.tensors.length,
    sizeBytes: checkpoint.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  }
}

interface Selection {
  /** Rows that are asked about, then the controls. */
  readonly rows: readonly (TokenRow & { readonly kind: 'token' | 'control' })[]
  readonly wanted: ReadonlySet<number>
  readonly groups: readonly {
    readonly name: string
    readonly ids: readonly number[]
    readonly kind: 'group' | 'control'
  }[]
}

/** The rows asked about and, drawn with the seed, ordinary ones beside them; the same in every table. */
function selectRows(
  pairs: readonly TensorPair[],
  { tokens, groups, ordinary, seed }: Pick<DriftRequest, 'tokens' | 'groups' | 'ordinary' | 'seed'>,
): Selection {
  if (tokens.length === 0 && groups.length === 0) return { rows: [], wanted: NO_ROWS, groups: [] }
  const tables = pairs.filter(isTable)
  const [table] = tables
  if (table === undefined) throw noTable()
  const rowCount = Math.min(...tables.map(({ rows }) => rows))
  const grouped = groups.flatMap(({ ids }) => ids)
  if (grouped.length > MAX_GROUP_ROWS) throw tooManyRows(grouped.length)
  for (const id of [...tokens.map((token) => token.id), ...grouped]) {
    if (id >= rowCount) throw noRow(id, { rowCount, name: table.name })
  }
  const taken = new Set([...tokens.map((token) => token.id), ...grouped])
  const candidates: number[] = []
  for (let id = 0; id < rowCount; id++) if (!taken.has(id) && ordinary(id) !== undefined) candidates.push(id)
  const drawn = shuffled(candidates, randomStream(seed, 'drift-controls'))
  const controls = drawn.slice(0, CONTROL_ROWS).sort((left, right) => left - right)
  const largest = Math.max(0, ...groups.map(({ ids }) => ids.length))
  const rows = [
    ...tokens.map((token) => ({ ...token, kind: 'token' as const })),
    ...(tokens.length === 0
      ? []
      : controls.map((id) => ({ id, text: ordinary(id) ?? '', kind: 'control' as const }))),
  ]
  return {
    rows,
    wanted: new Set(rows.map(({ id }) => id)),
    groups: [
      ...groups.map((group) => ({ ...group, kind: 'group' as const })),
      ...(groups.length === 0
        ? []
        : [{ name: 'RAND', ids: drawn.slice(0, Math.max(CONTROL_ROWS, largest)), kind: 'control' as const }]),
    ],
  }
}

function rowsOf({ pair, sums, rows }: ComparedTensor, selection: Selection): readonly DriftRow[] {
  return selection.rows.flatMap(({ id, text, kind }): readonly DriftRow[] => {
    const row = rows.get(id)
    if (row === undefined) return []
    const token = text === undefined || text === '' ? {} : { token: text }
    return [{ tensor: pair.name, kind, id, ...token, ...row.measures, ...normZs(row.sums, sums) }]
  })
}

function nothingShared({ a, b }: Pick<DriftRequest, 'a' | 'b'>): InputError {
  const first = ({ checkpoint }: DriftRequest['a']): string =>
    JSON.stringify(checkpoint.tensors[0]?.name.slice(0, 100) ?? 'nothing')
  return new InputError({
    code: 'drift-nothing-shared',
    what: `The checkpoints share no tensor: the first is ${first(a)} in one and ${first(b)} in the other, or shapes differ.`,
    where: `${a.path} and ${b.path}`,
    fix: 'Compare two checkpoints of one model.',
  })
}

function noTable(): InputError {
  return new InputError({
    code: 'drift-no-table',
    what: 'No tensor of both checkpoints is known as the table of the vocabulary, so that tokens have no rows.',
    where: '--tokens, --group',
    fix: 'Leave --tokens and --group out. Known are names such as embed_tokens.weight, tok_emb.weight and lm_head.weight.',
  })
}

function noRow(
  id: number,
  { rowCount, name }: { readonly rowCount: number; readonly name: string },
): InputError {
  return new InputError({
    code: 'drift-row-missing',
    what: `There is no row ${id}: the tables of both checkpoints have ${rowCount} rows in common.`,
    where: name,
    fix: `Name a token with an id below ${rowCount}.`,
  })
}

function tooManyRows(count: number): InputError {
  return new InputError({
    code: 'drift-row-missing',
    what: `The groups name ${count} rows; a million is the most.`,
    where: '--group',
    fix: 'Name fewer rows.',
  })
}
