import type { ScoreSubject } from '../score.js'
import type { Measure, Ratio, RatioSum } from '../sum-score.js'
import type { CallVerdict } from './call-verdict.js'
import type { VerdictList } from './verdict-list.js'

/** What one verdict adds to a ratio; undefined: it does not count there. */
type Part = { readonly top: number; readonly bottom: number } | undefined

interface Definition {
  readonly metric: string
  readonly unit: string
  readonly better: 'higher' | 'lower'
  readonly isShare: boolean
  readonly terms: readonly { readonly weight: number; readonly part: (verdict: CallVerdict) => Part }[]
  readonly offset: number
  readonly whenNothing: string
  /** Null callers have nothing to say of it. */
  readonly isFloorless?: true
}

const share = (hit: boolean | undefined): Part =>
  hit === undefined ? undefined : { top: hit ? 1 : 0, bottom: 1 }
const ratio = (top: number, bottom: number): Part => ({ top, bottom })

const whereCalls =
  (hit: (verdict: CallVerdict) => boolean | undefined) =>
  (verdict: CallVerdict): Part =>
    verdict.expects === 'calls' ? share(hit(verdict)) : undefined
const whereNone =
  (hit: (verdict: CallVerdict) => boolean) =>
  (verdict: CallVerdict): Part =>
    verdict.expects === 'none' ? share(hit(verdict)) : undefined

/** Where somebody says what is right. */
const whereKnown =
  (part: (verdict: CallVerdict) => Part) =>
  (verdict: CallVerdict): Part =>
    verdict.expects === 'unknown' ? undefined : part(verdict)

const isSilent = ({ outcome }: CallVerdict): boolean => outcome === 'abstained' || outcome === 'empty'
const callPass = whereCalls(({ exact }) => exact)
const usefulAbstention = whereNone(({ outcome }) => outcome === 'abstained')

const NO_CALL_ITEMS = 'no item expects a call'
const NO_GOLD = 'no item says what is right'
const NO_NONE_ITEMS = 'no item expects no call'
const ONE_SIDED = 'needs items that expect a call and items that expect none'

interface ShareOptions {
  readonly unit: string
  readonly whenNothing: string
  readonly better?: 'higher' | 'lower'
}

function shareOf(
  metric: string,
  part: (verdict: CallVerdict) => Part,
  { unit, whenNothing, better = 'higher' }: ShareOptions,
): Definition {
  return { metric, unit, better, isShare: true, terms: [{ weight: 1, part }], offset: 0, whenNothing }
}

function ratioOf(metric: string, part: (verdict: CallVerdict) => Part, whenNothing: string): Definition {
  const unit = metric.startsWith('call') ? 'share of calls' : 'share of arguments'
  return {
    metric,
    unit,
    better: 'higher',
    isShare: false,
    terms: [{ weight: 1, part: whereKnown(part) }],
    offset: 0,
    whenNothing,
  }
}

const ofKnownItems = { unit: 'share of items', whenNothing: NO_GOLD }
const ofItems = { unit: 'share of items', whenNothing: 'no items' }
const ofCallItems = { unit: 'share of items that expect a call', whenNothing: NO_CALL_ITEMS }
const ofNoneItems = { unit: 'share of items that expect no call', whenNothing: NO_NONE_ITEMS }

/** Right and wrong: what decides. */
const ability: readonly Definition[] = [
  shareOf(
    'exact',
    whereKnown(({ exact }) => share(exact)),
    ofKnownItems,
  ),
  shareOf(
    'match',
    whereKnown(({ match }) => share(match)),
    ofKnownItems,
  ),
  shareOf('call-exact', callPass, ofCallItems),
  shareOf(
    'selection',
    whereCalls(({ selection }) => selection),
    ofCallItems,
  ),
  shareOf(
    'arguments',
    whereCalls((verdict) => verdict.arguments),
    { ...ofCallItems, whenNothing: 'no item says which arguments of a call are right' },
  ),
  shareOf(
    'false-call-rate',
    whereNone((verdict) => !isSilent(verdict)),
    { ...ofNoneItems, better: 'lower' },
  ),
  shareOf('abstention', whereNone(isSilent), ofNoneItems),
  shareOf('useful-abstention', usefulAbstention, ofNoneItems),
  {
    metric: 'balanced-accuracy',
    unit: 'mean of call-exact and useful-abstention',
    better: 'higher',
    isShare: true,
    terms: [
      { weight: 0.5, part: callPass },
      { weight: 0.5, part: usefulAbstention },
    ],
    offset: 0,
    whenNothing: ONE_SIDED,
  },
  {
    metric: 'youden-j',
    unit: 'call-exact plus useful-abstention less 1',
    better: 'higher',
    isShare: true,
    terms: [
      { weight: 1, part: callPass },
      { weight: 1, part: usefulAbstention },
    ],
    offset: -1,
    whenNothing: ONE_SIDED,
  },
  ratioOf('call-precision', ({ counts }) => ratio(counts.equal, counts.emitted), 'no call was made'),
  ratioOf('call-recall', ({ counts }) => ratio(counts.equal, counts.gold), NO_CALL_ITEMS),
  ratioOf(
    'call-f1',
    ({ counts }) => ratio(2 * counts.equal, counts.emitted + counts.gold),
    'no calls at all',
  ),
  ratioOf(
    'argument-precision',
    ({ counts }) => ratio(counts.rightArguments, counts.givenArguments),
    'no argument was given',
  ),
  ratioOf(
    'argument-recall',
    ({ counts }) => ratio(counts.rightArguments, counts.askedArguments),
    'gold asks for no argument',
  ),
  ratioOf(
    'argument-f1',
    ({ counts }) => ratio(2 * counts.rightArguments, counts.givenArguments + counts.askedArguments),
    'no arguments at all',
  ),
]

/** How calls are written, whether or not they are the right ones. */
const format: readonly Definition[] = [
  shareOf('well-formed', ({ wellFormed }) => share(wellFormed), {
    unit: 'share of outputs that try to call',
    whenNothing: 'no output tried to call',
  }),
  shareOf('schema-valid', ({ schemaValid }) => share(schemaValid), {
    unit: 'share of outputs with calls',
    whenNothing: 'no output holds a call',
  }),
  {
    ...shareOf('truncated', ({ outcome }) => share(outcome === 'truncated'), { ...ofItems, better: 'lower' }),
    isFloorless: true,
  },
]

/** What other rules would have credited. Shown beside the others, never in their place. */
const contrast: readonly Definition[] = [
  shareOf(
    'selection-lenient',
    whereCalls(({ lenientSelection }) => lenientSelection),
    {
      ...ofCallItems,
      whenNothing: 'no lenient reading of an item that expects a call',
    },
  ),
  shareOf(
    'keyword-released',
    whereKnown(({ keyword }) => share(keyword?.released)),
    {
      unit: 'share of items',
      whenNothing: 'no text to look for names in',
    },
  ),
  shareOf(
    'keyword-anywhere',
    whereKnown(({ keyword }) => share(keyword?.anywhere)),
    {
      unit: 'share of items',
      whenNothing: 'no text to look for names in',
    },
  ),
]

const forbidden: Definition = shareOf(
  'forbidden-call-rate',
  (verdict) => (verdict.forbids ? share(verdict.forbidden.length > 0) : undefined),
  {
    unit: 'share of items that forbid a tool',
    whenNothing: 'no item forbids a tool',
    better: 'lower',
  },
)

/** What a measure speaks of: whether calls are right, how they are written, or what other rules would credit. */
export type MeasureDivision = 'ability' | 'format' | 'contrast'

/** The division of a measure; one that is not known here speaks of ability. */
export function divisionOf(metric: string): MeasureDivision {
  if (format.some((definition) => definition.metric === metric)) return 'format'
  return contrast.some((definition) => definition.metric === metric) ? 'contrast' : 'ability'
}

const CALL_SCORER = { name: 'calls', version: 1 } as const

export interface MeasureRequest {
  readonly verdicts: VerdictList
  /** Verdicts on null callers, in the order of `verdicts`. */
  readonly nulls: readonly { readonly id: string; readonly verdicts: VerdictList }[]
  /** Category that the verdicts belong to; absent for all of them. */
  readonly group?: string
}

/** Every measure of a set of verdicts, ability before format, format before contrast. */
export function callMeasures({ verdicts, nulls, group }: MeasureRequest): readonly Measure[] {
  const definitions = [
    ...ability,
    ...(verdicts.kinds.some(({ forbids }) => forbids) ? [forbidden] : []),
    ...format,
    ...contrast,
  ]
  const isUnknown = verdicts.length > 0 && verdicts.kinds.every(({ expects }) => expects === 'unknown')
  return definitions.map((definition): Measure => {
    const about: ScoreSubject = {
      metric: definition.metric,
      ...(group === undefined ? {} : { group }),
      unit: definition.unit,
      better: definition.better,
      scorer: CALL_SCORER,
    }
    return {
      about,
      isShare: definition.isShare,
      subject: sumOf(definition, verdicts),
      nulls: (definition.isFloorless ? [] : nulls).map(({ id, verdicts: nullVerdicts }) => ({
        id,
        // Made when asked for: only the columns of the strongest are kept.
        get sum() {
          return sumOf(definition, nullVerdicts)
        },
      })),
      ...(definition.better === 'higher' ? { ceiling: 1 } : {}),
      whenNothing: isUnknown && !format.includes(definition) ? NO_GOLD : definition.whenNothing,
    }
  })
}

function sumOf({ terms, offset }: Definition, verdicts: VerdictList): RatioSum {
  return {
    terms: terms.map(({ weight, part }) => ({ weight, ...columnsOf(verdicts, part) })),
    offset,
  }
}

function columnsOf(verdicts: VerdictList, part: (verdict: CallVerdict) => Part): Ratio {
  const parts = verdicts.kinds.map(part)
  return {
    top: columnOf(
      verdicts,
      Float64Array.from(parts, (one) => one?.top ?? 0),
    ),
    bottom: columnOf(
      verdicts,
      Float64Array.from(parts, (one) => one?.bottom ?? 0),
    ),
  }
}

/** One value a verdict, from that of its kind; small whole numbers take a byte. */
function columnOf(verdicts: VerdictList, values: Float64Array): Uint8Array | Float64Array {
  const isSmall = values.every((value) => value <= 255)
  const column = isSmall ? new Uint8Array(verdicts.length) : new Float64Array(verdicts.length)
  for (let place = 0; place < column.length; place++) {
    column[place] = values[verdicts.kindAt(place)] as number
  }
  return column
}
