import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  writeJson,
} from '../../text/json.js'
import { type Secret, withoutSecrets } from '../../text/secrets.js'
import { McpFailure } from './failure.js'

/** More than a server of 100,000 tools needs. */
const MAX_BYTES = 256 * 1024 * 1024

/** A server's schemas, nested in its message. */
const RULES = { maxDepth: 520, duplicateKeys: 'last', prototypeKeys: 'fault' } as const

/**
 * Keeps a server's answers as they were written: the SDK reads numbers as doubles, so that 1.0 and large integers
 * would lose digits.
 */
export class McpAnswers {
  readonly #texts = new Map<string | number, string>()
  readonly #secrets: readonly Secret[]
  readonly #hidden = new Set<string>()
  #sizeBytes = 0

  constructor(secrets: readonly Secret[]) {
    this.#secrets = secrets
  }

  /**
   * Takes the text of a message.
   *
   * @throws {McpFailure} `mcp-endless` when all answers together are too long.
   */
  add(text: string): void {
    this.#sizeBytes += text.length
    if (this.#sizeBytes > MAX_BYTES) {
      throw new McpFailure({
        code: 'mcp-endless',
        what: `The server sent more than ${MAX_BYTES / 1024 / 1024} MiB.`,
        fix: 'Ask a server that offers fewer tools, or save its tools/list result in parts and import the files.',
      })
    }
    const message: unknown = JSON.parse(text)
    for (const [position, single] of (Array.isArray(message) ? message : [message]).entries()) {
      const { id, result } = (single ?? {}) as { readonly id?: unknown; readonly result?: unknown } // checked next
      if (result === undefined || (typeof id !== 'string' && typeof id !== 'number')) continue
      this.#texts.set(id, Array.isArray(message) ? memberOf(text, position) : text)
    }
  }

  /** Lets go of all answers, so that those of one request are not counted with those of the next. */
  forget(): void {
    this.#texts.clear()
    this.#sizeBytes = 0
  }

  /** Names of the secrets that were replaced so far. */
  get hiddenSecrets(): readonly string[] {
    return [...this.#hidden]
  }

  /** A text of the server as it may be written down. */
  withoutSecrets(text: string): string {
    let shown = text
    for (const secret of this.#secrets) {
      const before = shown
      shown = withoutSecrets(shown, [secret])
      if (shown !== before) this.#hidden.add(secret.name)
    }
    return shown
  }

  /**
   * The `result` of the answer to a request, secrets replaced. It is forgotten here.
   *
   * @throws {McpFailure} `mcp-malformed`.
   */
  take(id: string | number): JsonObject {
    const text = this.#texts.get(id)
    this.#texts.delete(id)
    const reading = text === undefined ? undefined : parseJson(this.withoutSecrets(text), RULES)
    const message = reading?.kind === 'value' ? reading.value : undefined
    const result = isJsonObject(message) ? message.result : undefined
    if (isJsonObject(result)) return result
    const reason = reading?.kind === 'fault' ? ` ${reading.fault.reason}` : ''
    throw new McpFailure({ code: 'mcp-malformed', what: `The server's answer is not a result.${reason}` })
  }
}

/** One message of a batch, as a text of its own. */
function memberOf(text: string, position: number): string {
  const reading = parseJson(text, RULES)
  const value: JsonValue | undefined =
    reading.kind === 'value' && isJsonArray(reading.value) ? reading.value[position] : undefined
  return value === undefined ? text : writeJson(value)
}
