import { isJsonObject, type JsonObject, type JsonValue } from '../../../text/json.js'
import { nearestWord } from '../../../text/nearest.js'
import { badKeyword, gapCheck, gapOf, keywordValue, ruleOf, type SchemaContext } from '../keyword.js'
import { type LinearPattern, NO_AUTOMATON } from '../pattern/linear-pattern.js'
import type { Rule, Run } from '../run.js'
import type { Check, SchemaNode } from '../schema-node.js'
import { quoted } from '../shown.js'
import { INVALID, lesser, UNDECIDED, VALID, type Verdict } from '../verdict.js'

/** The check of an object's members, and the same for where this schema alone describes the object. */
export interface MemberChecks {
  readonly inPlace: Check | undefined
  readonly alone: Check | undefined
}

/** `properties`, `patternProperties` and `additionalProperties`, in one pass over the members. */
export function memberChecks(context: SchemaContext): MemberChecks {
  const broken = brokenKeyword(context)
  if (broken !== undefined) return { inPlace: broken, alone: broken }
  const known = knownOf(context)
  const patterns = patternsOf(context)
  const others = othersOf(context)
  const isDeclared = keywordValue(context, 'properties') !== undefined
  const isSilent = others.kind === 'open' && keywordValue(context, 'unevaluatedProperties') === undefined
  if (!isDeclared && patterns.length === 0 && isSilent) return { inPlace: undefined, alone: undefined }
  const inPlace = membersCheck({ known, patterns, others, isDeclared })
  const closes = context.strictness.closedObjects && isDeclared && isSilent
  if (!closes) return { inPlace, alone: inPlace }
  const closed: Others = { kind: 'none', rule: ruleOf(context, 'properties') }
  return { inPlace, alone: membersCheck({ known, patterns, others: closed, isDeclared }) }
}

function brokenKeyword(context: SchemaContext): Check | undefined {
  for (const keyword of ['properties', 'patternProperties']) {
    const value = keywordValue(context, keyword)
    if (value !== undefined && !isJsonObject(value)) return badKeyword(context, keyword, 'schemas by name')
  }
  return undefined
}

function knownOf(context: SchemaContext): ReadonlyMap<string, SchemaNode> {
  const properties = keywordValue(context, 'properties')
  if (!isJsonObject(properties)) return new Map()
  return new Map(
    Object.keys(properties).map((name) => [
      name,
      context.node(properties[name] as JsonValue, { keys: ['properties', name] }),
    ]),
  )
}

interface NamePattern {
  readonly node: SchemaNode
  /** Undefined where the pattern cannot be judged. */
  readonly pattern: LinearPattern | undefined
  readonly doubt: Check
}

function patternsOf(context: SchemaContext): readonly NamePattern[] {
  const schemas = keywordValue(context, 'patternProperties')
  if (!isJsonObject(schemas)) return []
  return Object.keys(schemas).map((source) => {
    const node = context.node(schemas[source] as JsonValue, { keys: ['patternProperties', source] })
    const reading = context.patterns.read(source)
    if (reading.kind === 'pattern') {
      const gap = gapOf(context, { keyword: 'patternProperties', ...NO_AUTOMATON })
      return { node, pattern: reading.pattern, doubt: (_name, run) => run.doubt(gap) }
    }
    const { code, reason } = reading
    return {
      node,
      pattern: undefined,
      doubt: gapCheck(context, { keyword: 'patternProperties', code, reason }),
    }
  })
}

/** What becomes of members that neither a name nor a pattern covers. */
type Others =
  | { readonly kind: 'open' }
  | { readonly kind: 'none'; readonly rule: Rule }
  | { readonly kind: 'schema'; readonly node: SchemaNode }

function othersOf(context: SchemaContext): Others {
  const schema = keywordValue(context, 'additionalProperties')
  if (schema === undefined) return { kind: 'open' }
  if (schema === false) return { kind: 'none', rule: ruleOf(context, 'additionalProperties') }
  return { kind: 'schema', node: context.node(schema, { keys: ['additionalProperties'] }) }
}

interface Members {
  readonly known: ReadonlyMap<string, SchemaNode>
  readonly patterns: readonly NamePattern[]
  readonly others: Others
  readonly isDeclared: boolean
}

function membersCheck(members: Members): Check {
  const { known, patterns, others, isDeclared } = members
  const isOpen = others.kind === 'open'
  return (value, run) => {
    if (!isJsonObject(value)) return VALID
    const { seen } = run
    if (seen !== undefined) {
      seen.declaresProperties ||= isDeclared
      seen.allProperties ||= !isOpen
    }
    const names = Object.keys(value)
    run.spend(names.length)
    let verdict: Verdict = VALID
    for (const name of names) {
      const member = { value, name, run }
      const node = known.get(name)
      if (node !== undefined) verdict = lesser(verdict, judgeBy(node, member))
      const fit = patterns.length === 0 ? NO_FIT : fitPatterns(patterns, member)
      verdict = lesser(verdict, fit.verdict)
      if (node !== undefined || fit.isCovered) seen?.addProperty(name)
      else if (!isOpen) verdict = lesser(verdict, judgeOther(members, member, fit))
      else if (fit.isDoubtful && seen !== undefined) noteDoubts(patterns, member)
      if (verdict === INVALID && !run.tells) break
    }
    return verdict
  }
}

interface Member {
  readonly value: JsonObject
  readonly name: string
  readonly run: Run
}

function judgeBy(node: SchemaNode, { value, name, run }: Member): Verdict {
  return node.judgeMember(name, value[name] as JsonValue, run)
}

/** How the name patterns see a member. */
interface Fit {
  readonly verdict: Verdict
  readonly isCovered: boolean
  /** A pattern that cannot be judged may cover it. */
  readonly isDoubtful: boolean
}

const NO_FIT: Fit = { verdict: VALID, isCovered: false, isDoubtful: false }

function fitPatterns(patterns: readonly NamePattern[], member: Member): Fit {
  const { name, run } = member
  let verdict: Verdict = VALID
  let isCovered = false
  let isDoubtful = false
  for (const { node, pattern, doubt } of patterns) {
    const fits = pattern?.test(name, run)
    if (fits === true) {
      isCovered = true
      verdict = lesser(verdict, judgeBy(node, member))
    } else if (fits === undefined) {
      isDoubtful = true
      if (run.quietly(() => judgeBy(node, member)) !== VALID) verdict = lesser(verdict, doubt(name, run))
    }
  }
  return { verdict, isCovered, isDoubtful }
}

function noteDoubts(patterns: readonly NamePattern[], { name, run }: Member): void {
  for (const { pattern, doubt } of patterns) if (pattern === undefined) doubt(name, run)
}

function judgeOther(members: Members, member: Member, { isDoubtful }: Fit): Verdict {
  if (!isDoubtful) return judgeUncovered(members, member)
  const verdict = member.run.quietly(() => judgeUncovered(members, member))
  if (verdict !== INVALID) return verdict
  noteDoubts(members.patterns, member)
  return UNDECIDED
}

function judgeUncovered({ known, others }: Members, member: Member): Verdict {
  if (others.kind === 'schema') return judgeBy(others.node, member)
  return others.kind === 'open' ? VALID : rejectUnknown(member, others.rule, known.keys())
}

/** The fault of a member that the schema does not declare. */
export function rejectUnknown(
  { name, run }: Pick<Member, 'name' | 'run'>,
  rule: Rule,
  known: Iterable<string>,
): typeof INVALID {
  run.path.push(name)
  const verdict = run.rejectWith(rule, () => ({
    code: 'unknown-property',
    property: name,
    message: `The schema declares no property ${quoted(name)}${hint(name, known)}.`,
  }))
  run.path.pop()
  return verdict
}

/** Names compared with a mistyped one, and the length to which they are. */
const HINT_NAMES = 200
const HINT_LENGTH = 64

function hint(name: string, known: Iterable<string>): string {
  if (name.length > HINT_LENGTH) return ''
  const names: string[] = []
  for (const one of known) {
    if (names.length === HINT_NAMES) break
    if (one.length <= HINT_LENGTH) names.push(one)
  }
  const nearest = nearestWord(name, names)
  return nearest === undefined ? '' : `; the nearest is ${quoted(nearest)}`
}
