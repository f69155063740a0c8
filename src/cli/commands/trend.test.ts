import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { recordCli } from '../../../test/contract/cli-run.js'
import { memoryFiles } from '../../../test/contract/memory-files.js'
import { type StoredRunSpec, storedRunFiles } from '../../../test/generators/stored-run.js'
import { trendCommand } from './trend.js'
import { clockNotes } from './trend-text.js'

const some = (right: number, of: number): readonly boolean[] =>
  Array.from({ length: of }, (_, place) => place < right)

const NOW = Date.parse('2026-11-10T00:00:00Z')

function stored(...specs: readonly StoredRunSpec[]): Record<string, string> {
  const all: Record<string, string> = {}
  for (const spec of specs) {
    for (const [name, text] of Object.entries(storedRunFiles(spec))) all[`runs/${spec.id}/${name}`] = text
  }
  return all
}

const week = [70, 70, 71, 40].map(
  (right, day): StoredRunSpec => ({
    id: `night-${day + 1}`,
    createdAt: `2026-11-0${day + 1}T02:00:00.000Z`,
    right: some(right, 100),
  }),
)

async function assay(files: Record<string, string>, ...argv: readonly string[]) {
  const record = recordCli(memoryFiles(files), { clock: { now: () => NOW, sleep: async () => {} } })
  const program = new Command('assay').exitOverride().configureOutput({ writeErr: () => {} })
  trendCommand.register(program, record.context)
  await program.parseAsync(['node', 'assay', 'trend', ...argv])
  return record
}

describe('assay trend', () => {
  it('lays the runs of a folder out and marks the night of the change', async () => {
    const { out, exitCode } = await assay(stored(...week))
    expect(out()).toMatch(
      /^desk, qa accuracy, small \(qa 2\)\n██ █▁|^desk, qa accuracy, small \(qa 2\)\n.{4} {2}40\.0 to 71\.0\n/,
    )
    expect(out()).toMatch(
      /2026-11-04 02:00 {2}night-4 +40\.0 {2}\[35\.0, 45\.0\] +100 +50\.0 +50\.0 +-31\.0 \[.*▼ worse/,
    )
    expect(out().match(/[▲▼]/g)).toHaveLength(1)
    expect(out()).toMatch(/night-1 to night-4: -30\.0 .*, worse\.\n/)
    expect(out()).toContain('4 comparisons decided together (Holm)')
    expect(exitCode()).toBe(0)
  })

  it('tells the parts of two audits apart by the folder that they lie in', async () => {
    const parts = ['r7', 'r8'].flatMap((audit, place) =>
      Object.entries(storedRunFiles({ ...(week[place] as StoredRunSpec), id: 'calls-small' })).map(
        ([name, text]) => [`runs/${audit}/calls-small/${name}`, text],
      ),
    )
    const { out } = await assay(Object.fromEntries(parts))
    expect(out()).toMatch(/ r7\/calls-small .*\n.* r8\/calls-small /)
  })

  it('prints assay.trend/1, the same with -o, and never over an input', async () => {
    const { out, files } = await assay(stored(...week), 'runs', '--json', '-o', 'trend.json')
    const document = JSON.parse(out())
    expect(files.contents.get('trend.json')).toBe(out())
    expect(document).toMatchObject({
      schema: 'assay.trend/1',
      correction: { method: 'Holm', comparisons: 4, level: 0.05 },
      margin: 0.03,
      notes: [],
      series: [
        {
          subject: 'small',
          benchmark: 'desk',
          kind: 'qa',
          metric: 'accuracy',
          points: [{ run: 'night-1', createdAt: '2026-11-01T02:00:00.000Z', value: 0.7, n: 100 }, {}, {}, {}],
          steps: [
            { kind: 'compared', isChange: false },
            { kind: 'compared', isChange: false },
            { kind: 'compared', isChange: true, verdict: 'worse', test: 'exact McNemar' },
          ],
        },
      ],
    })
    await expect(assay(stored(...week), '-o', 'runs/night-1/run.json')).rejects.toMatchObject({
      code: 'output-is-input',
    })
  })

  it('says why a line breaks, what is left out, and what is odd about the times', async () => {
    const [first, second] = week as [StoredRunSpec, StoredRunSpec]
    const files = stored(
      first,
      { ...second, fingerprint: 'e'.repeat(64) },
      { ...second, id: 'twin', fingerprint: 'e'.repeat(64) },
      { ...first, id: 'later', createdAt: '2027-01-01T00:00:00Z', fingerprint: 'e'.repeat(64) },
    )
    const { out, err } = await assay({
      ...files,
      'runs/raw/run.json': storedRunFiles({ ...first, id: 'raw' })['run.json'] ?? '',
    })
    expect(out()).toMatch(
      /The line breaks between night-1 and night-2\. The items of "desk" are not the same/,
    )
    expect(out()).toMatch(/Began later than it is here, so a clock was wrong: later/)
    expect(out()).toMatch(/Began in the same millisecond as another: twin/)
    expect(err()).toContain('left out: runs/raw: The folder holds no scores.json.')
  })

  it('follows the benchmark and the subject that are named', async () => {
    const files = stored(...week, { ...(week[0] as StoredRunSpec), id: 'other', subject: 'large' })
    expect((await assay(files, '--subject', 'large')).out()).toMatch(/^desk, qa accuracy, large/)
    expect((await assay(files)).out().match(/^desk, /gm)).toHaveLength(2)
    await expect(assay(files, '--benchmark', 'none')).rejects.toMatchObject({ code: 'metric-unknown' })
  })

  it.each<[string, Record<string, string>, readonly string[], string]>([
    ['a folder without runs', { 'x/readme': '' }, ['x'], 'tables-missing'],
    ['what is not there', {}, ['gone'], 'tables-missing'],
    [
      'a run that was not scored',
      { 'a/run.json': stored(week[0] as StoredRunSpec)['runs/night-1/run.json'] ?? '' },
      ['a'],
      'run-not-scored',
    ],
    ['a run that is damaged', { 'a/run.json': '{' }, ['a'], 'run-invalid'],
    [
      'two runs with one id',
      {
        ...stored(...week),
        'copy/run.json': stored(...week)['runs/night-1/run.json'] ?? '',
        'copy/scores.json': stored(...week)['runs/night-1/scores.json'] ?? '',
      },
      ['runs', 'copy'],
      'run-doubled',
    ],
    [
      'a run without a time',
      {
        'a/run.json': (stored(week[0] as StoredRunSpec)['runs/night-1/run.json'] ?? '').replace(
          /"createdAt":"[^"]*"/,
          '"createdAt":"soon"',
        ),
        'a/scores.json': '[]',
      },
      ['a'],
      'run-invalid',
    ],
    ['a metric nobody has', stored(...week), ['runs', '--metric', 'f2'], 'metric-unknown'],
    ['a margin in points', stored(...week), ['runs', '--margin', '3'], 'commander.invalidArgument'],
  ])('refuses %s', async (_what, files, argv, code) => {
    await expect(assay(files, ...argv)).rejects.toMatchObject({ code })
  })

  it('shows a stranger’s names so that no terminal obeys them', async () => {
    const { out } = await assay(stored({ ...(week[0] as StoredRunSpec), subject: 'a\u001b[31m\nb' }))
    expect(out()).toContain('a\\u{1b}[31m\\nb')
    expect(out()).not.toContain('\u001b')
  })
})

describe('clockNotes', () => {
  it('is silent about times that may be', () => {
    expect(
      clockNotes(
        [
          { run: 'a', createdMs: NOW },
          { run: 'b', createdMs: NOW + 60_000 },
        ],
        NOW,
      ),
    ).toEqual([])
  })
  it('names five at most', () => {
    const runs = Array.from({ length: 8 }, (_, at) => ({ run: `r${at}`, createdMs: NOW + 1e7 + at }))
    expect(clockNotes(runs, NOW)).toEqual([expect.stringContaining('r0, r1, r2, r3, r4 and 3 more')])
  })
})
