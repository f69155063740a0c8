import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { lintRules } from './rules/index.js'

const page = readFileSync(new URL('../../../docs/lint.md', import.meta.url), 'utf8')

/** Cells of the table rows that begin with a code and a severity, however the table is laid out. */
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').slice(1, -1))
  .map((cells) => cells.map((cell) => cell.trim()))
  .filter(([, severity]) => /^(?:error|warn|info)\b/.test(severity ?? ''))

describe('docs/lint.md', () => {
  it('says of each code, in the order of the rules, what the rule says, and lists no others', () => {
    expect(rows).toEqual(
      lintRules
        .flatMap((rule) => rule.codes)
        .map(({ code, severities, means, fix }) => [`\`${code}\``, severities.join(', '), means, fix]),
    )
  })
})
