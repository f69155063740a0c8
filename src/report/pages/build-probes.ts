import type { Item } from '../../benchmark/item.js'
import { optionRuleRight, optionRules } from '../../benchmark/nulls/option-rules.js'
import type { Score } from '../../score/score.js'
import { isJsonArray, type JsonObject } from '../../text/json.js'
import { given, numberIn, objectIn, objectsIn, textIn } from '../../text/json-members.js'
import type { ScoreDocument } from '../sources/score-document.js'
import type { LetterShare, ProbeControl, ProbeNull, ProbeResult } from './probes-page.js'

const SHOWINGS: ReadonlySet<string> = new Set([
  'token',
  'name',
  'description',
  'no-token',
  'other-token',
  'other-name',
])
const LETTERS: ReadonlySet<string> = new Set(['accuracy-at', 'chosen', 'class-recall'])
const PRIMARY = { mcq: 'accuracy', qa: 'balanced-accuracy' } as const

const BEATABLE = 200

/**
 * MCQ and QA results that a document of scores holds.
 *
 * @param items of the benchmark, where they were read.
 */
export function buildProbes(
  source: string,
  document: ScoreDocument,
  items: readonly Item[] = [],
): readonly ProbeResult[] {
  return objectsIn(document.details, 'kinds').flatMap((details) => {
    const { kind } = details
    return kind === 'mcq' || kind === 'qa' ? [resultOf({ source, document, details, kind, items })] : []
  })
}

interface Part {
  readonly source: string
  readonly document: ScoreDocument
  readonly details: JsonObject
  readonly kind: 'mcq' | 'qa'
  readonly items: readonly Item[]
}

function resultOf({ source, document, details, kind, items: asked }: Part): ProbeResult {
  const own = document.scores.filter(({ scorer }) => scorer.name === kind)
  const primary = PRIMARY[kind]
  const main = own.filter(({ group }) => group === undefined || !SHOWINGS.has(showingIn(group)))
  const beatable = kind === 'mcq' ? beatableItems(asked) : []
  const [decisive] = main.filter(({ metric, group }) => metric === primary && group === undefined)
  const measured = decisive?.n ?? 0
  const known = asked.filter((item) => item.kind === kind).length
  const examined = objectIn(document.details, 'probe')
  return {
    source,
    subject: document.subject,
    benchmark: document.benchmark,
    kind,
    ...given('examined', examined && textIn(examined, 'show')),
    scores: main.toSorted(
      (left, right) => Number(right.metric === primary) - Number(left.metric === primary),
    ),
    controls: controlsOf({ own, primary, details }),
    nulls: objectsIn(details, 'nulls').flatMap(nullOf),
    letters: kind === 'mcq' ? lettersOf(details, main) : [],
    ...letterTestOf(details),
    beatable: beatable.slice(0, BEATABLE),
    counts: { items: Math.max(known, measured), measured, beatable: beatable.length },
    methods: methodsOf(objectIn(details, 'methods')),
  }
}

/** Items that a rule for choosing options gets right without seeing a tool. */
function beatableItems(items: readonly Item[]): ProbeResult['beatable'] {
  const rules = optionRules.filter(({ id }) => id !== 'random')
  return items
    .flatMap((item) => {
      if (item.kind !== 'mcq') return []
      const by = rules.filter((rule) => optionRuleRight(rule, item) === 1).map(({ id }) => id)
      return by.length === 0 ? [] : [{ item: item.id, by }]
    })
    .sort((left, right) => right.by.length - left.by.length)
}

/** `no-token` of `no-token, yes`. */
function showingIn(group: string): string {
  return group.split(',')[0]?.trim() ?? ''
}

function controlsOf({
  own,
  primary,
  details,
}: {
  readonly own: readonly Score[]
  readonly primary: string
  readonly details: JsonObject
}): readonly ProbeControl[] {
  const compared = objectsIn(details, 'controls')
  return own.flatMap((score): readonly ProbeControl[] => {
    const { metric, group } = score
    if (metric !== primary || group === undefined || !SHOWINGS.has(group) || LETTERS.has(metric)) return []
    const comparison = compared.find(({ control }) => control === group)
    return [{ showing: group, score, ...given('difference', comparison && differenceOf(comparison)) }]
  })
}

function differenceOf(comparison: JsonObject): ProbeControl['difference'] | undefined {
  const value = numberIn(comparison, 'difference')
  const interval = pairIn(comparison, 'interval')
  const p = numberIn(comparison, 'adjustedP') ?? numberIn(comparison, 'p')
  const verdict = textIn(comparison, 'verdict')
  if (value === undefined || interval === undefined || p === undefined || verdict === undefined)
    return undefined
  return { value, interval, p, verdict }
}

function pairIn(json: JsonObject, key: string): readonly [number, number] | undefined {
  const value = json[key]
  const [low, high] = isJsonArray(value) ? value : []
  return typeof low === 'number' && typeof high === 'number' ? [low, high] : undefined
}

function nullOf(json: JsonObject): readonly ProbeNull[] {
  const id = textIn(json, 'null')
  const metric = textIn(json, 'metric')
  const value = numberIn(json, 'value')
  if (id === undefined || metric === undefined || value === undefined) return []
  const search = objectIn(json, 'search')
  const rule = search && textIn(search, 'rule')
  return [
    {
      id,
      metric,
      value,
      ...given('interval', pairIn(json, 'interval') ?? pairIn(json, 'itemInterval')),
      n: numberIn(json, 'n') ?? 0,
      ...given('note', rule),
    },
  ]
}

function lettersOf(details: JsonObject, scores: readonly Score[]): readonly LetterShare[] {
  const positions = objectIn(details, 'positions')
  if (positions === undefined) return []
  return objectsIn(positions, 'letters').flatMap((entry): readonly LetterShare[] => {
    const letter = textIn(entry, 'letter')
    if (letter === undefined) return []
    const at = scores.find(({ metric, group }) => metric === 'accuracy-at' && group === letter)
    return [
      {
        letter,
        chosen: numberIn(entry, 'chosen') ?? 0,
        answers: numberIn(entry, 'answers') ?? 0,
        ...(at?.kind === 'scored' ? { accuracy: at.value } : {}),
      },
    ]
  })
}

function letterTestOf(details: JsonObject): Pick<ProbeResult, 'letterTest'> {
  const positions = objectIn(details, 'positions')
  const chiSquared = positions && numberIn(positions, 'chiSquare')
  const degrees = positions && numberIn(positions, 'degreesOfFreedom')
  if (positions === undefined || chiSquared === undefined || degrees === undefined) return {}
  return {
    letterTest: {
      chiSquared,
      degrees,
      ...given('p', numberIn(positions, 'p')),
      ...given('note', textIn(positions, 'note')),
    },
  }
}

function methodsOf(methods: JsonObject | undefined): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(methods ?? {}).flatMap(([method, count]) =>
      typeof count === 'number' ? [[method, count] as const] : [],
    ),
  )
}
