import { tiers } from '../benchmark/item.js'
import { parseYaml } from '../catalog/openapi/yaml-text.js'
import { InputError } from '../errors.js'
import type { JsonValue } from '../text/json.js'
import { readJsonText } from '../text/jsonl.js'
import type { GatePolicy, GateRule, ScoreSelector } from './policy.js'
import { everyRule } from './policy.js'
import { PolicyFields, policyFault } from './policy-fields.js'

/** A policy that somebody wrote has a few kilobytes. */
export const MAX_POLICY_BYTES = 1024 * 1024

/** Nesting of the text; rules within rules take two each. */
const MAX_DEPTH = 24

/** Rules in one policy, those within others included. */
const MAX_RULES = 1000

/**
 * Reads a policy: YAML, or JSON where the name ends so. Aliases are written out within a bound, keys that stand twice are refused,
 * and a key that nobody knows is a fault with the nearest word that there is.
 *
 * @throws {InputError} `policy-broken`, `policy-invalid`, `policy-version`, `json-broken`, `json-refused`.
 */
export function readPolicy(text: string, path: string): GatePolicy {
  const top = new PolicyFields(policyValue(text, path), path, ['schema', 'seed', 'rules'])
  const schema = top.text('schema')
  if (schema !== 'assay.policy/1') {
    throw new InputError({
      code: 'policy-version',
      what: `The policy has the schema ${JSON.stringify(schema.slice(0, 80))}, and this version of Assay reads "assay.policy/1".`,
      where: path,
      fix: 'Write `schema: assay.policy/1`.',
    })
  }
  const rules = rulesIn(top, path, '')
  const all = [...everyRule(rules)]
  if (all.length > MAX_RULES)
    throw policyFault(path, `The policy has ${all.length} rules.`, `Keep to ${MAX_RULES}.`)
  refuseTwins(all, path)
  return {
    schema,
    ...top.given('seed', () =>
      top.number('seed', (value) => Number.isSafeInteger(value) && value >= 0, 'a whole number from 0'),
    ),
    rules,
  }
}

function policyValue(text: string, path: string): JsonValue {
  if (path.endsWith('.json')) return readJsonText(text, { path, maxDepth: MAX_DEPTH })
  const reading = parseYaml(text, { maxDepth: MAX_DEPTH, maxLength: MAX_POLICY_BYTES })
  if (reading.kind === 'value') return reading.value
  const { code, reason, at } = reading.fault
  const line = text.slice(0, at).split('\n').length
  throw new InputError({
    code: 'policy-broken',
    what: `The policy cannot be read (${code}). ${reason}`,
    where: `${path}, line ${line}`,
    fix: 'Correct the file at that place.',
  })
}

/** A rule is known by its id in every output. */
function refuseTwins(rules: readonly GateRule[], path: string): void {
  const seen = new Set<string>()
  for (const { id } of rules) {
    if (seen.has(id))
      throw policyFault(path, `Two rules have the id ${JSON.stringify(id)}.`, 'Give each its own.')
    seen.add(id)
  }
}

/** A list without rules asks nothing, and what asks nothing may not pass. */
function rulesIn(fields: PolicyFields, file: string, path: string): readonly GateRule[] {
  const list = fields.list('rules')
  if (list.length === 0) {
    throw policyFault(
      fields.where,
      `"rules" is empty: a gate that asks nothing would let everything pass.`,
      'Add a rule.',
    )
  }
  return list.map((entry, place) => ruleOf(entry, file, `${path}rules[${place}]`))
}

const KINDS = [
  'threshold',
  'no-worse',
  'usable',
  'measured',
  'section',
  'ladder',
  'all',
  'any',
  'not',
] as const

const KEYS = {
  threshold: ['metric', 'k', 'tier', 'group', 'items', 'benchmark', 'subject', 'atLeast', 'atMost'],
  'no-worse': ['metric', 'k', 'items', 'benchmark', 'subject', 'margin', 'missing', 'acrossCatalogs'],
  usable: ['benchmark', 'accept'],
  measured: ['benchmark', 'subject', 'atLeast', 'imported'],
  section: ['section', 'verdicts'],
  ladder: ['subject', 'verdicts'],
  all: ['rules'],
  any: ['rules'],
  not: ['rule'],
} as const satisfies Record<(typeof KINDS)[number], readonly string[]>

const ITEM_KINDS = ['call', 'mcq', 'qa', 'retrieval', 'dialogue'] as const

/** What a ladder can end with, but for what was not measured. */
const LADDER_VERDICTS = [
  'capable',
  'memorised',
  'over-triggers',
  'no-prior',
  'false-positive',
  'partial',
] as const

const isShare = (value: number): boolean => value > 0 && value <= 1

/** @param path such as `rules[0]`; without an id of its own the rule is called by it. */
function ruleOf(value: JsonValue, file: string, path: string): GateRule {
  const where = `${file}, ${path}`
  const every = [...new Set(Object.values(KEYS).flat())]
  // Which keys belong here is known once the kind is.
  const kind = new PolicyFields(value, where, ['kind', 'id', ...every]).oneOf('kind', KINDS)
  const fields = new PolicyFields(value, where, ['kind', 'id', ...KEYS[kind]])
  const id = fields.has('id') ? fields.text('id') : path
  switch (kind) {
    case 'threshold': {
      const bounds = {
        ...fields.given('atLeast', () => fields.number('atLeast', () => true, 'a finite number')),
        ...fields.given('atMost', () => fields.number('atMost', () => true, 'a finite number')),
      }
      const { atLeast, atMost } = bounds
      if (atLeast === undefined && atMost === undefined) {
        throw policyFault(
          where,
          'The threshold has neither "atLeast" nor "atMost".',
          'Give one of them, or both.',
        )
      }
      if (atLeast !== undefined && atMost !== undefined && atLeast > atMost) {
        throw policyFault(where, `Nothing is at least ${atLeast} and at most ${atMost}.`, 'Exchange the two.')
      }
      return { kind, id, selector: selectorOf(fields), ...bounds }
    }
    case 'no-worse': {
      const named = fields.has('metric') ? selectorOf(fields) : undefined
      if (named === undefined && fields.has('k'))
        throw policyFault(where, '"k" stands without "metric".', 'Name the metric.')
      return {
        kind,
        id,
        ...(named === undefined
          ? {}
          : { metric: named.k === undefined ? named.metric : `${named.metric}@${named.k}` }),
        ...fields.given('items', () => fields.oneOf('items', ITEM_KINDS)),
        ...fields.optionalText('benchmark'),
        ...fields.optionalText('subject'),
        margin: fields.number(
          'margin',
          (margin) => margin > 0 && margin < 1,
          'a proportion above 0 and below 1, such as 0.05 for five points',
        ),
        missing: fields.has('missing')
          ? fields.number('missing', (share) => share >= 0 && share < 1, 'a proportion from 0 and below 1')
          : 0,
        acrossCatalogs: fields.flag('acrossCatalogs'),
      }
    }
    case 'usable':
      return {
        kind,
        id,
        ...fields.optionalText('benchmark'),
        accept: fields.has('accept') ? fields.wordsOf('accept', ['usable', 'usable-with-care']) : ['usable'],
      }
    case 'measured':
      return {
        kind,
        id,
        ...fields.optionalText('benchmark'),
        ...fields.optionalText('subject'),
        atLeast: fields.number('atLeast', isShare, 'a proportion above 0, up to 1'),
        ...(fields.flag('imported') ? { imported: true } : {}),
      }
    case 'section':
      return {
        kind,
        id,
        section: fields.text('section'),
        verdicts: fields.wordsOf('verdicts', ['good', 'mixed', 'bad', 'measured']),
      }
    case 'ladder':
      return {
        kind,
        id,
        ...fields.optionalText('subject'),
        verdicts: fields.wordsOf('verdicts', LADDER_VERDICTS),
      }
    case 'all':
    case 'any':
      return { kind, id, rules: rulesIn(fields, file, `${path}.`) }
    case 'not':
      if (!fields.has('rule')) throw fields.fault('rule', 'a rule')
      return { kind, id, rule: ruleOf(fields.value('rule') ?? null, file, `${path}.rule`) }
    default:
      return kind satisfies never
  }
}

function selectorOf(fields: PolicyFields): ScoreSelector {
  const metric = fields.text('metric')
  const whole = (value: number): boolean => Number.isSafeInteger(value) && value >= 1
  const [, name, depth] = /^(.+)@([1-9][0-9]{0,8})$/.exec(metric) ?? []
  if (depth !== undefined && fields.has('k')) {
    throw policyFault(
      fields.where,
      'The depth stands twice, in "metric" and in "k".',
      'Leave one of them out.',
    )
  }
  return {
    metric: name ?? metric,
    ...(depth === undefined ? {} : { k: Number(depth) }),
    ...fields.given('k', () => fields.number('k', whole, 'a whole number from 1')),
    ...fields.given('tier', () => fields.oneOf('tier', tiers)),
    ...fields.optionalText('group'),
    ...fields.given('items', () => fields.oneOf('items', ITEM_KINDS)),
    ...fields.optionalText('benchmark'),
    ...fields.optionalText('subject'),
  }
}
