import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { PassThrough, Transform } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { Decompress } from 'fzstd'
import { InputError } from '../errors.js'
import { quoted } from '../text/printable.js'

const METHODS = [0, 8, 93] as const
type ZipMethod = (typeof METHODS)[number]

/** A file in a ZIP archive. */
export interface ZipEntry {
  readonly name: string
  readonly sizeBytes: number
  readonly compressedBytes: number
  readonly crc: number
  /** Stored, DEFLATE, Zstandard. */
  readonly method: ZipMethod
  /** Of its local header. */
  readonly offset: number
}

const END_BYTES = 22
const MOST_COMMENT_BYTES = 65_535
const CENTRAL_BYTES = 46
const LOCAL_BYTES = 30
/** Wheels with models have a hundred entries; PyPI's largest have some 20,000. */
const MOST_ENTRIES = 100_000
const MOST_DIRECTORY_BYTES = 64 * 1024 * 1024
/**
 * DEFLATE makes at most 1,032 bytes of one. Zstandard can make 32,000; logs, which repeat themselves in every sample, were
 * seen to shrink to a fifth.
 */
const MOST_EXPANSION: Readonly<Record<ZipMethod, number>> = { 0: 1, 8: 1100, 93: 1100 }

/**
 * Reads ZIP archives strictly: what two readers could take in two ways is refused, and so are links, encryption, names
 * that lead elsewhere, files that overlap, and files that grow beyond what they announce. ZIP64 (archives over 4 GiB) is
 * not read.
 */
export class ZipArchive {
  readonly #path: string
  readonly #file: FileHandle
  readonly entries: readonly ZipEntry[]

  private constructor(path: string, file: FileHandle, entries: readonly ZipEntry[]) {
    this.#path = path
    this.#file = file
    this.entries = entries
  }

  /** @throws {InputError} `zip-broken`, `file-missing`. */
  static async open(path: string): Promise<ZipArchive> {
    let file: FileHandle
    try {
      file = await open(path, 'r')
    } catch (cause) {
      throw new InputError({
        code: 'file-missing',
        what: 'There is no such file, or it cannot be read.',
        where: path,
        fix: 'Check the path.',
        cause,
      })
    }
    try {
      return new ZipArchive(path, file, await readDirectory(file, path))
    } catch (error) {
      await file.close()
      throw error
    }
  }

  /** The bytes of a file in it, checked against size and CRC by their end. */
  async *read(entry: ZipEntry): AsyncGenerator<Uint8Array> {
    const start = await this.#startOf(entry)
    if (entry.sizeBytes > 0) {
      const source = createReadStream(this.#path, { start, end: start + entry.compressedBytes - 1 })
      const stream = source.pipe(unpacker(entry))
      source.once('error', (cause) => stream.destroy(cause))
      let sizeBytes = 0
      let crc = 0
      try {
        for await (const piece of stream as AsyncIterable<Uint8Array>) {
          sizeBytes += piece.length
          if (sizeBytes > entry.sizeBytes) break
          crc = crc32(piece, crc)
          yield piece
        }
      } catch (cause) {
        if (cause instanceof InputError) throw cause
        throw broken(`${quoted(entry.name, 80)} cannot be unpacked`, this.#path, cause)
      } finally {
        source.destroy()
        stream.destroy()
      }
      if (sizeBytes !== entry.sizeBytes || crc !== entry.crc) {
        throw broken(
          `${quoted(entry.name, 80)} is not what it announces: ${sizeBytes} bytes of ${entry.sizeBytes}`,
          this.#path,
        )
      }
    }
  }

  close(): Promise<void> {
    return this.#file.close()
  }

  async #startOf(entry: ZipEntry): Promise<number> {
    const head = await readAt(this.#file, entry.offset, LOCAL_BYTES, this.#path)
    const nameBytes = head.readUInt16LE(26)
    const start = entry.offset + LOCAL_BYTES + nameBytes + head.readUInt16LE(28)
    const name = await readAt(this.#file, entry.offset + LOCAL_BYTES, nameBytes, this.#path)
    const isSame =
      head.readUInt32LE(0) === 0x04034b50 &&
      name.toString('utf8') === entry.name &&
      head.readUInt16LE(8) === entry.method
    if (!isSame)
      throw broken(`${quoted(entry.name, 80)} has another name or form in its own header`, this.#path)
    return start
  }
}

/** Node unpacks Zstandard from version 22.15 on alone. */
function unpacker({ method, sizeBytes }: ZipEntry): Transform {
  if (method === 8) return createInflateRaw()
  if (method === 0) return new PassThrough()
  let unpackedBytes = 0
  const frames = new Decompress((unpacked) => {
    // One piece may unpack to gigabytes: it ends where it is longer than announced, not once all of it is in memory.
    unpackedBytes += unpacked.length
    if (unpackedBytes > sizeBytes) throw new Error('longer than announced')
    stream.push(unpacked)
  })
  const stream = new Transform({
    transform(piece: Uint8Array, _encoding, done) {
      done(failureOf(() => void frames.push(piece)))
    },
    flush(done) {
      done(failureOf(() => void frames.push(new Uint8Array(0), true)))
    },
  })
  return stream
}

function failureOf(work: () => void): Error | null {
  try {
    work()
    return null
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

async function readDirectory(file: FileHandle, path: string): Promise<readonly ZipEntry[]> {
  const { size } = await file.stat()
  const tailBytes = Math.min(size, END_BYTES + MOST_COMMENT_BYTES)
  const tail = await readAt(file, size - tailBytes, tailBytes, path)
  let at = tail.length - END_BYTES
  while (
    at >= 0 &&
    !(tail.readUInt32LE(at) === 0x06054b50 && at + END_BYTES + tail.readUInt16LE(at + 20) === tail.length)
  ) {
    at--
  }
  if (at < 0) throw broken('it has no directory at its end', path)
  const [disk, count, bytes, start] = [
    tail.readUInt32LE(at + 4),
    tail.readUInt16LE(at + 10),
    tail.readUInt32LE(at + 12),
    tail.readUInt32LE(at + 16),
  ]
  if (count === 0xffff || bytes === 0xffffffff || start === 0xffffffff) {
    throw broken('it is of the kind ZIP64, which is not read', path)
  }
  const endAt = size - tailBytes + at
  if (disk !== 0 || tail.readUInt16LE(at + 8) !== count || start + bytes !== endAt) {
    throw broken('its directory does not stand where it is announced', path)
  }
  if (count > MOST_ENTRIES || bytes > MOST_DIRECTORY_BYTES) throw broken('it has too many entries', path)
  const directory = await readAt(file, start, bytes, path)
  const entries: ZipEntry[] = []
  const names = new Set<string>()
  at = 0
  for (let left = count; left > 0; left--) {
    const { entry, next, isFolder } = entryAt(directory, at, path)
    at = next
    if (names.has(entry.name)) throw broken(`${quoted(entry.name, 80)} stands in it twice`, path)
    names.add(entry.name)
    if (!isFolder) entries.push(entry)
  }
  if (at !== directory.length) throw broken('its directory holds more than it announces', path)
  checkRanges(entries, start, path)
  return entries
}

function entryAt(
  directory: Buffer,
  at: number,
  path: string,
): { readonly entry: ZipEntry; readonly next: number; readonly isFolder: boolean } {
  if (at + CENTRAL_BYTES > directory.length || directory.readUInt32LE(at) !== 0x02014b50) {
    throw broken('its directory is broken', path)
  }
  const nameBytes = directory.readUInt16LE(at + 28)
  const next =
    at + CENTRAL_BYTES + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  if (next > directory.length) throw broken('its directory is broken', path)
  const name = directory.toString('utf8', at + CENTRAL_BYTES, at + CENTRAL_BYTES + nameBytes)
  const isFolder = name.endsWith('/')
  const method = directory.readUInt16LE(at + 10)
  const mode = directory.readUInt32LE(at + 38) >>> 16
  const entry: ZipEntry = {
    name,
    crc: directory.readUInt32LE(at + 16),
    compressedBytes: directory.readUInt32LE(at + 20),
    sizeBytes: directory.readUInt32LE(at + 24),
    method: METHODS.find((known) => known === method) ?? 0,
    offset: directory.readUInt32LE(at + 42),
  }
  if (!isPlainPath(isFolder ? name.slice(0, -1) : name))
    throw broken(`${quoted(entry.name, 80)} leads out of it`, path)
  if ((directory.readUInt16LE(at + 8) & 0x2041) !== 0)
    throw broken(`${quoted(entry.name, 80)} is encrypted`, path)
  if (!METHODS.some((known) => known === method))
    throw broken(`${quoted(entry.name, 80)} is packed by method ${method}`, path)
  const kind = mode & 0o170000
  if (kind !== 0 && kind !== 0o100000 && kind !== 0o040000)
    throw broken(`${quoted(entry.name, 80)} is a link or a device`, path)
  const { sizeBytes, compressedBytes } = entry
  const most = compressedBytes * MOST_EXPANSION[entry.method]
  if (method === 0 ? sizeBytes !== compressedBytes : sizeBytes > most) {
    throw broken(`${quoted(entry.name, 80)} announces a size that cannot be`, path)
  }
  return { entry, next, isFolder }
}

/** Whether a path with slashes stays below the folder that it is taken from, on every system. */
export function isPlainPath(name: string): boolean {
  if (name === '' || name.length > 1000 || /[\\:*?"<>|\u0000-\u001f\u007f]/.test(name)) return false
  return name.split('/').every((part) => part !== '' && !/[. ]$/.test(part))
}

/** Files that share bytes make bombs of kilobytes. */
function checkRanges(entries: readonly ZipEntry[], end: number, path: string): void {
  const sorted = [...entries].sort((left, right) => left.offset - right.offset)
  for (const [at, entry] of sorted.entries()) {
    const limit = sorted[at + 1]?.offset ?? end
    const least = entry.offset + LOCAL_BYTES + Buffer.byteLength(entry.name) + entry.compressedBytes
    if (least > limit) throw broken(`${quoted(entry.name, 80)} overlaps with what follows it`, path)
  }
}

async function readAt(file: FileHandle, start: number, bytes: number, path: string): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes)
  const { bytesRead } = await file.read(buffer, 0, bytes, start)
  if (bytesRead !== bytes) throw broken('it ends too early', path)
  return buffer
}

function broken(reason: string, path: string, cause?: unknown): InputError {
  return new InputError({
    code: 'zip-broken',
    what: `The archive is refused: ${reason}.`,
    where: path,
    fix: 'Fetch it again from where you trust it; nothing of it was kept.',
    ...(cause === undefined ? {} : { cause }),
  })
}
