import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import type { EvidenceRecord } from '../../scripts/evidence/exhibit.js'
import { exhibits } from '../../scripts/evidence/exhibits.js'
import { measure } from '../../scripts/evidence/measure.js'
import { renderEvidence } from '../../scripts/evidence/page.js'
import { buildProgram } from '../../src/cli/program.js'
import { recordCli } from '../contract/cli-run.js'

const record = JSON.parse(readFileSync('docs/evidence.json', 'utf8')) as EvidenceRecord
const page = readFileSync('docs/evidence.md', 'utf8')

/** Words after `node bin/assay.js`, with what the shell would put in. */
const argvOf = (command: string): readonly string[] =>
  command
    .slice(command.indexOf('bin/assay.js') + 'bin/assay.js'.length)
    .trim()
    .replaceAll(/\$(DATA|OUT|MODEL)/g, '/$1')
    .split(' ')

/** Walks the command line by hand, so that nothing runs. */
function parsedBy(
  program: Command,
  argv: readonly string[],
): { readonly command: Command; readonly unknown: readonly string[] } {
  const [first = '', ...rest] = argv
  const inner = program.commands.find((one) => one.name() === first)
  if (inner !== undefined) return parsedBy(inner, rest)
  return { command: program, unknown: program.parseOptions([...argv]).unknown }
}

describe('docs/evidence.md', () => {
  it('is what docs/evidence.json says', () => {
    expect(renderEvidence(exhibits, record)).toBe(page)
  })

  it('holds no figure of an exhibit that is not listed, in no other order', () => {
    const ids = exhibits.map(({ id }) => id)
    const measured = record.measurements.map(({ id }) => id)
    expect(measured).toEqual(ids.filter((id) => measured.includes(id)))
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('names no place of the machine it was measured on', () => {
    for (const text of [page, JSON.stringify(record)]) {
      expect(text).not.toMatch(/(?:^|[\s"'`(])\/(?:home|root|tmp|work|Users)\//)
    }
  })

  const readings = exhibits.filter(({ commands }) => commands.every((command) => command.startsWith('cat ')))
  it.each(readings)('quotes in $id what the files of this clone say', async (exhibit) => {
    const now = await measure(exhibit, { data: '', model: undefined, out: '' }, '')
    const written = record.measurements.find(({ id }) => id === exhibit.id)
    const factsOf = (one: typeof now | undefined) =>
      one?.kind === 'measured' ? { inputs: one.inputs, reading: one.reading } : one
    expect(
      factsOf(written),
      `The files have changed: npm run evidence -- --only ${exhibit.id} writes the page anew.`,
    ).toEqual(JSON.parse(JSON.stringify(factsOf(now))))
  })

  const commands = [...page.matchAll(/^(?:\S+=\S+ )*node bin\/assay\.js .+$/gm)].map(([line]) =>
    line.replace(/ +#.*$/, ''),
  )
  it('has commands', () => {
    expect(commands.length).toBeGreaterThan(exhibits.length / 2)
  })
  it.each(commands)('%s is a command of Assay', (line) => {
    const { command, unknown } = parsedBy(buildProgram(recordCli().context), argvOf(line))
    expect(command.name()).not.toBe('assay')
    expect(unknown).toEqual([])
  })
  it.each([
    ['node bin/assay.js benchmark audti x', 'benchmark'],
    ['node bin/assay.js benchmark audit x --jsno', 'audit'],
  ])('would notice a slip in %s', (line, stops) => {
    const { command, unknown } = parsedBy(buildProgram(recordCli().context), argvOf(line))
    expect(command.name()).toBe(stops)
    expect(unknown.length + Number(command.commands.length > 0)).toBeGreaterThan(0)
  })
})
