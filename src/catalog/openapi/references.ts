import { type AssayError, InputError } from '../../errors.js'
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'
import { keyOfStep } from '../../text/json-pointer.js'
import { decodePercent } from '../../text/percent-encoding.js'
import type { ApiDocument } from './document.js'
import { type PathJoiner, referenceAddress, shownAddress } from './reference-address.js'

/** What a reference stands for. */
export type Resolution =
  | {
      readonly kind: 'found'
      readonly value: JsonValue
      /** The document that holds the value; references inside it are resolved against that one. */
      readonly document: ApiDocument
      /** The same for all references to one value: address, `#`, pointer. */
      readonly key: string
      /** The last part of the pointer, else of the address. */
      readonly name: string
    }
  | { readonly kind: 'missing'; readonly reason: string }

/** A value and the document that its references are resolved against. */
export interface Located {
  readonly value: JsonValue
  readonly document: ApiDocument
}

/** Documents outside the first one, loaded beforehand; undefined where references must stay inside. */
export type OutsideDocuments = ReadonlyMap<string, ApiDocument | AssayError> | undefined

/** Longest chain of references that lead to references. Real chains have 3. */
const MAX_HOPS = 50

/** Resolves the `$ref`s of a description and of the documents that it draws in. */
export class References {
  readonly #outside: OutsideDocuments
  readonly #paths: PathJoiner
  readonly #known = new Map<ApiDocument, Map<string, Resolution>>()
  readonly #anchors = new Map<ApiDocument, ReadonlyMap<string, JsonValue>>()

  constructor(options: { readonly outside: OutsideDocuments; readonly paths: PathJoiner }) {
    this.#outside = options.outside
    this.#paths = options.paths
  }

  /**
   * What a reference in a document stands for, one step. `place` is for the message.
   *
   * @throws {InputError} `remote-ref-refused` when it leaves the document and must not; `remote-ref-unreadable`.
   */
  resolve(reference: string, from: ApiDocument, place: string): Resolution {
    let known = this.#known.get(from)
    if (known === undefined) {
      known = new Map()
      this.#known.set(from, known)
    }
    let resolution = known.get(reference)
    if (resolution === undefined) {
      resolution = this.#resolve(reference, from, place)
      known.set(reference, resolution)
    }
    return resolution
  }

  /**
   * The value itself when it is no reference, else what the chain of references ends at.
   *
   * @throws {InputError} as `resolve` does.
   */
  follow(located: Located, place: string): Located | { readonly kind: 'missing'; readonly reason: string } {
    let { value, document } = located
    for (let hops = 0; ; hops++) {
      const reference = referenceOf(value)
      if (reference === undefined) return { value, document }
      if (hops === MAX_HOPS) return { kind: 'missing', reason: `"${reference}" leads round in a circle` }
      const resolution = this.resolve(reference, document, place)
      if (resolution.kind === 'missing') return resolution
      ;({ value, document } = resolution)
    }
  }

  #resolve(reference: string, from: ApiDocument, place: string): Resolution {
    const target = referenceAddress(reference, from.address, this.#paths)
    const where = `${shownAddress(from.address)}, ${place}`
    if (target.kind === 'refused') {
      throw new InputError({
        code: 'remote-ref-refused',
        what: `A $ref ${target.reason}.`,
        where,
        fix: 'Bundle the description into one file.',
      })
    }
    const { address, fragment } = target
    const document = address === from.address ? from : this.#documentAt(address, where)
    const pointer = decodePercent(fragment)
    const name = lastPart(pointer) ?? lastPart(shownAddress(address).replace(/\.[a-z]+$/i, '')) ?? 'Schema'
    const key = `${address}#${pointer}`
    if (pointer !== '' && !pointer.startsWith('/')) {
      const value = this.#anchorsOf(document).get(pointer)
      if (value === undefined) return missing(reference)
      return { kind: 'found', value, document, key, name }
    }
    const found =
      this.#walk(document, pointer, place) ??
      (pointer === fragment ? undefined : this.#walk(document, fragment, place))
    return found === undefined ? missing(reference) : { kind: 'found', ...found, key, name }
  }

  #documentAt(address: string, where: string): ApiDocument {
    const document = this.#outside?.get(address)
    if (document === undefined) {
      throw new InputError({
        code: 'remote-ref-refused',
        what: `A $ref leaves the document for ${shownAddress(address)}.`,
        where,
        fix: 'Pass --allow-remote-refs if you trust that address, or bundle the description into one file.',
      })
    }
    if (!(document instanceof Error)) return document
    throw new InputError({
      code: 'remote-ref-unreadable',
      what: `A $ref names ${shownAddress(address)}, which cannot be read: ${document.what}`,
      where: document.where === undefined ? where : `${where}; ${document.where}`,
      fix: 'Correct the reference, or bundle the description into one file.',
      cause: document,
    })
  }

  /** Walks a JSON pointer; a step that meets a reference goes on behind it. */
  #walk(document: ApiDocument, pointer: string, place: string): Located | undefined {
    let value: JsonValue | undefined = document.root
    let holder = document
    for (const part of pointer.split('/').slice(1)) {
      const token = keyOfStep(part)
      if (referenceOf(value) !== undefined && !(isJsonObject(value) && token in value)) {
        const behind = this.#behind({ value, document: holder }, place)
        if (behind === undefined) return undefined
        value = behind.value
        holder = behind.document
      }
      if (isJsonObject(value)) value = value[token]
      else if (isJsonArray(value) && /^(0|[1-9][0-9]*)$/.test(token)) value = value[Number(token)]
      else return undefined
      if (value === undefined) return undefined
    }
    return { value, document: holder }
  }

  /** Guards against pointers that lead through themselves. */
  #depth = 0

  #behind(located: Located, place: string): Located | undefined {
    if (this.#depth === MAX_HOPS) return undefined
    this.#depth++
    try {
      const behind = this.follow(located, place)
      return 'kind' in behind ? undefined : behind
    } finally {
      this.#depth--
    }
  }

  #anchorsOf(document: ApiDocument): ReadonlyMap<string, JsonValue> {
    const known = this.#anchors.get(document)
    if (known !== undefined) return known
    const anchors = new Map<string, JsonValue>()
    for (const object of objectsIn(document.root)) {
      for (const name of [object.$anchor, object.$dynamicAnchor]) {
        if (typeof name === 'string' && !anchors.has(name)) anchors.set(name, object)
      }
    }
    this.#anchors.set(document, anchors)
    return anchors
  }
}

/** The reference that an object is, if it is one. */
export function referenceOf(value: JsonValue | undefined): string | undefined {
  if (!isJsonObject(value)) return undefined
  const reference = value.$ref
  return typeof reference === 'string' ? reference : undefined
}

/** Every object in a value, parents before children. */
export function* objectsIn(root: JsonValue): Generator<JsonObject> {
  const pending: JsonValue[] = [root]
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (isJsonObject(value)) {
      yield value
      for (const child of Object.values(value)) if (typeof child === 'object') pending.push(child)
    } else if (isJsonArray(value)) {
      for (const child of value) if (typeof child === 'object') pending.push(child)
    }
  }
}

function missing(reference: string): Resolution {
  return { kind: 'missing', reason: `"${reference}" is not there` }
}

function lastPart(path: string): string | undefined {
  const part = path.split(/[/\\]/).pop()
  return part === undefined || part === '' ? undefined : keyOfStep(part)
}
