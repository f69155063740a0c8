import { describe, expect, it } from 'vitest'
import { guardOutput } from './output-guard.js'

describe('guardOutput', () => {
  it('refuses an input under any spelling of its path', () => {
    expect(() => guardOutput('a/../catalog.jsonl', ['./catalog.jsonl'])).toThrow(
      /replace an input[^]*catalog\.jsonl/,
    )
  })
  it('lets others pass, and no output at all', () => {
    expect(() => guardOutput('scores.json', ['catalog.jsonl', 'mcp:npx server'])).not.toThrow()
    expect(() => guardOutput(undefined, ['catalog.jsonl'])).not.toThrow()
  })
})
