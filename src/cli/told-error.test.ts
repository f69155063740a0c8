import { describe, expect, it } from 'vitest'
import { BugError, InputError } from '../errors.js'
import { toldError } from './told-error.js'

const input = (what: string, where?: string, fix?: string): InputError =>
  new InputError({
    code: 'x',
    what,
    ...(where === undefined ? {} : { where }),
    ...(fix === undefined ? {} : { fix }),
  })

describe('toldError', () => {
  it('says what, where and what to do', () => {
    expect(toldError(input('It is not there.', 'a.jsonl, line 2', 'Name it.\nOr do not.'))).toBe(
      'InputError: It is not there.\n  where: a.jsonl, line 2\n  fix:   Name it.\nOr do not.\n',
    )
    expect(toldError(new BugError({ code: 'x', what: 'Two are one.' }))).toBe('BugError: Two are one.\n')
  })

  it('keeps a place on its line, and terminals from obeying', () => {
    expect(toldError(input('No.\u001b[2J', 'evil\n::error::name\r.jsonl'))).toBe(
      'InputError: No.\\u{1b}[2J\n  where: evil\\n::error::name\\r.jsonl\n',
    )
  })

  it('holds no line that a workflow would take for a command', () => {
    const told = toldError(input('Subjects a\n  ::add-mask::b', 'x##[error]y', 'Do\n::stop-commands::t'))
    expect(told).toBe(
      'InputError: Subjects a\n  : :add-mask::b\n  where: x## [error]y\n  fix:   Do\n: :stop-commands::t\n',
    )
  })

  it('shows the stack of what nobody threw on purpose, with a stranger in it as text', () => {
    const told = toldError(new TypeError('bad \u001b[31m\n::set-output name=verdict::passed'))
    expect(told).toMatch(
      /^BugError: Assay failed unexpectedly[^\n]*\nTypeError: bad \\u\{1b\}\[31m\n: :set-output/,
    )
    expect(told).toContain('told-error.test.ts')
    expect(toldError('thrown\u0007')).toContain('\nthrown\\u{7}\n')
  })
})
