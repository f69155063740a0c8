import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { recordCli } from '../../test/contract/cli-run.js'
import { buildProgram } from './program.js'

const commandsOf = (command: Command, path: readonly string[] = []): readonly (readonly string[])[] => [
  path,
  ...command.commands.flatMap((inner) => commandsOf(inner, [...path, inner.name()])),
]

const typed = async (...argv: readonly string[]) => {
  const record = recordCli()
  const error: unknown = await buildProgram(record.context)
    .parseAsync(['node', 'assay', ...argv])
    .catch((thrown: unknown) => thrown)
  return { out: record.out(), err: record.err(), error }
}

describe('assay', () => {
  it.each(commandsOf(buildProgram(recordCli().context)).map((path) => path.join(' ')))(
    '%s --help says what it does, with examples',
    async (path) => {
      const { out, error } = await typed(...path.split(' ').filter(Boolean), '--help')
      expect(error).toMatchObject({ code: 'commander.helpDisplayed' })
      expect(out).toMatch(/^Usage: assay/)
      expect(out).toMatch(/^Examples:\n {2}assay /m)
    },
  )

  it('has every command that was promised', () => {
    const names = commandsOf(buildProgram(recordCli().context)).map((path) => path.join(' '))
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
    const { err, error } = await typed(...argv)
    expect(error).toBeInstanceOf(Error)
    expect(err).toContain(`Did you mean ${near}?`)
  })
})
