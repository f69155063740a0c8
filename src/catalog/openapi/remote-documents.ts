import { AssayError, InputError } from '../../errors.js'
import type { Files, Http } from '../../ports.js'
import { decodeDescription, MAX_DESCRIPTION_BYTES, parseDescription, tooLarge } from './description-text.js'
import type { ApiDocument } from './document.js'
import { isWebAddress, referenceAddress, shownAddress } from './reference-address.js'
import { objectsIn, referenceOf } from './references.js'

const TIMEOUT_MS = 30_000

/** Most documents that one description may draw in. The largest real one is split into some 600. */
const MAX_DOCUMENTS = 2000

/** Requests and readings at the same time. */
const CONCURRENCY = 8

/** Reads documents that `$ref`s name, each once for an import. */
export class RemoteDocuments {
  readonly #files: Files
  readonly #http: Http
  readonly #documents = new Map<string, ApiDocument | AssayError>()
  /** Hosts that did not answer: asking again for every reference would take 30 s each. */
  readonly #silentHosts = new Map<string, AssayError>()

  constructor(context: { readonly files: Files; readonly http: Http }) {
    this.#files = context.files
    this.#http = context.http
  }

  /**
   * All documents that a description draws in, directly or through others. A document that cannot be read is there as
   * the error, which counts only when something needs it.
   */
  async drawnInBy(description: ApiDocument): Promise<ReadonlyMap<string, ApiDocument | AssayError>> {
    const drawn = new Map<string, ApiDocument | AssayError>([[description.address, description]])
    let pending = this.#namedBy(description, drawn)
    while (pending.length > 0) {
      if (drawn.size + pending.length > MAX_DOCUMENTS) {
        throw new InputError({
          code: 'remote-refs-too-many',
          what: `The description draws in more than ${MAX_DOCUMENTS} other documents.`,
          where: shownAddress(description.address),
          fix: 'Bundle the description into one file.',
        })
      }
      const batch = pending.splice(0, CONCURRENCY)
      const read = await Promise.all(batch.map((address) => this.#read(address, description)))
      for (const [index, address] of batch.entries())
        drawn.set(address, read[index] as ApiDocument | AssayError)
      const named = read.flatMap((document) =>
        document instanceof Error ? [] : this.#namedBy(document, drawn),
      )
      pending = [...new Set([...pending, ...named])]
    }
    return drawn
  }

  /** Lets go of files, which a next description seldom shares; what came over the network stays. */
  forgetFiles(): void {
    for (const address of this.#documents.keys()) if (!isWebAddress(address)) this.#documents.delete(address)
  }

  #namedBy(document: ApiDocument, drawn: ReadonlyMap<string, unknown>): string[] {
    const addresses = new Set<string>()
    for (const object of objectsIn(document.root)) {
      const reference = referenceOf(object)
      if (reference === undefined || reference.startsWith('#')) continue
      const target = referenceAddress(reference, document.address, this.#files)
      if (target.kind === 'address' && !drawn.has(target.address)) addresses.add(target.address)
    }
    return [...addresses]
  }

  async #read(address: string, description: ApiDocument): Promise<ApiDocument | AssayError> {
    const known = this.#documents.get(address)
    if (known !== undefined) return known
    let document: ApiDocument | AssayError
    try {
      const text = isWebAddress(address)
        ? await this.#download(address)
        : await readDescriptionFile(address, this.#files)
      document = {
        address,
        root: parseDescription(text, shownAddress(address)),
        dialect: description.dialect,
      }
    } catch (error) {
      if (!(error instanceof AssayError)) throw error
      document = error
    }
    this.#documents.set(address, document)
    return document
  }

  async #download(address: string): Promise<string> {
    const { host } = new URL(address)
    const silent = this.#silentHosts.get(host)
    if (silent !== undefined) throw silent
    try {
      return await downloadDescription(address, this.#http)
    } catch (error) {
      if (error instanceof AssayError && /^http-(timeout|unreachable)$/.test(error.code)) {
        this.#silentHosts.set(host, error)
      }
      throw error
    }
  }
}

/**
 * The text of a description on disk.
 *
 * @throws {InputError} `file-missing`, `file-unreadable`, `description-too-large`, `not-utf8`.
 */
export async function readDescriptionFile(path: string, files: Files): Promise<string> {
  const facts = await files.facts(path)
  if (facts !== undefined && facts.sizeBytes > MAX_DESCRIPTION_BYTES) throw tooLarge(path)
  return decodeDescription(await files.read(path), path)
}

/**
 * The text of a description on the network.
 *
 * @throws {SubjectError} when the server cannot be reached or answers too slowly.
 * @throws {InputError} `address-refused` when it answers with another status than 2xx.
 */
export async function downloadDescription(address: string, http: Http): Promise<string> {
  const response = await http.send({
    method: 'GET',
    url: address,
    headers: { accept: 'application/json, application/yaml;q=0.9, */*;q=0.1' },
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_DESCRIPTION_BYTES,
  })
  if (response.status >= 200 && response.status < 300) {
    return decodeDescription(response.body, shownAddress(address))
  }
  throw new InputError({
    code: 'address-refused',
    what: `The server answered with status ${response.status} instead of a description.`,
    where: shownAddress(address),
    fix: 'Check the address; a description behind a login must be downloaded first.',
  })
}
