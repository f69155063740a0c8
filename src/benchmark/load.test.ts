import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { memoryFiles } from '../../test/contract/memory-files.js'
import { hostFiles } from '../adapters/files.js'
import { countItems } from './facts.js'
import { loadBenchmark } from './load.js'
import { manifestOf, writeBenchmark } from './write.js'

const item = (id: string, gold: readonly unknown[] = ['a']) =>
  JSON.stringify({ id, kind: 'retrieval', query: 'q', gold })
const load = (files: Readonly<Record<string, string>>, path: string, split?: string) =>
  loadBenchmark(path, {
    files: memoryFiles(files),
    notify: () => {},
    ...(split === undefined ? {} : { split }),
  })

describe('loadBenchmark', () => {
  it('names the benchmark after its file or folder, and says where it is from', async () => {
    const files = { 'data/mine.jsonl': item('1'), 'data/set/items.jsonl': item('1') }
    expect(await load(files, 'data/mine.jsonl')).toMatchObject({
      name: 'mine.jsonl',
      source: { format: 'assay-items', path: 'data/mine.jsonl' },
      notices: [],
    })
    expect(await load(files, 'data/set/')).toMatchObject({ name: 'set', source: { format: 'assay' } })
    expect(
      await load({ 'q/qrels.txt': '1 0 a 1\n', 'q/topics.txt': '1\tt\n' }, 'trec:q/qrels.txt,q/topics.txt'),
    ).toMatchObject({
      name: 'qrels.txt',
      source: { format: 'trec' },
    })
  })

  it('says when there is nothing, nothing known, or nothing in it', async () => {
    await expect(load({}, 'gone.jsonl')).rejects.toMatchObject({ code: 'file-missing', where: 'gone.jsonl' })
    await expect(load({ 'a.txt': 'hello' }, 'a.txt')).rejects.toMatchObject({
      code: 'benchmark-unknown',
      fix: expect.stringMatching(/toolsense-rrb/),
    })
    await expect(load({ 'a.jsonl': '' }, 'a.jsonl')).rejects.toMatchObject({ what: 'The file is empty.' })
    await expect(load({ 'b/items.jsonl': '\n' }, 'b')).rejects.toMatchObject({ code: 'benchmark-empty' })
    await expect(load({ 'c/x.txt': '' }, 'c')).rejects.toMatchObject({
      code: 'benchmark-unknown',
      where: 'c',
    })
  })

  it('tells of a broken first line rather than of an unknown format', async () => {
    await expect(load({ 'a.jsonl': `{"x": \n${item('1')}\n` }, 'a.jsonl')).rejects.toMatchObject({
      code: 'json-broken',
      where: expect.stringMatching(/a\.jsonl, line 1/),
    })
  })

  it('refuses a split and answers that the format has no use for, but those of a stored run', async () => {
    const files = memoryFiles({ 'a.jsonl': item('1') })
    const context = { files, notify: () => {} }
    for (const flag of ['split', 'answers'] as const) {
      const given = { ...context, [flag]: 'x' }
      await expect(loadBenchmark('a.jsonl', given)).rejects.toMatchObject({
        code: 'flag-unheeded',
        what: expect.stringContaining(`--${flag}`),
      })
      expect((await loadBenchmark('a.jsonl', given, { isStored: true })).items).toHaveLength(1)
    }
  })

  it('ends when it is aborted', async () => {
    const stop = new AbortController()
    stop.abort(new Error('stop'))
    const context = { files: memoryFiles({ 'a.jsonl': item('1') }), notify: () => {}, signal: stop.signal }
    await expect(loadBenchmark('a.jsonl', context)).rejects.toThrow('stop')
  })

  it('takes a format by name', async () => {
    const files = memoryFiles({ x: item('1') })
    const context = { files, notify: () => {} }
    expect((await loadBenchmark('x', context, { format: 'assay-items' })).items).toHaveLength(1)
    await expect(loadBenchmark('x', context, { format: 'toolsense-mcq' })).rejects.toMatchObject({
      code: 'item-invalid',
    })
    await expect(loadBenchmark('x', context, { format: 'csv' })).rejects.toMatchObject({
      code: 'format-unknown',
    })
  })

  it('checks the manifest against the items', async () => {
    const items = { 'b/items.jsonl': `${item('1')}\n` }
    const { fingerprint } = await load(items, 'b')
    const manifest = (extra: object): string => JSON.stringify({ schema: 'assay.benchmark/1', ...extra })
    expect((await load({ ...items, 'b/benchmark.json': manifest({ fingerprint }) }, 'b')).notices).toEqual([])
    const changed = await load({ ...items, 'b/benchmark.json': manifest({ fingerprint: 'old' }) }, 'b')
    expect(changed.notices?.map(({ code }) => code)).toEqual(['items-changed'])
    for (const text of ['{}', '[]', '{"schema":"assay.benchmark/2"}']) {
      await expect(load({ ...items, 'b/benchmark.json': text }, 'b')).rejects.toMatchObject({
        code: 'manifest-invalid',
      })
    }
    await expect(load({ ...items, 'b/benchmark.json': '{' }, 'b')).rejects.toMatchObject({
      code: 'json-broken',
    })
  })

  it('gives equal items one fingerprint, whatever the layout of the file', async () => {
    const one = '{"id":"1","kind":"qa","tool":"t","question":"q","answer":"no"}'
    const other =
      '\n{ "kind": "qa", "id": 1, "answer": "no", "question": "\\u0071", "tool": "t", "note": 0 }\n'
    const { fingerprint } = await load({ a: one }, 'a')
    expect((await load({ b: other }, 'b')).fingerprint).toBe(fingerprint)
    expect((await load({ c: one.replace('no', 'yes') }, 'c')).fingerprint).not.toBe(fingerprint)
  })
})

describe('writeBenchmark', () => {
  it('writes what loadBenchmark reads back as the same items', async () => {
    const files = memoryFiles({
      'in.jsonl': `${item('1', ['a', ['b', 'c']])}\n${item('2')}\n{"id":3,"kind":"call","x":1.0}\n`,
    })
    const context = { files, notify: () => {} }
    const benchmark = await loadBenchmark('in.jsonl', context)
    const manifest = manifestOf({
      benchmark,
      generator: { name: 'import', version: 1 },
      assay: '0.0.0',
      catalog: 'f'.repeat(64),
    })
    await writeBenchmark({ benchmark, manifest, folder: 'out' }, files)
    const back = await loadBenchmark('out', context)
    expect(back).toMatchObject({ items: benchmark.items, fingerprint: benchmark.fingerprint, notices: [] })
    expect(files.contents.get('out/items.jsonl')).toMatch(/"gold":\["a",\["b","c"\]\][^]*"x":1\.0/)
    expect(back.manifest).toMatchObject({
      schema: 'assay.benchmark/1',
      kind: 'mixed',
      counts: { items: 3, kinds: { retrieval: 2, call: 1 } },
      generator: { name: 'import', version: 1 },
      source: { format: 'assay-items', path: 'in.jsonl' },
      catalog: 'f'.repeat(64),
    })
  })
})

describe('countItems', () => {
  it('counts tiers, needs, clusters and answers', async () => {
    const text = [
      { id: '1', kind: 'retrieval', query: 'q', gold: ['a'], cluster: 's', pool: ['a', 'b'] },
      { id: '2', kind: 'retrieval', query: 'q', gold: ['a', ['b', 'c']], cluster: 's', grades: { a: 2 } },
      { id: '3', kind: 'retrieval', query: 'q', gold: ['d', 'e', 'f', 'g'] },
      { id: '4', kind: 'qa', tool: 't', question: 'q', answer: 'yes', cluster: 'u' },
    ]
    const { items } = await load(
      { 'a.jsonl': text.map((line) => JSON.stringify(line)).join('\n') },
      'a.jsonl',
    )
    expect(countItems(items)).toEqual({
      items: 4,
      kinds: { retrieval: 3, qa: 1 },
      clusters: { named: 2, effective: expect.closeTo(16 / 6, 12), largest: { name: 's', items: 2 } },
      retrieval: {
        tiers: { easy: 1, medium: 1, hard: 1 },
        needs: 7,
        needsWithEquals: 1,
        goldTools: 7,
        needsPerItem: [
          { needs: 1, items: 1 },
          { needs: 2, items: 1 },
          { needs: 4, items: 1 },
        ],
        pools: 1,
        graded: 1,
      },
      answers: { yes: 1, no: 0 },
    })
  })

  it('leaves out what is not there', () => {
    expect(countItems([])).toEqual({ items: 0, kinds: {} })
  })
})

const dataFolder = process.env.ASSAY_DATA ?? '../shared/data'

describe.skipIf(!existsSync(join(dataFolder, 'toolsense')))('the released ToolSense files', () => {
  const released = (name: string) =>
    loadBenchmark(join(dataFolder, 'toolsense', name), { files: hostFiles, notify: () => {} })

  it('RRB: 500 items, 1,508 gold labels on 1,356 tools, 416 services', async () => {
    const { items, source } = await released('rrb.jsonl')
    expect(source?.format).toBe('toolsense-rrb')
    const counts = countItems(items)
    expect(counts.retrieval).toMatchObject({
      tiers: { easy: 167, medium: 167, hard: 166 },
      needs: 1508,
      goldTools: 1356,
      pools: 500,
      needsPerItem: [
        { needs: 1, items: 167 },
        { needs: 2, items: 46 },
        { needs: 3, items: 121 },
        { needs: 4, items: 28 },
        { needs: 5, items: 74 },
        { needs: 6, items: 46 },
        { needs: 7, items: 16 },
        { needs: 8, items: 2 },
      ],
    })
    expect(counts.clusters?.named).toBe(416)
  })

  it('MCQ: 496 items whose 86 services weigh as 6.4', async () => {
    const { items } = await released('mcq.jsonl')
    const { kinds, clusters } = countItems(items)
    expect(kinds).toEqual({ mcq: 496 })
    expect(clusters?.named).toBe(86)
    expect(clusters?.effective).toBeCloseTo(6.4, 1)
    expect(clusters?.largest).toEqual({ name: 'Vimeo', items: 178 })
  })

  it('QA: 500 items, half of them yes', async () => {
    const { items } = await released('qa.jsonl')
    expect(countItems(items)).toMatchObject({
      kinds: { qa: 500 },
      answers: { yes: 250, no: 250 },
      clusters: { named: 87 },
    })
  })
})
