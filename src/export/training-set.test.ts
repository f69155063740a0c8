import { describe, expect, it } from 'vitest'
import { memoryFiles } from '../../test/contract/memory-files.js'
import type { Benchmark, Item } from '../benchmark/item.js'
import { fingerprintOfItems } from '../benchmark/item-json.js'
import { buildTool } from '../catalog/build-tool.js'
import { catalogOf } from '../catalog/catalog.js'
import { tokensOf } from '../corpus/tool-tokens.js'
import { type RecipeId, recipeIds, recipes } from '../corpus/training-recipe.js'
import { readTokenMap } from '../parametric/read-token-map.js'
import { bm25 } from '../retrieval/retrievers/bm25.js'
import { hashText } from '../text/hash.js'
import { writeTrainingSet } from './training-set.js'
import type { TrainingSetRequest } from './training-set-request.js'

const catalog = catalogOf(
  [
    ['Mail&&send', 'Sends a letter to somebody'],
    ['Mail&&list', 'Lists the letters of a folder'],
    ['Chat&&post', 'Posts a line into a room'],
    ['Chat&&rooms', 'Names the rooms'],
    ['Tide&&table', 'High and low water of a harbour'],
    ['Tide&&moon', 'The phase of the moon'],
  ].map(([name = '', description]) =>
    buildTool({ name, description, source: { format: 'test', at: 'test' } }),
  ),
)

const benchmark = (name: string, items: readonly Item[]): Benchmark => ({
  name,
  items,
  fingerprint: fingerprintOfItems(items),
})
const queries = benchmark('queries', [
  { kind: 'retrieval', id: 'q1', query: 'write to Ann', gold: [['Mail&&send'], ['Chat&&post']] },
  {
    kind: 'retrieval',
    id: 'q2',
    query: 'when is high water in Brest',
    gold: [['Tide&&table', 'Tide&&gone']],
  },
  { kind: 'retrieval', id: 'q3', query: 'what is new', gold: [['Mail&&list', 'Chat&&rooms']] },
  { kind: 'retrieval', id: 'q4', query: 'Write to Ann!', gold: [['Mail&&send']] },
  { kind: 'retrieval', id: 'q5', query: 'fly me there', gold: [['Plane&&book']] },
])
const tests = benchmark('tests', [
  { kind: 'retrieval', id: 't1', query: 'write to Ann', gold: [['Mail&&send']] },
  {
    kind: 'mcq',
    id: 't2',
    tool: 'Tide&&moon',
    question: 'What does it tell?',
    answer: 'a',
    distractors: ['b'],
  },
  { kind: 'qa', id: 't3', tool: 'Chat&&rooms', question: 'Names the rooms', answer: 'yes' },
])

async function training(recipe: RecipeId, rest: Partial<TrainingSetRequest> = {}, files = memoryFiles()) {
  const stage = rest.stage ?? 1
  const request: TrainingSetRequest = {
    catalog,
    tokens: tokensOf(catalog.tools, recipes[recipe].tokens),
    recipe: recipes[recipe],
    stage,
    update: 'fft',
    queries: stage === 2 ? [queries] : [],
    tests: [],
    dropNearDuplicates: false,
    retriever: bm25(),
    negativeCount: 3,
    budget: {
      counter: { tokenizer: 'characters', count: (text) => text.length },
      maxTokens: 1024,
      reserve: 64,
    },
    seed: 0,
    assay: '0.0.0',
    folder: 'out',
    ...rest,
  }
  const card = await writeTrainingSet(request, { files, notify: () => {}, pause: async () => {} })
  const text = (name: string): string => String(files.contents.get(`out/${name}`))
  const rows = text('train.jsonl')
    .split('\n')
    .filter((line) => line !== '')
    .map(
      (line): { id: string; format: string; tool: string; messages: { role: string; content: string }[] } =>
        JSON.parse(line),
    )
  return { card, files, text, rows }
}

describe('writeTrainingSet', () => {
  it.each([
    ['tg', 1, { f1: 6 }, ['user', 'assistant'], '<<Mail&&send>>'],
    ['tg-h', 1, { f1: 6 }, ['system', 'user', 'assistant'], '<<Mail>><<&&send>>'],
    ['tg-3fm', 1, { f1: 6, f2: 6, f3: 6 }, ['system', 'user', 'assistant'], '<<Mail&&send>>'],
    [
      'tg-5fm',
      1,
      { f1: 6, f2: 6, f3: 6, f4: 6, f5: 6 },
      ['system', 'user', 'assistant'],
      '<<Mail>><<&&send>>',
    ],
    ['tg', 2, { query: 6 }, ['user', 'assistant'], '<<Mail&&send>>'],
    ['tg-h', 2, { query: 6 }, ['system', 'user', 'assistant'], '<<Mail>><<&&send>>'],
    ['tg-3fm', 2, { query: 6 }, ['system', 'user', 'assistant'], '<<Mail&&send>>'],
    ['tg-5fm', 2, { query: 6 }, ['system', 'user', 'assistant'], '<<Mail>><<&&send>>'],
  ] as const)('%s, stage %i', async (recipe, stage, counts, roles, answer) => {
    const { card, rows } = await training(recipe, { stage })
    const counted: Record<string, number> = {}
    for (const { format } of rows) counted[format] = (counted[format] ?? 0) + 1
    expect(counted).toEqual(counts)
    expect(card).toMatchObject({
      schema: 'assay.training/1',
      recipe,
      stage,
      records: {
        total: rows.length,
        formats: Object.fromEntries(Object.entries(counts).map(([format, records]) => [format, { records }])),
      },
    })
    for (const { messages } of rows) expect(messages.map(({ role }) => role)).toEqual(roles)
    expect(rows[0]?.messages.at(-1)?.content).toBe(answer)
  })

  it('expands every gold tool of a query, equals included, and says what the catalog lacks', async () => {
    const { card, rows } = await training('tg', { stage: 2 })
    expect(rows.map(({ messages }) => messages.map(({ content }) => content))).toEqual([
      ['write to Ann', '<<Mail&&send>>'],
      ['write to Ann', '<<Chat&&post>>'],
      ['when is high water in Brest', '<<Tide&&table>>'],
      ['what is new', '<<Mail&&list>>'],
      ['what is new', '<<Chat&&rooms>>'],
      ['Write to Ann!', '<<Mail&&send>>'],
    ])
    expect(card).toMatchObject({
      queries: {
        sources: [{ name: 'queries', items: 5, excludedItems: 1, missingGold: 2 }],
        repeatedPairs: 0,
      },
    })
  })

  it('lists training texts that repeat a test text, and leaves them out when told', async () => {
    const listed = await training('tg', { stage: 2, tests: [tests] })
    expect(
      listed
        .text('near-duplicates.jsonl')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      { kind: 'exact', train: { id: 'queries/q1' }, test: { benchmark: 'tests', id: 't1' } },
      { kind: 'normalised', train: { id: 'queries/q4' }, test: { id: 't1' } },
    ])
    expect(listed.card).toMatchObject({
      nearDuplicates: {
        testTexts: 3,
        trainTexts: 4,
        trainTextsInTests: 2,
        pairs: { exact: 1, normalised: 1, near: 0 },
      },
    })
    const dropped = await training('tg', { stage: 2, tests: [tests], dropNearDuplicates: true })
    expect(dropped.rows).toHaveLength(3)
    expect(dropped.card).toMatchObject({ queries: { droppedNearDuplicates: 2 } })
    const stageOne = await training('tg', { tests: [tests] })
    expect(stageOne.text('near-duplicates.jsonl')).toContain('"id":"Chat&&rooms"')
  })

  it('writes the same bytes of the same request, and names their fingerprints', async () => {
    const first = await training('tg-5fm', { seed: 7 })
    const second = await training('tg-5fm', { seed: 7 })
    expect([...second.files.contents]).toEqual([...first.files.contents])
    const { files } = JSON.parse(first.text('manifest.json'))
    expect(Object.keys(files).sort()).toEqual(
      [...first.files.contents.keys()]
        .map((path) => path.slice('out/'.length))
        .filter((name) => name !== 'manifest.json' && name !== 'README.md')
        .sort(),
    )
    for (const [name, fingerprint] of Object.entries(files))
      expect(hashText(first.text(name))).toBe(fingerprint)
    const other = await training('tg-5fm', { seed: 8 })
    expect(other.text('train.jsonl')).not.toBe(first.text('train.jsonl'))
  })

  it('gives every token with the words that start its rows', async () => {
    const { text, card } = await training('tg-h')
    const lines = text('tokens.jsonl')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines[0]).toEqual({ token: '<<Mail>>', level: 'service', initialText: 'Mail', toolCount: 2 })
    expect(lines).toHaveLength(9)
    expect(card).toMatchObject({
      tokens: {
        scheme: 'hierarchical',
        vocabulary: 9,
        initialisation: { method: 'mean-of-sub-tokens', rows: ['input', 'output'] },
      },
    })
    expect(JSON.parse(text('tool-tokens.json'))).toMatchObject({ 'Mail&&send': ['<<Mail>>', '<<&&send>>'] })
  })

  it.each(['flat', 'hierarchical'] as const)(
    'writes a map of %s tokens that decoding reads',
    async (scheme) => {
      const tokens = tokensOf(catalog.tools, scheme)
      const { files } = await training('tg', { tokens })
      const map = await readTokenMap('out/tool-tokens.json', catalog, files)
      expect(map).toMatchObject({ layout: scheme, isSingle: true, strangers: [], unmapped: [] })
      expect(map.entries.map(({ spelling }) => spelling.kind === 'parts' && spelling.parts)).toEqual(
        tokens.sequences,
      )
    },
  )

  it('counts hard negatives: source, what was drawn at random, where the answers stand', async () => {
    const { card } = await training('tg-3fm', { negativeCount: 9 })
    expect(card).toMatchObject({
      negatives: { source: 'bm25', wanted: 9, classes: 6, total: 30, recordsWithFewer: 6 },
    })
  })

  it.each(recipeIds)('never loses a target of %s to the length', async (recipe) => {
    const whole = await training(recipe)
    const tight = await training(recipe, {
      budget: {
        counter: { tokenizer: 'characters', count: (text) => text.length },
        maxTokens: 270,
        reserve: 20,
      },
    })
    const targets = (rows: typeof whole.rows) =>
      rows.filter(({ format }) => format !== 'f2').map(({ messages }) => messages.at(-1)?.content)
    expect(targets(tight.rows)).toEqual(targets(whole.rows))
    for (const { format, messages } of tight.rows) {
      const counted = messages.map(({ content }) => content.replace(/<<.*?>>/g, 'T')).join('')
      expect(counted.length, format).toBeLessThanOrEqual(250)
    }
  })

  it('refuses what does not go together, with nothing written', async () => {
    const files = memoryFiles()
    await expect(training('tg', { queries: [queries] }, files)).rejects.toThrow(
      /Stage 1 is made of the catalog/,
    )
    await expect(training('tg', { stage: 2, queries: [] }, files)).rejects.toThrow(
      /Stage 2 is made of queries/,
    )
    const flat = tokensOf(catalog.tools, 'flat')
    await expect(training('tg-5fm', { tokens: flat }, files)).rejects.toThrow(/every tool has one token only/)
    await expect(
      training('tg', { stage: 2, queries: [benchmark('x', tests.items.slice(1))] }, files),
    ).rejects.toThrow(/None of the 2 items is a retrieval item/)
    const gone = benchmark('gone', queries.items.slice(4))
    await expect(training('tg', { stage: 2, queries: [gone] }, files)).rejects.toThrow(
      /none of the gold tools/,
    )
    const same = benchmark('same', queries.items.slice(0, 1))
    await expect(
      training('tg', { stage: 2, queries: [same], tests: [tests], dropNearDuplicates: true }, files),
    ).rejects.toThrow(/none is left to train on/)
    const budget = { counter: { tokenizer: 'characters', count: () => 99 }, maxTokens: 20, reserve: 0 }
    await expect(training('tg', { budget }, files)).rejects.toThrow(/does not fit into 20 tokens/)
    expect([...files.contents.keys()]).toEqual([])
  })

  it('writes over a training set, finished or not, and into nothing else', async () => {
    const again = await training('tg', {}, (await training('tg-3fm')).files)
    expect(again.card).toMatchObject({ recipe: 'tg' })
    await training('tg', {}, memoryFiles({ 'out/train.jsonl': '', 'out/tokens.jsonl.12.0.tmp': '' }))
    const notes = memoryFiles({ 'out/README.md': 'mine' })
    await expect(training('tg', {}, notes)).rejects.toThrow(/something other than a training set/)
    await expect(training('tg', {}, memoryFiles({ out: 'a file' }))).rejects.toThrow(
      /a training set is a folder/,
    )
    const foreign = memoryFiles({ 'out/manifest.json': '{"schema":"other"}' })
    await expect(training('tg', {}, foreign)).rejects.toThrow(/something other/)
    expect(notes.contents.get('out/README.md')).toBe('mine')
  })

  it('tells people apart what the trainers cannot do', async () => {
    expect((await training('tg', { update: 'lora' })).text('README.md')).toMatch(
      /LLaMA-Factory has no key for it[^]*no system messages/,
    )
    expect((await training('tg-3fm')).text('README.md')).toMatch(/add_tokens\.py BASE/)
    expect((await training('tg-3fm', { stage: 2 })).text('README.md')).toMatch(
      /checkpoint of Stage 1 at `model\/`/,
    )
  })
})
