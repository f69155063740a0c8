import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordCli } from '../../../test/contract/cli-run.js'
import {
  answeringSubject,
  lastMessage,
  saying,
  scratchFolder,
  testHost,
} from '../../../test/contract/run-fixtures.js'
import { hostClock } from '../../adapters/clock.js'
import { hostFiles } from '../../adapters/files.js'
import { SubjectError } from '../../errors.js'
import { experimentCommand } from './experiment.js'
import { type CatalogExperimentFlags, runCatalogExperiment } from './experiment-catalog-run.js'
import { type PairsFlags, runPairsExperiment } from './experiment-pairs-run.js'
import { runSizeExperiment, type SizeFlags } from './experiment-size-run.js'

let scratch: Awaited<ReturnType<typeof scratchFolder>>
const at = (name: string): string => join(scratch.path, name)
const jsonl = (values: readonly object[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('')

const before = [
  {
    name: 'get_user',
    description: 'Fetches one person of the directory by their number, with address and phone.',
  },
  { name: 'list_users', description: 'Lists the people of the directory, a page at a time, by surname.' },
  { name: 'list_teams', description: 'Lists the teams of the directory, a page at a time, by surname.' },
]
const after = [
  { name: 'fetch_user', description: 'Gets it.' },
  { name: 'list_users', description: before[1]?.description },
  { name: 'list_teams', description: before[2]?.description },
]
const items = Array.from({ length: 12 }, (_, number) => [
  { id: `u${number}`, kind: 'retrieval', query: `phone and address of person ${number}`, gold: ['get_user'] },
  { id: `l${number}`, kind: 'retrieval', query: `people by surname, page ${number}`, gold: ['list_users'] },
  {
    id: `n${number}`,
    kind: 'call',
    messages: [{ role: 'user', content: `tell a joke, number ${number}` }],
    tools: ['get_user', 'list_users'],
    gold: { none: true },
  },
]).flat()

beforeEach(async () => {
  scratch = await scratchFolder()
  await writeFile(at('before.jsonl'), jsonl(before))
  await writeFile(at('after.jsonl'), jsonl(after))
  await writeFile(at('items.jsonl'), jsonl(items))
  await writeFile(at('moved.json'), '{"get_user":["fetch_user"]}')
})
afterEach(() => scratch.remove())

async function experiment(...args: readonly string[]) {
  const cli = recordCli(hostFiles, { clock: hostClock })
  const program = new Command().exitOverride().configureOutput({ writeErr: () => undefined })
  experimentCommand.register(program, cli.context)
  await program.parseAsync(['experiment', ...args], { from: 'user' })
  return { out: cli.out(), err: cli.err() }
}

const sides = () => [
  '--before',
  at('before.jsonl'),
  '--after',
  at('after.jsonl'),
  '--benchmark',
  at('items.jsonl'),
]

describe('assay experiment catalog', () => {
  it('says first what came of it, then which tool lost what to whom, and what to test', async () => {
    const { out } = await experiment('catalog', ...sides(), '--mapping', at('moved.json'))
    expect(out).toMatch(/^Worse: selection 100\.0 → 50\.0, -50\.0 points \[/)
    expect(out).toContain('Of 2 tools with items, 1 worse and 0 better after Holm.')
    expect(out).toMatch(/get_user lost 12 of 12 queries/)
    expect(out).toMatch(/worth testing: put [^\n]*"phone"[^\n]* back into the text of fetch_user/)
    expect(out).toMatch(/Passed over: 12 items[^]*Nothing was changed/)
  })

  it('prints a document with a schema', async () => {
    const { out } = await experiment(
      'catalog',
      ...sides(),
      '--mapping',
      at('moved.json'),
      '--json',
      '-o',
      at('out.json'),
    )
    const document = JSON.parse(out)
    expect(document).toMatchObject({
      schema: 'assay.experiment/1',
      kind: 'catalog',
      subject: 'bm25',
      overall: [{ metric: 'selection', verdict: 'worse', lost: 12, gained: 0 }],
      tools: [{ tool: 'get_user', toolsAfter: ['fetch_user'], verdict: 'worse' }, { tool: 'list_users' }],
      wordsBy: 'scores',
    })
    expect(JSON.parse(readFileSync(at('out.json'), 'utf8'))).toEqual(document)
  })

  it('refuses what cannot be compared, and flags that do not go together', async () => {
    await expect(experiment('catalog', ...sides())).rejects.toThrow(
      /"get_user" \(12 items[^]*"fetch_user"[^]*--mapping/,
    )
    await expect(experiment('catalog', ...sides(), '--mapping', at('items.jsonl'))).rejects.toThrow(
      /not valid JSON/,
    )
    await expect(experiment('catalog', ...sides(), '--trials', '3')).rejects.toThrow(/--trials/)
    await expect(experiment('catalog', ...sides(), '--retriever', 'bm25', '--subject', 'x:')).rejects.toThrow(
      /one subject/,
    )
    await expect(
      experiment('catalog', ...sides(), '--mapping', at('moved.json'), '-o', at('items.jsonl')),
    ).rejects.toThrow(/replace an input/)
    await expect(experiment('catalog', ...sides(), '--margin', '0')).rejects.toThrow(/proportion above 0/)
  })

  it('asks a model both sides as runs that can be resumed, and counts its false calls', async () => {
    let stopAfter = 40
    const stop = new AbortController()
    const subject = answeringSubject((request) => {
      if (--stopAfter === 0) stop.abort(new Error('stop'))
      const text = lastMessage(request)
      if (text.includes('joke'))
        return saying('<tool_call>\n{"name": "list_users", "arguments": {}}\n</tool_call>')
      if (text.includes('surname, page')) return saying('list_users')
      return saying(text.includes('get_user') ? 'get_user' : 'list_teams')
    })
    const flags = (more: Partial<CatalogExperimentFlags>): CatalogExperimentFlags => ({
      before: at('before.jsonl'),
      after: at('after.jsonl'),
      benchmark: at('items.jsonl'),
      mapping: at('moved.json'),
      subject: 'answering:',
      dialect: 'hermes',
      margin: 0.03,
      permutations: 1000,
      seed: 0,
      onDuplicate: 'error',
      timeout: 30,
      concurrency: 1,
      answerTimeout: 10,
      cache: false,
      trialRequests: false,
      json: true,
      ...more,
    })
    const first = recordCli(hostFiles, { clock: hostClock, signal: stop.signal })
    await runCatalogExperiment(flags({ folder: at('x') }), first.context, () => testHost(subject))
    expect([first.exitCode(), first.out()]).toEqual([130, ''])
    expect(first.err()).toMatch(/not complete[^]*--resume/)
    const second = recordCli(hostFiles, { clock: hostClock })
    await runCatalogExperiment(flags({ resume: at('x') }), second.context, () => testHost(subject))
    const document = JSON.parse(second.out())
    expect(document).toMatchObject({
      trials: 3,
      overall: [
        {
          metric: 'selection',
          n: 36,
          before: 2 / 3,
          after: 1 / 3,
          verdict: 'worse',
          runs: { runs: 3, spread: 0 },
        },
        { metric: 'false-calls', verdict: 'worse' },
      ],
      wordsBy: 'bm25',
    })
    expect(document.tools[0]).toMatchObject({ tool: 'get_user', to: [{ tool: 'list_teams', queries: 12 }] })
  })
})

describe('assay experiment size', () => {
  it('draws the curve of a retriever', async () => {
    const { out } = await experiment(
      'size',
      '--catalog',
      at('before.jsonl'),
      '--benchmark',
      at('items.jsonl'),
    )
    expect(out).toMatch(/^Selection 100\.0 with gold alone \(1\), 100\.0 with all \(3\): no size/)
    expect(out).toMatch(/False calls: unscored/)
    await expect(
      experiment('size', '--catalog', at('before.jsonl'), '--benchmark', at('items.jsonl'), '--sizes', '9'),
    ).rejects.toThrow(/no list of sizes for a catalog of 3 tools/)
  })

  it('asks a model with more and more tools shown', async () => {
    const subject = answeringSubject((request) => {
      const text = lastMessage(request)
      const isCall = text.includes('joke')
      if (isCall) return saying('No.')
      return saying(
        text.includes('list_teams')
          ? 'list_teams'
          : (/^(\w+):/m.exec(text.slice(text.indexOf('\n') + 1))?.[1] ?? ''),
      )
    })
    const cli = recordCli(hostFiles, { clock: hostClock })
    const flags: SizeFlags = {
      catalog: at('before.jsonl'),
      benchmark: at('items.jsonl'),
      subject: 'answering:',
      dialect: 'hermes',
      distractors: 'random',
      sizes: 'gold,all',
      margin: 0.03,
      resamples: 200,
      seed: 0,
      onDuplicate: 'error',
      timeout: 30,
      concurrency: 4,
      answerTimeout: 10,
      cache: false,
      trialRequests: false,
      folder: at('y'),
      json: true,
    }
    await runSizeExperiment(flags, cli.context, () => testHost(subject))
    expect(JSON.parse(cli.out())).toMatchObject({
      kind: 'size',
      curve: [
        { size: 'gold', shown: 1, selection: { value: 1, n: 24 }, falseCalls: { value: 0, n: 24 } },
        {
          size: 'all',
          shown: 3,
          selection: { value: 0, n: 24 },
          falseCalls: { value: 24 / 36, n: 36 },
          change: { verdict: 'worse' },
        },
      ],
    })
  })
})

describe('assay experiment pairs', () => {
  it('makes items of confusable pairs and scores them', async () => {
    const { out } = await experiment(
      'pairs',
      '--catalog',
      at('before.jsonl'),
      '--retriever',
      'bm25',
      '--items',
      at('pairs.jsonl'),
    )
    expect(out).toMatch(/^A tool that must not fire did in 0\.0 % of the items \(bm25\)/)
    const made = readFileSync(at('pairs.jsonl'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(made).toMatchObject([
      { gold: ['list_users'], forbidden: ['list_teams'] },
      { gold: ['list_teams'], forbidden: ['list_users'] },
    ])
    const real = await experiment(
      'pairs',
      '--catalog',
      at('before.jsonl'),
      '--benchmark',
      at('items.jsonl'),
      '--json',
    )
    expect(JSON.parse(real.out)).toMatchObject({
      kind: 'pairs',
      queries: 'benchmark',
      items: 12,
      subject: 'bm25',
    })
  })

  it('never replaces a file by the items that it makes, and writes no two things to one file', async () => {
    await writeFile(at('kept.jsonl'), 'mine')
    const pairs = ['pairs', '--catalog', at('before.jsonl'), '--items']
    await expect(experiment(...pairs, at('kept.jsonl'))).rejects.toMatchObject({ code: 'output-exists' })
    await expect(experiment(...pairs, at('new.jsonl'), '-o', at('new.jsonl'))).rejects.toMatchObject({
      code: 'outputs-clash',
    })
    expect(readFileSync(at('kept.jsonl'), 'utf8')).toBe('mine')
  })

  it('says so where every sample failed, and exits 3', async () => {
    const subject = answeringSubject(() => {
      throw new SubjectError({ code: 'http-400', what: 'The request was refused.', retryable: false })
    })
    const record = recordCli(hostFiles, { clock: hostClock })
    const flags: PairsFlags = {
      catalog: at('before.jsonl'),
      kind: 'call',
      most: 10,
      resamples: 100,
      subject: 'answering:',
      dialect: 'hermes',
      folder: at('failing'),
      seed: 0,
      onDuplicate: 'error',
      timeout: 30,
      concurrency: 1,
      answerTimeout: 10,
      cache: false,
      trialRequests: false,
      json: true,
    }
    await runPairsExperiment(flags, record.context, () => testHost(subject))
    expect([record.exitCode(), record.out()]).toEqual([3, ''])
    expect(record.err()).toMatch(/All \d+ samples ended in an error[^]*The request was refused/)
  })

  it('says when there is nothing to confuse', async () => {
    await writeFile(at('one.jsonl'), jsonl([before[0] ?? {}]))
    await expect(experiment('pairs', '--catalog', at('one.jsonl'))).rejects.toThrow(/no confusable pair/)
  })
})
