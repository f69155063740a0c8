import type { Expectation, Expected, ExpectedFigure, KnownRun } from './expectation.js'

const is = (value: number): ExpectedFigure => ({ kind: 'is', value })
const between = (low: number, high: number): ExpectedFigure => ({ kind: 'between', low, high })
const none: ExpectedFigure = { kind: 'none' }

function strict(metric: string, figure: ExpectedFigure, because: string): Expectation {
  return { id: metric, expected: { kind: 'figure', view: 'strict', metric, figure }, because }
}

function compat(metric: string, figure: ExpectedFigure, because: string): Expectation {
  const name = `compat-${metric}`
  return { id: name, expected: { kind: 'figure', view: 'compat', metric: name, figure }, because }
}

function whole(id: string, expected: Expected, because: string): Expectation {
  return { id, expected, because }
}

const best = (because: string, contrasts = false): Expectation =>
  whole('best', { kind: 'best', contrasts }, because)
const floor = whole(
  'floor',
  { kind: 'floor' },
  'The floor beside every score is computed, and must be what the agent comes to when it is played.',
)

const forced = { mode: 'code', running: 'teacher-forced', dialogues: 'some' } as const
const free = { mode: 'code', running: 'free-running', dialogues: 'some' } as const
const jsonForced = { mode: 'json', running: 'teacher-forced', dialogues: 'some' } as const
const jsonFree = { mode: 'json', running: 'free-running', dialogues: 'some' } as const

const GOLD = 'Gold is right by definition, in code and in calls, on gold’s cache and on its own.'
const silent: readonly Expectation[] = [
  strict('tool-recall', is(0), 'Who says nothing makes none of gold’s calls, and every turn counts.'),
  strict('tool-precision', none, 'Of no calls no share is right.'),
  strict('noop-specificity', is(0), 'To say nothing is not to say that nothing is to be done.'),
  strict('delta-em', is(0), 'What the cache held before the turn earns nothing.'),
  strict('turn-correct', is(0), 'No turn is answered.'),
  strict('attempted', is(0), 'Nothing was tried.'),
  whole('empty', { kind: 'fault', fault: 'empty', turns: 'all' }, 'Silence has a class of its own.'),
]
const noOp: readonly Expectation[] = [
  strict('noop-specificity', is(1), 'Where nothing is to be done it is right.'),
  strict('tool-recall', is(0), 'It makes none of gold’s calls.'),
  strict('delta-em', is(0), 'It adds nothing where gold adds something.'),
  strict('turn-correct', between(0, 0.5), 'It is right where nothing is to be done, and nowhere else.'),
  strict('act-macro-f1', between(0, 0.25), 'Of four acts it knows one.'),
]
const alwaysSeek: readonly Expectation[] = [
  strict('noop-specificity', is(0), 'It asks where nothing is to be done.'),
  strict('tool-search-f1', is(0), 'It searches nothing.'),
  strict('slot-recall', is(0), 'Its question names no slot.'),
  strict('questions-unread', is(1), 'In its question the lexicon finds nothing.'),
  strict('executed', is(1), 'Its question can be carried out.'),
  strict('delta-em', is(0), 'Questions add nothing to the cache.'),
]
const reSearch: readonly Expectation[] = [
  strict('missed-reuse', is(1), 'It never looks into the cache.'),
  strict('redundant-calls', between(0, 1), 'It finds again what it has found before.'),
  strict('tool-filter-f1', is(0), 'It never filters.'),
  strict('tool-recall', between(0, 1), 'Some of gold’s calls are searches.'),
  strict('turn-correct', between(0, 1), 'First searches are right, what follows is not.'),
]

/** What is played, and what must come of it, whatever the world. */
export const knownRuns: readonly KnownRun[] = [
  {
    ...forced,
    agent: 'gold',
    dialogues: 'many',
    expectations: [
      best(GOLD, true),
      compat('tool-f1', is(1), 'The released rules find gold’s calls, too.'),
      compat(
        'execution',
        between(0, 1),
        'The released rules count the right “nothing to be done” as a plan that does not run, so that gold falls short.',
      ),
    ],
  },
  { ...free, agent: 'gold', expectations: [best(GOLD, true)] },
  { ...jsonForced, agent: 'gold', expectations: [best(GOLD, true)] },
  { ...jsonFree, agent: 'gold', dialogues: 'many', expectations: [best(GOLD, true)] },
  {
    ...forced,
    agent: 'silent',
    expectations: [
      ...silent,
      floor,
      compat('tool-f1', none, 'The released rules leave silent turns out, so that silence is not punished.'),
      compat(
        'parameter-f1',
        none,
        'The released rules leave silent turns out, so that silence is not punished.',
      ),
      compat('cache-em', between(0, 1), 'The released rules credit what the cache held before the turn.'),
    ],
  },
  { ...jsonFree, agent: 'silent', expectations: silent },
  {
    ...forced,
    agent: 'no-op',
    expectations: [
      ...noOp,
      floor,
      compat('tool-f1', none, 'The released rules take a lone print for silence, right or wrong.'),
    ],
  },
  { ...jsonFree, agent: 'no-op', expectations: noOp },
  { ...forced, agent: 'always-seek', expectations: alwaysSeek },
  { ...forced, agent: 're-search', expectations: [...reSearch, floor] },
  ...([free, jsonForced] as const).map(
    (way): KnownRun => ({
      ...way,
      agent: 'gold-renamed',
      expectations: [
        best('Names of variables and keys mean nothing.'),
        strict('delta-em-keyed', between(-1, 1), 'Only the contrast that looks at keys may see other keys.'),
      ],
    }),
  ),
  {
    ...forced,
    agent: 'gold-permuted',
    expectations: [best('Order and repetitions in a list of alternatives mean nothing.', true)],
  },
  {
    ...forced,
    agent: 'gold-changed',
    expectations: [
      strict('tool-f1', is(1), 'The same tools are called.'),
      strict('parameter-f1', between(0, 1), 'One value of most turns is another.'),
      strict('delta-em', between(-1, 1), 'What is found with another value is another result.'),
      strict('turn-correct', between(-1, 1), 'A turn with a wrong value is wrong.'),
    ],
  },
  ...([forced, jsonForced] as const).map(
    (way): KnownRun => ({
      ...way,
      agent: 'gold-twice',
      expectations: [
        strict('tool-precision', is(1 / 2), 'Of 2N calls N are gold’s.'),
        strict('tool-recall', is(1), 'All N calls of gold are made.'),
        strict('tool-f1', is(2 / 3), '2N of N + 2N.'),
        strict('parameter-precision', is(1 / 2), 'Every argument is given two times.'),
        strict('redundant-calls', is(1 / 2), 'Every second result was there already.'),
        strict('calls-ratio', is(2), 'Two calls a call of gold.'),
        strict('delta-em', is(1), 'Saved twice under one key is saved once.'),
      ],
    }),
  ),
  {
    ...forced,
    agent: 'wrong-entry',
    expectations: [
      strict('tool-f1', is(1), 'The same tools are called.'),
      strict('parameter-f1', is(1), 'With the same values.'),
      strict('data-flow-f1', between(0, 1), 'Upon the wrong result: only the flow of data shows it.'),
      compat('tool-f1', is(1), 'The released rules do not look where data come from.'),
      compat('parameter-f1', is(1), 'The released rules do not look where data come from.'),
    ],
  },
  {
    ...forced,
    agent: 'sure-only',
    expectations: [
      strict('tool-precision', is(1), 'What it does is right.'),
      strict('tool-recall', between(0, 1), 'Every other turn is left out, and counts.'),
      compat('tool-f1', is(1), 'Under the released rules who answers only sure turns is perfect.'),
    ],
  },
  {
    ...free,
    agent: 'stale-variable',
    expectations: [
      whole(
        'undefined-name',
        { kind: 'fault', fault: 'undefined-name', turns: 'later' },
        'A variable lives as long as its turn.',
      ),
    ],
  },
  ...([forced, jsonFree] as const).map(
    (way): KnownRun => ({
      ...way,
      agent: 'missing-key',
      expectations: [
        whole(
          'cache-miss',
          { kind: 'fault', fault: 'cache-miss', turns: 'all' },
          'A key that nothing was saved under is an error, and no None.',
        ),
        strict('executed', is(0), 'No plan comes to its end.'),
      ],
    }),
  ),
]
