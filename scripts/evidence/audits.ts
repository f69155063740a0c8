import { grimSentence, readAudits, resolutionSentence, strongestSentence } from './audit-reading.js'
import type { Exhibit } from './exhibit.js'
import { TOOLSENSE, toolsenseMcq, toolsenseQa } from './published.js'

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
      ...resolutionSentence(reading),
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
      ...resolutionSentence(reading),
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
      ...resolutionSentence(reading),
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
