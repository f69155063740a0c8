import { describe, expect, it } from 'vitest'
import { memoryDrafts } from '../../test/contract/memory-drafts.js'
import { type MemoryFiles, memoryFiles } from '../../test/contract/memory-files.js'
import { AssayError, InputError, SubjectError } from '../errors.js'
import type { Http, HttpRequest } from '../ports.js'
import type { JsonObject, JsonValue } from '../text/json.js'
import { type ImportOptions, importCatalog, loadCatalog } from './import.js'
import type { McpListOptions, McpTarget, McpTools } from './mcp-tools.js'
import type { ImportContext } from './read-records.js'
import { type CatalogSource, defineCatalogSource } from './source.js'
import { toolToJson } from './tool.js'

const noMcp: McpTools = { list: () => Promise.reject(new Error('no server')) }
const noHttp: Http = { send: () => Promise.reject(new Error('no network')) }

const contextOf = (files: MemoryFiles, changes: Partial<ImportContext> = {}): ImportContext => ({
  files,
  http: noHttp,
  mcp: noMcp,
  notify: () => undefined,
  ...changes,
})

const tools = (...names: readonly string[]): string =>
  JSON.stringify({ tools: names.map((name) => ({ name, inputSchema: { type: 'object' } })) })

const sense = (name: string): string =>
  `${JSON.stringify({ question: '?', tool: { tool_name: name, tool_title: name.split('&&')[0], tool_description: 'x' } })}\n`

const load = async (
  contents: Readonly<Record<string, string>>,
  specs: readonly string[],
  options: ImportOptions = {},
) => loadCatalog(specs, contextOf(memoryFiles(contents)), options)

const errorOf = async (loading: Promise<unknown>): Promise<AssayError> => {
  const error: unknown = await loading.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof AssayError) return error
  throw error ?? new Error('nothing was thrown')
}

const namesOf = ({ catalog }: Awaited<ReturnType<typeof load>>): readonly string[] =>
  catalog.tools.map(({ name }) => name)

describe('loadCatalog', () => {
  it('reads sources in order and counts what each gave', async () => {
    const loaded = await load(
      {
        'a.json': tools('x', 'y'),
        'b.jsonl': sense('S&&z') + sense('S&&z'),
        't.txt': '<<S&&z>>\n<<S&&new>>\n',
      },
      ['a.json', 'b.jsonl', 't.txt'],
    )
    expect(namesOf(loaded)).toEqual(['x', 'y', 'S&&z', 'S&&new'])
    expect(loaded.sources).toEqual([
      { source: 'a.json', formats: ['mcp'], records: 2, tools: 2, same: 0, dropped: 0, names: 0 },
      { source: 'b.jsonl', formats: ['toolsense'], records: 2, tools: 1, same: 1, dropped: 0, names: 0 },
      { source: 't.txt', formats: ['toolgen'], records: 2, tools: 0, same: 0, dropped: 0, names: 2 },
    ])
    expect(loaded.counts).toMatchObject({ tools: 4, joined: 1, nameOnly: 1 })
    expect(loaded.catalog.tools[2]?.tokenText).toBe('<<S&&z>>')
    expect(loaded.catalog.position('<<S&&new>>')).toBe(3)
  })

  it('names both places of a duplicate, and settles it as it is told', async () => {
    const contents = { 'crm.json': tools('get_user'), 'shop.json': tools('get_user') }
    const specs = ['crm.json', 'shop.json']
    expect(await errorOf(load(contents, specs))).toMatchObject({
      code: 'tool-duplicate',
      where: 'crm.json, tools[0] and shop.json, tools[0]',
    })
    expect(namesOf(await load(contents, specs, { onDuplicate: 'first' }))).toEqual(['get_user'])
    expect(namesOf(await load(contents, specs, { onDuplicate: 'qualify' }))).toEqual([
      'crm.get_user',
      'shop.get_user',
    ])
  })

  it('reads a folder file by file, passes over what holds no tools, and says so', async () => {
    const contents = {
      'in/a.json': tools('x'),
      'in/deep/b.jsonl': sense('S&&z'),
      'in/notes.md': '# Notes',
      'in/broken.json': '{"tools": [}',
      'in/.hidden.json': tools('hidden'),
      'in/node_modules/c.json': tools('c'),
    }
    const loaded = await load(contents, ['in'])
    expect(namesOf(loaded)).toEqual(['x', 'S&&z'])
    expect(loaded.sources[0]?.formats).toEqual(['mcp', 'toolsense'])
    expect(loaded.notices.map(({ code, where }) => [code, where])).toEqual([
      ['file-skipped', 'in/broken.json, line 1, column 12'],
      ['file-skipped', 'in/notes.md'],
    ])
    expect(await errorOf(load({ 'in/notes.md': 'x' }, ['in']))).toMatchObject({ code: 'folder-empty' })
  })

  it('gives a folder to the one source whose files lie in it, and to none when others do', async () => {
    const openapi = JSON.stringify({
      openapi: '3.0.0',
      info: { title: 'T', version: '1' },
      paths: { '/x': { get: { operationId: 'getX', responses: {} } } },
    })
    const whole = await load(
      { 'api/a.json': openapi, 'api/b/c.json': openapi, 'api/package.json': '{"name":"x"}' },
      ['api'],
    )
    expect(whole.sources[0]?.formats).toEqual(['openapi'])
    expect(namesOf(whole)).toEqual(['a__getX', 'b_c__getX'])
    const mixed = await load({ 'api/a.json': openapi, 'api/tools.json': tools('t') }, ['api'])
    expect(mixed.sources[0]?.formats).toEqual(['openapi', 'mcp'])
    expect(namesOf(mixed)).toEqual(['getX', 't'])
    const reversed = await load({ 'api/a.json': tools('t'), 'api/b.json': openapi }, ['api'])
    expect(namesOf(reversed)).toEqual(['t', 'getX'])
    const toolbench = JSON.stringify({ tool_name: 'Sky', api_list: [{ name: 'now' }] })
    const both = await load({ 'api/Weather/sky.json': toolbench, 'api/z.json': openapi }, ['api'])
    expect(namesOf(both)).toEqual(['Sky&&now', 'getX'])
  })

  it('reads with the format that is named, and knows no other', async () => {
    const contents = { 'list.md': 'one name\nanother name\n' }
    expect(await errorOf(load(contents, ['list.md']))).toMatchObject({
      code: 'format-unknown',
      where: 'list.md',
    })
    expect(namesOf(await load(contents, ['list.md'], { format: 'names' }))).toEqual([
      'one name',
      'another name',
    ])
    expect(await errorOf(load(contents, ['list.md'], { format: 'nmaes' }))).toMatchObject({
      code: 'format-unknown',
      fix: expect.stringMatching(/Did you mean names\?.*assay, toolsense/),
    })
    const folder = { 'in/a.md': 'x y\n', 'in/b.md': 'z\n' }
    expect(namesOf(await load(folder, ['in'], { format: 'names' }))).toEqual(['x y', 'z'])
  })

  it('asks sources of users first', async () => {
    const own = defineCatalogSource({
      id: 'mine',
      describes: 'mine',
      detect: ({ path }) => path.endsWith('.mine'),
      async *read({ path }) {
        yield {
          kind: 'definition',
          tool: { name: 'own', inputSchema: {}, source: { format: 'mine', at: path } },
        }
      },
    })
    expect(namesOf(await load({ 'a.mine': 'x' }, ['a.mine'], { sources: [own] }))).toEqual(['own'])
  })

  it.each([
    ['missing.jsonl', {}, 'file-missing', 'missing.jsonl'],
    ['e.jsonl', { 'e.jsonl': ' \n' }, 'file-empty', 'e.jsonl'],
    [
      'b.jsonl',
      { 'b.jsonl': '{"name": "a", "inputSchema": }\n' },
      'json-broken',
      'b.jsonl, line 1, column 30',
    ],
    ['b.json', { 'b.json': '{"a": 1,\n "b" 2}' }, 'json-broken', 'b.json, line 2, column 6'],
    ['b.jsonl', { 'b.jsonl': '{"id": 1}\n{"id" 2}\n' }, 'json-broken', 'b.jsonl, line 2, column 7'],
    ['n.json', { 'n.json': '{"tools": []}' }, 'catalog-empty', 'n.json'],
    ['x.bin', { 'x.bin': '\u0000\u0001' }, 'format-unknown', 'x.bin'],
    ['mcp:', {}, 'mcp-spec', undefined],
  ])('refuses %s', async (spec, contents, code, where) => {
    const error = await errorOf(load(contents, [spec]))
    expect(error).toBeInstanceOf(InputError)
    expect(error).toMatchObject({ code, where })
  })

  it('stops when it is interrupted', async () => {
    const files = memoryFiles({ 'a.json': tools('x') })
    const context = contextOf(files, { signal: AbortSignal.abort(new Error('interrupted')) })
    await expect(loadCatalog(['a.json'], context)).rejects.toThrow('interrupted')
  })
})

describe('live servers', () => {
  it('are asked with what the flags say, and give their service to the tools', async () => {
    const asked: { readonly target: McpTarget; readonly options: McpListOptions }[] = []
    const mcp: McpTools = {
      async list(target, options) {
        asked.push({ target, options })
        return {
          server: { name: 'tiny', instructions: 'Use with care.' },
          tools: [{ name: 'x', inputSchema: {} }],
        }
      },
    }
    const loaded = await loadCatalog(['mcp:run --token abc'], contextOf(memoryFiles(), { mcp }), {
      timeoutMs: 5,
      headers: { A: 'b' },
      variables: ['V'],
    })
    expect(asked).toEqual([
      {
        target: { kind: 'stdio', command: ['run', '--token', 'abc'] },
        options: { timeoutMs: 5, headers: { A: 'b' }, variables: ['V'] },
      },
    ])
    expect(loaded.sources[0]?.source).toBe('mcp:run --token …')
    expect(loaded.catalog.tools[0]).toMatchObject({
      name: 'x',
      service: 'tiny',
      serviceDescription: 'Use with care.',
      source: { format: 'mcp', at: 'mcp:run --token …, tools[0]' },
    })
  })

  it('that told a secret are reported, without it', async () => {
    const mcp: McpTools = {
      list: async () => ({ server: {}, tools: [{ name: 'x', inputSchema: {} }], hiddenSecrets: ['KEY'] }),
    }
    const { notices } = await loadCatalog(['mcp:run'], contextOf(memoryFiles(), { mcp }))
    expect(notices).toMatchObject([
      { code: 'secret-hidden', what: expect.stringContaining('KEY'), where: 'mcp:run' },
    ])
  })

  it('that give something that is no tool are refused with its place', async () => {
    const mcp: McpTools = { list: async () => ({ server: {}, tools: [{ name: 'x', inputSchema: {} }, 5] }) }
    expect(await errorOf(loadCatalog(['mcp:run'], contextOf(memoryFiles(), { mcp })))).toMatchObject({
      code: 'tool-broken',
      where: 'mcp:run, tools[1]',
    })
  })
})

describe('addresses', () => {
  const answering = (
    status: number,
    text: string,
  ): { readonly http: Http; readonly requests: HttpRequest[] } => {
    const requests: HttpRequest[] = []
    const http: Http = {
      async send(request) {
        requests.push(request)
        return { status, headers: {}, body: new TextEncoder().encode(text) }
      },
    }
    return { http, requests }
  }

  it('are fetched once, whatever reads them, and shown without their query', async () => {
    for (const text of [
      tools('x'),
      JSON.stringify({
        openapi: '3.0.0',
        info: { title: 'T', version: '1' },
        paths: { '/x': { get: { operationId: 'x', responses: {} } } },
      }),
    ]) {
      const { http, requests } = answering(200, text)
      const loaded = await loadCatalog(
        ['https://u:p@host/tools.json?key=abc'],
        contextOf(memoryFiles(), { http }),
        { timeoutMs: 7 },
      )
      expect(requests).toMatchObject([
        { method: 'GET', url: 'https://u:p@host/tools.json?key=abc', timeoutMs: 7 },
      ])
      expect(loaded.sources[0]?.source).toBe('https://host/tools.json')
      expect(JSON.stringify(loaded.catalog.tools.map(toolToJson))).not.toMatch(/abc|u:p/)
    }
  })

  it.each([
    [404, InputError],
    [503, SubjectError],
  ])('that answer %i are refused', async (status, kind) => {
    const { http } = answering(status, 'no')
    const error = await errorOf(loadCatalog(['http://host/x?key=abc'], contextOf(memoryFiles(), { http })))
    expect(error).toBeInstanceOf(kind)
    expect(error).toMatchObject({ code: 'address-refused', where: 'http://host/x' })
  })

  it('that cannot be read are refused', async () => {
    expect(await errorOf(load({}, ['http://%%']))).toMatchObject({ code: 'address-broken' })
  })
})

describe('importCatalog', () => {
  const run = async (
    contents: Readonly<Record<string, string>>,
    specs: readonly string[],
    options: ImportOptions = {},
  ) => {
    const files = memoryFiles(contents)
    const drafts = memoryDrafts(files)
    const importing = importCatalog(specs, 'out.jsonl', { ...contextOf(files), drafts }, options)
    return { files, drafts, importing }
  }

  it('writes what loadCatalog loads, with the same fingerprint', async () => {
    const contents = {
      'a.json': tools('x', 'get'),
      'b.json': tools('get', 'y'),
      'c.jsonl': sense('S.&&z'),
      't.txt': '<<S.&&z>>\n<<x>>\n<<only>>\n',
    }
    const specs = ['a.json', 'b.json', 'c.jsonl', 't.txt']
    const options = { onDuplicate: 'qualify' } as const
    const { files, drafts, importing } = await run(contents, specs, options)
    const report = await importing
    const direct = await load(contents, specs, options)
    expect(report.fingerprint).toBe(direct.catalog.fingerprint)
    expect(report.counts).toEqual(direct.counts)
    expect(report.sources).toEqual(direct.sources)
    expect(report.counts).toMatchObject({ tools: 6, qualified: 2, joined: 2, nameOnly: 1 })
    const again = await loadCatalog(['out.jsonl'], contextOf(files))
    expect(again.catalog.tools).toEqual(direct.catalog.tools)
    expect(again.catalog.fingerprint).toBe(report.fingerprint)
    expect(namesOf(again)).toEqual(['x', 'a.get', 'b.get', 'y', 'S.&&z', 'only'])
    expect(drafts.pending()).toBe(0)
  })

  it('leaves nothing behind when a source fails half-way', async () => {
    const { files, drafts, importing } = await run(
      { 'a.json': tools('x'), 'b.jsonl': '{"name":"y","inputSchema":{}}\n{"name":1}\n' },
      ['a.json', 'b.jsonl'],
    )
    expect(await errorOf(importing)).toMatchObject({ code: 'tool-broken', where: 'b.jsonl, line 2' })
    expect(files.contents.has('out.jsonl')).toBe(false)
    expect(drafts.pending()).toBe(0)
  })

  it('keeps the catalog that stood there when the new one fails', async () => {
    const { files, importing } = await run({ 'out.jsonl': 'old', 'a.json': tools('x', 'x') }, ['a.json'])
    expect(await errorOf(importing)).toMatchObject({ code: 'tool-duplicate' })
    expect(files.contents.get('out.jsonl')).toBe('old')
  })

  it('can write over its own source', async () => {
    const { files, importing } = await run({ 'out.jsonl': '{"name":"a","inputSchema":{}}\n' }, ['out.jsonl'])
    await importing
    expect(files.contents.get('out.jsonl')).toContain('"name":"a"')
  })

  it('refuses a tool that could not be read back', async () => {
    const own = (inputSchema: JsonObject): CatalogSource => ({
      id: 'mine',
      describes: 'mine',
      detect: () => true,
      async *read() {
        yield { kind: 'definition', tool: { name: 'x', inputSchema, source: { format: 'mine', at: 'here' } } }
      },
    })
    let deep: JsonObject = {}
    for (let level = 0; level < 520; level++) deep = { a: deep }
    const polluting = Object.fromEntries([['type', 'object']]) as Record<string, JsonValue>
    Object.defineProperty(polluting, '__proto__', { value: 1, enumerable: true })
    for (const schema of [deep, { properties: polluting }]) {
      const { importing, files } = await run({ a: 'x' }, ['a'], { sources: [own(schema)] })
      expect(await errorOf(importing)).toMatchObject({ code: 'tool-unwritable', where: 'here' })
      expect(files.contents.has('out.jsonl')).toBe(false)
    }
  })
})
