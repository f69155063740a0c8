import { describe, expect, it } from 'vitest'
import { recordCli } from '../../../test/contract/cli-run.js'
import { memoryFiles } from '../../../test/contract/memory-files.js'
import type { BenchmarkAudit } from '../../validity/audit-benchmark.js'
import { buildProgram } from '../program.js'

const lines = (...values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('')

const mcq = (at: number) => ({
  id: `m${at}`,
  kind: 'mcq',
  tool: `t${at}`,
  question: `What of number ${at}?`,
  answer: 'ab',
  distractors: ['a longer one', `the longest one ${at}`, 'a long one'],
})
const items = Array.from({ length: 40 }, (_, at) => mcq(at))
const files = {
  'items.jsonl': lines(...items),
  'empty.jsonl': '',
  'one.jsonl': lines({ id: 'q', kind: 'retrieval', query: 'go', gold: ['go'] }),
  'catalog.jsonl': lines({ name: 'go', description: 'Goes to a city.', inputSchema: { type: 'object' } }),
  'broken-call.jsonl': lines({ id: 'c', kind: 'call', messages: [], tools: [], gold: 5 }),
  'train.jsonl': lines(
    {
      messages: [
        { role: 'system', content: 'x' },
        { role: 'user', content: 'What of number 7?' },
      ],
    },
    { query: 'what of number 8' },
    { conversations: [{ from: 'human', value: 'something else' }] },
  ),
  'train.json': JSON.stringify([{ question: 'What of number 3?' }]),
  'train.txt': '17\tWhat of number 5?\n\nanything\n',
  'train-broken.jsonl': '{"query": \n',
  'train-nul.txt': 'What?\n\0\0\n',
  'train-empty.jsonl': '\n{"other": 1}\n',
}

async function audit(...argv: readonly string[]) {
  const record = recordCli(memoryFiles(files))
  await buildProgram(record.context).parseAsync(['node', 'assay', 'benchmark', 'audit', ...argv])
  return record
}
const json = async (...argv: readonly string[]) =>
  JSON.parse((await audit(...argv, '--json')).out()) as BenchmarkAudit

describe('assay benchmark audit', () => {
  it('prints the verdict first, then why, then what null models score', async () => {
    const { out, exitCode } = await audit('items.jsonl')
    expect(out()).toMatch(/^items\.jsonl: NOT USABLE\n40 mcq items; no clusters named; no catalog\n/)
    expect(out()).toMatch(
      /bad {3}beatable-blind\n {6}Beatable blind: shortest scores 100\.0 % where chance is 25\.0 %/,
    )
    expect(out()).toMatch(/mcq, accuracy +shortest +100\.0/)
    expect(out()).toContain('train-test-overlap: no training file was given')
    expect(exitCode()).toBe(0)
  })

  it('prints with --json what it writes with -o', async () => {
    const { out, files: written } = await audit('items.jsonl', '--json', '-o', 'audit.json')
    expect(written.contents.get('audit.json')).toBe(out())
    const document = JSON.parse(out()) as BenchmarkAudit
    expect(document).toMatchObject({ schema: 'assay.audit/1', verdict: 'not-usable', counts: { items: 40 } })
    for (const { id, value, interval, chance } of document.nulls) {
      expect([id, value, chance]).toEqual([expect.any(String), expect.any(Number), expect.any(Number)])
      if (interval !== undefined) expect(interval[0]).toBeLessThanOrEqual(interval[1])
    }
    expect(document.reasons[0]).toMatchObject({ check: 'blind-nulls', code: 'beatable-blind' })
    expect(document.reasons[0]?.items).toContain('m0')
  })

  it('exits 1 only when it is told from which verdict on', async () => {
    expect((await audit('items.jsonl', '--fail-on', 'not-usable')).exitCode()).toBe(1)
    expect((await audit('items.jsonl', '--fail-on', 'usable-with-care')).exitCode()).toBe(1)
  })

  it.each([
    ['train.jsonl', ['m7', 'm8']],
    ['train.json', ['m3']],
    ['train.txt', ['m5']],
  ])('finds questions in %s', async (train, ids) => {
    const { reasons } = await json('items.jsonl', '--train', train)
    // All these questions are alike; those that are meant are the same words.
    const found = reasons.find(({ code }) => code === 'in-training-data')
    expect(found?.items).toEqual(expect.arrayContaining(ids))
  })

  it('refuses flags that its format has no use for, and training data that is no text', async () => {
    await expect(audit('items.jsonl', '--split', 'x')).rejects.toMatchObject({ code: 'flag-unheeded' })
    await expect(audit('items.jsonl', '--answers', 'x')).rejects.toMatchObject({ code: 'flag-unheeded' })
    await expect(audit('items.jsonl', '--train', 'train-nul.txt')).rejects.toMatchObject({
      code: 'training-not-text',
      where: 'train-nul.txt, line 2',
    })
  })

  it('checks published means', async () => {
    const { reasons } = await json('items.jsonl', '--published', '0.029:100', '--published', '48.4:496')
    expect(reasons.filter(({ code }) => code === 'mean-impossible').map(({ what }) => what)).toEqual([
      expect.stringContaining('0.029 over 100 items'),
    ])
    const granular = await json('items.jsonl', '--published', '0.029:100:10')
    expect(granular.reasons.some(({ code }) => code === 'mean-impossible')).toBe(false)
  })

  it('looks into the catalog that is named, one tool included', async () => {
    const document = await json('one.jsonl', '--catalog', 'catalog.jsonl')
    expect(document).toMatchObject({ verdict: 'not-usable', catalog: { tools: 1, isFromItems: false } })
    expect(document.reasons.map(({ code }) => code)).toContain('nothing-to-choose')
  })

  it.each([
    [['empty.jsonl'], /empty/],
    [['gone.jsonl'], /no such file/],
    [['broken-call.jsonl'], /gold/],
    [['items.jsonl', '--train', 'gone'], /no such file/],
    [['items.jsonl', '--train', 'train-broken.jsonl'], /train-broken\.jsonl, line 1/],
    [['items.jsonl', '--train', 'train-empty.jsonl'], /holds no text/],
    [['items.jsonl', '--published', 'x:100'], /mean as printed/],
    [['items.jsonl', '--published', '0.5:0'], /mean as printed/],
    [['items.jsonl', '--published', '148.4:496'], /mean as printed/],
    [['items.jsonl', '--fail-on', 'usable'], /fail-on/],
  ])('refuses %j with what is wrong', async (argv, message) => {
    await expect(audit(...argv)).rejects.toThrow(message)
  })
})
