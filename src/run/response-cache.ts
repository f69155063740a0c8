import type { Files, Hash, Journal, Journals } from '../ports.js'
import type { SubjectReply } from '../subject/reply.js'
import type { SecretBook } from './secret-book.js'

/** What decides an answer. */
export interface CacheQuestion {
  /** Hash of the request: kind, messages, tools, tool choice, settings, candidates. */
  readonly requestHash: string
  readonly trial: number
}

export interface ResponseCacheOptions {
  readonly folder: string
  /** Who answers: model, address, fingerprint, and the version of what made the requests. Other words, other answers. */
  readonly identity: string
  readonly files: Files
  readonly journals: Journals
  readonly hash: Hash
  readonly secrets: SecretBook
  /** Distinguishes the pack of this process from those of others at work in the same folder. */
  readonly session: string
}

/** Longest answer kept; longer ones are asked again. */
const MAX_ENTRY_LENGTH = 4 * 1024 * 1024

/**
 * Answers on disk by what was asked: the key is the SHA-256 of who is asked (model, address, fingerprint, template
 * version), the request (messages, tools, tool choice, generation settings) and the trial. Packs of lines, one pack a
 * process, so that runs at the same time do not meet; a torn line is passed over. Failures never enter it.
 */
export class ResponseCache {
  readonly #options: ResponseCacheOptions
  readonly #folder: string
  /** Where each answer stands: pack and place in it; replies are read back when they are wanted. */
  readonly #places: ReadonlyMap<string, Place>
  #pack: Promise<Journal> | undefined

  private constructor(options: ResponseCacheOptions, folder: string, places: ReadonlyMap<string, Place>) {
    this.#options = options
    this.#folder = folder
    this.#places = places
  }

  static async open(options: ResponseCacheOptions): Promise<ResponseCache> {
    const { files, folder, hash, identity } = options
    const own = files.join(folder, hash(identity).slice(0, 32))
    const places = new Map<string, Place>()
    if ((await files.facts(own)) !== undefined) {
      for (const name of await files.list(own)) {
        if (name.endsWith('.jsonl')) await scanPack(files.join(own, name), files, places)
      }
    }
    return new ResponseCache(options, own, places)
  }

  key({ requestHash, trial }: CacheQuestion): string {
    return this.#options.hash(`${this.#options.identity}\n${requestHash}\n${trial}`)
  }

  /** The answer that was kept; undefined when there is none, or none that can be read any more. */
  async find(key: string): Promise<SubjectReply | undefined> {
    const place = this.#places.get(key)
    if (place === undefined) return undefined
    const text = await this.#options.journals.readPart(place.path, place).catch(() => undefined)
    if (text === undefined) return undefined
    return entryOf(new TextDecoder().decode(text), key)
  }

  /** Keeps an answer. What cannot be kept is asked again another time: a full disk is no reason to stop. */
  keep(key: string, reply: SubjectReply): void {
    const { raw, ...rest } = reply
    const line = JSON.stringify({ key, reply: rest, raw: raw === undefined ? undefined : textOf(raw) })
    if (line.length > MAX_ENTRY_LENGTH) return
    const clean = this.#options.secrets.clean(line)
    this.#pack ??= this.#open()
    void this.#pack.then((pack) => pack.append(clean)).catch(() => undefined)
  }

  async close(): Promise<void> {
    await (await this.#pack?.catch(() => undefined))?.close()
  }

  #open(): Promise<Journal> {
    const { files, journals, session } = this.#options
    return journals.open(files.join(this.#folder, `${session}.jsonl`), undefined, false)
  }
}

interface Place {
  readonly path: string
  readonly start: number
  readonly length: number
}

const LINE_START = '{"key":"'
const KEY_LENGTH = 64

/** Looks at the beginnings of lines alone; a line counts once its line feed is there. */
async function scanPack(
  path: string,
  files: Pick<Files, 'stream'>,
  places: Map<string, Place>,
): Promise<void> {
  const wanted = LINE_START.length + KEY_LENGTH
  let head = ''
  let start = 0
  let pieceStart = 0
  for await (const piece of files.stream(path)) {
    for (let at = 0; at < piece.length; ) {
      if (head.length < wanted) head += String.fromCharCode(...piece.subarray(at, at + wanted - head.length))
      const end = piece.indexOf(0x0a, at)
      if (end === -1) break
      const length = pieceStart + end - start
      const key = head.slice(LINE_START.length)
      if (head.startsWith(LINE_START) && /^[0-9a-f]{64}$/.test(key)) places.set(key, { path, start, length })
      head = ''
      start += length + 1
      at = end + 1
    }
    pieceStart += piece.length
  }
}

/** What a line holds, if it is whole and of that key. */
function entryOf(text: string, key: string): SubjectReply | undefined {
  try {
    const entry = JSON.parse(text) as {
      readonly key?: unknown
      readonly reply?: unknown
      readonly raw?: unknown
    }
    const { reply } = entry
    if (entry.key !== key || !isReply(reply)) return undefined
    return typeof entry.raw === 'string' ? { ...reply, raw: new TextEncoder().encode(entry.raw) } : reply
  } catch {
    return undefined
  }
}

/** Bodies are text wherever an API is asked; another one is not kept with its answer. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** The folder is the user's own: what has the key and an output was written by `keep`. */
function isReply(value: unknown): value is SubjectReply {
  return typeof value === 'object' && value !== null && 'output' in value && typeof value.output === 'object'
}
