import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { sha256OfText } from '../numeric/sha256.js'
import { canonicalJson, type JsonValue } from './json.js'

/** SHA-256 of a text in UTF-8 (lone surrogates become U+FFFD), 64 hex digits. */
export function hashText(text: string): string {
  return bytesToHex(sha256OfText(text))
}

/** SHA-256 of the canonical JSON of a value, 64 hex digits: equal content, equal hash. */
export function fingerprintOf(value: JsonValue): string {
  return hashText(canonicalJson(value))
}

/** SHA-256 of texts one after another, as if they were one: for what does not fit in memory. */
export interface TextHasher {
  add(text: string): void
  /** 64 hex digits; nothing can be added afterwards. */
  digest(): string
}

export function textHasher(): TextHasher {
  const hash = sha256.create()
  return {
    add: (text) => void hash.update(utf8ToBytes(text)),
    digest: () => bytesToHex(hash.digest()),
  }
}
