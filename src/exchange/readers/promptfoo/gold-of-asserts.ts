import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../../text/json.js'
import { objectIn, objectsOf, textIn } from '../../../text/json-members.js'
import type { Tell } from '../../conversation/conversation.js'

/** Asserts that look at the form of a call alone: schema-valid says the same, and better. */
const FORM_ASSERTS: ReadonlySet<string> = new Set([
  'is-valid-openai-tools-call',
  'is-valid-openai-function-call',
  'is-valid-function-call',
  'cost',
  'latency',
])

/**
 * What the asserts of a promptfoo test say to be right: names of tools (`tool-call-f1`, comparisons of a name in JavaScript) with
 * any arguments, or whole calls (`equals`). JavaScript is held against a fixed form and never run; what else an assert
 * says is told and left out.
 *
 * @returns undefined where no assert says which tool is right.
 */
export function goldOfAsserts(asserts: JsonValue | undefined, tell: Tell): JsonObject | undefined {
  let gold: JsonObject | undefined
  for (const assert of objectsOf(asserts)) {
    const type = textIn(assert, 'type') ?? ''
    if (FORM_ASSERTS.has(type)) continue
    const found = goldOf(type, assert, tell)
    if (found === undefined)
      tell(
        'assert-unread',
        `An assert does not say which tool is right, and is left out: ${type.slice(0, 60)}.`,
      )
    else if (gold === undefined) gold = found
    else
      tell(
        'assert-unread',
        `A test has several asserts that say which tool is right; the first counts, not this one: ${type.slice(0, 60)}.`,
      )
  }
  return gold
}

function goldOf(type: string, { value, threshold }: JsonObject, tell: Tell): JsonObject | undefined {
  switch (type) {
    case 'tool-call-f1': {
      const names = typeof value === 'string' ? value.split(',') : isJsonArray(value) ? value : []
      const tools = names.flatMap((name) =>
        typeof name === 'string' && name.trim() !== '' ? [name.trim()] : [],
      )
      if (tools.length === 0) return undefined
      if (typeof threshold === 'number' && threshold < 1) {
        tell(
          'assert-threshold',
          'An assert passes a part of the tools (threshold below 1); the item asks for all of them.',
        )
      }
      return { calls: tools.map((name) => ({ name, arguments: ANY })), order: 'any' }
    }
    case 'equals': {
      const calls = callsOf(typeof value === 'string' ? jsonOf(value) : value)
      return calls === undefined ? undefined : { calls, order: 'any' }
    }
    case 'javascript':
      return typeof value === 'string' ? goldOfScript(value, tell) : undefined
    default:
      return undefined
  }
}

const ANY: JsonObject = { $any: true }

function jsonOf(text: string): JsonValue | undefined {
  const reading = parseJson(text, { duplicateKeys: 'last' })
  return reading.kind === 'value' ? reading.value : undefined
}

/** Calls as the OpenAI API writes them. */
function callsOf(value: JsonValue | undefined): readonly JsonObject[] | undefined {
  const entries = isJsonArray(value) ? objectsOf(value) : isJsonObject(value) ? [value] : []
  const calls = entries.flatMap((entry) => {
    const call = objectIn(entry, 'function') ?? entry
    const name = textIn(call, 'name')
    const given = typeof call.arguments === 'string' ? jsonOf(call.arguments) : call.arguments
    return name === undefined || !isJsonObject(given) ? [] : [{ name, arguments: given }]
  })
  return calls.length === 0 || calls.length < entries.length ? undefined : calls
}

const OUTPUT = String.raw`output(?:\[(\d{1,2})\])?`
const NAME = new RegExp(String.raw`^${OUTPUT}\.(?:function\.)?name\s*={2,3}\s*(['"])([\w.:/-]{1,128})\2$`)
const FORM = /^(?:Array\.isArray\(output\)|output\.length\s*={2,3}\s*\d+)$/

/** Comparisons joined by `&&`, each of a form that is known. */
function goldOfScript(script: string, tell: Tell): JsonObject | undefined {
  const text = script
    .trim()
    .replace(/^return\s+/, '')
    .replace(/;$/, '')
  if (text.length > 2000 || /\|\||\?|=>|\n/.test(text)) return undefined
  const names = new Map<number, string>()
  let isWhole = true
  for (const part of text.split('&&').map((one) => one.trim())) {
    const name = NAME.exec(part)
    if (name !== null) {
      names.set(Number(name[1] ?? 0), name[3] ?? '')
      continue
    }
    if (!FORM.test(part)) isWhole = false
  }
  const places = [...names.keys()].sort((left, right) => left - right)
  if (places.length === 0) return undefined
  if (!isWhole) {
    tell(
      'assert-partial',
      'An assert in JavaScript says more than which tool is right; its names are taken, and nothing is run.',
    )
  }
  return { calls: places.map((place) => ({ name: names.get(place) ?? '', arguments: ANY })), order: 'any' }
}
