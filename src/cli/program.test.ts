import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { memoryFiles } from '../../test/contract/memory-files.js'
import { buildProgram } from './program.js'

let out = ''
let err = ''
const program = () =>
  buildProgram({
    files: memoryFiles(),
    http: { send: () => Promise.reject(new Error('no network in tests')) },
    clock: { now: () => 0, sleep: async () => {} },
    print: (text) => {
      out += text
    },
    notify: () => {},
    complain: (text) => {
      err += text
    },
    variable: () => undefined,
    signal: new AbortController().signal,
    exit: () => {},
  })

const commandsOf = (command: Command, path: readonly string[] = []): readonly (readonly string[])[] => [
  path,
  ...command.commands.flatMap((inner) => commandsOf(inner, [...path, inner.name()])),
]

const typed = async (...argv: readonly string[]): Promise<void> => {
  out = ''
  err = ''
  await program().parseAsync(['node', 'assay', ...argv])
}

describe('assay', () => {
  it.each(commandsOf(program()).map((path) => path.join(' ')))(
    '%s --help says what it does, with examples',
    async (path) => {
      await expect(typed(...path.split(' ').filter(Boolean), '--help')).rejects.toMatchObject({
        code: 'commander.helpDisplayed',
      })
      expect(out).toMatch(/^Usage: assay/)
      expect(out).toMatch(/^Examples:\n {2}assay /m)
    },
  )

  it('has every command that was promised', () => {
    const names = commandsOf(program()).map((path) => path.join(' '))
    for (const name of [
      'audit',
      'catalog import',
      'catalog lint',
      'catalog show',
      'catalog diff',
      'retrieve',
    ]) {
      expect(names).toContain(name)
    }
  })

  it.each([
    ['a command', ['retreive'], 'retrieve'],
    ['a command of a group', ['catalog', 'imprt'], 'import'],
    ['a flag', ['audit', '--quikstart'], '--quickstart'],
    ['a flag of a command in a group', ['catalog', 'lint', 'x', '--fail-onn', 'warn'], '--fail-on'],
  ])('offers the nearest one for a slip in %s', async (_, argv, near) => {
    await expect(typed(...argv)).rejects.toThrow()
    expect(err).toContain(`Did you mean ${near}?`)
  })
})
