import { describe, expect, it } from 'vitest'
import type { TurnFault } from '../../../../agent/turn-record.js'
import type { DialogueVerdict, TurnVerdict } from '../turn-verdict.js'
import { strictMeasure, strictMeasures } from './index.js'

const counts = (right: number, asked: number, given: number) => ({ right, asked, given })
const turnA: TurnVerdict = {
  turn: 1,
  act: { gold: 'call', subject: 'call' },
  tools: counts(3, 4, 5),
  byGroup: {
    search: counts(1, 3, 4),
    filter: counts(2, 4, 5),
    nearest: counts(3, 5, 6),
    sort: counts(4, 6, 7),
    date: counts(5, 7, 8),
    call: counts(6, 8, 9),
    cache: counts(7, 9, 10),
    seek: counts(8, 10, 11),
  },
  arguments: { ...counts(2, 4, 6), rightFolded: 3 },
  flow: counts(1, 2, 3),
  order: { pairs: 5, agreement: 3 },
  cache: {
    isSameProvenance: true,
    isSameRows: false,
    goldAdds: 1,
    adds: 0,
    isSameAddedProvenance: true,
    isSameAddedRows: false,
    isSameAddedKeyed: false,
  },
  slots: { ...counts(1, 2, 3), questions: 4, unread: 1 },
  reuse: { made: 7, redundant: 2, fetchedByGold: 5, missed: 3, fetches: 6, unnecessary: 4 },
  execution: { isExpected: true, isAttempted: true, fault: undefined },
  effort: {
    calls: 3,
    goldCalls: 2,
    rows: 40,
    goldRows: 10,
    steps: 2,
    durationMs: 100,
    promptTokens: 50,
    completionTokens: 20,
  },
  failures: [],
  isCorrect: true,
  hasRightOutcome: false,
}
/** Nothing was due, nothing was said. */
const turnB: TurnVerdict = {
  ...turnA,
  turn: 3,
  act: { gold: 'noop', subject: 'none' },
  tools: counts(0, 0, 0),
  byGroup: Object.fromEntries(
    Object.keys(turnA.byGroup).map((group) => [group, counts(0, 0, 0)]),
  ) as TurnVerdict['byGroup'], // the same groups
  cache: { ...turnA.cache, isSameProvenance: false, isSameRows: true, goldAdds: 0, isSameAddedRows: true },
  execution: { isExpected: false, isAttempted: false, fault: 'empty' },
  effort: { ...turnA.effort, promptTokens: undefined, completionTokens: undefined },
  isCorrect: false,
  hasRightOutcome: true,
}
const dialogueOf = (...turns: readonly TurnVerdict[]): DialogueVerdict => ({
  id: 'd',
  category: undefined,
  cluster: undefined,
  turns,
  unmeasured: 0,
  endsRight: true,
})

/** What the terms of a measure add up to, `top/bottom`, a gate behind an `@`. */
function partsOf(metric: string, dialogue: DialogueVerdict, k?: number): string {
  const measure = strictMeasures({ running: 'free-running', isInjected: true }).find(
    (one) => one.metric === metric && (k === undefined || one.k === k),
  )
  if (measure === undefined) throw new Error(`no measure ${metric}`)
  return measure.terms
    .map((term) => {
      const { top, bottom } = term.of(dialogue)
      return `${top}/${bottom}${term.gate === undefined ? '' : `@${term.gate(dialogue)}`}`
    })
    .join(' ')
}
const both = dialogueOf(turnA, turnB)

describe('what two turns add to each measure', () => {
  it.each<[string, string]>([
    ['turn-correct', '1/2'],
    ['turn-outcome', '1/2'],
    ['dialogue-correct', '0/1'],
    ['correct-prefix', '0.5/1'],
    ['correct-after-wrong', '0/0'],
    ['final-state', '1/1'],
    ['tool-f1', '6/9'],
    ['tool-precision', '3/5'],
    ['tool-recall', '3/4'],
    ['tool-exact', '0/2'],
    ['tool-search-f1', '2/7'],
    ['tool-filter-f1', '4/9'],
    ['tool-nearest-f1', '6/11'],
    ['tool-sort-f1', '8/13'],
    ['tool-date-f1', '10/15'],
    ['tool-call-f1', '12/17'],
    ['tool-cache-f1', '14/19'],
    ['tool-seek-f1', '16/21'],
    ['parameter-f1', '8/20'],
    ['parameter-precision', '4/12'],
    ['parameter-recall', '4/8'],
    ['parameter-folded-f1', '12/20'],
    ['data-flow-f1', '4/10'],
    ['data-flow-precision', '2/6'],
    ['data-flow-recall', '2/4'],
    ['delta-em', '1/1'],
    ['delta-em-rows', '0/1'],
    ['delta-em-keyed', '0/1'],
    ['state-em', '1/2'],
    ['state-em-rows', '1/2'],
    ['act-accuracy', '1/2'],
    // A term each for call, seek, call+seek and noop; those that gold lacks are shut.
    ['act-macro-f1', '2/2@1 0/0@0 0/0@0 0/1@1'],
    ['noop-specificity', '0/1'],
    ['slot-f1', '4/10'],
    ['slot-precision', '2/6'],
    ['slot-recall', '2/4'],
    ['over-asking', '4/6'],
    ['questions-unread', '2/8'],
    ['attempted', '1/1'],
    ['executed', '1/1'],
    ['fault-empty', '1/2'],
    ['fault-validation', '0/2'],
    ['order-violations', '0/1'],
    ['order-tau', '6/10'],
    ['redundant-calls', '4/14'],
    ['missed-reuse', '6/10'],
    ['unnecessary-gets', '8/12'],
    ['calls-ratio', '6/4'],
    ['rows-ratio', '80/20'],
    ['steps', '4/2'],
    ['prompt-tokens', '50/1'],
    ['completion-tokens', '20/1'],
    ['latency-ms', '200/2'],
  ])('%s: %s', (metric, parts) => {
    expect(partsOf(metric, both)).toBe(parts)
  })
})

describe('measures of a dialogue', () => {
  const wrong = { ...turnA, isCorrect: false }
  it('follow it to its first wrong turn, and beyond', () => {
    const later = dialogueOf(turnA, wrong, turnA, wrong)
    expect(partsOf('correct-prefix', later)).toBe('0.25/1')
    expect(partsOf('correct-after-wrong', later)).toBe('1/2')
    const right = dialogueOf(turnA, turnA)
    expect(partsOf('dialogue-correct', right)).toBe('1/1')
    expect(partsOf('correct-prefix', right)).toBe('1/1')
    expect(partsOf('correct-after-wrong', right)).toBe('0/0')
  })

  it('say nothing of one that was not answered to its end', () => {
    const cut = { ...dialogueOf(turnA), unmeasured: 1, endsRight: undefined }
    for (const metric of ['dialogue-correct', 'correct-prefix', 'correct-after-wrong', 'final-state']) {
      expect(partsOf(metric, cut), metric).toBe('0/0')
    }
    expect(partsOf('correct-prefix', dialogueOf())).toBe('0/0')
    expect(partsOf('final-state', { ...both, endsRight: false })).toBe('0/1')
  })
})

describe('measures of one turn', () => {
  const of = (metric: string, turn: Partial<TurnVerdict>) =>
    partsOf(metric, dialogueOf({ ...turnA, ...turn }))

  it('take the right tools for exact only where something was said', () => {
    expect(of('tool-exact', { tools: counts(2, 2, 2) })).toBe('1/1')
    expect(of('tool-exact', { tools: counts(2, 3, 2) })).toBe('0/1')
    expect(of('tool-exact', { tools: counts(2, 2, 3) })).toBe('0/1')
    expect(of('tool-exact', { tools: counts(0, 0, 0), act: { gold: 'noop', subject: 'noop' } })).toBe('1/1')
    expect(of('tool-exact', { tools: counts(0, 0, 0), act: { gold: 'noop', subject: 'none' } })).toBe('0/1')
  })

  it('hold the cache against gold where either adds to it', () => {
    const cache = (goldAdds: number, adds: number) => ({ cache: { ...turnA.cache, goldAdds, adds } })
    expect(of('delta-em', cache(0, 0))).toBe('0/0')
    expect(of('delta-em', cache(0, 1))).toBe('1/1')
    expect(of('delta-em-rows', cache(0, 0))).toBe('0/0')
    expect(of('delta-em-keyed', cache(0, 0))).toBe('0/0')
    expect(of('delta-em-keyed', { cache: { ...turnA.cache, isSameAddedKeyed: true } })).toBe('1/1')
  })

  it('hold each act against its own', () => {
    const act = (gold: 'call' | 'seek' | 'call+seek' | 'noop', subject: TurnVerdict['act']['subject']) => ({
      act: { gold, subject },
    })
    expect(of('act-macro-f1', act('seek', 'call'))).toBe('0/1@0 0/1@1 0/0@0 0/0@0')
    expect(of('act-macro-f1', act('call+seek', 'call+seek'))).toBe('0/0@0 0/0@0 2/2@1 0/0@0')
    expect(of('noop-specificity', act('noop', 'noop'))).toBe('1/1')
    expect(of('noop-specificity', act('call', 'noop'))).toBe('0/0')
    expect(of('act-accuracy', act('call', 'seek'))).toBe('0/1')
  })

  it('tell not trying from failing', () => {
    const ran = (isExpected: boolean, isAttempted: boolean, fault?: TurnFault) => ({
      execution: { isExpected, isAttempted, fault },
    })
    expect(of('attempted', ran(true, false))).toBe('0/1')
    expect(of('attempted', ran(false, true))).toBe('0/0')
    expect(of('executed', ran(true, false))).toBe('0/0')
    expect(of('executed', ran(true, true, 'key'))).toBe('0/1')
    expect(of('order-violations', ran(true, false, 'cache-miss'))).toBe('0/0')
    for (const fault of ['undefined-name', 'cache-miss', 'none-input'] as const) {
      expect(of('order-violations', ran(true, true, fault)), fault).toBe('1/1')
    }
    expect(of('order-violations', ran(true, true, 'key'))).toBe('0/1')
  })

  it('know every fault, and the four classes of the paper', () => {
    const classes: Readonly<Record<TurnFault, string | undefined>> = {
      validation: 'validation',
      'positional-arguments': 'validation',
      'undefined-name': 'undefined-name',
      index: 'index',
      empty: undefined,
      'no-code': undefined,
      'unclosed-tag': undefined,
      syntax: 'other',
      unsupported: 'other',
      forbidden: 'other',
      'unknown-tool': 'other',
      'cache-miss': 'other',
      'none-input': 'other',
      key: 'other',
      type: 'other',
      arithmetic: 'other',
      limit: 'other',
      'tool-failed': 'other',
    }
    for (const [fault, own] of Object.entries(classes)) {
      const execution = { isExpected: true, isAttempted: true, fault: fault as TurnFault }
      expect(of(`fault-${fault}`, { execution })).toBe('1/1')
      for (const one of ['validation', 'undefined-name', 'index', 'other']) {
        expect(of(`paper-error-${one}`, { execution }), `${fault} ${one}`).toBe(one === own ? '1/1' : '0/1')
      }
    }
    expect(of('paper-error-other', {})).toBe('0/1')
    expect(of('fault-key', {})).toBe('0/1')
  })

  it('follow injected failures to their end', () => {
    const failure = (
      kind: string,
      recoveredAfter: number | undefined,
      isRepeated: boolean,
      isReported: boolean,
    ) => ({
      kind,
      tool: 'search_inns',
      recoveredAfter,
      isRepeated,
      isReported,
    })
    const dialogue = dialogueOf({
      ...turnA,
      failures: [
        failure('timeout', 1, true, false),
        failure('timeout', 3, true, false),
        failure('empty', 2, false, false),
        failure('sold-out', undefined, true, false),
        failure('sold-out', undefined, false, true),
        failure('sold-out', 4, false, false),
      ],
    })
    expect([1, 2, 3].map((k) => partsOf('recovery', dialogue, k))).toEqual(['1/6', '2/6', '3/6'])
    expect(partsOf('recovery-timeout', dialogue)).toBe('2/2')
    expect(partsOf('recovery-empty', dialogue)).toBe('1/1')
    expect(partsOf('recovery-sold-out', dialogue)).toBe('0/3')
    expect(partsOf('recovery-schema-drift', dialogue)).toBe('0/0')
    // A timeout passes: to call again is right. The others last.
    expect(partsOf('wrong-retries', dialogue)).toBe('1/4')
    expect(partsOf('reported', dialogue)).toBe('1/2')
  })
})

describe('strictMeasures', () => {
  it('add measures of free running and of injected failures only there', () => {
    const names = (running: 'teacher-forced' | 'free-running', isInjected?: boolean) =>
      new Set(
        strictMeasures({ running, ...(isInjected === undefined ? {} : { isInjected }) }).map(
          ({ metric }) => metric,
        ),
      )
    expect(names('teacher-forced').has('final-state')).toBe(false)
    expect(names('free-running').has('final-state')).toBe(true)
    expect(names('free-running').has('recovery')).toBe(false)
    expect(names('teacher-forced', true).has('recovery')).toBe(true)
    expect(strictMeasure('final-state')?.metric).toBe('final-state')
    expect(strictMeasure('recovery-empty')?.k).toBe(3)
    expect(strictMeasure('none')).toBeUndefined()
  })

  /** What a report prints beside each number. */
  it('say what they are a share of, which way is better and why they may be missing', () => {
    const told = strictMeasures({ running: 'free-running', isInjected: true }).map(
      ({ metric, k, division, unit, better, isShare, hasFloor, isNumber, whenNothing }) =>
        [
          `${metric}${k === undefined ? '' : `@${k}`}`,
          division,
          better,
          isNumber ? 'number' : isShare ? 'share' : 'ratio',
          hasFloor ? 'floor' : 'no floor',
          unit,
          whenNothing,
        ].join(' | '),
    )
    expect(told.filter((line) => !/^(?:fault|paper-error|recovery)-/.test(line))).toEqual([
      'turn-correct | ability | higher | share | floor | share of turns | no turns',
      'turn-outcome | ability | higher | share | floor | share of turns | no turns',
      'dialogue-correct | ability | higher | share | floor | share of dialogues | no whole dialogue',
      'correct-prefix | ability | higher | ratio | floor | mean share of turns before the first wrong one | no whole dialogue',
      'correct-after-wrong | ability | higher | share | no floor | share of turns after the first wrong one | no turn follows a wrong one',
      'tool-f1 | ability | higher | ratio | floor | F1 of calls | no calls at all',
      'tool-precision | ability | higher | share | floor | share of calls given | gave no calls',
      'tool-recall | ability | higher | share | floor | share of calls in gold | gold has no calls',
      'tool-exact | ability | higher | share | floor | share of turns | no turns',
      'tool-search-f1 | ability | higher | ratio | floor | F1 of searches | no searches at all',
      'tool-filter-f1 | ability | higher | ratio | floor | F1 of filters | no filters at all',
      'tool-nearest-f1 | ability | higher | ratio | floor | F1 of searches of what is near | no searches of what is near at all',
      'tool-sort-f1 | ability | higher | ratio | floor | F1 of sorts | no sorts at all',
      'tool-date-f1 | ability | higher | ratio | floor | F1 of reckonings of dates | no reckonings of dates at all',
      'tool-call-f1 | ability | higher | ratio | floor | F1 of other calls | no other calls at all',
      'tool-cache-f1 | ability | higher | ratio | floor | F1 of cache operations | no cache operations at all',
      'tool-seek-f1 | ability | higher | ratio | floor | F1 of questions | no questions at all',
      'parameter-f1 | ability | higher | ratio | floor | F1 of arguments | no arguments at all',
      'parameter-precision | ability | higher | share | floor | share of arguments given | gave no arguments',
      'parameter-recall | ability | higher | share | floor | share of arguments in gold | gold has no arguments',
      'parameter-folded-f1 | contrast | higher | ratio | floor | F1 of arguments, upper and lower case alike | no arguments, upper and lower case alike at all',
      'data-flow-f1 | ability | higher | ratio | floor | F1 of edges | no edges at all',
      'data-flow-precision | ability | higher | share | floor | share of edges given | gave no edges',
      'data-flow-recall | ability | higher | share | floor | share of edges in gold | gold has no edges',
      'delta-em | ability | higher | share | floor | share of turns in which gold or the subject adds to the cache | nobody adds to the cache',
      'delta-em-rows | ability | higher | share | floor | share of turns in which gold or the subject adds to the cache | nobody adds to the cache',
      'state-em | ability | higher | share | floor | share of turns | no turns',
      'state-em-rows | ability | higher | share | floor | share of turns | no turns',
      'delta-em-keyed | contrast | higher | share | floor | share of turns in which gold or the subject adds to the cache | nobody adds to the cache',
      'act-accuracy | ability | higher | share | floor | share of turns | no turns',
      'act-macro-f1 | ability | higher | ratio | floor | mean F1 of the acts that gold has | no turns',
      'noop-specificity | ability | higher | share | floor | share of turns in which nothing is to be done | something is to be done in every turn',
      'slot-f1 | ability | higher | ratio | floor | F1 of slots | no slots at all',
      'slot-precision | ability | higher | share | floor | share of slots given | gave no slots',
      'slot-recall | ability | higher | share | floor | share of slots in gold | gold has no slots',
      'over-asking | ability | lower | share | no floor | share of slots asked for that are known or optional | asked nothing',
      'questions-unread | execution | lower | share | no floor | share of questions in which the lexicon finds no slot | asked nothing',
      'attempted | execution | higher | share | floor | share of turns in which gold calls | gold calls in no turn',
      'executed | execution | higher | share | no floor | share of turns tried | tried no turn',
      'order-violations | execution | lower | share | no floor | share of turns tried in which a name, a key or a result is used before it is there | tried no turn',
      "order-tau | contrast | higher | number | no floor | Kendall's τ of independent calls | no turn has two independent calls of gold",
      'redundant-calls | effort | lower | share | no floor | share of calls with results, whose result was there already | made no result',
      'missed-reuse | effort | lower | share | no floor | share of cached results that gold uses | gold uses no cached result',
      'unnecessary-gets | effort | lower | share | no floor | share of fetches from the cache | fetched nothing from the cache',
      'calls-ratio | effort | lower | number | no floor | calls tried a call of gold | gold makes no call',
      'rows-ratio | effort | lower | number | no floor | rows found a row that gold finds | gold finds no row',
      'steps | effort | lower | number | no floor | steps a turn | no turns',
      'prompt-tokens | effort | lower | number | no floor | tokens a turn | the subject does not tell',
      'completion-tokens | effort | lower | number | no floor | tokens a turn | the subject does not tell',
      'latency-ms | effort | lower | number | no floor | milliseconds a turn | no turns',
      'final-state | ability | higher | share | floor | share of dialogues | no dialogue with its last turn',
      'recovery@1 | ability | higher | share | no floor | share of injected failures | no failure was injected',
      'recovery@2 | ability | higher | share | no floor | share of injected failures | no failure was injected',
      'recovery@3 | ability | higher | share | no floor | share of injected failures | no failure was injected',
      'wrong-retries | ability | lower | share | no floor | share of injected failures that do not pass | no lasting failure was injected',
      'reported | ability | higher | share | no floor | share of injected failures that were not made good | no injected failure was left',
    ])
    expect(told.filter((line) => line.startsWith('fault-'))).toHaveLength(18)
    expect(told).toContain('fault-key | execution | lower | share | no floor | share of turns | no turns')
    expect(told).toContain(
      'paper-error-index | contrast | lower | share | no floor | share of turns | no turns',
    )
    expect(told).toContain(
      'recovery-empty@3 | execution | higher | share | no floor | share of injected failures of kind empty | no failure of kind empty was injected',
    )
  })
})
