import type { JsonObject } from '../text/json.js'
import { writeJson } from '../text/json.js'
import { printable } from '../text/printable.js'
import type { ParsedCall } from '../toolcall/parsed-call.js'
import type { CallWish } from './call-wish.js'
import type { Said } from './said.js'

/** Of what was said, in a message; a terminal shows about five lines of it. */
const SHOWN_LENGTH = 500
/** Calls and faults that a message lists. */
const SHOWN_ENTRIES = 8

/** What was expected, and all that tells why it is not so. */
export function failureText(expected: string, { dialect, parsing, text, isSound }: Said): string {
  const { outcome, strict, vendor, lenient, inReasoning } = parsing
  const rows: [string, string][] = [
    ['dialect', `${dialect.id}, read strictly`],
    ['outcome', `${outcome}${outcome === 'called' && !isSound ? `, at level ${strict.level}` : ''}`],
    ...listed('calls', strict.calls.map(shownCall)),
    ...listed(
      'faults',
      strict.faults.map(
        ({ line, column, what, path }) =>
          `line ${line}, column ${column}: ${printable(what, { maxLength: 200 })}${path === undefined ? '' : ` (${printable(path, { maxLength: 80 })})`}`,
      ),
    ),
    ...(strict.calls.length > 0 ? [] : listed('servers', vendor.calls.map(shownCall))),
    ...(strict.calls.length > 0 || lenient.repairs.length === 0
      ? []
      : listed('leniently', lenient.calls.map(shownCall))),
    ...(inReasoning === 0
      ? []
      : ([['reasoning', `${inReasoning} calls, which are not made`]] as const).map(
          ([name, value]): [string, string] => [name, value],
        )),
    ['said', text === '' ? 'nothing' : printable(text, { maxLength: SHOWN_LENGTH })],
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  return [expected, '', ...rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`)].join('\n')
}

function listed(name: string, entries: readonly string[]): [string, string][] {
  const rows = entries
    .slice(0, SHOWN_ENTRIES)
    .map((entry, place): [string, string] => [place === 0 ? name : '', entry])
  const left = entries.length - rows.length
  return left > 0 ? [...rows, ['', `… and ${left} more`]] : rows
}

export function shownWish({ name, json }: CallWish): string {
  return json === undefined ? JSON.stringify(name) : `${JSON.stringify(name)} with ${shownJson(json)}`
}

function shownCall({ name, arguments: given }: Pick<ParsedCall, 'name' | 'arguments'>): string {
  return `${printable(name, { maxLength: 80 })} ${shownJson(given)}`
}

function shownJson(json: JsonObject): string {
  return printable(writeJson(json), { maxLength: 300 })
}
