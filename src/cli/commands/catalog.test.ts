import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hostClock } from '../../adapters/clock.js'
import { hostFiles } from '../../adapters/files.js'
import { hostHttp } from '../../adapters/http.js'
import { catalogSources } from '../../catalog/sources/index.js'
import type { CliContext } from '../command.js'
import { catalogCommand } from './catalog.js'

const server = fileURLToPath(new URL('../../../test/fixtures/mcp/server.mjs', import.meta.url))

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-catalog-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

interface Ran {
  readonly out: string
  readonly said: string
  readonly complaints: string
  readonly error: unknown
}

/** Runs `assay catalog …`; paths that begin with `./` lie in the folder of the test. */
const run = async (...args: readonly string[]): Promise<Ran> => {
  const said = { out: '', said: '', complaints: '' }
  const context: CliContext = {
    files: hostFiles,
    http: hostHttp,
    clock: hostClock,
    print: (text) => {
      said.out += text
    },
    notify: (line) => {
      said.said += `${line}\n`
    },
    complain: (text) => {
      said.complaints += text
    },
    variable: () => undefined,
    signal: new AbortController().signal,
    exit: () => undefined,
  }
  const program = new Command('assay')
    .exitOverride()
    .configureOutput({ writeOut: context.print, writeErr: context.complain })
  catalogCommand.register(program, context)
  const paths = args.map((word) => (word.startsWith('./') ? join(folder, word) : word))
  const error: unknown = await program.parseAsync(['catalog', ...paths], { from: 'user' }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return { ...said, error }
}

const write = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text)

const tools = JSON.stringify({
  tools: [
    {
      name: 'find',
      description: 'Finds.\u001b[31m',
      inputSchema: { type: 'object', properties: { city: { type: 'string', maxLength: 5 } } },
    },
    { name: 'now', inputSchema: { type: 'object' } },
  ],
})

describe('assay catalog import', () => {
  it('writes the catalog and says what came from where', async () => {
    await write('a.json', tools)
    await write('t.txt', '<<find>>\n<<only>>\n')
    const ran = await run('import', './a.json', './t.txt', '-o', './out/c.jsonl')
    expect(ran.error).toBeUndefined()
    expect(ran.out).toMatch(/a\.json \[mcp\]: 2 tools\n.*t\.txt \[toolgen\]: 0 tools, 2 names\n/)
    expect(ran.out).toMatch(
      /3 tools \(1 of them only names; 1 names joined their tools\)\nfingerprint [0-9a-f]{64}\n$/,
    )
    const lines = (await readFile(join(folder, 'out/c.jsonl'), 'utf8')).trimEnd().split('\n')
    expect(lines.map((line) => (JSON.parse(line) as { name: string }).name)).toEqual(['find', 'now', 'only'])
  })

  it('prints one JSON document with --json', async () => {
    await write('a.json', tools)
    const ran = await run('import', './a.json', '-o', './c.jsonl', '--json')
    expect(JSON.parse(ran.out)).toMatchObject({
      schema: 'assay.import/1',
      tools: 2,
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      sources: [{ formats: ['mcp'], records: 2 }],
      notices: [],
    })
  })

  it('reads a live server, and shows no secret of it', async () => {
    const spec = `mcp:${process.execPath} ${server} pages --token hidden`
    const ran = await run('import', spec, '-o', './c.jsonl', '--timeout', '20')
    expect(ran.error).toBeUndefined()
    expect(ran.out).toMatch(/--token … \[mcp\]: 10 tools/)
    const text = await readFile(join(folder, 'c.jsonl'), 'utf8')
    expect(text).toContain('"service":"tiny","serviceDescription":"Use with care."')
    expect(text).not.toContain('hidden')
  })

  it('leaves nothing when it fails', async () => {
    await write('a.json', tools)
    await write('b.jsonl', '{"name":"x","inputSchema":{}}\n{"name":,}\n')
    const ran = await run('import', './a.json', './b.jsonl', '-o', './out/c.jsonl')
    expect(ran.error).toMatchObject({
      code: 'json-broken',
      where: expect.stringContaining('b.jsonl, line 2, column 9'),
    })
    expect(ran.out).toBe('')
    expect(await readdir(folder)).toEqual(['a.json', 'b.jsonl'])
  })

  it.each([
    [['import', 'x.json'], /required option '-o, --output <file>'/],
    [['import', '-o', 'x'], /missing required argument 'source'/],
    [['import', 'x', '-o', 'y', '--on-duplicate', 'frist'], /Allowed choices are error, first, qualify/],
    [['import', 'x', '-o', 'y', '--timeout', '0'], /number of seconds/],
    [['import', 'x', '-o', 'y', '--timeot', '5'], /Did you mean --timeout/],
    [['imprt'], /Did you mean import/],
  ])('refuses %j', async (args, message) => {
    const ran = await run(...args)
    expect(ran.error).toBeDefined()
    expect(ran.complaints).toMatch(message)
  })

  it('does not show a header that it cannot read', async () => {
    const ran = await run('import', 'x', '-o', './y', '--header', 'Bearer sk-1234')
    expect(ran.error).toMatchObject({ code: 'header-broken' })
    expect(String(ran.error)).not.toContain('sk-1234')
  })
})

describe('assay catalog show', () => {
  it('sums a catalog up', async () => {
    await write('a.json', tools)
    const ran = await run('show', './a.json')
    expect(ran.out).toMatch(/^tools {9}2\nservices {6}0\n/)
    expect(ran.out).toMatch(/described {5}1 \(50 %\)\narguments {5}1 \(50 %\)/)
    expect(ran.out).toMatch(/sample\n(?: {2}(?:find|now)\n){2}$/)
    const json = JSON.parse((await run('show', './a.json', '--json')).out) as Record<string, unknown>
    expect(json).toMatchObject({
      schema: 'assay.catalog/1',
      tools: 2,
      described: 1,
      withArguments: 1,
      largestServices: [],
    })
  })

  it('shows one tool whole, and nothing that a terminal would obey', async () => {
    await write('a.json', tools)
    const ran = await run('show', './a.json', 'find')
    expect(ran.out).toContain('description: Finds.\\u{1b}[31m')
    expect(ran.out).toContain('"maxLength": 5')
    expect(JSON.parse((await run('show', './a.json', 'find', '--json')).out)).toMatchObject({ name: 'find' })
  })

  it('helps with a name that is not there', async () => {
    await write('a.json', tools)
    expect((await run('show', './a.json', 'fnid')).error).toMatchObject({
      code: 'tool-unknown',
      fix: 'Did you mean "find"?',
    })
  })
})

describe('assay catalog diff', () => {
  it('lists what differs', async () => {
    await write('a.json', tools)
    await write('b.json', tools.replace('Finds.', 'Searches.').replace('"now"', '"later"'))
    const ran = await run('diff', './a.json', './b.json')
    expect(ran.error).toBeUndefined()
    expect(ran.out).toMatch(/^\+ later\n- now\n~ find\n {4}description: "Finds\..*" → "Searches\./)
    expect(ran.out).toMatch(/1 added, 1 removed, 1 changed, 0 the same\n$/)
    expect(JSON.parse((await run('diff', './a.json', './b.json', '--json')).out)).toMatchObject({
      schema: 'assay.catalog-diff/1',
      before: { tools: 2 },
      added: ['later'],
      removed: ['now'],
      changed: [{ name: 'find', fields: [{ field: 'description' }] }],
      same: 0,
      reordered: false,
    })
  })
})

describe('the help of assay catalog', () => {
  it.each(['import', 'show', 'diff', 'lint'])('%s ends with examples', async (name) => {
    const { out } = await run(name, '--help')
    expect(out).toMatch(/\nExamples:\n(?: {2}assay catalog .*\n?)+\s*$/)
  })

  it('names every format', async () => {
    const { out } = await run('import', '--help')
    for (const { id } of catalogSources) expect(out).toMatch(new RegExp(`\\n {2}${id} +\\S`))
  })
})
