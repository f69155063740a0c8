import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GateDocument } from '../../src/gate/gate-document.js'

/** Runs of dialogues through the gate: played again from what they kept, with a saved baseline. */
const isBuilt = existsSync('dist/cli/main.js')
const folder = mkdtempSync(join(tmpdir(), 'assay-gate-dialogues-'))
const at = (name: string): string => join(folder, name)

const assay = (...argv: readonly string[]) =>
  promisify(execFile)(process.execPath, ['bin/assay.js', ...argv, '--quiet'])

function gate(run: string, baseline: string): [GateDocument, number | null] {
  const argv = [
    'gate',
    at(run),
    '--policy',
    at('p.yaml'),
    '--baseline',
    at(baseline),
    '--audit',
    at('audit.json'),
  ]
  const { status, stdout } = spawnSync(process.execPath, ['bin/assay.js', ...argv, '--json', '--quiet'], {
    encoding: 'utf8',
  })
  return [JSON.parse(stdout) as GateDocument, status]
}

describe.skipIf(!isBuilt)('runs of dialogues (needs npm run build)', () => {
  beforeAll(async () => {
    await assay('dialogue', 'generate', '--pack', 'travel', '--small', '--split', 'test', '-o', at('all'))
    const lines = readFileSync(at('all/items.jsonl'), 'utf8').split('\n').slice(0, 60)
    writeFileSync(at('items.jsonl'), `${lines.join('\n')}\n`)
    for (const subject of ['gold', 'silent']) {
      const played = ['--pack', 'travel', '--small', '--items', at('items.jsonl'), '--transcripts', 'none']
      await assay('converse', ...played, '--subject', subject, '-o', at(subject))
    }
    await assay('benchmark', 'audit', at('items.jsonl'), '-o', at('audit.json'))
    await assay('gate', at('gold'), '--save-baseline', at('baseline.json'))
    writeFileSync(
      at('p.yaml'),
      `schema: assay.policy/1
rules:
  - {kind: threshold, metric: turn-correct, atLeast: 0.9}
  - {kind: no-worse, margin: 0.1}
  - {kind: usable, accept: [usable, usable-with-care]}
`,
    )
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('pass what is right, against the run and against its file alike', () => {
    const [document, status] = gate('gold', 'baseline.json')
    expect([document.verdict, status]).toEqual(['passed', 0])
    expect(document.comparisons).toMatchObject([
      { kind: 'dialogue', metric: 'turn-correct', n: 60, difference: 0 },
    ])
    expect(gate('gold', 'gold')[0]).toEqual(document)
  })

  it('fail what says nothing', () => {
    const [document, status] = gate('silent', 'baseline.json')
    expect([document.verdict, status]).toEqual(['failed', 1])
    expect(document.rules.map(({ verdict }) => verdict)).toEqual(['failed', 'failed', 'passed', 'passed'])
  })
})
