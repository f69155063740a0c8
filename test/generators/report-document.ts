import type { ReportDocument } from '../../src/report/document.js'
import type { ItemEvidence, ItemRow } from '../../src/report/pages/items-page.js'
import type { ReportPages } from '../../src/report/pages/report-pages.js'
import type { ReportSource } from '../../src/report/pages/report-source.js'
import type { Score, ScoredValue } from '../../src/score/score.js'
import { hostileTexts } from './hostile-texts.js'
import { dialoguesOf } from './report-dialogues.js'
import { driftOf } from './report-drift.js'
import { sectionsOf } from './report-sections.js'

/** A score of a proportion with everything that can stand beside it. */
function scored(value: number, more: Partial<ScoredValue> = {}): ScoredValue {
  return {
    kind: 'scored',
    metric: 'recall',
    k: 5,
    tier: 'all',
    unit: 'share of needs',
    better: 'higher',
    scorer: { name: 'recall', version: 1 },
    value,
    n: 60,
    interval: [Math.max(0, value - 0.1), Math.min(1, value + 0.1)],
    method: 'percentile bootstrap over 22 clusters',
    chance: 0.05,
    ceiling: 0.9,
    floor: { null: 'name-match', value: 0.1, verdict: 'above-floor' },
    ...more,
  }
}

const unscored: Score = {
  kind: 'unscored',
  metric: 'is',
  unit: 'ratio Rf/Rc',
  better: 'higher',
  scorer: { name: 'is', version: 1 },
  reason: 'fewer than 30 queries have a recall to divide by',
  n: 12,
}

const subject = 'reference:caller'
const benchmark = 'support-desk'
const base = { source: 's1', subject, benchmark } as const

function rowAt(at: number): ItemRow {
  return {
    source: 's1',
    benchmark,
    item: `item-${at}`,
    kind: 'call',
    trial: 0,
    verdict: (['right', 'wrong', 'error', 'unmeasured', 'partial'] as const)[at % 5] ?? 'right',
    value: (at % 5) / 4,
    outcome: at % 2 === 0 ? 'called' : 'attempted',
    level: at % 2 === 0 ? 'S7' : 'S3',
    tools: at === 0 ? [hostileTexts.script] : [`tool_${at % 40}`],
    said:
      at === 0 ? hostileTexts.closing : `<tool_call>{"name": "tool_${at % 40}", "arguments": {"id": ${at}}}`,
    asked: at % 50,
  }
}

function evidenceAt(at: number): ItemEvidence {
  const text =
    at === 0
      ? `${hostileTexts.closing} ${hostileTexts.override}\u0000 \ud800`
      : `I will look it up.\n<tool_call>{'name': "tool_${at % 40}", "arguments": {"id": ${at}, "note": "${'a longer text. '.repeat(20)}"}}</tool_call>`
  return {
    said: { text, length: text.length },
    form: 'text',
    stopReason: 'stop',
    calls: {
      dialect: 'hermes',
      outcome: 'attempted',
      level: 'S2',
      isExact: false,
      strict: [],
      vendor: [],
      lenient: [{ name: `tool_${at % 40}`, arguments: `{"id":${at}}`, span: { start: 19, end: 40 } }],
      keyword: { released: `tool_${at % 40}`, anywhere: [`tool_${at % 40}`] },
      faults: [{ code: 'payload-syntax', what: 'Keys need double quotes.', at: 31, line: 2, column: 13 }],
      flags: ['prose_before'],
      repairs: [{ code: 'single-quotes', at: 31, what: 'name' }],
      perGold: [{ name: `tool_${at % 40}`, arguments: `{"id":${at}}`, isEqual: false }],
    },
  }
}

function source(id: string, name: string, state: ReportSource['state']): ReportSource {
  return {
    id,
    kind: 'run',
    name,
    path: `runs/${name}`,
    state,
    subject: { label: subject, spec: 'reference:caller' },
    benchmarks: [{ name: benchmark, items: 60 }],
    settings: [['temperature', '0']],
    notices: [],
  }
}

const retrieval: NonNullable<ReportPages['retrieval']> = {
  curves: (['all', 'easy', 'hard'] as const).flatMap((tier, row) =>
    (['constrained', 'free'] as const).map((path, column) => ({
      ...base,
      path,
      tier,
      points: [1, 5, 10, 50].map((k, at) => ({
        k,
        score: scored(0.2 + at * 0.15 - row * 0.05 - column * 0.1, { k, tier }),
      })),
    })),
  ),
  internalization: [
    {
      ...base,
      k: 5,
      rc: scored(0.8),
      rf: scored(0.6),
      is: scored(0.75, { metric: 'is', unit: 'ratio Rf/Rc' }),
    },
  ],
  service: [{ ...base, score: scored(0.7, { metric: 'service-recall' }) }],
  others: [{ ...base, score: unscored }],
  confusions: [
    { ...base, gold: 'tool_1', taken: hostileTexts.script, count: 4, of: 9, items: ['item-1', 'item-41'] },
  ],
  tools: [
    {
      name: 'tool_1',
      description: { text: hostileTexts.closing, length: 400 },
      service: 'desk',
      sought: 9,
      found: 5,
      k: 5,
      queries: [{ ...base, item: 'item-1', query: { text: hostileTexts.override, length: 15 } }],
      neighbours: [{ name: 'tool_2', score: 7.25 }],
      takenFor: [{ name: hostileTexts.script, count: 4 }],
      change: 'Say what tells it from tool_2.',
    },
  ],
  left: { confusions: 3, tools: 0 },
}

const calls: NonNullable<ReportPages['calls']> = {
  results: [
    {
      ...base,
      n: 60,
      outcomes: { called: 40, attempted: 10, truncated: 2, abstained: 5, empty: 3 },
      scores: [scored(0.5, { metric: 'exact', unit: 'share of items' })],
      keyword: {
        released: { both: 30, onlyKeyword: 15, onlyStrict: 1, neither: 14 },
        anywhere: { both: 31, onlyKeyword: 20, onlyStrict: 0, neither: 9 },
      },
      levels: (['S0', 'S1', 'S2', 'S3', 'S4', 'S5', 'S6', 'S7'] as const).map((level, at) => ({
        level,
        reached: 60 - 5 * at,
        n: 60,
      })),
      faults: [{ code: 'payload-syntax', count: 10, example: hostileTexts.script, items: ['item-1'] }],
      repairs: [{ code: 'single-quotes', count: 9, example: 'name', items: ['item-1'] }],
      confusions: [{ gold: 'tool_1', called: hostileTexts.override, count: 2 }],
    },
  ],
}

const probes: NonNullable<ReportPages['probes']> = {
  results: [
    {
      ...base,
      kind: 'mcq',
      examined: 'token',
      scores: [scored(0.62, { metric: 'accuracy', unit: 'share of items', chance: 0.25 })],
      controls: [
        {
          showing: 'no-token',
          score: scored(0.4, { metric: 'accuracy', unit: 'share of items' }),
          difference: { value: 0.22, interval: [0.1, 0.34], p: 0.0004, verdict: 'above' },
        },
      ],
      nulls: [{ id: 'longest', metric: 'accuracy', value: 0.31, interval: [0.2, 0.43], n: 60 }],
      letters: ['A', 'B', 'C', 'D'].map((letter, at) => ({
        letter,
        chosen: 12 + at,
        answers: 15,
        accuracy: 0.6,
      })),
      letterTest: { chiSquared: 0.74, degrees: 3, p: 0.86 },
      beatable: [{ item: 'item-2', by: ['longest'] }],
      counts: { items: 60, measured: 58, beatable: 1 },
      methods: { probabilities: 58 },
    },
  ],
}

const ladder: NonNullable<ReportPages['ladder']> = {
  ladders: [
    {
      source: 's2',
      ladder: {
        schema: 'assay.ladder/1',
        assay: '0.1.0',
        createdAt: '2026-01-01T00:00:00.000Z',
        seed: 0,
        subject: { spec: 'reference:parrot', label: 'reference:parrot', model: 'parrot', dialect: 'hermes' },
        corpus: {
          path: 'corpus',
          fingerprint: 'f'.repeat(64),
          shape: 'messages',
          dialect: 'hermes',
          toolsIn: 'calls',
          tools: [],
          rows: 0,
          examples: 0,
          notices: [],
          statistics: [],
        },
        batteries: [],
        verdict: 'memorised',
        decidedBy: 3,
        because: 'Verbatim prompts are answered and no others.',
        figures: [
          {
            rung: 3,
            metric: 'verbatim',
            value: 0.95,
            n: 40,
            interval: [0.84, 0.99],
            isItemsOnly: false,
            standing: 'high',
          },
        ],
        caveats: ['One corpus alone.'],
        next: [{ what: 'Train on more wordings.', command: 'assay export training --repair' }],
        rungs: ([0, 1, 2, 3, 4, 5] as const).map((id) => ({
          id,
          name: ['harness', 'lenient', 'qualitative', 'reproduction', 'first token', 'factorial'][id] ?? '',
          claim: 'What the rung asserts of the subject.',
          verdict:
            (['holds', 'fails', 'mixed', 'fails', 'measured', 'unmeasured'] as const)[id] ?? 'measured',
          summary: id === 2 ? hostileTexts.script : 'A sentence that stands without the rest.',
          evidence: [scored(0.4)],
          findings: [
            { code: 'x', severity: 'warn' as const, what: 'Something.', cases: ['item-3'], count: 1 },
          ],
          tables: [
            {
              id: 't',
              title: 'A table',
              columns: ['tool', 'n'],
              rows: [
                ['tool_1', 4],
                [null, 5],
              ],
            },
          ],
        })),
      },
      openings: [
        {
          battery: 'desk',
          position: 'first token',
          needsCall: true,
          points: Array.from({ length: 40 }, (_, at) => ({
            item: `item-${at}`,
            logprob: -0.2 * at - 0.1,
            isBound: at > 30,
          })),
        },
      ],
      trajectory: [0, 1, 2].map((at) => {
        const p = 10 ** (at - 3)
        const known = { atLeast: p, atMost: p }
        return {
          name: `step-${at}`,
          geometricMean: known,
          median: known,
          min: { atLeast: p / 5, atMost: p / 5 },
          max: { atLeast: p * 2, atMost: p * 2 },
          wellFormed: { right: at, n: 10 },
          lenient: { right: 2 * at, n: 10 },
        }
      }),
    },
  ],
  drifts: [{ source: 's2', drift: driftOf() }],
}

const dialogues = dialoguesOf(base, [scored(0.3, { metric: 'turn-correct', unit: 'share of turns' })])

const compare: NonNullable<ReportPages['compare']> = {
  pairs: [
    {
      a: 's1',
      b: 's2',
      comparison: {
        benchmark,
        kind: 'call',
        metric: 'exact',
        n: 60,
        clusters: 22,
        effectiveClusters: 20.7,
        pairs: { both: 20, onlyA: 4, onlyB: 16, neither: 20 },
        difference: 0.2,
        interval: [0.06, 0.34],
        test: 'sign flips of 22 cluster sums',
        p: 0.006,
        adjustedP: 0.012,
        verdict: 'better',
        a: { subject },
        b: { subject: 'reference:parrot' },
        unpaired: { onlyA: 0, onlyB: 0 },
      },
      flipped: [{ item: 'item-4', a: 0, b: 1 }],
      flippedCount: 20,
    },
  ],
  refused: [{ a: 's1', b: 's3', code: 'items-differ', why: 'The items are not the same.' }],
  margin: 0.03,
}

/** A report with something on every page, of that many samples. Texts of strangers are hostile. */
export function reportOf(items: number): ReportDocument {
  const places = Array.from({ length: items }, (_, at) => at)
  return {
    schema: 'assay.report/1',
    assay: '0.1.0',
    createdAt: '2026-01-01T12:30:00.000Z',
    seed: 0,
    benchmarks: [],
    subjects: [],
    sections: sectionsOf([scored(0.3), scored(0.7, { metric: 'mrr', unit: 'reciprocal rank' }), unscored]),
    notMeasured: [],
    pages: {
      sources: [
        source('s1', 'caller', { kind: 'whole' }),
        source('s2', 'parrot', { kind: 'cut', why: 'Asking stopped at a budget.', missing: 12 }),
        source('s3', hostileTexts.closing, {
          kind: 'other-version',
          schema: 'assay.run/0',
          why: 'Made by another version.',
        }),
      ],
      overview: {
        benchmarks: [
          {
            source: 's1',
            benchmark,
            verdict: 'usable-with-care',
            weight: 'warn',
            sentence: '46 of 60 items have gold that shares no word with the query.',
            reasons: ['A word rule finds 12 of 60.'],
            items: 60,
            clusters: 22,
          },
        ],
        verdicts: [
          {
            source: 's1',
            subject,
            page: 'calls',
            verdict: 'measured',
            weight: 'info',
            sentence: `Half of the calls are exact. ${hostileTexts.script}`,
            evidence: [scored(0.5), unscored],
          },
          {
            source: 's2',
            subject: hostileTexts.override,
            page: 'ladder',
            verdict: 'unmeasured',
            weight: 'unmeasured',
            sentence: 'The instrument failed.',
            evidence: [],
          },
        ],
        scores: [
          { ...base, page: 'retrieval', score: scored(0.48) },
          {
            ...base,
            page: 'retrieval',
            score: scored(0.06, {
              tier: 'hard',
              floor: { null: 'name-match', value: 0.08, verdict: 'at-floor' },
            }),
          },
          { ...base, page: 'calls', score: unscored },
        ],
        notMeasured: [{ what: 'Dialogues of other packs', why: 'no run was given' }],
      },
      retrieval,
      probes,
      calls,
      ladder,
      dialogues,
      compare,
      items: {
        total: items,
        rows: places.map(rowAt),
        evidence: places.map(evidenceAt),
        asked: Array.from({ length: 50 }, (_, at) => ({
          prompt: { text: `Look up ticket ${at}, please.`, length: 30 },
          gold: { text: `tool_${at}({"id": ${at}})`, length: 20 },
          offered: ['tool_1', 'tool_2'],
        })),
        caps: { rows: 50_000, evidenceBytes: 2_000_000, textLength: 20_000 },
        left: { rows: 0, evidence: 0 },
      },
    },
  }
}
