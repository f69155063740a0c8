import { torchBroken } from './torch-broken.js'

/** An entry of a ZIP file that is stored as it is. */
export interface StoredEntry {
  readonly name: string
  /** Of the local header; the data follow it. */
  readonly headerStart: number
  readonly sizeBytes: number
}

const END_SIGNATURE = 0x06054b50
const END64_LOCATOR_SIGNATURE = 0x07064b50
const END64_SIGNATURE = 0x06064b50
const ENTRY_SIGNATURE = 0x02014b50
const LOCAL_SIGNATURE = 0x04034b50
const END_BYTES = 22
const LOCATOR_BYTES = 20
const END64_BYTES = 56
const LOCAL_BYTES = 30
/** An end record can have a comment of 64 KiB behind it. */
export const ZIP_TAIL_BYTES = END_BYTES + 0xffff + LOCATOR_BYTES + END64_BYTES
const MAX_DIRECTORY_BYTES = 256 * 1024 * 1024
const FULL_32 = 0xffffffff

export interface ZipFile {
  readonly path: string
  readonly sizeBytes: number
}

/** Where the directory of a ZIP file stands. */
export interface DirectoryPlace {
  readonly start: number
  readonly sizeBytes: number
}

/**
 * The place of the directory, out of the file's last `ZIP_TAIL_BYTES` (or all of a shorter file).
 *
 * @throws {InputError} `checkpoint-broken`.
 */
export function zipDirectory(tail: Uint8Array, { path, sizeBytes }: ZipFile): DirectoryPlace {
  const view = viewOf(tail)
  const at = lastEnd(view)
  if (at === undefined) throw torchBroken(path, 'It has no directory at its end.')
  let size = view.getUint32(at + 12, true)
  let start = view.getUint32(at + 16, true)
  const locator = at - LOCATOR_BYTES
  if (start === FULL_32 || size === FULL_32 || view.getUint16(at + 10, true) === 0xffff) {
    if (locator < 0 || view.getUint32(locator, true) !== END64_LOCATOR_SIGNATURE) {
      throw torchBroken(path, 'Its directory is too large for its format.')
    }
    const inTail = wide(view, locator + 8) - (sizeBytes - tail.length)
    if (
      inTail < 0 ||
      inTail + END64_BYTES > tail.length ||
      view.getUint32(inTail, true) !== END64_SIGNATURE
    ) {
      throw torchBroken(path, 'The end of its directory is not where it says.')
    }
    size = wide(view, inTail + 40)
    start = wide(view, inTail + 48)
  }
  if (size > MAX_DIRECTORY_BYTES || start + size > sizeBytes) {
    throw torchBroken(path, 'Its directory reaches beyond the file.')
  }
  return { start, sizeBytes: size }
}

function lastEnd(view: DataView): number | undefined {
  for (let at = view.byteLength - END_BYTES; at >= 0; at--) {
    if (view.getUint32(at, true) === END_SIGNATURE) return at
  }
  return undefined
}

/**
 * The entries of a directory.
 *
 * @throws {InputError} `checkpoint-broken`, also for compressed or encrypted entries: PyTorch writes none.
 */
export function zipEntries(directory: Uint8Array, { path, sizeBytes }: ZipFile): readonly StoredEntry[] {
  const view = viewOf(directory)
  const decoder = new TextDecoder()
  const entries: StoredEntry[] = []
  for (let at = 0; at + 46 <= directory.length; ) {
    if (view.getUint32(at, true) !== ENTRY_SIGNATURE) throw torchBroken(path, 'Its directory is damaged.')
    const flags = view.getUint16(at + 8, true)
    const method = view.getUint16(at + 10, true)
    const nameLength = view.getUint16(at + 28, true)
    const extraLength = view.getUint16(at + 30, true)
    const nameStart = at + 46
    const extraStart = nameStart + nameLength
    const next = extraStart + extraLength + view.getUint16(at + 32, true)
    if (next > directory.length) throw torchBroken(path, 'Its directory is damaged.')
    const name = decoder.decode(directory.subarray(nameStart, extraStart))
    if (method !== 0 || (flags & 1) !== 0)
      throw torchBroken(path, `Its entry ${JSON.stringify(name.slice(0, 100))} is packed.`)
    const extra = new DataView(directory.buffer, directory.byteOffset + extraStart, extraLength)
    const entry = { name, ...wideFields(view, at, extra) }
    if (entry.headerStart + LOCAL_BYTES + entry.sizeBytes > sizeBytes) {
      throw torchBroken(path, `Its entry ${JSON.stringify(name.slice(0, 100))} reaches beyond the file.`)
    }
    entries.push(entry)
    at = next
  }
  return entries
}

/** Size and place, out of the ZIP64 field where 32 bits do not hold them. */
function wideFields(view: DataView, at: number, extra: DataView): Omit<StoredEntry, 'name'> {
  let sizeBytes = view.getUint32(at + 24, true)
  let headerStart = view.getUint32(at + 42, true)
  const packed = view.getUint32(at + 20, true)
  for (let field = 0; field + 4 <= extra.byteLength; field += 4 + extra.getUint16(field + 2, true)) {
    if (extra.getUint16(field, true) !== 1) continue
    const end = Math.min(extra.byteLength, field + 4 + extra.getUint16(field + 2, true))
    let place = field + 4
    const take = (): number | undefined => {
      if (place + 8 > end) return undefined
      place += 8
      return wide(extra, place - 8)
    }
    if (sizeBytes === FULL_32) sizeBytes = take() ?? sizeBytes
    if (packed === FULL_32) take()
    if (headerStart === FULL_32) headerStart = take() ?? headerStart
  }
  return { sizeBytes, headerStart }
}

/**
 * Where the data of an entry begin, out of the first 30 bytes of its local header.
 *
 * @throws {InputError} `checkpoint-broken`.
 */
export function dataStart(header: Uint8Array, { headerStart }: StoredEntry, path: string): number {
  const view = viewOf(header)
  if (header.length < LOCAL_BYTES || view.getUint32(0, true) !== LOCAL_SIGNATURE) {
    throw torchBroken(path, 'Its entries are not where its directory says.')
  }
  return headerStart + LOCAL_BYTES + view.getUint16(26, true) + view.getUint16(28, true)
}

export const LOCAL_HEADER_BYTES = LOCAL_BYTES

function wide(view: DataView, at: number): number {
  return view.getUint32(at, true) + view.getUint32(at + 4, true) * 2 ** 32
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
