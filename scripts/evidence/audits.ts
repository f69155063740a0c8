import { type Exhibit, type Fault, type Figure, jsonIn, type Reading, strongestOf } from './exhibit.js'
import { TOOLSENSE, toolsenseMcq, toolsenseQa } from './published.js'
import { intervalText, valueText } from './table-text.js'

/** What `assay benchmark audit --json` prints, as far as it is read here. */
interface Audit {
  readonly verdict: string
  readonly reasons: readonly AuditReason[]
  readonly nulls: readonly {
    readonly id: string
    readonly metric: string
    readonly value: number
    readonly interval?: readonly [number, number]
    readonly intervalOver?: 'clusters' | 'these-items'
    readonly chance: number
    readonly n: number
  }[]
  readonly counts: {
    readonly items: number
    readonly clusters?: { readonly named: number; readonly effective: number }
    readonly checks: Readonly<Record<string, unknown>>
  }
}

interface AuditReason {
  readonly code: string
  readonly severity: string
  readonly count?: number
}

const IMPOSSIBLE = 'mean-impossible'
const COUNTED: Readonly<Record<string, string>> = { turns: 'turns' }

/** Figures of audits, one a part. Sentences of findings quote the data, so that only their codes and counts are kept. */
export function readAudits(parts: readonly string[], outputs: readonly string[]): Reading {
  const audits = outputs.map((output) => jsonIn(output) as Audit) // assay.audit/1
  const isOne = parts.length === 1
  return {
    verdicts: audits.map(({ verdict }, at) => ({ of: parts[at] ?? '', verdict })),
    figures: audits.flatMap((audit, at) => figuresOf(audit, isOne ? undefined : (parts[at] ?? ''))),
    faults: audits.flatMap(({ reasons, counts }, at) => faultsOf(reasons, counts.items, parts[at] ?? '')),
  }
}

function figuresOf({ nulls, counts }: Audit, part: string | undefined): readonly Figure[] {
  const prefix = part === undefined ? '' : `${part}, `
  const metrics = [...new Set(nulls.map(({ metric }) => metric))]
  const distinct = distinctOf(counts.checks)
  return [
    ...metrics.flatMap((metric) => {
      const group = `${prefix}${metric}`
      const of = nulls
        .filter((one) => one.metric === metric)
        .map(
          (one): Figure => ({
            what: `${one.id}: ${group}`,
            group,
            value: one.value,
            unit: 'share',
            n: one.n,
            counted: COUNTED[metric] ?? 'items',
            ...(one.interval === undefined ? {} : { interval: one.interval }),
            ...(one.intervalOver === undefined ? {} : { over: one.intervalOver }),
            chance: one.chance,
          }),
        )
      return mergedAlike(of)
    }),
    ...(distinct === undefined
      ? []
      : [count(`${prefix}distinct items`, distinct, counts.items, 'of the items')]),
    ...(counts.clusters === undefined
      ? []
      : [
          count(
            `${prefix}effective clusters (Kish)`,
            Math.round(counts.clusters.effective * 10) / 10,
            counts.items,
            `${counts.clusters.named} are named`,
          ),
        ]),
  ]
}

/** Null models that score exactly the same, all or nothing, stand in one row; the data keep each. */
function mergedAlike(figures: readonly Figure[]): readonly Figure[] {
  return figures.flatMap((figure) => {
    const alike = figures.filter(({ value }) => value === figure.value)
    if ((figure.value !== 0 && figure.value !== 1) || alike.length === 1) return [figure]
    const detail = { ...figure, isDetail: true as const }
    if (alike[0] !== figure) return [detail]
    const names = alike.map(({ what }) => nameIn(what)).join(', ')
    return [{ ...figure, what: `${names}: ${figure.group}` }, detail]
  })
}

function nameIn(what: string): string {
  return what.slice(0, what.indexOf(':'))
}

function count(what: string, value: number, n: number, note: string): Figure {
  return { what, group: 'size', value, unit: 'count', n, counted: 'items', note }
}

function distinctOf(checks: Audit['counts']['checks']): number | undefined {
  const byKind = checks['distinct-items'] as
    | Readonly<Record<string, { readonly distinct: number }>>
    | undefined
  if (byKind === undefined) return undefined
  return Object.values(byKind).reduce((sum, { distinct }) => sum + distinct, 0)
}

/** One fault a code: several null models that beat chance are one, of as many items. Of impossible means each has a reason. */
function faultsOf(reasons: readonly AuditReason[], n: number, of: string): readonly Fault[] {
  const faults = new Map<string, Fault>()
  for (const { code, severity, count: items = 0 } of reasons) {
    const known = faults.get(code)
    if (code === IMPOSSIBLE) faults.set(code, { code, severity, count: (known?.count ?? 0) + 1, of })
    else if (known === undefined) faults.set(code, { code, severity, count: items, n, of })
  }
  return [...faults.values()]
}

/** "`shortest` scores 48.4 % [44.2, 52.7]": the strongest null model of a group, in a sentence. */
function strongestSentence(reading: Reading, group: string): readonly string[] {
  const strongest = strongestOf(reading.figures, group)
  if (strongest?.value == null) return []
  if (strongest.value === 0) return [`Without a model nothing is scored (${group}).`]
  const names = nameIn(strongest.what)
    .split(', ')
    .map((name) => `\`${name}\``)
    .join(', ')
  return [`Without a model, ${names} scores ${valueText(strongest)} ${intervalText(strongest)} (${group}).`]
}

/** A published mean that GRIM calls impossible, where there is one. */
function grimSentence({ faults }: Reading): readonly string[] {
  const impossible = faults.find(({ code }) => code === IMPOSSIBLE)
  if (impossible === undefined) return []
  return [
    `Of the published means ${impossible.count} cannot be a mean of so many answers that are right or wrong: n, the digits or the way of counting are not as stated, or there was more than one answer an item.`,
  ]
}

const auditOf = (path: string): string => `node bin/assay.js benchmark audit $DATA/${path} --json`

const publishedFlags = (n: number, printed: readonly string[]): string =>
  printed.map((mean) => ` --published ${mean.replace(' %', '')}:${n}`).join('')

const BFCL_CATEGORIES = [
  'simple_python',
  'multiple',
  'parallel',
  'parallel_multiple',
  'live_simple',
  'irrelevance',
  'multi_turn_base',
]

export const audits: readonly Exhibit[] = [
  {
    id: 'toolsense-rrb',
    section: 'benchmarks',
    title: 'ToolSense: realistic retrieval (RRB)',
    about:
      '500 queries with pools of 14 tools. Recall is in the catalog that the file itself brings, R-precision in the pools. `pool-order` leaves a pool as the file lists it; `name-match` is BM25 over names alone and a floor, no blind model.',
    commands: [auditOf('toolsense/rrb.jsonl')],
    inputs: ['toolsense/rrb.jsonl'],
    needs: ['data'],
    read: (outputs) => readAudits(['RRB'], outputs),
    follows: (reading) => [
      ...strongestSentence(reading, 'r-precision'),
      'Any score in these pools is read against that floor, not against chance; published retrieval scores are over the whole catalog, where the order of the pools does not help. What is in doubt there is gold, by the faults named above.',
    ],
  },
  {
    id: 'toolsense-mcq',
    section: 'benchmarks',
    title: 'ToolSense: multiple choice (MCQ)',
    about:
      '496 questions about a tool with four options each; the null models see the options and the question, never the tool. The published means also went through GRIM with one answer an item (`--published`).',
    commands: [
      `${auditOf('toolsense/mcq.jsonl')}${publishedFlags(
        496,
        toolsenseMcq.map(({ printed }) => printed),
      )}`,
    ],
    inputs: ['toolsense/mcq.jsonl'],
    needs: ['data'],
    read: (outputs) => readAudits(['MCQ'], outputs),
    source: TOOLSENSE,
    published: toolsenseMcq,
    follows: (reading) => [
      ...strongestSentence(reading, 'accuracy'),
      ...grimSentence(reading),
      'A published accuracy that is not above this interval shows no knowledge of tools: the options alone give as much.',
    ],
  },
  {
    id: 'toolsense-qa',
    section: 'benchmarks',
    title: 'ToolSense: yes or no (QA)',
    about:
      '500 yes/no questions, half of them yes; the null models see the question, never the tool. Rules that are learnt from items answer services that they did not learn from.',
    commands: [
      `${auditOf('toolsense/qa.jsonl')}${publishedFlags(
        500,
        toolsenseQa.map(({ printed }) => printed),
      )}`,
    ],
    inputs: ['toolsense/qa.jsonl'],
    needs: ['data'],
    read: (outputs) => readAudits(['QA'], outputs),
    source: TOOLSENSE,
    published: toolsenseQa,
    follows: (reading) => [
      ...strongestSentence(reading, 'balanced-accuracy'),
      ...grimSentence(reading),
      'The published "exactly 50.0 %" is what any constant answer gives; it cannot tell lost knowledge from a lost format.',
    ],
  },
  {
    id: 'bfcl',
    section: 'benchmarks',
    title: 'BFCL v4, seven categories, each file alone',
    about:
      'Scored by Assay’s strict rule (`exact`: every call and every value of gold). `constant` calls the most frequent tool with entities copied from the prompt. An empty answer is no useful abstention here, so `silent` gets nothing in `irrelevance`; the leaderboard’s own rule credits it there. Of the multi-turn file turns are counted.',
    commands: BFCL_CATEGORIES.map((category) => auditOf(`bfcl/BFCL_v4_${category}.json`)),
    inputs: ['bfcl'],
    needs: ['data'],
    read: (outputs) => readAudits(BFCL_CATEGORIES, outputs),
    follows: (reading) => [
      ...BFCL_CATEGORIES.flatMap((category) =>
        strongestSentence(reading, `${category}, ${category === 'multi_turn_base' ? 'turns' : 'exact'}`),
      ),
      'A score in `irrelevance` alone shows nothing: whoever never calls has all of it. It is to be read together with a category that wants calls. The published leaderboard was not at hand, so that no number is held against these.',
    ],
  },
  {
    id: 'api-bank',
    section: 'benchmarks',
    title: 'API-Bank, 107 dialogues of levels 1 and 2',
    about:
      'Turns of the user are counted. `silent` and `no-op` never call, `re-search` repeats the calls of the last turn that had some.',
    commands: [auditOf('api-bank')],
    inputs: ['api-bank'],
    needs: ['data'],
    read: (outputs) => readAudits(['API-Bank'], outputs),
    follows: (reading) => [
      ...strongestSentence(reading, 'turns'),
      'In that share of the turns gold makes no call: an accuracy over all turns begins there. Published scores count calls and not turns, so that none is held against this.',
    ],
  },
  {
    id: 'tau2',
    section: 'benchmarks',
    title: 'tau2-bench: tasks of retail and mock',
    about:
      'A task is one turn whose gold is the list of actions; `silent` is right where the database is to stay as it is. No user was simulated.',
    commands: [auditOf('tau2/retail'), auditOf('tau2/mock')],
    inputs: ['tau2/retail', 'tau2/mock'],
    needs: ['data'],
    read: (outputs) => readAudits(['retail', 'mock'], outputs),
    follows: (reading) => [
      ...strongestSentence(reading, 'retail, turns'),
      ...strongestSentence(reading, 'mock, turns'),
      'What `silent` passes are tasks whose gold changes nothing. The interval, not the value, says how far an agent must be above it.',
    ],
  },
]
