import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { recordCli } from '../../../test/contract/cli-run.js'
import { memoryFiles } from '../../../test/contract/memory-files.js'
import { compareCommand } from './compare.js'

const scores = (subject: string, values: readonly number[], version = 1): string =>
  JSON.stringify({
    schema: 'assay.scores/1',
    subject,
    benchmark: 'desk',
    scores: [{ metric: 'exact', better: 'higher', n: values.length, scorer: { name: 'calls', version } }],
    items: values.map((exact, index) => ({ id: `i${index}`, kind: 'call', values: { exact, match: exact } })),
    details: { benchmark: { fingerprint: 'f' } },
  })

const some = (right: number, of: number): readonly number[] =>
  Array.from({ length: of }, (_, index) => (index < right ? 1 : 0))

const files = () =>
  memoryFiles({
    'a/scores.json': scores('before', some(20, 60)),
    'b.json': scores('after', some(50, 60)),
    'c.json': scores('later', some(50, 60), 2),
    'd.json': scores('more', some(21, 60)),
    'empty/run.json': '{}',
  })

async function assay(...argv: readonly string[]) {
  const record = recordCli(files())
  const program = new Command('assay').exitOverride().configureOutput({ writeErr: () => {} })
  compareCommand.register(program, record.context)
  await program.parseAsync(['node', 'assay', 'compare', ...argv])
  return record
}

describe('assay compare', () => {
  it('prints one comparison as assay.compare/1', async () => {
    const { out, exitCode } = await assay('a', 'b.json', '--json')
    expect(JSON.parse(out())).toMatchObject({
      schema: 'assay.compare/1',
      benchmark: 'desk',
      metric: 'exact',
      n: 60,
      pairs: { both: 20, onlyA: 0, onlyB: 30, neither: 10 },
      difference: 0.5,
      interval: [expect.any(Number), expect.any(Number)],
      test: 'exact McNemar',
      p: expect.any(Number),
      verdict: 'better',
      margin: 0.03,
      a: { subject: 'before', scorer: { name: 'calls', version: 1 } },
      b: { subject: 'after' },
    })
    expect(exitCode()).toBe(0)
  })

  it('prints a list for several metrics, decided together', async () => {
    const { out } = await assay('a', 'd.json', '--metric', 'exact', '--metric', 'match', '--json')
    const [exact, match] = JSON.parse(out())
    expect(exact).toMatchObject({ metric: 'exact', verdict: 'not-enough-data', needed: expect.any(Number) })
    expect(match.adjustedP).toBe(1)
  })

  it('says in words what was found', async () => {
    const better = await assay('a', 'b.json')
    expect(better.out()).toMatch(/^A: before\nB: after\n/)
    expect(better.out()).toMatch(/desk +call exact +60 +\+50\.0 \[\+.*B is better/)
    expect((await assay('b.json', 'a')).out()).toMatch(/-50\.0.*B is worse/)
    const unsure = await assay('a', 'd.json', '--margin', '0.01')
    expect(unsure.out()).toMatch(/not enough data/)
    expect(unsure.out()).toMatch(/It would take about [0-9,]+ items like these to tell\./)
    expect(unsure.out()).toContain('differences up to 1.0 points do not matter')
    const wide = await assay('a', 'd.json', '--margin', '0.2')
    expect(wide.out()).toMatch(/no difference shown/)
  })

  it('writes what it is told to, and never over an input', async () => {
    const { files: written, out } = await assay('a', 'b.json', '--json', '-o', 'o.json')
    expect(written.contents.get('o.json')).toBe(out())
    await expect(assay('a', 'b.json', '-o', 'b.json')).rejects.toMatchObject({ code: 'output-is-input' })
    await expect(assay('a', 'b.json', '-o', 'a/scores.json')).rejects.toMatchObject({
      code: 'output-is-input',
    })
  })

  it('refuses scores of two versions unless it is told to go on', async () => {
    await expect(assay('a', 'c.json')).rejects.toMatchObject({ code: 'scorer-differs' })
    expect((await assay('a', 'c.json', '--across-versions')).out()).toMatch(/B is better/)
  })

  it.each<[string, readonly string[], object]>([
    ['a run that was not scored', ['empty', 'b.json'], { code: 'run-not-scored' }],
    ['what is not there', ['a', 'gone.json'], { code: 'file-missing' }],
    ['a margin in points', ['a', 'b.json', '--margin', '3'], { code: 'commander.invalidArgument' }],
    ['a metric nobody knows', ['a', 'b.json', '--metric', 'f2'], { code: 'metric-unknown' }],
  ])('refuses %s', async (_what, argv, fault) => {
    await expect(assay(...argv)).rejects.toMatchObject(fault)
  })
})
