import { describe, expect, it } from 'vitest'
import { guardOutput, guardOutputs } from './output-guard.js'

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

describe('guardOutputs', () => {
  it('refuses two outputs to one file, and any that is an input', () => {
    expect(() => guardOutputs(['a.json', undefined, './a.json'], [])).toThrow(/one file/)
    expect(() => guardOutputs([undefined, 'in.jsonl'], ['in.jsonl'])).toThrow(/replace an input/)
    expect(() => guardOutputs(['a.json', 'b.csv', undefined], ['in.jsonl'])).not.toThrow()
  })
})
