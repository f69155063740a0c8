import type { Item } from '../../src/benchmark/item.js'
import type { ReaderSample } from './benchmark-reader.js'

/*
 * One benchmark in each format that Assay reads, made for these tests, with the items that must come out. A reader is run
 * on its own samples and must leave those of the others alone.
 */

/** JSONL of some values. */
export const lines = (...values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('')
const tool = (name: string) => ({
  tool_name: name,
  tool_title: name.split('&&')[0],
  tool_description: 'None',
})

export const rrbEasy = {
  sample_id: 'e1',
  query: 'Where is my parcel?',
  tool: tool('Parcel Radar&&lookup'),
  analyzed_tools: [tool('Parcel Radar&&lookup'), tool('Ship It&&track')],
  complexity: 'easy',
}
export const rrbMedium = {
  sample_id: 'm1',
  query: 'Plan a picnic',
  tool: [tool('Sky&&now'), tool('Parks')],
  analyzed_tools: [tool('Parks'), tool('Sky&&now')],
  complexity: 'medium',
}
export const rrb: ReaderSample = {
  path: 'rrb.jsonl',
  files: { 'rrb.jsonl': lines(rrbEasy, rrbMedium, { sample_id: 'n1', query: 'No pool', tool: 'A&&b&&c' }) },
  items: [
    {
      kind: 'retrieval',
      id: 'e1',
      query: 'Where is my parcel?',
      gold: [['Parcel Radar&&lookup']],
      tier: 'easy',
      pool: ['Parcel Radar&&lookup', 'Ship It&&track'],
      anchor: 'Parcel Radar&&lookup',
      cluster: 'Parcel Radar',
    },
    {
      kind: 'retrieval',
      id: 'm1',
      query: 'Plan a picnic',
      gold: [['Sky&&now'], ['Parks']],
      tier: 'medium',
      pool: ['Parks', 'Sky&&now'],
      anchor: 'Parks',
      cluster: 'Parks',
    },
    { kind: 'retrieval', id: 'n1', query: 'No pool', gold: [['A&&b&&c']], cluster: 'A' },
  ],
}

export const mcq: ReaderSample = {
  path: 'mcq.jsonl',
  files: {
    'mcq.jsonl': `\n${lines({
      id: 'q1',
      question: 'What does this tool track?',
      correct_answer: 'Parcels',
      wrong_answers: ['Ships', 'Planes', 'Trains'],
      tool: tool('Parcel Radar&&lookup'),
    })}`,
  },
  items: [
    {
      kind: 'mcq',
      id: 'q1',
      tool: 'Parcel Radar&&lookup',
      question: 'What does this tool track?',
      answer: 'Parcels',
      distractors: ['Ships', 'Planes', 'Trains'],
      cluster: 'Parcel Radar',
    },
  ],
}

export const qa: ReaderSample = {
  path: 'qa.jsonl',
  files: {
    'qa.jsonl': lines(
      {
        id: 'y',
        question: 'Does this tool track parcels?',
        answer: 'Yes',
        tool: tool('Parcel Radar&&lookup'),
      },
      { id: 'n', question: 'Does this tool track whales?', answer: 'No', tool: tool('Parcel Radar&&lookup') },
    ),
  },
  items: [
    {
      kind: 'qa',
      id: 'y',
      tool: 'Parcel Radar&&lookup',
      question: 'Does this tool track parcels?',
      answer: 'yes',
      cluster: 'Parcel Radar',
    },
    {
      kind: 'qa',
      id: 'n',
      tool: 'Parcel Radar&&lookup',
      question: 'Does this tool track whales?',
      answer: 'no',
      cluster: 'Parcel Radar',
    },
  ],
}

export const call = {
  id: 'c1',
  kind: 'call',
  messages: [],
  tools: ['a'],
  gold: { calls: [{ name: 'a', arguments: { n: 1 } }] },
}
export const ownItems: readonly Item[] = [
  {
    kind: 'retrieval',
    id: 'r1',
    query: 'Find it',
    gold: [['a'], ['b', 'c']],
    grades: { a: 2, p: 1, __proto__x: 1 },
    tier: 'medium',
    pool: ['a', 'x'],
    anchor: 'a',
    cluster: 'search',
  },
  { kind: 'retrieval', id: '7', query: 'Bare', gold: [['a']] },
  { kind: 'mcq', id: 'm', tool: 'a', question: 'What?', answer: 'this', distractors: ['that'], cluster: 's' },
  { kind: 'qa', id: 'q', tool: 'a', question: 'Is it?', answer: 'no', pair: 'p1' },
  { kind: 'call', id: 'c1', json: call },
  {
    kind: 'dialogue',
    id: 'd1',
    cluster: 'travel',
    json: { id: 'd1', kind: 'dialogue', turns: [], cluster: 'travel' },
  },
]
export const ownLines = lines(
  {
    id: 'r1',
    kind: 'retrieval',
    query: 'Find it',
    gold: ['a', ['b', 'c']],
    grades: { a: 2, p: 1, __proto__x: 1 },
    tier: 'medium',
    pool: ['a', 'x'],
    anchor: 'a',
    cluster: 'search',
  },
  { id: 7, kind: 'retrieval', query: 'Bare', gold: ['a'], tier: null, note: 'ignored' },
  { id: 'm', kind: 'mcq', tool: 'a', question: 'What?', answer: 'this', distractors: ['that'], cluster: 's' },
  { id: 'q', kind: 'qa', tool: 'a', question: 'Is it?', answer: 'no', pair: 'p1' },
  call,
  { id: 'd1', kind: 'dialogue', turns: [], cluster: 'travel' },
)
export const own: ReaderSample = { path: 'items.jsonl', files: { 'items.jsonl': ownLines }, items: ownItems }
export const ownFolder: ReaderSample = {
  path: 'bench',
  files: { 'bench/items.jsonl': ownLines, 'bench/benchmark.json': '{"schema":"assay.benchmark/1"}' },
  items: ownItems,
}

export const document = (name: string, api: string, extra = ''): string =>
  JSON.stringify({ category_name: 'Tools', tool_name: name, api_name: api, api_description: extra })
export const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

export const toolbench: ReaderSample = {
  path: 'G1',
  files: {
    'G1/test.query.txt':
      '11\tTrack my parcel\n11\tTrack my parcel\n12\t"Say ""hi"",\nthen\tstop"\n13\tNobody judged me\n14\tGold is gone\n',
    'G1/qrels.test.tsv':
      '11\t0\t2\t1\n11\t0\t1\t1\n11\t0\t2\t1\n11\t0\t3\t0\n12\t0\t3\t1\n14\t0\t99\t1\n15\t0\t1\t1\n',
    'G1/corpus.tsv': [
      'docid\tdocument_content',
      `1\t${quoted(document('Parcel Radar', 'lookup', 'a\tb "c"\nd'))}`,
      `2\t${quoted(document('Ship It', 'track'))}`,
      `1\t${quoted(document('Parcel Radar', 'lookup', 'other text'))}`,
      `3\t${document('Talk', 'say')}`,
      '4\tnot even JSON, but nobody asks for it',
      '',
    ].join('\n'),
  },
  items: [
    {
      kind: 'retrieval',
      id: '11',
      query: 'Track my parcel',
      gold: [['Ship It&&track'], ['Parcel Radar&&lookup']],
      cluster: 'Ship It',
    },
    { kind: 'retrieval', id: '12', query: 'Say "hi",\nthen\tstop', gold: [['Talk&&say']], cluster: 'Talk' },
  ],
}
export const severalSplits: Readonly<Record<string, string>> = {
  'G1/test_G1_tool.query.txt': '1\tOther split\n',
  'G1/qrels.test_G1_tool.tsv': '1\t0\t3\t1\n',
  ...toolbench.files,
}

export const trecFolder: ReaderSample = {
  path: 'robust',
  files: {
    'robust/qrels.txt':
      '301 0 get_weather 1\n301 0 get_time 0\n301 0 spam -2\n302 Q0 send_mail 1\n302 Q0 send_mail 1\n',
    'robust/topics.txt':
      '<top>\n<num> Number: 301\n<title> weather in\nParis\n\n<desc> Description:\nmore words\n</top>\n\n<TOP>\n<num>302</num>\n<title>mail my boss</title>\n</TOP>\n',
    'robust/README.md': 'words',
  },
  items: [
    { kind: 'retrieval', id: '301', query: 'weather in Paris', gold: [['get_weather']] },
    { kind: 'retrieval', id: '302', query: 'mail my boss', gold: [['send_mail']] },
  ],
}
export const trecPair: ReaderSample = {
  path: 'trec:in/judged.tsv,in/asked.jsonl',
  files: {
    'in/judged.tsv': 'q1\t0\tParcel Radar&&lookup\t3\nq1\t0\tShip It&&track\t1\nq2\t0\tSky&&now\t1\n',
    'in/asked.jsonl': lines({ _id: 'q1', text: 'Where is it?' }, { _id: 'q2', text: 'Only partly answered' }),
  },
  items: [
    {
      kind: 'retrieval',
      id: 'q1',
      query: 'Where is it?',
      gold: [['Parcel Radar&&lookup']],
      grades: { 'Parcel Radar&&lookup': 2, 'Ship It&&track': 1 },
    },
  ],
}

const bfclFunction = {
  name: 'clock',
  description: 'Tells the time.',
  parameters: { type: 'dict', properties: { zone: { type: 'string' } }, required: [] },
}
/** BFCL's questions that no tool answers stand without answers. */
export const bfclFolder: ReaderSample = {
  path: 'bfcl',
  files: {
    'bfcl/BFCL_v4_irrelevance.json': lines({
      id: 'irrelevance_7',
      question: [[{ role: 'user', content: 'Sing to me.' }]],
      function: [bfclFunction],
    }),
    'bfcl/README.md': '',
  },
  items: [
    {
      kind: 'call',
      id: 'irrelevance_7',
      cluster: 'clock',
      json: {
        id: 'irrelevance_7',
        kind: 'call',
        category: 'irrelevance',
        messages: [{ role: 'user', content: 'Sing to me.' }],
        tools: [
          {
            name: 'clock',
            description: 'Tells the time.',
            inputSchema: { type: 'object', properties: { zone: { type: 'string' } }, required: [] },
          },
        ],
        gold: { none: true },
        cluster: 'clock',
        bfcl: { category: 'irrelevance', functions: [bfclFunction], answers: [] },
      },
    },
  ],
}

const t1Turns = (city: string) => [
  { role: 'assistant', text: 'Good morning, where to?' },
  { role: 'user', text: `A room in ${city}, please.`, plan: `search_hotels(city=["${city}"])` },
]
const t1Item = (
  id: string,
  [category, split, template, fill]: readonly [string, string, string, number],
  city: string,
): Item => ({
  kind: 'dialogue',
  id,
  cluster: template,
  json: {
    id,
    kind: 'dialogue',
    pack: 'travel',
    category,
    split,
    template,
    fill,
    turns: t1Turns(city),
    cluster: template,
  },
})
const t1Page = (...cities: readonly string[]): string =>
  [
    'ID,Note,Filled_Template,Filled_Plan',
    ...cities.flatMap((city, at) => [
      `${at + 1},x,"assistant: Good morning, where to?",`,
      `${at + 1},,"user: A room in ${city}, please.",${quoted(`search_hotels(city=["${city}"])`)}`,
    ]),
    '',
  ].join('\n')
export const t1Folder: ReaderSample = {
  path: 'T1',
  files: {
    'T1/README.md': 'words',
    'T1/hotel/test/output_file_hotel_test_2.csv': t1Page('Lund', 'Umeå'),
    'T1/hotel/test/output_file_hotel_test_10.csv': t1Page('Kiruna'),
    'T1/hotel/train/output_file_hotel_train_1.csv': t1Page('Malmö'),
  },
  items: [
    t1Item('hotel-test-1-2', ['hotel', 'test', 'hotel-test-1', 2], 'Lund'),
    t1Item('hotel-test-2-2', ['hotel', 'test', 'hotel-test-2', 2], 'Umeå'),
    t1Item('hotel-test-1-10', ['hotel', 'test', 'hotel-test-1', 10], 'Kiruna'),
    t1Item('hotel-train-1-1', ['hotel', 'train', 'hotel-train-1', 1], 'Malmö'),
  ],
}

const bankCall = { name: 'AddPlant', arguments: { name: 'fern', pots: 2 } }
export const bankRows: readonly unknown[] = [
  { role: 'User', text: 'Two pots of fern, please.' },
  { role: 'AI', text: 'Noted.' },
  {
    role: 'API',
    api_name: 'AddPlant',
    param_dict: { name: 'fern', pots: 2 },
    result: { api_name: 'AddPlant', input: {}, output: 'done', exception: null },
  },
  { role: 'AI', text: 'They are planted.' },
]
export const apiBankFolder: ReaderSample = {
  path: 'bank',
  files: { 'bank/AddPlant-level-1-3.jsonl': lines(...bankRows) },
  items: [
    {
      kind: 'dialogue',
      id: 'AddPlant-level-1-3',
      cluster: 'AddPlant',
      json: {
        id: 'AddPlant-level-1-3',
        kind: 'dialogue',
        category: 'level-1',
        turns: [
          {
            role: 'user',
            text: 'Two pots of fern, please.',
            calls: [bankCall],
            recorded: [{ ...bankCall, output: 'done', exception: null }],
          },
          { role: 'assistant', text: 'Noted.' },
          { role: 'assistant', text: 'They are planted.' },
        ],
        tools: ['AddPlant'],
        cluster: 'AddPlant',
      },
    },
  ],
}

export const tauTask = {
  id: '4',
  description: { purpose: null },
  user_scenario: {
    persona: null,
    instructions: {
      task_instructions: 'You are brief.',
      domain: 'garden',
      reason_for_call: 'You want your hedge cut.',
      known_info: 'You are Ida.',
      unknown_info: null,
    },
  },
  evaluation_criteria: {
    actions: [
      { action_id: '4_0', name: 'cut_hedge', arguments: { owner: 'Ida' }, info: null },
      { action_id: '4_1', name: 'open_gate', arguments: {}, requestor: 'user' },
    ],
  },
}
export const tau2Folder: ReaderSample = {
  path: 'garden',
  files: { 'garden/tasks.json': JSON.stringify([tauTask], undefined, 2), 'garden/policy.md': 'Be kind.' },
  items: [
    {
      kind: 'dialogue',
      id: 'garden-4',
      cluster: 'cut_hedge',
      json: {
        id: 'garden-4',
        kind: 'dialogue',
        category: 'garden',
        goal: { text: 'You want your hedge cut.', known: 'You are Ida.', manner: 'You are brief.' },
        turns: [{ role: 'user', text: '', calls: [{ name: 'cut_hedge', arguments: { owner: 'Ida' } }] }],
        cluster: 'cut_hedge',
      },
    },
  ],
}

/** What the question is called in logs without ids of their own: by the SHA-256 of its canonical JSON. */
const ASK = 'ask-079c877fddd2c6e6'
const question = { messages: [{ role: 'user', content: 'Oslo?' }], tools: [], gold: { unknown: true } }
const asked = (path: string, content: unknown, id = ASK): ReaderSample => ({
  path,
  files: { [path]: `${JSON.stringify(content)}\n` },
  items: [{ kind: 'call', id, json: { id, kind: 'call', ...question } }],
})

export const logs: Readonly<Record<string, ReaderSample>> = {
  inspect: asked(
    'log.json',
    {
      version: 2,
      eval: { task: 't', model: 'm' },
      samples: [{ id: 'a', events: [{ event: 'model', input: question.messages, tools: [], output: {} }] }],
    },
    'a',
  ),
  'promptfoo-results': asked('output.json', {
    evalId: 'e',
    results: { results: [{ prompt: { raw: 'Oslo?' }, response: { output: 'Cold.' } }] },
    config: {},
  }),
  promptfoo: asked('promptfooconfig.json', { prompts: ['{{q}}'], tests: [{ vars: { q: 'Oslo?' } }] }),
  otel: asked('spans.jsonl', {
    name: 'chat',
    context: { trace_id: 'a' },
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.input.messages': JSON.stringify([
        { role: 'user', parts: [{ type: 'text', content: 'Oslo?' }] },
      ]),
    },
  }),
  'batch-requests': asked('batch.jsonl', { custom_id: 'a', body: { messages: question.messages } }, 'a'),
  requests: asked('requests.jsonl', {
    request: { messages: question.messages },
    response: { choices: [{ message: { role: 'assistant', content: 'Cold.' } }] },
  }),
}

/** Samples by the id of the reader that they belong to. */
const samplesOf: Readonly<Record<string, readonly ReaderSample[]>> = {
  assay: [ownFolder],
  'assay-items': [own],
  'toolsense-rrb': [rrb],
  'toolsense-mcq': [mcq],
  'toolsense-qa': [qa],
  bfcl: [bfclFolder],
  t1: [t1Folder],
  'api-bank': [apiBankFolder],
  tau2: [tau2Folder],
  toolbench: [toolbench],
  trec: [trecFolder, trecPair],
  ...Object.fromEntries(Object.entries(logs).map(([id, sample]) => [id, [sample]])),
}

/** Samples that the reader of that id must leave to others. */
export function foreignTo(id: string): readonly ReaderSample[] {
  return Object.entries(samplesOf).flatMap(([owner, samples]) => (owner === id ? [] : samples))
}
