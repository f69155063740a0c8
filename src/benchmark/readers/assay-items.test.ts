import { describe, expect, it } from 'vitest'
import { brokenFile, describeBenchmarkReader, readSample } from '../../../test/contract/benchmark-reader.js'
import { foreignTo, lines, own, ownFolder } from '../../../test/contract/benchmark-samples.js'
import { endlessFiles } from '../../../test/contract/memory-files.js'
import type { Item } from '../item.js'
import { assayFolder, assayItems } from './assay-items.js'

describeBenchmarkReader({
  reader: assayItems,
  samples: [own],
  broken: [
    brokenFile(own, {
      name: 'an unknown kind',
      text: lines({ id: 'x', kind: 'riddle' }),
      mentions: /"kind" must be "retrieval" or/,
    }),
    brokenFile(own, {
      name: 'empty gold',
      text: lines({ id: 'x', kind: 'retrieval', query: 'q', gold: [] }),
      mentions: /"gold" must be a list with/,
    }),
    brokenFile(own, {
      name: 'an empty need',
      text: lines({ id: 'x', kind: 'retrieval', query: 'q', gold: [[]] }),
      mentions: /lists no tool/,
    }),
    brokenFile(own, {
      name: 'gold that is no name',
      text: lines({ id: 'x', kind: 'retrieval', query: 'q', gold: [1] }),
      mentions: /"gold" must be/,
    }),
    brokenFile(own, {
      name: 'a tier that does not fit',
      text: lines({ id: 'x', kind: 'retrieval', query: 'q', gold: ['a', 'a'], tier: 'medium' }),
      mentions: /1 need makes it easy/,
    }),
    brokenFile(own, {
      name: 'partly as gold',
      text: lines({ id: 'x', kind: 'retrieval', query: 'q', gold: ['a'], grades: { a: 1 } }),
      mentions: /"a" is gold, but graded 1/,
    }),
    brokenFile(own, {
      name: 'a grade of 3',
      text: lines({ id: 'x', kind: 'retrieval', query: 'q', gold: ['a'], grades: { b: 3 } }),
      mentions: /1 or 2, but holds 3/,
    }),
    brokenFile(own, {
      name: 'no id',
      text: lines({ kind: 'retrieval', query: 'q', gold: ['a'] }),
      mentions: /no "id"/,
    }),
    brokenFile(own, {
      name: 'a repeated key',
      text: '{"id":"a","kind":"qa","kind":"mcq"}\n',
      mentions: /"kind" stands twice/,
      code: 'json-refused',
    }),
  ],
  foreign: foreignTo(assayItems.id),
})

describeBenchmarkReader({
  reader: assayFolder,
  samples: [ownFolder],
  broken: [
    {
      name: 'a folder without items',
      path: 'bench',
      files: { 'bench/benchmark.json': '{}' },
      code: 'file-missing',
      mentions: /items\.jsonl/,
    },
  ],
  foreign: foreignTo(assayFolder.id),
})

describe('hostile items', () => {
  it('keeps __proto__ as the name of a tool', async () => {
    const text = '{"id":"x","kind":"retrieval","query":"q","gold":["__proto__"],"grades":{"__proto__":2}}\n'
    const { items } = await readSample(assayItems, { path: 'i', files: { i: text } })
    const [item] = items
    if (item?.kind !== 'retrieval') throw new Error('expected a retrieval item')
    expect(Object.keys(item.grades ?? {})).toEqual(['__proto__'])
    expect(item.gold).toEqual([['__proto__']])
  })

  it('stop at a line that never ends', async () => {
    const context = { files: endlessFiles('x'.repeat(1 << 20)), notify: () => {} }
    const input = { path: 'big.jsonl', isFolder: false, names: [], head: '' }
    await expect(drain(assayItems.read(input, context))).rejects.toMatchObject({ code: 'line-too-long' })
  })
})

async function drain(items: AsyncIterable<Item>): Promise<void> {
  for await (const _ of items);
}
