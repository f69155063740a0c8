import { InputError } from '../errors.js'
import { joinedBytes } from '../numeric/joined-bytes.js'
import type { Files, Hash, Journal, Journals, Notify } from '../ports.js'
import { isJsonObject } from '../text/json.js'
import { readJsonLines } from '../text/jsonl.js'
import { HashSet } from './hash-set.js'
import { base64Of, type SecretBook } from './secret-book.js'

/** A pack is closed once it has grown beyond this; the next body begins another. */
const MAX_PACK_LENGTH = 256 * 1024 * 1024

export interface RawBodiesOptions {
  /** `raw/` of a run. */
  readonly folder: string
  readonly files: Files
  readonly journals: Journals
  readonly hash: Hash
  readonly secrets: SecretBook
  readonly notify: Notify
  /** Characters in a pack after which the next is begun; default 256 Mi. */
  readonly maxPackLength?: number
}

export interface KeptBody {
  /** SHA-256 of the body, secrets replaced. */
  readonly hash: string
  /** Resolves when the body is on the disk. */
  readonly stored: Promise<void>
}

const STORED = Promise.resolve()

/**
 * Bodies as they came, each once, in packs `bodies-0001.jsonl`, …: one line `{hash, body}`, or `{hash, base64}` where the
 * bytes are no UTF-8. A file for each body would be 200,000 files.
 */
export class RawBodies {
  readonly #options: RawBodiesOptions
  /** Of bodies that are on the disk. */
  readonly #kept: HashSet
  /** Of bodies that are being written. */
  readonly #writing = new Map<string, Promise<void>>()
  #pack: Promise<Journal> | undefined
  #packNumber: number
  #packLength: number

  private constructor(options: RawBodiesOptions, packs: Packs) {
    this.#options = options
    this.#kept = packs.hashes
    this.#packNumber = Math.max(1, packs.count)
    this.#packLength = packs.lastLength
  }

  /** @throws {InputError} `raw-broken` when a whole line of a pack is no body. */
  static async open(options: RawBodiesOptions): Promise<RawBodies> {
    return new RawBodies(options, await scanPacks(options))
  }

  keep(bytes: Uint8Array): KeptBody {
    const { member, content } = this.#cleaned(bytes)
    const hash = this.#options.hash(content)
    if (this.#kept.has(hash)) return { hash, stored: STORED }
    const writing = this.#writing.get(hash)
    if (writing !== undefined) return { hash, stored: writing }
    const stored = this.#append(`{"hash":"${hash}",${member}}`).then(() => {
      this.#kept.add(hash)
      this.#writing.delete(hash)
    })
    this.#writing.set(hash, stored)
    return { hash, stored }
  }

  /** No body comes after those that are being written. */
  hurry(): void {
    // A pack that cannot be opened is told of by the body that was to go into it.
    void this.#pack?.then((pack) => pack.hurry()).catch(() => undefined)
  }

  async close(): Promise<void> {
    await (await this.#pack?.catch(() => undefined))?.close()
  }

  /** The body without secrets, and the member that holds it. */
  #cleaned(bytes: Uint8Array): { readonly member: string; readonly content: string | Uint8Array } {
    const content = cleanedBody(bytes, this.#options.secrets)
    if (typeof content === 'string') return { member: `"body":${JSON.stringify(content)}`, content }
    return { member: `"base64":"${base64Of(content)}"`, content }
  }

  async #append(line: string): Promise<void> {
    if (this.#packLength > (this.#options.maxPackLength ?? MAX_PACK_LENGTH)) {
      const full = this.#pack
      this.#pack = undefined
      this.#packNumber++
      this.#packLength = 0
      void full?.then((journal) => journal.close())
    }
    this.#packLength += line.length + 1
    this.#pack ??= this.#open()
    await (await this.#pack).append(line)
  }

  #open(): Promise<Journal> {
    const { files, folder, journals, notify } = this.#options
    const path = files.join(folder, packName(this.#packNumber))
    return journals.open(path, (tornBytes) =>
      notify(`${path}: ${tornBytes} bytes of a torn last line cut off`),
    )
  }
}

function packName(number: number): string {
  return `bodies-${String(number).padStart(4, '0')}.jsonl`
}

interface Packs {
  readonly hashes: HashSet
  readonly count: number
  readonly lastLength: number
}

const PACK_NAME = /^bodies-(\d{4,})\.jsonl$/

async function packsOf({
  folder,
  files,
}: Pick<RawBodiesOptions, 'folder' | 'files'>): Promise<readonly string[]> {
  if ((await files.facts(folder)) === undefined) return []
  return (await files.list(folder)).filter((name) => PACK_NAME.test(name))
}

async function scanPacks(options: RawBodiesOptions): Promise<Packs> {
  const { folder, files } = options
  const names = await packsOf(options)
  const hashes = new HashSet()
  let lastLength = 0
  for (const name of names) {
    const path = files.join(folder, name)
    lastLength = (await files.facts(path))?.sizeBytes ?? 0
    await scanPack(path, files.stream(path), hashes)
  }
  const last = PACK_NAME.exec(names.at(-1) ?? '')?.[1]
  return { hashes, count: last === undefined ? 0 : Number(last), lastLength }
}

const LINE_START = '{"hash":"'
const HASH_LENGTH = 64

/** Looks at the beginnings of lines alone: packs have hundreds of megabytes. A line counts once its line feed is there. */
async function scanPack(path: string, pieces: AsyncIterable<Uint8Array>, hashes: HashSet): Promise<void> {
  const wanted = LINE_START.length + HASH_LENGTH + 1
  let head = ''
  let line = 1
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; ) {
      if (head.length < wanted) head += byteText(piece.subarray(at, at + wanted - head.length))
      const end = piece.indexOf(0x0a, at)
      if (end === -1) break
      const breakAt = head.indexOf('\n')
      if (breakAt !== -1) head = head.slice(0, breakAt)
      hashes.add(hashOfHead(head, `${path}, line ${line}`))
      head = ''
      line++
      at = end + 1
    }
  }
}

function hashOfHead(head: string, where: string): string {
  const hash = head.slice(LINE_START.length, -1)
  if (head.startsWith(LINE_START) && head.endsWith('"') && /^[0-9a-f]{64}$/.test(hash)) return hash
  throw broken(where)
}

/** A body as it was kept. */
export interface StoredBody {
  readonly hash: string
  readonly bytes: Uint8Array
}

/**
 * All bodies that a run keeps, for audits.
 *
 * @throws {InputError} `raw-broken`, and what reading JSONL throws.
 */
export async function* readRawBodies(folder: string, files: Files): AsyncGenerator<StoredBody> {
  for (const name of await packsOf({ folder, files })) {
    const path = files.join(folder, name)
    for await (const { number, value } of readJsonLines(files.stream(path), path)) {
      const { hash, body, base64 } = isJsonObject(value) ? value : {}
      if (typeof hash !== 'string') throw broken(`${path}, line ${number}`)
      if (typeof body === 'string') yield { hash, bytes: new TextEncoder().encode(body) }
      else if (typeof base64 === 'string') yield { hash, bytes: bytesOf(atob(base64)) }
      else throw broken(`${path}, line ${number}`)
    }
  }
}

function broken(where: string): InputError {
  return new InputError({
    code: 'raw-broken',
    what: 'A line of the raw bodies is none that Assay wrote.',
    where,
    fix: 'Take the line out, or restore the file; the samples are in samples.jsonl.',
  })
}

const DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** A body with its secrets replaced: a text, or bytes where it is no UTF-8. */
export function cleanedBody(bytes: Uint8Array, secrets: SecretBook): string | Uint8Array {
  try {
    return secrets.clean(DECODER.decode(bytes))
  } catch {
    return secrets.isEmpty ? bytes : bytesOf(secrets.clean(byteText(bytes)))
  }
}

function byteText(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x8000) {
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  }
  return text
}

/** Marks of secrets are no bytes of their own; they are written as UTF-8. */
function bytesOf(text: string): Uint8Array {
  const encoder = new TextEncoder()
  const parts = text.split(/(«secret:[\w.-]*»)/)
  const pieces = parts.map((part, index) =>
    index % 2 === 1 ? encoder.encode(part) : Uint8Array.from(part, (character) => character.charCodeAt(0)),
  )
  return joinedBytes(pieces)
}
