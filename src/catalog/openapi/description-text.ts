import { InputError } from '../../errors.js'
import { utf8Text } from '../../text/document-text.js'
import { type JsonReadOptions, type JsonValue, parseJson } from '../../text/json.js'
import { locate } from '../../text/json-scanner.js'
import { jsonFaultError } from '../../text/jsonl.js'
import { parseYaml } from './yaml-text.js'

/** The largest real description, Microsoft Graph beta as JSON, has 47 MB. */
export const MAX_DESCRIPTION_BYTES = 128 * 1024 * 1024

/** Real descriptions nest 40 deep; written out without references, up to 100. */
const MAX_DEPTH = 200

const JSON_RULES: JsonReadOptions = { maxDepth: MAX_DEPTH, prototypeKeys: 'fault' }

/**
 * Microsoft Graph as YAML has 26 MB and takes 30 s and 1.2 GB. JSON is read 40 times as fast, so what is longer belongs
 * there.
 */
const MAX_YAML_LENGTH = 40 * 1024 * 1024

/**
 * Decodes the bytes of a description.
 *
 * @throws {InputError} `description-too-large`, `not-utf8`.
 */
export function decodeDescription(bytes: Uint8Array, address: string): string {
  if (bytes.length > MAX_DESCRIPTION_BYTES) throw tooLarge(address)
  return utf8Text(bytes, address, 'Save the description as UTF-8.')
}

export function tooLarge(address: string): InputError {
  return new InputError({
    code: 'description-too-large',
    what: `The description is longer than ${MAX_DESCRIPTION_BYTES / 1024 / 1024} MiB.`,
    where: address,
    fix: 'Split it into several descriptions in one folder, and import the folder.',
  })
}

/**
 * Reads JSON or YAML. What begins with a bracket is JSON; under a name that ends in .yaml or .yml it may still be YAML
 * in its flow style.
 *
 * @throws {InputError} `json-broken`, `json-refused` or a code of `YamlFault`, naming line and column.
 */
export function parseDescription(text: string, address: string): JsonValue {
  const looksLikeJson = /^\s*[[{]/.test(text)
  if (looksLikeJson) {
    const reading = parseJson(text, JSON_RULES)
    if (reading.kind === 'value') return reading.value
    if (!/\.ya?ml$/i.test(address)) {
      throw jsonFaultError(reading.fault, { path: address })
    }
  }
  const reading = parseYaml(text, { maxDepth: MAX_DEPTH, maxLength: MAX_YAML_LENGTH })
  if (reading.kind === 'value') return reading.value
  const { code, reason, at } = reading.fault
  const { line, column } = locate(text, at)
  throw new InputError({
    code,
    what: `This is not YAML that can be read. ${reason}`,
    where: `${address}, line ${line}, column ${column}`,
    fix: code === 'yaml-too-large' ? 'Save the description as JSON.' : 'Correct the text at that place.',
  })
}
