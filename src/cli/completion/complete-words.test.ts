import { Argument, Command, Option } from 'commander'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { recordCli } from '../../../test/contract/cli-run.js'
import { completionScript, shells } from '../../adapters/completion-script.js'
import { dialects } from '../../toolcall/dialects/index.js'
import { repeated } from '../options.js'
import { buildProgram } from '../program.js'
import { completeWords, printedOffer, type ValueSource } from './complete-words.js'
import { hostValues } from './host-values.js'

const nothing: ValueSource = { option: () => undefined, argument: () => undefined }

function desk(): Command {
  const program = new Command('desk').version('1')
  const ticket = program.command('ticket').summary('tickets')
  ticket
    .command('close')
    .addArgument(new Argument('<state>').choices(['solved', 'stale']))
    .argument('[files...]')
    .option('--who <name>', 'a person')
    .option('--loud', 'says so')
    .option('--tag <tag>', 'repeatable', repeated)
    .addOption(new Option('--color <color>').choices(['red', 'green']))
    .addOption(new Option('--secret').hideHelp())
  program.command('hidden', { hidden: true })
  return program
}

async function values(line: string, source: ValueSource = nothing): Promise<readonly string[]> {
  const { candidates, isFile } = await completeWords(desk(), line.split(' '), source)
  return [...candidates.map(({ value }) => value), ...(isFile ? ['FILES'] : [])]
}

describe('completeWords', () => {
  it('offers commands, but for hidden ones', async () => {
    expect(await values('')).toEqual(['ticket', 'help'])
    expect(await values('ti')).toEqual(['ticket'])
    expect(await values('ticket cl')).toEqual(['close'])
  })

  it('offers flags that are not given yet, or may be given again', async () => {
    expect(await values('ticket close --')).toEqual(['--who', '--loud', '--tag', '--color', '--help'])
    expect(await values('ticket close --loud --tag a --')).toEqual(['--who', '--tag', '--color', '--help'])
    expect(await values('ticket close --c')).toEqual(['--color'])
  })

  it('offers values of arguments and of flags, behind a space or an equals sign', async () => {
    expect(await values('ticket close s')).toEqual(['solved', 'stale'])
    expect(await values('ticket close --color ')).toEqual(['red', 'green'])
    expect(await values('ticket close --color=g')).toEqual(['green'])
    expect(await values('ticket close --color red ')).toEqual(['solved', 'stale'])
    expect(await values('ticket close --loud ')).toEqual(['solved', 'stale'])
    expect(await values('ticket close --color=red st')).toEqual(['stale'])
  })

  it('knows the command that is meant where none is named', async () => {
    const program = new Command('desk')
    const score = program.command('score')
    score.command('calls').argument('<file>')
    score
      .command('run', { isDefault: true })
      .addArgument(new Argument('<what>').choices(['first', 'second']))
      .option('--deep')
    const offered = async (...words: readonly string[]) =>
      (await completeWords(program, words, nothing)).candidates.map(({ value }) => value)
    expect(await offered('score', '')).toEqual(['calls', 'run', 'help', 'first', 'second'])
    expect(await offered('score', '--')).toEqual(['--deep', '--help'])
    expect(await offered('score', 'first', '--d')).toEqual(['--deep'])
  })

  it('leaves the rest to files', async () => {
    expect(await values('ticket close --who ')).toEqual(['FILES'])
    expect(await values('ticket close solved a.txt b')).toEqual(['FILES'])
  })

  it('asks for values that are known elsewhere, by flag and command', async () => {
    const asked: string[] = []
    const source: ValueSource = {
      option: (name, command) => {
        asked.push(`${command} --${name}`)
        return { candidates: [{ value: 'Rosa' }, { value: 'Ada' }], isFile: false }
      },
      argument: () => undefined,
    }
    expect(await values('ticket close --who R', source)).toEqual(['Rosa'])
    expect(asked).toEqual(['ticket close --who'])
  })

  it('never fails, whatever is typed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string()), async (words) => {
        const { candidates } = await completeWords(desk(), words, nothing)
        for (const { value } of candidates) expect(value.startsWith(words.at(-1) ?? '')).toBe(true)
      }),
    )
  })
})

describe('printedOffer', () => {
  it('leaves out what a shell would take for more than a word', () => {
    const names = [
      'runs/good-1',
      'runs/$(touch x)',
      'runs/a b',
      'runs/`x`',
      'runs/;x',
      'runs/\u001b[2J',
      'a\nb',
    ]
    const candidates = names.map((value) => ({ value, description: 'run' }))
    expect(printedOffer({ candidates, isFile: true })).toBe('runs/good-1\trun\n:0\n')
    expect(printedOffer({ candidates: [], isFile: false })).toBe(':4\n')
  })
})

describe('assay complete', () => {
  async function complete(...words: readonly string[]): Promise<readonly string[]> {
    const { context, out } = recordCli()
    await context.files.write('runs/20261130-120000/run.json', ['{}'])
    await context.files.write('runs/$(touch x)/run.json', ['{}'])
    await buildProgram(context).parseAsync(['node', 'assay', 'complete', '--', ...words])
    return out()
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t', 1)[0] ?? '')
  }

  it('knows dialects, retrievers, subjects, sections, formats, runs and topics', async () => {
    expect(await complete('parse', '--dialect', '')).toEqual([...dialects.map(({ id }) => id), ':0'])
    expect(await complete('retrieve', '--retriever', 'b')).toEqual(['bm25', ':0'])
    expect(await complete('run', '--subject', 'comp')).toEqual(['compatible:', 'completions:', ':0'])
    expect(await complete('converse', '--subject', 'go')).toEqual(expect.arrayContaining(['gold']))
    expect(await complete('audit', '--section', 'l')).toEqual(['lint', 'ladder', ':4'])
    expect(await complete('catalog', 'import', '--format', 'open')).toEqual(
      expect.arrayContaining(['openapi', ':4']),
    )
    expect(await complete('run', '--resume', 'runs/')).toEqual(['runs/20261130-120000', ':0'])
    expect(await complete('score', 'runs/2')).toEqual(['runs/20261130-120000', ':0'])
    expect(await complete('help', 'exit')).toEqual(['exit-codes', ':4'])
    expect(await complete('doctor', '--need', 'node')).toEqual(['node-llama-cpp', ':4'])
    expect(await complete('completion', 'f')).toEqual(['fish', ':4'])
  })

  it('does not offer itself', async () => {
    expect(await complete('comp')).toEqual(['compare', 'completion', ':4'])
  })

  it('passes words on that look like flags of its own', async () => {
    expect(await complete('audit', '--qu')).toEqual(['--quickstart', '--quiet', ':4'])
  })
})

describe('completionScript', () => {
  it.each(shells)('for %s asks assay complete', (shell) => {
    expect(completionScript(shell)).toMatch(/assay['"]?\s+complete|assay complete --/)
  })
  it('for bash runs nothing that is only typed', () => {
    const script = completionScript('bash')
    expect(script).not.toContain('eval')
    expect(script).not.toContain('readonly')
    expect(script).toContain('complete -o bashdefault -o default -F __assay_complete assay')
  })
  it('for zsh hands on what is only typed with its signs quoted', () => {
    expect(completionScript('zsh')).toContain('(q)BASH_REMATCH}"')
  })
})

describe('hostValues', () => {
  it('knows nothing where there are no runs', async () => {
    const { context } = recordCli()
    expect(await hostValues(context.files).argument('run', 'score')).toEqual({ candidates: [], isFile: true })
    expect(await hostValues(context.files).option('output', 'audit')).toBeUndefined()
  })
})
