import type { FileParts } from '../ports.js'
import { readPickle } from './pickle.js'
import { type Checkpoint, type CheckpointFile, elementCount, layouts, type StoredTensor } from './tensor.js'
import { torchBroken } from './torch-broken.js'
import { type TorchTensor, torchTensors } from './torch-tensors.js'
import {
  dataStart,
  LOCAL_HEADER_BYTES,
  type StoredEntry,
  ZIP_TAIL_BYTES,
  zipDirectory,
  zipEntries,
} from './zip-directory.js'

/** The pickle of a checkpoint names tensors; with the state of an optimizer it has some megabytes. */
const MAX_PICKLE_BYTES = 256 * 1024 * 1024

/**
 * The tensors of a PyTorch checkpoint in a ZIP file. Its pickle is read as data: nothing that it names is run.
 *
 * @param number of the file in its checkpoint.
 * @throws {InputError} `checkpoint-broken`.
 */
export async function openTorch(file: CheckpointFile, number: number, parts: FileParts): Promise<Checkpoint> {
  const { path, sizeBytes } = file
  const tailLength = Math.min(ZIP_TAIL_BYTES, sizeBytes)
  const tail = await parts.readPart(path, { start: sizeBytes - tailLength, length: tailLength })
  const place = zipDirectory(tail, file)
  const directory = await parts.readPart(path, { start: place.start, length: place.sizeBytes })
  const entries = new Map(zipEntries(directory, file).map((entry) => [entry.name, entry]))
  const pickleName = [...entries.keys()].find((name) => /^(?:[^/]+\/)?data\.pkl$/.test(name))
  const pickleEntry = pickleName === undefined ? undefined : entries.get(pickleName)
  if (pickleName === undefined || pickleEntry === undefined) throw torchBroken(path, 'It holds no data.pkl.')
  if (pickleEntry.sizeBytes > MAX_PICKLE_BYTES)
    throw torchBroken(path, 'Its data.pkl is longer than 256 MiB.')
  const archive = new Archive(file, parts)
  const prefix = pickleName.slice(0, -'data.pkl'.length)
  const order = entries.get(`${prefix}byteorder`)
  if (order !== undefined && new TextDecoder().decode(await archive.read(order, 16)) === 'big') {
    throw torchBroken(path, 'It was saved on a machine with big-endian numbers.')
  }
  const pickle = readPickle(await archive.read(pickleEntry, pickleEntry.sizeBytes), path)
  const contents = torchTensors(pickle, path)
  const tensors: StoredTensor[] = []
  for (const tensor of contents.tensors) {
    const entry = entries.get(`${prefix}data/${tensor.storage}`)
    if (entry === undefined) throw torchBroken(path, `The storage of ${shown(tensor.name)} is not in it.`)
    tensors.push(placed(tensor, { file: number, path, entry, start: await archive.start(entry) }))
  }
  const notices: string[] = []
  if (contents.globals.length > 0) {
    const names = contents.globals.slice(0, 10).map((name) => name.slice(0, 100))
    notices.push(`The pickle names what no tensor needs, and nothing of it was run: ${names.join(', ')}.`)
  }
  if (contents.unordered.length > 0) {
    const names = contents.unordered.slice(0, 5).map((name) => name.slice(0, 100))
    notices.push(
      `${contents.unordered.length} tensors are stored transposed or with gaps and are not read: ${names.join(', ')}.`,
    )
  }
  return { format: 'torch', files: [file], tensors, metadata: {}, notices }
}

/** Entries of one file, and where their data begin. */
class Archive {
  readonly #file: CheckpointFile
  readonly #parts: FileParts
  readonly #starts = new Map<StoredEntry, number>()

  constructor(file: CheckpointFile, parts: FileParts) {
    this.#file = file
    this.#parts = parts
  }

  async start(entry: StoredEntry): Promise<number> {
    const known = this.#starts.get(entry)
    if (known !== undefined) return known
    const { path, sizeBytes } = this.#file
    const header = await this.#parts.readPart(path, { start: entry.headerStart, length: LOCAL_HEADER_BYTES })
    const start = dataStart(header, entry, path)
    if (start + entry.sizeBytes > sizeBytes) throw torchBroken(path, `Its entry ${shown(entry.name)} is cut.`)
    this.#starts.set(entry, start)
    return start
  }

  async read(entry: StoredEntry, most: number): Promise<Uint8Array> {
    const start = await this.start(entry)
    return this.#parts.readPart(this.#file.path, { start, length: Math.min(most, entry.sizeBytes) })
  }
}

function placed(
  { name, dtype, shape, offset }: TorchTensor,
  place: {
    readonly file: number
    readonly path: string
    readonly entry: StoredEntry
    readonly start: number
  },
): StoredTensor {
  const width = layouts[dtype].sizeBytes
  const sizeBytes = (elementCount(shape) ?? Number.POSITIVE_INFINITY) * width
  if (offset * width + sizeBytes > place.entry.sizeBytes) {
    throw torchBroken(place.path, `Tensor ${shown(name)} reaches beyond its storage.`)
  }
  return { name, dtype, shape, file: place.file, start: place.start + offset * width, sizeBytes }
}

function shown(name: string): string {
  return JSON.stringify(name.slice(0, 100))
}
