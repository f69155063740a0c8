import { InputError } from '../../errors.js'
import { isJsonArray, isJsonObject, type JsonValue, writeJson } from '../../text/json.js'
import type { WrittenCall } from '../dialect.js'
import { isPythonWord } from '../payload/python-tokens.js'

/** A value as a Python literal. JSON's strings are Python's, escapes included. */
export function pythonLiteral(value: JsonValue): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (isJsonArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`
  if (!isJsonObject(value)) return writeJson(value)
  const members = Object.entries(value).map(
    ([key, member]) => `${JSON.stringify(key)}: ${pythonLiteral(member)}`,
  )
  return `{${members.join(', ')}}`
}

/**
 * A call as Python writes it.
 *
 * @throws {InputError} `call-not-writable` where the name or an argument is no name of Python.
 */
export function pythonCall({ name, arguments: args }: WrittenCall): string {
  for (const part of name.split('.')) requireName(part, name)
  const written = Object.entries(args).map(
    ([key, value]) => `${requireName(key, name)}=${pythonLiteral(value)}`,
  )
  return `${name}(${written.join(', ')})`
}

function requireName(part: string, tool: string): string {
  if (/^[\p{XIDS}_]\p{XIDC}*$/u.test(part) && part.normalize('NFKC') === part && !isPythonWord(part))
    return part
  throw new InputError({
    code: 'call-not-writable',
    what: `${JSON.stringify(part)} is no name in Python.`,
    where: `call of ${JSON.stringify(tool)}`,
    fix: 'Choose a dialect that writes names as text, or rename it.',
  })
}
