import type { CacheRecord, TracedCall } from '../../src/agent/turn-record.js'
import type { CutText } from '../../src/report/pages/cut-text.js'
import type {
  DialoguesPage,
  DialogueView,
  StepView,
  TurnView,
} from '../../src/report/pages/dialogues-page.js'
import type { Score } from '../../src/score/score.js'
import { hostileTexts } from './hostile-texts.js'

const cut = (text: string, length = text.length): CutText => ({ text, length })

const record = (key: string, id: string, tool: string, count: number): CacheRecord => ({
  key,
  id,
  tool,
  summary: `${count} rows of ${tool}`,
  count,
  rows: 'ab',
})

/** A call with the places, or ids of cached results, that its arguments come from. */
const call = (
  tool: string,
  given: TracedCall['arguments'],
  producers: TracedCall['producers'] = {},
): TracedCall => ({
  tool,
  line: 1,
  arguments: given,
  producers,
  outcome: { kind: 'result', id: `id of ${tool}`, count: 4, rows: 'ab' },
})

const hotels = record('hotels_oslo', 'r1', 'search_hotels', 12)

const goldPlan = `flights = search_flights(to="OSL")
cheap = filter_flights(flights=flights, max_price=200)
near = nearest(hotels=get("hotels_oslo"), to=cheap)
save("trip", near)`

const goldDone: NonNullable<NonNullable<TurnView['gold']>['done']> = {
  trace: [
    call('search_flights', { to: 'OSL' }),
    call('filter_flights', { flights: { $result: 'r2' }, max_price: 200 }, { flights: [0] }),
    call('nearest', { hotels: { $result: 'r1' }, to: { $result: 'r3' } }, { hotels: ['r1'], to: [1] }),
  ],
  flow: [
    { from: { kind: 'call', call: 0 }, to: 1, parameter: 'flights' },
    { from: { kind: 'cached', id: 'r1', key: 'hotels_oslo' }, to: 2, parameter: 'hotels' },
    { from: { kind: 'call', call: 1 }, to: 2, parameter: 'to' },
  ],
  sought: [],
  cacheAfter: [hotels, record('trip', 'r4', 'nearest', 3)],
}

/** Gold's first value is handed on as gold does; the other goes astray, and one comes from a hostile key. */
const wrongStep: StepView = {
  said: cut(`<CODE>${goldPlan.replace('cheap)', 'flights)')}</CODE>`),
  plan: cut(goldPlan.replace('to=cheap', 'to=flights')),
  trace: [
    call('search_flights', { to: 'OSL' }),
    call('filter_flights', { flights: { $result: 'r2' }, max_price: 200 }, { flights: [0] }),
    call(
      'nearest',
      { hotels: { $result: 'r9' }, to: { $result: 'r2' } },
      { hotels: ['r9'], [hostileTexts.override]: [0] },
    ),
    {
      ...call(hostileTexts.script, { note: hostileTexts.closing }),
      outcome: { kind: 'error', error: { fault: 'unknown-tool', message: hostileTexts.closing, line: 4 } },
    },
  ],
  flow: [
    { from: { kind: 'call', call: 0 }, to: 1, parameter: 'flights' },
    { from: { kind: 'cached', id: 'r9', key: hostileTexts.closing }, to: 2, parameter: 'hotels' },
    { from: { kind: 'call', call: 0 }, to: 2, parameter: hostileTexts.override },
  ],
  printed: cut('4 flights\n'),
  sought: [],
  error: { fault: 'unknown-tool', message: `There is no tool ${hostileTexts.script}.`, line: 4 },
  durationMs: 3,
}

const emptyStep: StepView = {
  said: cut('I am sorry, could you repeat that?'),
  trace: [],
  flow: [],
  sought: [],
  durationMs: 1,
}

const asking: StepView = { ...emptyStep, plan: cut('seek("When?")'), sought: ['When?'] }

const turns: readonly TurnView[] = [
  {
    turn: 0,
    role: 'user',
    text: cut(`Flights to Oslo, and a hotel near them. ${hostileTexts.closing}`, 20_000),
    label: 'call',
    gold: { plan: cut(goldPlan), done: goldDone },
    verdict: {
      verdict: 'wrong',
      act: { gold: 'call', subject: 'call' },
      tools: { right: 2, asked: 3, given: 4 },
      arguments: { right: 2, asked: 2, given: 3 },
      fault: 'unknown-tool',
      reasons: ['It ended by an error: unknown-tool.', 'Of 3 values handed on 1 are right; it gave 3.'],
    },
    actual: { steps: [wrongStep, emptyStep], cacheBefore: [hotels], cacheAfter: [hotels] },
  },
  { turn: 1, role: 'assistant', text: cut('Which day?') },
  {
    turn: 2,
    role: 'user',
    text: cut('On Friday.'),
    gold: {
      plan: cut('seek("Which day?")'),
      done: { trace: [], flow: [], sought: ['Which day?'], cacheAfter: [] },
    },
    verdict: {
      verdict: 'right-outcome',
      act: { gold: 'seek', subject: 'seek' },
      tools: { right: 0, asked: 0, given: 1 },
      arguments: { right: 0, asked: 0, given: 0 },
      reasons: ['Of 0 calls 0 are right; it gave 1.'],
    },
    actual: { steps: [asking], cacheBefore: [], cacheAfter: [] },
  },
  {
    turn: 4,
    role: 'user',
    text: cut('Thanks.'),
    gold: {
      calls: [{ name: 'say', arguments: '{"text":"Bye"}' }],
      done: {
        trace: [],
        flow: [],
        sought: [],
        cacheAfter: [],
        error: { fault: 'tool-failed', message: 'The tool is not there.', line: 1 },
      },
    },
    verdict: { verdict: 'unmeasured', reasons: ['Gold itself does not run here.'] },
    actual: { steps: [emptyStep], cacheBefore: [], cacheAfter: [] },
  },
  {
    turn: 6,
    role: 'user',
    text: cut('Again, please.'),
    gold: { plan: cut(goldPlan), done: goldDone },
    verdict: {
      verdict: 'right',
      act: { gold: 'call', subject: 'call' },
      tools: { right: 3, asked: 3, given: 3 },
      arguments: { right: 2, asked: 2, given: 2 },
      reasons: [],
    },
    actual: {
      steps: [
        {
          ...emptyStep,
          said: cut(goldPlan),
          plan: cut(goldPlan),
          trace: goldDone.trace,
          flow: goldDone.flow,
        },
      ],
      cacheBefore: [hotels],
      cacheAfter: goldDone.cacheAfter,
    },
  },
]

/** 60 calls, each fed by the one before and by the first: more than a drawing holds. */
const long: StepView = {
  ...emptyStep,
  plan: cut('for leg in legs: search(leg)'),
  trace: Array.from({ length: 60 }, (_, at) =>
    call(`search_${'leg_'.repeat(1 + (at % 12))}${at}`, { at }, at === 0 ? {} : { leg: [at - 1], all: [0] }),
  ),
  flow: Array.from({ length: 59 }, (_, at) => [
    { from: { kind: 'call' as const, call: at }, to: at + 1, parameter: 'leg' },
    { from: { kind: 'call' as const, call: 0 }, to: at + 1, parameter: 'all' },
  ]).flat(),
}

const dialogue = (item: string, more: Partial<DialogueView>): DialogueView => ({
  item,
  trial: 0,
  outcome: 'wrong',
  category: 'narrow',
  template: 'flights-hotels',
  turns,
  ...more,
})

/** Dialogues of every outcome: wrong ones beside gold, one with a user who goes by no script, one of many calls. */
export function dialoguesOf(
  about: { readonly source: string; readonly subject: string; readonly benchmark: string },
  scores: readonly Score[],
): DialoguesPage {
  return {
    results: [
      {
        ...about,
        mode: 'code',
        scores,
        faults: [
          { fault: 'unknown-tool', count: 3 },
          { fault: 'syntax', count: 1 },
        ],
        dialogues: [
          dialogue('dialogue-1', { correct: 1 }),
          dialogue(hostileTexts.closing, { outcome: 'unmeasured', turns: turns.slice(3, 4), correct: 0 }),
          dialogue('dialogue-3', {
            outcome: 'played',
            trial: 1,
            turns: [
              {
                turn: 0,
                role: 'user',
                text: cut('Plan the whole journey.'),
                actual: { steps: [long], cacheBefore: [], cacheAfter: [] },
              },
            ],
          }),
        ],
        left: 4,
      },
    ],
  }
}
