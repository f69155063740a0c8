import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { lintCodes } from './lint.js'
import { lintRules } from './rules/index.js'

const page = readFileSync(new URL('../../../docs/lint.md', import.meta.url), 'utf8')

describe('docs/lint.md', () => {
  it('lists the codes of the rules, in their order, and no others', () => {
    expect([...page.matchAll(/^\| `([a-z-]+)` \| (?:error|warn|info)/gm)].map(([, code]) => code)).toEqual(
      lintCodes,
    )
  })

  it('says of each what the rule says', () => {
    for (const { code, severities, means, fix } of lintRules.flatMap((rule) => rule.codes)) {
      expect(page).toContain(`| \`${code}\` | ${severities.join(', ')} | ${means} | ${fix} |`)
    }
  })
})
