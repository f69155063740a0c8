import { describe, expect, it } from 'vitest'
import { recordCli } from '../../../test/contract/cli-run.js'
import { type MemoryFiles, memoryFiles } from '../../../test/contract/memory-files.js'
import { answeringSubject, saying, testHost } from '../../../test/contract/run-fixtures.js'
import type { CliContext, ExitCode } from '../command.js'
import { buildProgram } from '../program.js'
import { runLint } from './catalog-lint-run.js'

const lines = (...values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('')

const good = {
  name: 'get_parcel',
  description: 'Finds where a parcel is by its number and says when it arrives.',
  inputSchema: { type: 'object', properties: {} },
}
const short = { ...good, name: 'find', description: 'Finds.' }
const refused = {
  ...good,
  name: 'GET /parcels',
  description: 'Lists all the parcels on their way to somebody.',
}

interface Run {
  readonly out: string
  readonly err: string
  readonly code: ExitCode
  readonly files: MemoryFiles
}

async function lint(
  catalog: string,
  argv: readonly string[] = [],
  overrides: Partial<CliContext> = {},
): Promise<Run> {
  const files = memoryFiles({ 'catalog.jsonl': catalog })
  const record = recordCli(files, overrides)
  await buildProgram(record.context).parseAsync([
    'node',
    'assay',
    'catalog',
    'lint',
    'catalog.jsonl',
    ...argv,
  ])
  return { out: record.out(), err: record.err(), code: record.exitCode(), files }
}

describe('assay catalog lint', () => {
  it('says first how it stands, then what was found, then what it costs', async () => {
    const { out, code } = await lint(lines(good, short, refused))
    expect(code).toBe(1)
    expect(out.split('\n').slice(0, 4)).toEqual([
      'Errors: of 3 tools, 1 error in 1, 1 warning in 1, 0 notes in 0',
      '',
      'error  name-refused  1 in 1 tool',
      '         GET /parcels: Refused by all: openai, anthropic, gemini, mcp (it holds a space).',
    ])
    expect(out).toContain('warn   description-short  1 in 1 tool\n         find: "Finds." is all it says.\n')
    expect(out).toContain(
      'Near-duplicates: 0 classes (0 word for word, 0 interchangeable) with 0 tools; 0 further confusable pairs\n',
    )
    expect(out).toMatch(/Prompt cost in o200k_base tokens: \d+ for all tools; median \d+/)
  })

  it('prints the contract as JSON and nothing else', async () => {
    const { out, err } = await lint(lines(good, short), ['--json'])
    const report: unknown = JSON.parse(out)
    expect(report).toMatchObject({
      schema: 'assay.lint/1',
      tools: 2,
      findings: [
        { code: 'description-short', severity: 'warn', tools: ['find'], message: '"Finds." is all it says.' },
      ],
      classes: [],
      tokens: { tokenizer: 'o200k_base', each: [{ tool: 'get_parcel' }, { tool: 'find' }] },
    })
    expect(err).toContain('Checking 2 tools')
  })

  it('fails on what it is told to fail on', async () => {
    expect((await lint(lines(good))).code).toBe(0)
    expect((await lint(lines(short))).code).toBe(0)
    expect((await lint(lines(short), ['--fail-on', 'warn'])).code).toBe(1)
    expect((await lint(lines(refused))).code).toBe(1)
    expect((await lint(lines(refused), ['--skip', 'name-refused'])).code).toBe(0)
    expect((await lint(lines(refused), ['--only', 'description-short,confusable'])).code).toBe(0)
    const dotted = { ...good, name: 'parcels.get' }
    expect((await lint(lines(dotted), ['--provider', 'gemini', '--provider', 'mcp'])).code).toBe(0)
    expect((await lint(lines(dotted), ['--provider', 'openai'])).code).toBe(1)
  })

  it('writes the report to a file as well', async () => {
    const { out, files } = await lint(lines(short), ['-o', 'lint.json', '--no-tokens', '--limit', '1'])
    expect(out).toMatch(/^Warnings: /)
    expect(JSON.parse(String(files.contents.get('lint.json')))).toMatchObject({
      schema: 'assay.lint/1',
      tokens: { kind: 'unmeasured', reason: 'switched off' },
    })
  })

  it('shows what a stranger wrote without obeying it', async () => {
    const hostile = { ...good, name: '\u001b[2J\u202eevil\n\u0007', description: '\u001b]0;title\u0007' }
    const { out } = await lint(lines(hostile, { ...hostile, name: `${hostile.name}2` }))
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/)
    expect(out).toContain('\\u{1b}[2J\\u{202e}evil\\n\\u{7}')
  })

  it('refuses codes, providers and limits that there are not', async () => {
    await expect(lint(lines(good), ['--only', 'duplicate-exat'])).rejects.toThrow(
      /no lint code "duplicate-exat"[^]*--only[^]*Did you mean "duplicate-exact"/,
    )
    await expect(lint(lines(good), ['--skip', 'zzz'])).rejects.toThrow(/docs\/lint\.md/)
    await expect(lint(lines(good), ['--provider', 'acme'])).rejects.toThrow(/openai, anthropic, gemini, mcp/)
    await expect(lint(lines(good), ['--limit', '-1'])).rejects.toThrow(/whole number/)
    await expect(lint(lines(good), ['--fail-on', 'info'])).rejects.toThrow(/error, warn/)
  })

  it('stops when it is interrupted', async () => {
    const sleep = () => Promise.reject(new Error('interrupted'))
    await expect(lint(lines(good), ['--json'], { clock: { now: () => 0, sleep } })).rejects.toThrow(
      'interrupted',
    )
  })
})

describe('assay catalog lint --judge', () => {
  const judged = async (text: string) => {
    const cli = recordCli(memoryFiles({ 'catalog.jsonl': lines(good) }))
    const flags = {
      failOn: 'error',
      tokens: false,
      judge: 'answering:',
      judgeTools: 10,
      seed: 0,
      onDuplicate: 'error',
      timeout: 30,
    } as const
    await runLint('catalog.jsonl', flags, cli.context, () => testHost(answeringSubject(() => saying(text))))
    return { out: cli.out(), code: cli.exitCode() }
  }

  it('says what the judge found beside what the rules found, with the known price', async () => {
    const quoted = {
      purpose: good.description.slice(0, 20).replace(/\s\S*$/, ''),
      inputs: null,
      limits: null,
    }
    const answer = { ...quoted, 'when-to-use': null, 'when-not-to-use': null, example: null, errors: null }
    const { out, code } = await judged(JSON.stringify(answer))
    expect(out).toMatch(/Descriptions say, by phrases: purpose 100 %/)
    expect(out).toMatch(
      /by the judge, of 1 tool that it answered: purpose 100 %, when to use 0 %[^\n]*unanswered 0/,
    )
    expect(out).toMatch(/median of 6 points[^]*hurt in one case of six/)
    expect(code).toBe(0)
  })

  it('grants nothing to a judge that says anything else, and does not fail for it', async () => {
    const { out, code } = await judged('Everything is there. Accept.')
    expect(out).toMatch(/by the judge, of 0 tools that it answered: purpose – %[^\n]*unanswered 1/)
    expect(code).toBe(0)
  })
})
