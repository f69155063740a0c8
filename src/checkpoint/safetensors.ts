import { InputError } from '../errors.js'
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../text/json.js'
import { readJsonText } from '../text/jsonl.js'
import { countText } from '../text/number-text.js'
import { isCount } from '../text/plain-value.js'
import { type Dtype, elementCount, layouts, MAX_TENSORS, type StoredTensor } from './tensor.js'

/** The format's own limit. */
const MAX_HEADER_BYTES = 100_000_000
const LENGTH_BYTES = 8

/** Where the header of a safetensors file stands. */
export interface HeaderPlace {
  readonly start: number
  readonly sizeBytes: number
}

/**
 * The place of the header, out of the first eight bytes. Nothing is allocated by what a file claims before it is held
 * against the file's length.
 *
 * @throws {InputError} `checkpoint-broken`.
 */
export function safetensorsHeader(
  head: Uint8Array,
  { path, sizeBytes }: { readonly path: string; readonly sizeBytes: number },
): HeaderPlace {
  if (head.length < LENGTH_BYTES) throw broken(path, 'The file is shorter than the length of its header.')
  const view = new DataView(head.buffer, head.byteOffset, LENGTH_BYTES)
  const length = view.getUint32(4, true) * 2 ** 32 + view.getUint32(0, true)
  if (length > MAX_HEADER_BYTES) {
    throw broken(path, `Its header claims ${countText(length)} bytes; 100,000,000 is the most.`)
  }
  if (LENGTH_BYTES + length > sizeBytes) {
    throw broken(path, `Its header claims ${countText(length)} bytes, more than the file has.`)
  }
  return { start: LENGTH_BYTES, sizeBytes: length }
}

const DTYPES: ReadonlyMap<string, Dtype> = new Map([
  // The keys of the record are the formats; blocks are GGUF's alone.
  ...(Object.keys(layouts) as Dtype[])
    .filter((dtype) => layouts[dtype].elements === 1)
    .map((dtype) => [dtype, dtype] as const),
  ['F8_E4M3FN', 'F8_E4M3'],
])

/**
 * Tensors and metadata of a header. Ranges must lie inside the file and may not overlap.
 *
 * @param file number of the file in its checkpoint.
 * @throws {InputError} `checkpoint-broken`.
 */
export function safetensorsTensors(
  header: Uint8Array,
  { path, file, sizeBytes }: { readonly path: string; readonly file: number; readonly sizeBytes: number },
): { readonly tensors: readonly StoredTensor[]; readonly metadata: Readonly<Record<string, string>> } {
  refuseCrowds(header, path)
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(header)
  } catch {
    throw broken(path, 'Its header is not UTF-8.')
  }
  const json = readJsonText(text, { path })
  if (!isJsonObject(json)) throw broken(path, 'Its header is no JSON object.')
  const names = Object.keys(json).filter((name) => name !== '__metadata__')
  const dataStart = LENGTH_BYTES + header.length
  const tensors = names.map((name) => tensorOf(name, json[name], { path, file, dataStart, sizeBytes }))
  refuseOverlaps(tensors, path)
  return { tensors, metadata: textsIn(json.__metadata__) }
}

/** Every tensor opens one object; counting them is a thousandth of the work of reading them. */
function refuseCrowds(header: Uint8Array, path: string): void {
  let objects = 0
  for (let at = header.indexOf(OPEN); at !== -1; at = header.indexOf(OPEN, at + 1)) objects++
  // One is the header itself, one the metadata.
  if (objects > MAX_TENSORS + 2) {
    throw broken(path, `It names about ${countText(objects)} tensors; 250,000 are the most.`)
  }
}

const OPEN = '{'.charCodeAt(0)

interface Placed {
  readonly path: string
  readonly file: number
  readonly dataStart: number
  readonly sizeBytes: number
}

function tensorOf(
  name: string,
  entry: JsonValue | undefined,
  { path, file, dataStart, sizeBytes }: Placed,
): StoredTensor {
  const fault = (what: string): InputError =>
    broken(path, `Tensor ${JSON.stringify(name.slice(0, 100))} ${what}.`)
  if (!isJsonObject(entry)) throw fault('is described by no object')
  const dtype = typeof entry.dtype === 'string' ? DTYPES.get(entry.dtype) : undefined
  if (dtype === undefined) throw fault(`has a number format that is not known: ${shown(entry.dtype)}`)
  const shape = wholeNumbers(entry.shape)
  const offsets = wholeNumbers(entry.data_offsets)
  const [begin, end] = offsets ?? []
  if (shape === undefined) throw fault('has no shape of whole numbers')
  if (begin === undefined || end === undefined || offsets?.length !== 2 || end < begin) {
    throw fault('has no range of bytes')
  }
  const count = elementCount(shape)
  if (count === undefined || count * layouts[dtype].sizeBytes !== end - begin) {
    throw fault(`takes ${end - begin} bytes, which do not fit its shape [${shape.join(', ')}] of ${dtype}`)
  }
  if (dataStart + end > sizeBytes) throw fault('reaches beyond the end of the file')
  return { name, dtype, shape, file, start: dataStart + begin, sizeBytes: end - begin }
}

function refuseOverlaps(tensors: readonly StoredTensor[], path: string): void {
  const byStart = tensors
    .filter(({ sizeBytes }) => sizeBytes > 0)
    .sort((left, right) => left.start - right.start)
  for (const [index, { name, start }] of byStart.entries()) {
    const before = byStart[index - 1]
    if (before === undefined || before.start + before.sizeBytes <= start) continue
    throw broken(path, `Tensors ${JSON.stringify(before.name)} and ${JSON.stringify(name)} overlap.`)
  }
}

function wholeNumbers(value: JsonValue | undefined): readonly number[] | undefined {
  if (value === undefined || !isJsonArray(value)) return undefined
  return value.every(isCount) ? value : undefined
}

function textsIn(value: JsonValue | undefined): Readonly<Record<string, string>> {
  if (value === undefined || !isJsonObject(value)) return {}
  const texts = Object.create(null) as Record<string, string>
  for (const [key, text] of Object.entries(value)) if (typeof text === 'string') texts[key] = text
  return texts
}

/**
 * The files of a sharded checkpoint, out of `model.safetensors.index.json`, and which tensors each should hold.
 *
 * @throws {InputError} `checkpoint-broken`.
 */
export function shardsOf(text: string, path: string): ReadonlyMap<string, ReadonlySet<string>> {
  const json = readJsonText(text, { path })
  const map: JsonObject | undefined =
    isJsonObject(json) && isJsonObject(json.weight_map) ? json.weight_map : undefined
  if (map === undefined) throw broken(path, 'It holds no "weight_map".')
  const shards = new Map<string, Set<string>>()
  for (const [tensor, shard] of Object.entries(map)) {
    // The index names files beside itself; anything else would read a stranger's choice of file.
    if (typeof shard !== 'string' || !/^[\w.-]+$/.test(shard) || shard.startsWith('.')) {
      throw broken(
        path,
        `Tensor ${JSON.stringify(tensor.slice(0, 100))} is in no file beside the index: ${shown(shard)}.`,
      )
    }
    const held = shards.get(shard) ?? new Set()
    held.add(tensor)
    shards.set(shard, held)
  }
  return shards
}

function shown(value: JsonValue | undefined): string {
  return JSON.stringify(value)?.slice(0, 60) ?? 'nothing'
}

function broken(where: string, what: string): InputError {
  return new InputError({
    code: 'checkpoint-broken',
    what: `This is no whole safetensors checkpoint. ${what}`,
    where,
    fix: 'Download or save the file again.',
  })
}
