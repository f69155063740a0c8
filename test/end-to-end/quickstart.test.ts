import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReportDocument } from '../../src/report/document.js'

const run = promisify(execFile)
const isBuilt = existsSync('dist/cli/main.js')
const folder = mkdtempSync(join(tmpdir(), 'assay-quickstart-'))

/** The README's main job, as a user runs it: the built command, two live MCP servers, files on disk. */
describe.skipIf(!isBuilt)('assay audit --quickstart (needs npm run build)', () => {
  let stdout = ''
  let report: ReportDocument

  beforeAll(async () => {
    ;({ stdout } = await run('node', ['bin/assay.js', 'audit', '--quickstart', '-o', folder, '--quiet']))
    report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as ReportDocument
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('reads both servers live, and finds all gold of the sixty items', () => {
    expect(report.catalog).toMatchObject({ tools: 23, services: 2 })
    expect(report.benchmarks[0]).toMatchObject({
      counts: { items: 60 },
      catalogMatch: { kind: 'same' },
      losses: [],
    })
  })

  it('measures every tier of every subject with an interval, a ceiling and chance', () => {
    const tables = report.sections.flatMap((section) => section.tables)
    expect(tables.map(({ subject }) => subject)).toEqual(['bm25', 'hybrid:bm25+bm25:t3', 'random'])
    const recalls = tables.flatMap(({ scores }) =>
      scores.filter(({ metric, group }) => metric === 'recall' && !group),
    )
    expect(recalls).toHaveLength(3 * 4 * 4)
    for (const score of recalls) {
      expect(score).toMatchObject({ kind: 'scored', ceiling: expect.any(Number), chance: expect.any(Number) })
      expect('interval' in score || 'itemInterval' in score).toBe(true)
    }
  })

  it('finds more with BM25 than by chance, and no more than chance with a random order', () => {
    const atFive = (subject: string) =>
      report.sections
        .flatMap((section) => section.tables)
        .find((table) => table.subject === subject)
        ?.scores.find(({ metric, k, tier }) => metric === 'recall' && k === 5 && tier === 'all')
    const [bm25, random] = [atFive('bm25'), atFive('random')]
    if (bm25?.kind !== 'scored' || random?.kind !== 'scored') throw new Error('unscored')
    expect(bm25.interval?.[0]).toBeGreaterThan(bm25.chance ?? 1)
    expect(random.interval?.[0]).toBeLessThan(random.chance ?? 0)
    expect(random.interval?.[1]).toBeGreaterThan(random.chance ?? 1)
  })

  it('prints what the README shows, cuts marked by an ellipsis', () => {
    const [, shown = ''] =
      /\$ node bin\/assay\.js audit --quickstart\n([^]*?)```/.exec(readFileSync('README.md', 'utf8')) ?? []
    const parts = shown.split('…\n').map((part) => part.trim())
    expect(parts.length).toBeGreaterThan(1)
    let from = 0
    for (const part of parts) {
      const at = stdout.indexOf(part, from)
      expect(at, part).toBeGreaterThanOrEqual(0)
      from = at + part.length
    }
  })

  it('prints the verdicts and where the report lies', () => {
    expect(stdout).toMatch(/^Assay report/)
    expect(stdout).toContain(`Written: ${folder}`)
  })
})
