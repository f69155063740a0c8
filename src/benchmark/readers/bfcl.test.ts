import { describe, expect, it } from 'vitest'
import {
  brokenFile,
  describeBenchmarkReader,
  type ReaderSample,
  readSample,
} from '../../../test/contract/benchmark-reader.js'
import { bfclFolder, foreignTo, lines } from '../../../test/contract/benchmark-samples.js'
import { callTaskOf } from '../call-item.js'
import { dialogueOf } from '../dialogue-item.js'
import type { CallItem, DialogueItem, Item } from '../item.js'
import { bfcl } from './bfcl.js'

const parameters = {
  type: 'dict',
  properties: {
    city: { type: 'string', description: 'Where.' },
    days: { type: 'integer', default: 3, optional: true },
    price: { type: 'float' },
    place: { type: 'dict', properties: { name: { type: 'string' }, floor: { type: 'any' } } },
    tags: { type: 'array', items: { type: 'string' } },
    legs: { type: 'array', items: { type: 'dict', properties: { to: { type: 'string' } } } },
    pair: { type: 'tuple', items: { type: 'float' } },
  },
  required: ['city'],
}
const described = { name: 'trip.plan', description: 'Plans a trip.', parameters }
const question = (id: string, functions: readonly unknown[] = [described]) => ({
  id,
  question: [[{ role: 'user', content: 'Plan it.' }]],
  function: functions,
})
const answer = (id: string, acceptable: Readonly<Record<string, readonly unknown[]>>) => ({
  id,
  ground_truth: [{ 'trip.plan': acceptable }],
})
const inputSchema = {
  type: 'object',
  properties: {
    city: { type: 'string', description: 'Where.' },
    days: { type: 'integer', default: 3 },
    price: { type: 'number' },
    place: { type: 'object', properties: { name: { type: 'string' }, floor: {} } },
    tags: { type: 'array', items: { type: 'string' } },
    legs: { type: 'array', items: { type: 'object', properties: { to: { type: 'string' } } } },
    pair: { type: 'array', items: { type: 'number' } },
  },
  required: ['city'],
}

const acceptable = {
  city: ['Lima', 'LIM'],
  days: [2, ''],
  place: [{ name: ['Centro'], floor: [1, ''] }],
  tags: [['a', 'b'], ''],
  legs: [[{ to: ['Ica'] }]],
  price: [''],
}
const gold = {
  city: { $oneOf: ['Lima', 'LIM'] },
  days: { $oneOf: [2, { $absent: true }] },
  place: { name: 'Centro', floor: { $oneOf: [1, { $absent: true }] } },
  tags: { $oneOf: [['a', 'b'], { $absent: true }] },
  legs: [{ to: 'Ica' }],
  price: { $absent: true },
}
const item = (id: string, category: string, rest: object, answers: readonly unknown[]): Item => {
  const json = {
    id,
    kind: 'call',
    category,
    messages: [{ role: 'user', content: 'Plan it.' }],
    tools: [{ name: 'trip.plan', description: 'Plans a trip.', inputSchema }],
    ...rest,
    cluster: 'trip.plan',
    bfcl: { category, functions: [described], answers },
  }
  return { kind: 'call', id, cluster: 'trip.plan', json } as CallItem // its JSON is as plain as the reader's
}

const file = 'q/BFCL_v4_simple_python.json'
const answers = 'q/possible_answer/BFCL_v4_simple_python.json'
const sample: ReaderSample = {
  path: file,
  files: {
    [file]: lines(question('simple_python_0')),
    [answers]: lines(answer('simple_python_0', acceptable)),
  },
  items: [
    item(
      'simple_python_0',
      'simple_python',
      { gold: { calls: [{ name: 'trip.plan', arguments: gold }], order: 'any' } },
      [{ 'trip.plan': acceptable }],
    ),
  ],
}
describeBenchmarkReader({
  reader: bfcl,
  samples: [sample, bfclFolder],
  broken: [
    brokenFile(sample, {
      name: 'a question without functions',
      text: lines({ ...question('simple_python_0'), function: [] }),
      mentions: /line 1/,
    }),
    brokenFile(sample, {
      name: 'an unanswered question',
      text: lines(question('simple_python_9')),
      code: 'answers-missing',
      mentions: /simple_python_9[^]*--answers/,
    }),
    brokenFile(sample, {
      name: 'one question twice',
      text: lines(question('simple_python_0'), question('simple_python_0')),
      code: 'item-twice',
      mentions: /line 1[^]*line 2/,
    }),
    brokenFile(sample, {
      name: 'several turns',
      text: lines({ ...question('simple_python_0'), question: [[], []] }),
      mentions: /"question"/,
    }),
    brokenFile(sample, {
      name: 'broken JSON',
      text: '{"id": "simple_python_0", "question"',
      code: 'json-broken',
      mentions: /line 1/,
    }),
    {
      name: 'an answer of the wrong shape',
      path: file,
      files: {
        ...sample.files,
        [answers]: lines({ id: 'simple_python_0', ground_truth: [{ a: {}, b: {} }] }),
      },
      code: 'item-invalid',
      mentions: /one function/,
    },
    {
      name: 'acceptable values that are no list',
      path: file,
      files: {
        ...sample.files,
        [answers]: lines({ id: 'simple_python_0', ground_truth: [{ 'trip.plan': { city: 'Lima' } }] }),
      },
      code: 'item-invalid',
      mentions: /"city"/,
    },
  ],
  foreign: foreignTo(bfcl.id),
})

describe('bfcl', () => {
  it('gives items that can be judged', () => {
    const task = callTaskOf(sample.items[0] as CallItem)
    expect(task).toMatchObject({ category: 'simple_python', cluster: 'trip.plan', gold: { order: 'any' } })
    expect(task.gold.calls[0]?.arguments.get('price')).toEqual({ value: undefined, mayBeAbsent: true })
  })

  it('takes answers from elsewhere, a file or a folder', async () => {
    const files = {
      'q.json': lines(question('simple_python_0')),
      'else/a.json': lines(answer('simple_python_0', { city: ['Lima'] })),
      'else/q.json': lines(answer('simple_python_0', { city: ['Ica'] })),
    }
    const read = async (from: string) => {
      const { memoryFiles } = await import('../../../test/contract/memory-files.js')
      const input = { path: 'q.json', isFolder: false, names: [], head: files['q.json'] }
      const items: Item[] = []
      for await (const one of bfcl.read(input, {
        files: memoryFiles(files),
        notify: () => {},
        answers: from,
      }))
        items.push(one)
      return callTaskOf(items[0] as CallItem).gold.calls[0]?.json
    }
    expect(await read('else/a.json')).toEqual({ city: 'Lima' })
    expect(await read('else')).toEqual({ city: 'Ica' })
  })

  it('tells of answers that nothing can meet, and of questions without gold', async () => {
    const files = {
      [file]: lines(question('simple_python_0')),
      [answers]: lines(answer('simple_python_0', { city: ['Lima'], tags: [], days: [] })),
    }
    const { items, notices } = await readSample(bfcl, { path: file, files })
    expect(callTaskOf(items[0] as CallItem).gold.calls[0]?.json).toEqual({
      city: 'Lima',
      tags: { $oneOf: [[], { $absent: true }] },
      days: { $absent: true },
    })
    expect(notices.map(({ code }) => code)).toEqual(['gold-unreachable', 'gold-unreachable'])
    const relevance = { path: 'r.json', files: { 'r.json': lines(question('live_relevance_0-0-0')) } }
    expect(await readSample(bfcl, relevance)).toMatchObject({ items: [], notices: [{ code: 'no-gold' }] })
  })

  it('keeps dollar keys of answers data, and digits as they stand', async () => {
    const files = {
      [file]: `${JSON.stringify(question('simple_python_0'))}\n`,
      [answers]:
        '{"id":"simple_python_0","ground_truth":[{"trip.plan":{"city":["Lima"],"price":[5.0],"tags":[[{"$oneOf":1}]]}}]}\n',
    }
    const { items } = await readSample(bfcl, { path: file, files })
    const [call] = callTaskOf(items[0] as CallItem).gold.calls
    expect(call?.json).toMatchObject({ price: { text: '5.0' }, tags: { $literal: [{ $oneOf: 1 }] } })
  })

  it('reads multi-turn questions as dialogues, positional arguments named', async () => {
    const path = 'm/BFCL_v4_multi_turn_base.json'
    const files = {
      [path]: lines({
        id: 'multi_turn_base_0',
        question: [[{ role: 'user', content: 'Sort it.' }], [{ role: 'user', content: 'And?' }]],
        initial_config: { a: 1 },
        path: ['x'],
        involved_classes: ['GorillaFileSystem'],
      }),
      'm/possible_answer/BFCL_v4_multi_turn_base.json': lines({
        id: 'multi_turn_base_0',
        ground_truth: [["sort('a.txt')", 'mv(source=\'a\', destination="b")'], ['cd(folder=x)']],
      }),
      'm/multi_turn_func_doc/gorilla_file_system.json': lines(
        { name: 'sort', parameters: { type: 'dict', properties: { file_name: { type: 'string' } } } },
        { name: 'mv', parameters: { type: 'dict', properties: {} } },
      ),
    }
    const { items, notices } = await readSample(bfcl, { path, files })
    const dialogue = dialogueOf(items[0] as DialogueItem)
    expect(dialogue).toMatchObject({
      id: 'multi_turn_base_0',
      category: 'multi_turn_base',
      cluster: 'GorillaFileSystem',
    })
    expect(dialogue.turns.map(({ role, text, plan, calls }) => ({ role, text, plan, calls }))).toEqual([
      {
        role: 'user',
        text: 'Sort it.',
        plan: "sort('a.txt')\nmv(source='a', destination=\"b\")",
        calls: [
          { name: 'sort', arguments: { file_name: 'a.txt' } },
          { name: 'mv', arguments: { source: 'a', destination: 'b' } },
        ],
      },
      { role: 'user', text: 'And?', plan: 'cd(folder=x)', calls: undefined },
    ])
    expect(notices).toMatchObject([{ code: 'plan-not-literal' }])
  })
})
