import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordCli } from '../../../test/contract/cli-run.js'
import { hostFiles } from '../../adapters/files.js'
import { calibrateCommand } from './calibrate.js'
import { textOfCalibration } from './calibrate-text.js'

const folder = mkdtempSync(join(tmpdir(), 'assay-calibrate-'))
const card = {
  schema: 'assay.reference/1',
  name: 'flat-s1',
  set: 'parametric',
  summary: 'Not trained.',
  expectations: [
    {
      id: 'knows',
      statement: 'It knows its tools.',
      measure: { probe: 'mcq', items: 'mcq', metric: 'accuracy' },
      expect: { atLeast: 0.4 },
      held: null,
    },
  ],
  weights: null,
}

beforeAll(() => {
  mkdirSync(join(folder, 'models/flat-s1'), { recursive: true })
  mkdirSync(join(folder, 'items'))
  writeFileSync(join(folder, 'models/flat-s1/card.json'), JSON.stringify(card))
  const item = {
    id: 'q',
    kind: 'mcq',
    tool: 't',
    question: 'What?',
    answer: 'a',
    distractors: ['b', 'c', 'd'],
  }
  writeFileSync(join(folder, 'items/mcq.jsonl'), `${JSON.stringify(item)}\n`)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function assay(...argv: readonly string[]) {
  const record = recordCli(hostFiles)
  const program = new Command().exitOverride().configureOutput({ writeErr: () => undefined })
  calibrateCommand.register(program, record.context)
  await program.parseAsync(['node', 'assay', 'calibrate', ...argv])
  return record
}

describe('assay calibrate', () => {
  it('runs one section, prints what it found, and is done with 0 when all is well', async () => {
    const output = join(folder, 'result.json')
    const record = await assay('--only', 'transcripts', '--json', '-o', output)
    const document = JSON.parse(record.out())
    expect(document).toMatchObject({
      schema: 'assay.calibrate/1',
      verdict: 'passed',
      seed: 0,
      sections: [{ section: 'transcripts', verdict: 'passed' }],
    })
    expect(document.sections[0].checks.length).toBeGreaterThan(400)
    expect(JSON.parse(new TextDecoder().decode(await hostFiles.read(output)))).toEqual(document)
    expect(record.exitCode()).toBe(0)
    const text = (await assay('--only', 'transcripts')).out()
    expect(text).toMatch(/transcripts: \d+ of \d+ passed/)
    expect(text).toMatch(/Calibration passed/)
  })

  it('plays agents in the worlds of its packs, without models', async () => {
    const record = await assay('--only', 'dialogues', '--items', '1', '--json')
    const { sections } = JSON.parse(record.out())
    const sets = new Set(sections[0].checks.map(({ id }: { readonly id: string }) => id.split('/')[0]))
    expect([...sets]).toEqual(['travel-en', 'security-desk-es', 'faults'])
    const failed = sections[0].checks.filter(
      ({ verdict }: { readonly verdict: string }) => verdict !== 'passed',
    )
    expect(failed).toEqual([])
    expect(record.exitCode()).toBe(0)
  }, 120_000)

  it('is red, and exits with 1, while a subject has no weights', async () => {
    const record = await assay('--only', 'subjects', '--reference', folder)
    expect(record.exitCode()).toBe(1)
    expect(record.out()).toMatch(/MISSING +flat-s1\/weights +weights +none/)
    expect(record.out()).toMatch(/The card names no weights/)
    expect(record.out()).toMatch(/Calibration FAILED: 2 of 2/)
  })

  it.each([
    [['--only', 'transcript'], /no section "transcript"[^]*Did you mean transcripts/],
    [['--only', 'subjects', '--reference', join(folder, 'models')], /holds no models\//],
    [['--items', '0'], /whole number from 1/],
  ])('refuses %j', async (argv, message) => {
    await expect(assay(...argv)).rejects.toThrow(message)
  })

  it('shows what went wrong, in the words of the check', () => {
    const text = textOfCalibration({
      schema: 'assay.calibrate/1',
      assay: '0',
      verdict: 'failed',
      seed: 0,
      items: 100,
      sections: [
        {
          section: 'transcripts',
          verdict: 'failed',
          durationMs: 1500,
          notes: ['Drawn.'],
          checks: [
            { id: 'a/right', says: 'makes the right call', expected: 'x', measured: 'x', verdict: 'passed' },
            {
              id: 'a/prose',
              says: 'names the tool',
              expected: 'x',
              measured: 'y',
              verdict: 'failed',
              note: 'text\u001b',
            },
          ],
        },
      ],
    })
    expect(text).toMatch(/transcripts: 1 of 2 passed \(1\.5 s\)/)
    expect(text).toMatch(/WRONG +a\/prose +x +y/)
    expect(text).not.toContain('a/right')
    expect(text).toMatch(/a\/prose: names the tool text/)
    expect(text).toMatch(/Drawn\./)
    expect(text).not.toContain('\u001b')
  })
})
