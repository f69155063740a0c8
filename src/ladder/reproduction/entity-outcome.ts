import { type EntityType, entityTypeOf, normalEntity } from '../../corpus/entities.js'
import { textOf } from '../../corpus/grounding.js'
import { memberOf } from '../../score/calls/value-equality.js'
import type { JsonObject } from '../../text/json.js'
import type { WrittenCall } from '../../toolcall/dialect.js'
import type { CaseReading } from '../case-reading.js'
import type { CaseEntity } from '../ladder-case.js'
import { compareCommands } from './compare-commands.js'
import type { CorpusReferences } from './corpus-references.js'
import { isWithinEdits } from './edit-distance.js'

/**
 * What became of a prompt whose entities a call must copy. `pass`: the right calls, fit by the schema, every entity copied.
 * `stale`: an entity of training in place of the prompt's. `mangled`: at most two edits from it. `other-value`: something
 * else. `extra-arguments`: all copied, and arguments that gold does not hold. `invalid`: all copied, and the schema refuses
 * the rest. `missing-calls` and
 * `extra-calls`: some of the calls, or calls beside them.
 */
export type EntityOutcome =
  | 'pass'
  | 'no-call'
  | 'truncated'
  | 'malformed'
  | 'wrong-tool'
  | 'missing-calls'
  | 'extra-calls'
  | 'stale'
  | 'mangled'
  | 'other-value'
  | 'extra-arguments'
  | 'invalid'

/** In the order of reports. */
export const entityOutcomes: readonly EntityOutcome[] = [
  'pass',
  'no-call',
  'truncated',
  'malformed',
  'wrong-tool',
  'missing-calls',
  'extra-calls',
  'stale',
  'mangled',
  'other-value',
  'extra-arguments',
  'invalid',
]

const MANGLED = 2

/**
 * Judges an answer by its entities. Constants of the call (a limit, a kind) are not compared: the exact match of the
 * verdict does that. A command passes when it does what one of gold's does and holds the entity.
 */
export function entityOutcomeOf(reading: CaseReading, references: CorpusReferences): EntityOutcome {
  const { outcome, strict } = reading.parsing
  if (outcome === 'truncated') return 'truncated'
  if (outcome === 'abstained' || outcome === 'empty') return 'no-call'
  const gold = reading.case.gold?.calls ?? []
  if (strict.calls.length === 0) return 'malformed'
  const unmatched = [...gold]
  const strangers: WrittenCall[] = []
  const pairs: { readonly call: WrittenCall; readonly gold: (typeof gold)[number] }[] = []
  const needed = new Map(gold.map((one) => [one, entitiesOf(reading, gold, one)]))
  for (const call of strict.calls) {
    const fits = (one: (typeof gold)[number]): boolean =>
      one.name === call.name && (needed.get(one) ?? []).every((entity) => copies(call, entity, references))
    const exact = unmatched.findIndex(fits)
    const at = exact === -1 ? unmatched.findIndex(({ name }) => name === call.name) : exact
    const partner = unmatched[at]
    if (partner === undefined) strangers.push(call)
    else {
      pairs.push({ call, gold: partner })
      unmatched.splice(at, 1)
    }
  }
  if (pairs.length === 0) return 'wrong-tool'
  if (unmatched.length > 0) return strangers.length > 0 ? 'wrong-tool' : 'missing-calls'
  for (const { call, gold: one } of pairs) {
    const wrong = (needed.get(one) ?? []).find((entity) => !copies(call, entity, references))
    if (wrong !== undefined) return wrongValue(call, wrong, references)
  }
  for (const { call, gold: one } of pairs) {
    if (Object.keys(call.arguments).some((name) => !one.arguments.has(name))) return 'extra-arguments'
    if (!isSameCommand(call, one.json, references)) return 'other-value'
  }
  // A prompt of the user whose gold copies nothing: its values decide.
  if (reading.case.entities.length === 0 && reading.verdict?.arguments === false) return 'other-value'
  if (strangers.length > 0) return 'extra-calls'
  return strict.level >= 'S6' && strict.ok ? 'pass' : strict.level < 'S4' ? 'malformed' : 'invalid'
}

/** Entities of one gold call: of several calls of one tool, those whose value it holds. */
function entitiesOf(
  { case: one }: CaseReading,
  gold: readonly { readonly name: string; readonly json: JsonObject }[],
  call: { readonly name: string; readonly json: JsonObject },
): readonly CaseEntity[] {
  const own = one.entities.filter(({ tool }) => tool === call.name)
  if (gold.filter(({ name }) => name === call.name).length < 2) return own
  return own.filter(({ argument, value }) => {
    const wanted = memberOf(call.json, argument)
    return wanted !== undefined && textOf(wanted) === value
  })
}

function copies(
  { name, arguments: given }: WrittenCall,
  entity: CaseEntity,
  { commands }: CorpusReferences,
): boolean {
  const value = memberOf(given, entity.argument)
  if (value === undefined) return false
  const text = textOf(value).trim()
  if (commands.has(name, entity.argument) && entity.type !== 'free') return text.includes(entity.value)
  // CVE ids are the same in either case; of everything else the case counts.
  return entity.type === 'cve' ? text.toUpperCase() === entity.value.toUpperCase() : text === entity.value
}

/** Commands that gold lists: one of them must do what this one does. */
function isSameCommand(
  { name, arguments: given }: WrittenCall,
  gold: JsonObject,
  { commands }: CorpusReferences,
): boolean {
  return Object.entries(given).every(([argument, value]) => {
    if (typeof value !== 'string' || !commands.has(name, argument)) return true
    const wanted = gold[argument]
    const choices: unknown =
      typeof wanted === 'object' && wanted !== null && '$oneOf' in wanted ? wanted.$oneOf : [wanted]
    if (!Array.isArray(choices)) return true
    return choices.some((choice) => {
      if (typeof choice !== 'string') return false
      const { kind } = compareCommands({ command: value, reference: choice })
      return kind === 'same' || kind === 'equivalent'
    })
  })
}

function wrongValue(
  { arguments: given }: WrittenCall,
  { argument, type, value }: CaseEntity,
  references: CorpusReferences,
): EntityOutcome {
  const said = memberOf(given, argument)
  if (said === undefined) return 'other-value'
  const text = textOf(said).trim()
  const known = type as EntityType // batteries write the types of entities.ts
  if (references.holdsEntity(text, known) || references.holdsEntity(text, entityTypeOf(text))) return 'stale'
  return isWithinEdits(normalEntity(text, known), normalEntity(value, known), MANGLED)
    ? 'mangled'
    : 'other-value'
}
