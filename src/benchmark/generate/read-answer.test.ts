import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAnswer } from './read-answer.js'

describe('readAnswer', () => {
  const read = (text: string, isCut = false) =>
    readAnswer({ kind: 'said', text, isCut }, (shape) => shape.only('ok').flag('ok'))

  it.each([
    '{"ok":true}',
    ' \n{"ok":true}\n',
    '```json\n{"ok":true}\n```',
    '```\n{"ok":true}```',
    '<think>Is {"ok":false}?</think>\n{"ok":true}',
  ])('reads %j', (text) => {
    expect(read(text)).toEqual({ kind: 'value', value: true })
  })

  it.each([
    ['{"ok":true} and more', 'not-json'],
    ['Answer: {"ok":true}', 'not-json'],
    ['```json\n{"ok":true}\n```\nDone.', 'not-json'],
    ['{"ok":true}{"ok":false}', 'not-json'],
    ['{"ok":false,"ok":true}', 'not-json'],
    ['[{"ok":true}]', 'not-json'],
    ["{'ok':true}", 'not-json'],
    ['{"ok":"true"}', 'shape'],
    ['{"ok":true,"also":1}', 'shape'],
    ['{}', 'shape'],
    ['', 'not-json'],
    [`${'['.repeat(5000)}`, 'not-json'],
  ])('refuses %j', (text, fault) => {
    expect(read(text)).toEqual({ kind: 'fault', fault })
  })

  it('never throws, whatever was said', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => ['value', 'fault'].includes(read(text).kind)),
    )
  })

  it('takes nothing that was cut or failed', () => {
    expect(read('{"ok":true}', true)).toEqual({ kind: 'fault', fault: 'cut' })
    expect(readAnswer({ kind: 'failed', reason: 'x', what: 'x' }, () => 1)).toEqual({
      kind: 'fault',
      fault: 'failed',
    })
  })
})
