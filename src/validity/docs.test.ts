import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { nullRankers } from '../benchmark/nulls/null-rankers.js'
import { nullSpeakers } from '../benchmark/nulls/null-speakers.js'
import { auditChecks } from './checks/index.js'

const page = readFileSync('docs/benchmark-audit.md', 'utf8')

describe('docs/benchmark-audit.md', () => {
  it('explains every code that an audit can give', () => {
    const rows = page.split('\n').filter((line) => line.startsWith('| `'))
    for (const code of auditChecks.flatMap((check) => check.codes)) {
      expect(
        rows.filter((row) => row.split('|')[1]?.includes(`\`${code}\``)),
        code,
      ).toHaveLength(1)
    }
  })
  it('names every null model', () => {
    for (const { id } of [...nullRankers, ...nullSpeakers]) expect(page).toContain(`\`${id}\``)
  })
})
