import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordCli } from '../../../test/contract/cli-run.js'
import { scratchFolder, testHost } from '../../../test/contract/run-fixtures.js'
import { hostClock } from '../../adapters/clock.js'
import { hostFiles } from '../../adapters/files.js'
import { scriptedKind } from '../../adapters/models/scripted.js'
import type { ConverseFlags } from '../converse/converse-flags.js'
import { buildProgram } from '../program.js'
import { runConverse } from './converse-run.js'

let scratch: Awaited<ReturnType<typeof scratchFolder>>
const at = (name: string): string => join(scratch.path, name)

async function play(name: string, flags: Partial<ConverseFlags>): Promise<void> {
  const cli = recordCli(undefined, { files: hostFiles, clock: hostClock })
  await runConverse(
    {
      pack: 'security-desk',
      small: true,
      concurrency: 4,
      timeout: 10,
      resamples: 100,
      transcripts: 'none',
      output: at(name),
      ...flags,
    },
    cli.context,
    testHost(() => Promise.reject(new Error('nobody')), { kinds: [scriptedKind] }),
  )
}

async function assay(...argv: readonly string[]): Promise<string> {
  const cli = recordCli(undefined, { files: hostFiles, clock: hostClock })
  await buildProgram(cli.context).parseAsync(['node', 'assay', ...argv])
  return cli.out()
}

beforeAll(async () => {
  scratch = await scratchFolder()
  await writeFile(at('script.json'), JSON.stringify({ otherwise: 'I do not know.' }))
  const few = { category: ['alert', 'host'] }
  await play('gold', { subject: 'gold', ...few })
  await play('gold-json', { subject: 'gold', mode: 'json', ...few })
  await play('seek', { subject: 'always-seek', ...few })
  await play('talker', { subject: `scripted:${at('script.json')}`, shots: 0, trials: 2, ...few })
  await play('whole', { subject: 'silent' })
}, 120_000)
afterAll(() => scratch.remove())

describe('assay score of several runs of dialogues', () => {
  it('shows all subjects in one table, floors once', async () => {
    const out = await assay(
      'score',
      at('gold'),
      at('gold-json'),
      at('seek'),
      at('talker'),
      '--resamples',
      '100',
    )
    const [header = ''] = out.split('\n').filter((line) => line.startsWith('right '))
    expect(header).toMatch(/^right +gold code +gold json +always-seek code +\S+ code +floor +dialogues$/)
    expect(out).toMatch(
      /^turn-correct +100\.0\* \? +100\.0\* \? +0\.0\* \? +0\.0\* \? +[\d.]+ re-search +16$/m,
    )
    expect(out.match(/^null agent/gm)).toHaveLength(1)
    expect(out).toMatch(/^released evaluator +gold code/m)
    expect(out).toMatch(/^compat-tool-f1 +100\.0/m)
    for (const name of ['gold', 'gold-json', 'seek', 'talker']) {
      const scores = JSON.parse(readFileSync(join(at(name), 'scores.json'), 'utf8'))
      expect(scores).toMatchObject({ schema: 'assay.scores/1', details: { resamples: 100 } })
    }
  })

  it('gives one document a run as JSON, a list of them', async () => {
    const out = await assay(
      'score',
      at('gold'),
      at('seek'),
      '--json',
      '--resamples',
      '100',
      '-o',
      at('both.json'),
    )
    const documents = JSON.parse(out)
    expect(documents.map(({ subject }: { subject: string }) => subject)).toEqual(['gold', 'always-seek'])
    expect(readFileSync(at('both.json'), 'utf8')).toBe(out)
    expect(JSON.parse(await assay('score', at('gold'), '--json', '--resamples', '100'))).toEqual(documents[0])
  })

  it('refuses what did not play the same', async () => {
    await expect(assay('score', at('gold'), at('whole'))).rejects.toMatchObject({
      code: 'runs-differ',
      what: expect.stringContaining('their items'),
    })
    await expect(assay('score', at('gold'), at('gold'))).rejects.toMatchObject({ code: 'run-twice' })
    await writeFile(join(at('whole'), 'run.json'), otherRun(join(at('whole'), 'run.json')))
    await expect(assay('score', at('gold'), at('whole'))).rejects.toMatchObject({ code: 'runs-mixed' })
  })
})

/** The same run as if another command had made it. */
function otherRun(path: string): string {
  const { converse: _, ...rest } = JSON.parse(readFileSync(path, 'utf8'))
  return JSON.stringify(rest)
}

describe('assay compare of runs of dialogues', () => {
  it('pairs dialogues, clustered by category and template', async () => {
    const [comparison] = [JSON.parse(await assay('compare', at('talker'), at('gold'), '--json'))]
    expect(comparison).toMatchObject({ kind: 'dialogue', metric: 'turn-correct', verdict: 'better' })
    const { items } = JSON.parse(readFileSync(join(at('gold'), 'scores.json'), 'utf8'))
    expect(comparison.n).toBe(items.length)
    expect(comparison.clusters).toBe(new Set(items.map(({ cluster }: { cluster: string }) => cluster)).size)
    const other = JSON.parse(
      await assay('compare', at('seek'), at('gold'), '--metric', 'tool-recall', '--json'),
    )
    expect(other).toMatchObject({ metric: 'tool-recall', verdict: 'better' })
  })
})

describe('--switch', () => {
  it('is kept with the run, and opens the same tools when it is scored', async () => {
    const own = { 'no-nightshade': true }
    await play('switched', { pack: 'travel', subject: 'gold', category: ['attraction'], switch: own })
    const { converse } = JSON.parse(readFileSync(join(at('switched'), 'run.json'), 'utf8'))
    expect(converse.pack.switches).toEqual(own)
    const before = JSON.parse(readFileSync(join(at('switched'), 'scores.json'), 'utf8'))
    const again = JSON.parse(await assay('score', at('switched'), '--json', '--resamples', '100'))
    expect(again.scores).toEqual(before.scores)
  })

  it('names the switches of the pack when it has no such', async () => {
    const given = { subject: 'gold', switch: { 'no-such': true } }
    await expect(play('refused', { ...given, pack: 'travel' })).rejects.toMatchObject({
      code: 'switch-unknown',
      fix: expect.stringContaining('no-nightshade'),
    })
    await expect(play('refused', given)).rejects.toMatchObject({
      code: 'switch-unknown',
      fix: expect.stringContaining('has none'),
    })
  })

  it.each(['no-state', 'no-state=yes', '=on'])('is not written as %s', async (text) => {
    await expect(assay('converse', '--pack', 'travel', '--switch', text)).rejects.toThrow(/NAME=on/)
  })
})
