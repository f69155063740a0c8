import type { SecretBook } from '../run/secret-book.js'
import { SECRET_HEADER } from '../subject/endpoint-spec.js'

/** Learns the keys that a config holds as they are, not by the name of a variable. */
export function learnHeaders(headers: Readonly<Record<string, string>>, secrets: SecretBook): void {
  for (const [header, value] of Object.entries(headers)) {
    if (!SECRET_HEADER.test(header)) continue
    secrets.learn(header, value)
    const credential = /^\S+\s+(\S+)$/.exec(value)?.[1]
    if (credential !== undefined) secrets.learn(header, credential)
  }
}
