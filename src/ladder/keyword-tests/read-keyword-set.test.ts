import { describe, expect, it } from 'vitest'
import { memoryFiles } from '../../../test/contract/memory-files.js'
import type { KeywordSet } from '../keyword-set.js'
import { readKeywordSet } from './read-keyword-set.js'
import { keywordRuleOf } from './rules/index.js'

const read = (path: string, files: Readonly<Record<string, string>>, rule?: string): Promise<KeywordSet> =>
  readKeywordSet(path, { files: memoryFiles(files) }, rule === undefined ? {} : { rule })

const lines = (...items: readonly object[]): string =>
  items.map((item) => `${JSON.stringify(item)}\n`).join('')

describe('readKeywordSet', () => {
  it.each([
    ['vectrayx-b1', { question: 'Q', expected_keywords: ['a'] }],
    ['vectrayx-b2', { text: 'Q', label: 'apt' }],
    ['vectrayx-b3', { prompt: 'Q', expected: 'nmap x', tool: 'nmap' }],
    ['vectrayx-b4', { prompt: 'Q', expected_tool: 'nvd_search' }],
    ['vectrayx-b4', { question: 'Q', expected_tool: null }],
    ['vectrayx-b5', { prompt: 'Q', category: 'saludo' }],
    ['own', { prompt: 'Q', credit: { any: ['x'] } }],
  ])('knows %s by its members', async (rule, item) => {
    const set = await read('eval/set.jsonl', { 'eval/set.jsonl': lines(item) })
    expect(set).toMatchObject({ name: 'set', rule, items: [{ id: '1', prompt: 'Q' }] })
  })

  it('reads an array of JSON over several lines, and ids where all items have one', async () => {
    const items = [
      { id: 'x', prompt: 'P', credit: { longer: 1 } },
      { id: 7, prompt: 'R', credit: { longer: 1 } },
    ]
    const set = await read('a.json', { 'a.json': JSON.stringify(items, null, 1) })
    expect(set.items.map(({ id }) => id)).toEqual(['x', '7'])
    const doubled = await read('b.jsonl', { 'b.jsonl': lines(...items, { id: 'x', prompt: 'S' }) })
    expect(doubled.items.map(({ id }) => id)).toEqual(['1', '2', '3'])
  })

  it('reads call items, with what their gold asks for', async () => {
    const item = {
      kind: 'call',
      id: 'c-1',
      messages: [{ role: 'user', content: 'Where is it?' }],
      tools: ['count_stars', 'find_place'],
      gold: { calls: [{ name: 'find_place', arguments: {} }] },
    }
    const set = await read('calls.jsonl', { 'calls.jsonl': lines(item) })
    expect(set).toMatchObject({
      rule: 'call-items',
      items: [{ id: 'c-1', prompt: 'Where is it?' }],
      tasks: [{ id: 'c-1' }],
    })
    const rule = keywordRuleOf(set)
    const [first] = set.items
    if (first === undefined) throw new Error('no item')
    expect(rule.credit(first, 'count_stars or find_place')).toEqual({ kind: 'credit', values: [0, 1] })
    expect(rule.credit(first, 'find_place')).toEqual({ kind: 'credit', values: [1, 1] })
  })

  const yaml = `name: greetings
items: items.jsonl
prompt: [say, prompt]
system: Be kind.
credit:
  every:
    - any: [hello, welcome]
      window: { first: 40 }
    - longer: 4
published:
  - { label: paper, mean: "0.650", n: 50 }
`
  it('reads a rule of the user in YAML, its items beside it', async () => {
    const set = await read('tests/greet.yaml', {
      'tests/greet.yaml': yaml,
      'tests/items.jsonl': lines({ say: 'Hi' }, { prompt: 'Good day' }),
    })
    expect(set).toMatchObject({
      name: 'greetings',
      rule: 'own',
      system: 'Be kind.',
      items: [{ prompt: 'Hi' }, { prompt: 'Good day' }],
      published: [{ label: 'paper', mean: '0.650', n: 50 }],
    })
    const rule = keywordRuleOf(set)
    const values = set.items.map((item) => rule.credit(item, 'Hello!'))
    expect(values).toEqual([
      { kind: 'credit', values: [1] },
      { kind: 'credit', values: [1] },
    ])
  })

  it('keeps the last digit of a published mean that is written as a number', async () => {
    const text =
      '{"rule": "vectrayx-b4",\n"items": [{"prompt": "x", "expected_tool": "nvd_search"}],\n"published": [{"mean": "53.60 %"}]}'
    const set = await read('p.json', { 'p.json': text })
    expect(set.published).toEqual([{ label: 'mean 1', mean: '53.60%' }])
  })

  it.each<[string, string, string]>([
    ['', 'keyword-set-empty', 'e.jsonl'],
    [lines({ prompt: 'Q' }), 'keyword-set-unknown', 'e.jsonl'],
    ['{"prompt": "Q"\n', 'json-broken', 'e.jsonl'],
    [lines({ prompt: 'Q', credit: { regex: '(' } }), 'keyword-rule-invalid', 'e.jsonl'],
    ['[1]', 'item-invalid', 'e.json'],
    ['a: [', 'yaml-broken', 'e.yaml'],
    ['items: 3', 'keyword-rule-invalid', 'e.yaml'],
    ['items: []\ncredit: {any: [x]}', 'keyword-set-empty', 'e.yaml'],
    ['items: [{prompt: x}]\ncredit: {any: [x]}\ntolls: [y]', 'keyword-rule-invalid', 'e.yaml'],
    ['items: [{prompt: x}]\nrule: nothing', 'keyword-set-unknown', 'e.yaml'],
    ['items: [{prompt: x}]\nid: key\ncredit: {any: [x]}', 'item-twice', 'e.yaml'],
    [
      'items: [{prompt: x}]\ncredit: {any: [x]}\npublished: [{mean: about half}]',
      'keyword-rule-invalid',
      'e.yaml',
    ],
    ['items: gone.jsonl\ncredit: {any: [x]}', 'file-missing', 'e.yaml'],
  ])('refuses %j with %s', async (text, code, path) => {
    await expect(read(path, { [path]: text })).rejects.toMatchObject({ code })
  })

  it('refuses a folder and a path where nothing is', async () => {
    await expect(read('a', { 'a/b.jsonl': '' })).rejects.toMatchObject({ code: 'file-missing' })
    await expect(read('z', {})).rejects.toMatchObject({ code: 'file-missing' })
  })
})
