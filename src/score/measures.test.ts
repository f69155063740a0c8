import { describe, expect, it } from 'vitest'
import { callMeasures, divisionOf } from './calls/call-measures.js'
import { VerdictList } from './calls/verdict-list.js'
import { commonChoiceMeasures } from './choice/choice-measures.js'
import { compatMeasures } from './dialogue/compat/compat-measures.js'
import { nullAgents } from './dialogue/floors/index.js'
import { strictMeasure, strictMeasures } from './dialogue/strict/measures/index.js'
import { poolScorers, retrievalScorers } from './scorers/index.js'

/** As tables of docs and reports state them: stored scores are found again by these words. */
describe('what measures say of themselves', () => {
  const line = ({
    metric,
    k,
    division,
    unit,
    better,
    isShare,
    isNumber,
    hasFloor,
    whenNothing,
  }: ReturnType<typeof strictMeasures>[number] | (typeof compatMeasures)[number]): string => {
    const kind = isShare ? 'share' : isNumber ? 'number' : 'ratio'
    const floor = hasFloor ? ', floor' : ''
    return `${metric}${k === undefined ? '' : `@${k}`} | ${division} | ${unit} | ${better} | ${kind}${floor} | ${whenNothing}`
  }

  it('of dialogues, strictly', () => {
    const every = strictMeasures({ running: 'free-running', isInjected: true })
    expect(every.map(line)).toEqual([
      'turn-correct | ability | share of turns | higher | share, floor | no turns',
      'turn-outcome | ability | share of turns | higher | share, floor | no turns',
      'dialogue-correct | ability | share of dialogues | higher | share, floor | no whole dialogue',
      'correct-prefix | ability | mean share of turns before the first wrong one | higher | ratio, floor | no whole dialogue',
      'correct-after-wrong | ability | share of turns after the first wrong one | higher | share | no turn follows a wrong one',
      'tool-f1 | ability | F1 of calls | higher | ratio, floor | no calls at all',
      'tool-precision | ability | share of calls given | higher | share, floor | gave no calls',
      'tool-recall | ability | share of calls in gold | higher | share, floor | gold has no calls',
      'tool-exact | ability | share of turns | higher | share, floor | no turns',
      'tool-search-f1 | ability | F1 of searches | higher | ratio, floor | no searches at all',
      'tool-filter-f1 | ability | F1 of filters | higher | ratio, floor | no filters at all',
      'tool-nearest-f1 | ability | F1 of searches of what is near | higher | ratio, floor | no searches of what is near at all',
      'tool-sort-f1 | ability | F1 of sorts | higher | ratio, floor | no sorts at all',
      'tool-date-f1 | ability | F1 of reckonings of dates | higher | ratio, floor | no reckonings of dates at all',
      'tool-call-f1 | ability | F1 of other calls | higher | ratio, floor | no other calls at all',
      'tool-cache-f1 | ability | F1 of cache operations | higher | ratio, floor | no cache operations at all',
      'tool-seek-f1 | ability | F1 of questions | higher | ratio, floor | no questions at all',
      'parameter-f1 | ability | F1 of arguments | higher | ratio, floor | no arguments at all',
      'parameter-precision | ability | share of arguments given | higher | share, floor | gave no arguments',
      'parameter-recall | ability | share of arguments in gold | higher | share, floor | gold has no arguments',
      'parameter-folded-f1 | contrast | F1 of arguments, upper and lower case alike | higher | ratio, floor | no arguments, upper and lower case alike at all',
      'data-flow-f1 | ability | F1 of edges | higher | ratio, floor | no edges at all',
      'data-flow-precision | ability | share of edges given | higher | share, floor | gave no edges',
      'data-flow-recall | ability | share of edges in gold | higher | share, floor | gold has no edges',
      'delta-em | ability | share of turns in which gold or the subject adds to the cache | higher | share, floor | nobody adds to the cache',
      'delta-em-rows | ability | share of turns in which gold or the subject adds to the cache | higher | share, floor | nobody adds to the cache',
      'state-em | ability | share of turns | higher | share, floor | no turns',
      'state-em-rows | ability | share of turns | higher | share, floor | no turns',
      'delta-em-keyed | contrast | share of turns in which gold or the subject adds to the cache | higher | share, floor | nobody adds to the cache',
      'act-accuracy | ability | share of turns | higher | share, floor | no turns',
      'act-macro-f1 | ability | mean F1 of the acts that gold has | higher | ratio, floor | no turns',
      'noop-specificity | ability | share of turns in which nothing is to be done | higher | share, floor | something is to be done in every turn',
      'slot-f1 | ability | F1 of slots | higher | ratio, floor | no slots at all',
      'slot-precision | ability | share of slots given | higher | share, floor | gave no slots',
      'slot-recall | ability | share of slots in gold | higher | share, floor | gold has no slots',
      'over-asking | ability | share of slots asked for that are known or optional | lower | share | asked nothing',
      'questions-unread | execution | share of questions in which the lexicon finds no slot | lower | share | asked nothing',
      'attempted | execution | share of turns in which gold calls | higher | share, floor | gold calls in no turn',
      'executed | execution | share of turns tried | higher | share | tried no turn',
      'fault-validation | execution | share of turns | lower | share | no turns',
      'fault-positional-arguments | execution | share of turns | lower | share | no turns',
      'fault-undefined-name | execution | share of turns | lower | share | no turns',
      'fault-index | execution | share of turns | lower | share | no turns',
      'fault-empty | execution | share of turns | lower | share | no turns',
      'fault-no-code | execution | share of turns | lower | share | no turns',
      'fault-unclosed-tag | execution | share of turns | lower | share | no turns',
      'fault-syntax | execution | share of turns | lower | share | no turns',
      'fault-unsupported | execution | share of turns | lower | share | no turns',
      'fault-forbidden | execution | share of turns | lower | share | no turns',
      'fault-unknown-tool | execution | share of turns | lower | share | no turns',
      'fault-cache-miss | execution | share of turns | lower | share | no turns',
      'fault-none-input | execution | share of turns | lower | share | no turns',
      'fault-key | execution | share of turns | lower | share | no turns',
      'fault-type | execution | share of turns | lower | share | no turns',
      'fault-arithmetic | execution | share of turns | lower | share | no turns',
      'fault-limit | execution | share of turns | lower | share | no turns',
      'fault-tool-failed | execution | share of turns | lower | share | no turns',
      'paper-error-validation | contrast | share of turns | lower | share | no turns',
      'paper-error-undefined-name | contrast | share of turns | lower | share | no turns',
      'paper-error-index | contrast | share of turns | lower | share | no turns',
      'paper-error-other | contrast | share of turns | lower | share | no turns',
      'order-violations | execution | share of turns tried in which a name, a key or a result is used before it is there | lower | share | tried no turn',
      "order-tau | contrast | Kendall's τ of independent calls | higher | number | no turn has two independent calls of gold",
      'redundant-calls | effort | share of calls with results, whose result was there already | lower | share | made no result',
      'missed-reuse | effort | share of cached results that gold uses | lower | share | gold uses no cached result',
      'unnecessary-gets | effort | share of fetches from the cache | lower | share | fetched nothing from the cache',
      'calls-ratio | effort | calls tried a call of gold | lower | number | gold makes no call',
      'rows-ratio | effort | rows found a row that gold finds | lower | number | gold finds no row',
      'steps | effort | steps a turn | lower | number | no turns',
      'prompt-tokens | effort | tokens a turn | lower | number | the subject does not tell',
      'completion-tokens | effort | tokens a turn | lower | number | the subject does not tell',
      'latency-ms | effort | milliseconds a turn | lower | number | no turns',
      'final-state | ability | share of dialogues | higher | share, floor | no dialogue with its last turn',
      'recovery@1 | ability | share of injected failures | higher | share | no failure was injected',
      'recovery@2 | ability | share of injected failures | higher | share | no failure was injected',
      'recovery@3 | ability | share of injected failures | higher | share | no failure was injected',
      'recovery-timeout@3 | execution | share of injected failures of kind timeout | higher | share | no failure of kind timeout was injected',
      'recovery-empty@3 | execution | share of injected failures of kind empty | higher | share | no failure of kind empty was injected',
      'recovery-sold-out@3 | execution | share of injected failures of kind sold-out | higher | share | no failure of kind sold-out was injected',
      'recovery-schema-drift@3 | execution | share of injected failures of kind schema-drift | higher | share | no failure of kind schema-drift was injected',
      'recovery-stale-cache@3 | execution | share of injected failures of kind stale-cache | higher | share | no failure of kind stale-cache was injected',
      'wrong-retries | ability | share of injected failures that do not pass | lower | share | no lasting failure was injected',
      'reported | ability | share of injected failures that were not made good | higher | share | no injected failure was left',
    ])
    expect(strictMeasures({ running: 'teacher-forced' }).map(({ metric }) => metric)).toEqual(
      every
        .map(({ metric }) => metric)
        .slice(
          0,
          every.findIndex(({ metric }) => metric === 'final-state'),
        ),
    )
    expect(strictMeasure('tool-f1')?.unit).toBe('F1 of calls')
    expect(strictMeasure('exact')).toBeUndefined()
  })

  it("of dialogues, by the released scorer's rules", () => {
    expect(compatMeasures.map(line)).toEqual([
      'compat-tool-f1 | contrast | F1 of tools | higher | ratio, floor | no turn on which both sides have calls',
      'compat-tool-precision | contrast | share of tools given | higher | share, floor | no turn on which both sides have calls',
      'compat-tool-recall | contrast | share of tools in gold | higher | share, floor | no turn on which both sides have calls',
      'compat-tool-accuracy | contrast | share of tools given or in gold | higher | share, floor | no turn on which both sides have calls',
      'compat-parameter-f1 | contrast | F1 of parameters | higher | ratio, floor | no turn on which both sides have calls',
      'compat-parameter-precision | contrast | share of parameters given | higher | share, floor | no turn on which both sides have calls',
      'compat-parameter-recall | contrast | share of parameters in gold | higher | share, floor | no turn on which both sides have calls',
      'compat-parameter-accuracy | contrast | share of parameters given or in gold | higher | share, floor | no turn on which both sides have calls',
      'compat-execution | contrast | share of turns | higher | share, floor | no turns',
      'compat-seek-bleu | contrast | SacreBLEU of questions, turns on which gold asks | higher | ratio, floor | gold asks nothing',
      'compat-seek-bleu-both | contrast | SacreBLEU of questions, turns on which both ask | higher | ratio, floor | no turn on which both ask',
      'compat-cache-em | contrast | share of turns | higher | share, floor | no turns',
      'compat-tool-f1-executable | contrast | F1 of tools, executable turns | higher | ratio, floor | no turn on which both sides have calls',
      'compat-tool-precision-executable | contrast | share of tools given, executable turns | higher | share, floor | no turn on which both sides have calls',
      'compat-tool-recall-executable | contrast | share of tools in gold, executable turns | higher | share, floor | no turn on which both sides have calls',
      'compat-tool-accuracy-executable | contrast | share of tools given or in gold, executable turns | higher | share, floor | no turn on which both sides have calls',
      'compat-parameter-f1-executable | contrast | F1 of parameters, executable turns | higher | ratio, floor | no turn on which both sides have calls',
      'compat-parameter-precision-executable | contrast | share of parameters given, executable turns | higher | share, floor | no turn on which both sides have calls',
      'compat-parameter-recall-executable | contrast | share of parameters in gold, executable turns | higher | share, floor | no turn on which both sides have calls',
      'compat-parameter-accuracy-executable | contrast | share of parameters given or in gold, executable turns | higher | share, floor | no turn on which both sides have calls',
      'compat-seek-bleu-executable | contrast | SacreBLEU of questions, turns on which gold asks, executable turns | higher | ratio, floor | gold asks nothing',
      'compat-cache-em-executable | contrast | share of turns, executable turns | higher | share, floor | no turns',
    ])
  })

  it('of calls', () => {
    const every = callMeasures({ verdicts: new VerdictList(), nulls: [] })
    expect(
      every.map(
        ({ about, isShare, whenNothing }) =>
          `${about.metric} | ${about.unit} | ${about.better} | ${isShare ? 'share' : 'ratio'} | ${whenNothing}`,
      ),
    ).toEqual([
      'exact | share of items | higher | share | no item says what is right',
      'match | share of items | higher | share | no item says what is right',
      'call-exact | share of items that expect a call | higher | share | no item expects a call',
      'selection | share of items that expect a call | higher | share | no item expects a call',
      'arguments | share of items that expect a call | higher | share | no item says which arguments of a call are right',
      'false-call-rate | share of items that expect no call | lower | share | no item expects no call',
      'abstention | share of items that expect no call | higher | share | no item expects no call',
      'useful-abstention | share of items that expect no call | higher | share | no item expects no call',
      'balanced-accuracy | mean of call-exact and useful-abstention | higher | share | needs items that expect a call and items that expect none',
      'youden-j | call-exact plus useful-abstention less 1 | higher | share | needs items that expect a call and items that expect none',
      'call-precision | share of calls | higher | ratio | no call was made',
      'call-recall | share of calls | higher | ratio | no item expects a call',
      'call-f1 | share of calls | higher | ratio | no calls at all',
      'argument-precision | share of arguments | higher | ratio | no argument was given',
      'argument-recall | share of arguments | higher | ratio | gold asks for no argument',
      'argument-f1 | share of arguments | higher | ratio | no arguments at all',
      'well-formed | share of outputs that try to call | higher | share | no output tried to call',
      'schema-valid | share of outputs with calls | higher | share | no output holds a call',
      'truncated | share of items | lower | share | no items',
      'selection-lenient | share of items that expect a call | higher | share | no lenient reading of an item that expects a call',
      'keyword-released | share of items | higher | share | no text to look for names in',
      'keyword-anywhere | share of items | higher | share | no text to look for names in',
    ])
    const metrics = every.map(({ about }) => about.metric)
    expect(metrics.filter((metric) => divisionOf(metric) === 'format')).toEqual([
      'well-formed',
      'schema-valid',
      'truncated',
    ])
    expect(metrics.filter((metric) => divisionOf(metric) === 'contrast')).toEqual([
      'selection-lenient',
      'keyword-released',
      'keyword-anywhere',
    ])
    expect(every.filter(({ ceiling }) => ceiling === 1).every(({ about }) => about.better === 'higher')).toBe(
      true,
    )
  })

  it('of questions with labels', () => {
    expect(
      commonChoiceMeasures.map(
        ({ metric, unit, better = 'higher', isShare, whenNothing = '' }) =>
          `${metric} | ${unit} | ${better} | ${isShare ? 'share' : 'ratio'} | ${whenNothing}`,
      ),
    ).toEqual([
      'accuracy-lenient | share of items | higher | share | no answer was written freely',
      'accuracy-written | share of items | higher | share | no answer was both weighed and written',
      'answer-probability | probability of the right label among the labels | higher | ratio | no answer has probabilities',
      'label-mass | probability of all labels together | higher | ratio | no answer has probabilities',
      'abstained | share of items | lower | share | ',
      'unreadable | share of items | lower | share | ',
    ])
  })

  it('of rankings', () => {
    expect(
      [...retrievalScorers, ...poolScorers].map(
        ({ identity: { name, version }, unit, at }) => `${name} ${version} | ${unit} | ${at}`,
      ),
    ).toEqual([
      'recall 1 | share of needs | k',
      'hit 1 | share of items | k',
      'all 1 | share of items | k',
      'ndcg 1 | share of the ideal gain | k',
      'ndcg-toolgen 1 | share of the ideal gain of what was listed | k',
      'mrr 1 | reciprocal rank | depth',
      'map 1 | precision | depth',
      'hit 1 | share of items | k',
      'r-precision 1 | share of needs | needs',
    ])
  })

  it('and null agents, of which two must score as gold does', () => {
    expect(nullAgents.map(({ id, kind, isGold = false }) => `${id} | ${kind} | ${isGold}`)).toEqual([
      'silent | floor | false',
      'no-op | floor | false',
      'always-seek | floor | false',
      're-search | floor | false',
      'gold-renamed | control | true',
      'gold-permuted | control | true',
      'gold-changed | control | false',
      'gold-twice | control | false',
    ])
  })
})
