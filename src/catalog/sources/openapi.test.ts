import { describe, expect, it } from 'vitest'
import { memoryFiles } from '../../../test/contract/memory-files.js'
import { InputError } from '../../errors.js'
import type { Http } from '../../ports.js'
import type { SourceInput, SourceNotice, ToolRecord } from '../source.js'
import { openapiSource } from './openapi.js'

const crm = `
openapi: 3.1.0
info: {title: CRM}
paths:
  /users/{id}:
    get:
      operationId: getUser
      parameters:
        - {name: id, in: path, required: true, schema: {type: integer}}
        - {$ref: '#/components/parameters/fields'}
components:
  parameters:
    fields: {name: fields, in: query, schema: {type: array, items: {enum: [name, mail]}}}
`
const petstore = JSON.stringify({
  swagger: '2.0',
  info: { title: 'Pets' },
  paths: {
    '/pets': { get: { operationId: 'list', parameters: [{ name: 'limit', in: 'query', type: 'integer' }] } },
  },
})

const offline: Http = {
  send: async () => {
    throw new Error('The network must not be asked.')
  },
}

async function importing(
  contents: Readonly<Record<string, string>>,
  path: string,
  options: { readonly http?: Http; readonly allowRemoteRefs?: boolean } = {},
) {
  const files = memoryFiles(contents)
  const isFolder = (await files.facts(path))?.kind === 'folder'
  const notices: SourceNotice[] = []
  const records: ToolRecord[] = []
  const reading = openapiSource.read(
    { path, isFolder, head: '' },
    {
      files,
      http: options.http ?? offline,
      notice: (notice) => notices.push(notice),
      notify: () => undefined,
      allowRemoteRefs: options.allowRemoteRefs ?? false,
    },
  )
  for await (const record of reading) records.push(record)
  return { tools: records.map(({ tool }) => tool), records, notices }
}

describe('openapiSource on a file', () => {
  it('reads YAML and JSON', async () => {
    const { records, notices } = await importing({ 'crm.yaml': crm }, 'crm.yaml')
    expect(notices).toEqual([])
    expect(records).toMatchObject([
      {
        kind: 'definition',
        tool: {
          name: 'getUser',
          service: 'CRM',
          endpoint: 'GET /users/{id}',
          inputSchema: {
            properties: {
              id: { type: 'integer' },
              fields: { type: 'array', items: { enum: ['name', 'mail'] } },
            },
            required: ['id'],
          },
          source: { format: 'openapi', at: 'crm.yaml, paths./users/{id}.get' },
        },
      },
    ])
    const { tools } = await importing({ 'pets.json': petstore }, 'pets.json')
    expect(tools).toMatchObject([
      { name: 'list', inputSchema: { properties: { limit: { type: 'integer' } } } },
    ])
  })
  it.each([
    ['', 'yaml-broken'],
    ['{"openapi": "3.0.0",', 'json-broken'],
    ['openapi: 3.0.0\npaths: [', 'yaml-broken'],
    ['{"swagger": "1.2"}', 'openapi-version-unsupported'],
    ['{"name": "not a description"}', 'openapi-version-missing'],
    ['just a text', 'openapi-version-missing'],
    ['{"openapi":"3.0.0","paths":{"__proto__":{}}}', 'json-refused'],
    ['openapi: 3.0.0\npaths: {/a: {$ref: "https://a.test/x"}}', 'remote-ref-refused'],
  ])('refuses %j', async (text, code) => {
    const failing = importing({ api: text }, 'api')
    await expect(failing).rejects.toBeInstanceOf(InputError)
    await expect(failing).rejects.toMatchObject({
      code,
      where: expect.stringContaining('api'),
      fix: expect.any(String),
    })
  })
  it('refuses a file that is not there', async () => {
    await expect(importing({}, 'gone.yaml')).rejects.toMatchObject({ code: 'file-missing' })
  })
  it('reads other files only when that is allowed', async () => {
    const contents = {
      'a/api.yaml': 'openapi: 3.0.0\npaths: {/p: {$ref: "paths/p.yaml"}}',
      'a/paths/p.yaml': 'get: {operationId: far, parameters: [{$ref: "../parameters.json#/q"}]}',
      'a/parameters.json': '{"q":{"name":"q","in":"query","schema":{"$ref":"schemas.yaml#/Q"}}}',
      'a/schemas.yaml': `Q: {type: string, description: ${'x'.repeat(600)}}`,
    }
    await expect(importing(contents, 'a/api.yaml')).rejects.toMatchObject({
      code: 'remote-ref-refused',
      what: 'A $ref leaves the document for a/paths/p.yaml.',
      where: 'a/api.yaml, paths./p',
    })
    const { tools } = await importing(contents, 'a/api.yaml', { allowRemoteRefs: true })
    expect(tools).toMatchObject([
      {
        name: 'far',
        inputSchema: { properties: { q: { $ref: '#/$defs/Q' } }, $defs: { Q: { type: 'string' } } },
        source: { at: 'a/api.yaml, paths./p.get' },
      },
    ])
  })
  it('reads an address, and says nothing of its secrets', async () => {
    const http: Http = {
      send: async ({ url }) => {
        const status = url.includes('gone') ? 404 : 200
        return { status, headers: {}, body: new TextEncoder().encode(crm) }
      },
    }
    const { tools } = await importing({}, 'https://me:pass@a.test/crm.yaml?key=abc', { http })
    expect(tools.map(({ source }) => source.at)).toEqual(['https://a.test/crm.yaml, paths./users/{id}.get'])
    await expect(importing({}, 'https://a.test/gone?key=abc', { http })).rejects.toMatchObject({
      code: 'address-refused',
      where: 'https://a.test/gone',
    })
  })
})

describe('openapiSource on a folder', () => {
  const folder = {
    'apis/crm.yaml': crm,
    'apis/shop/v1.0/openapi.json': petstore,
    'apis/broken.json': '{"openapi":"3.0.0",',
    'apis/old.json': '{"swagger":"1.1"}',
    'apis/package.json': '{"name":"x"}',
    'apis/fragment.yaml': 'type: string',
    'apis/leaves.yaml': 'openapi: 3.0.0\npaths: {/a: {$ref: "fragment.yaml"}, /b: {get: {}}}',
    'apis/bomb.yml': `a: &a [x,x]\nb: &b [${'*a,'.repeat(1000)}]\nc: &c [${'*b,'.repeat(1000)}]\nopenapi: 3.0.0`,
  }
  it('gives each description its prefix, and tells of what cannot be read', async () => {
    const { tools, notices } = await importing(folder, 'apis')
    expect(tools.map(({ name, service }) => [name, service])).toEqual([
      ['crm__getUser', 'CRM'],
      ['leaves__get_b', 'leaves'],
      ['shop_v1_0__list', 'Pets'],
    ])
    expect(notices.map(({ code, where }) => [code, where])).toEqual([
      ['yaml-bomb', expect.stringMatching(/^apis\/bomb\.yml, line 3, column/)],
      ['json-broken', 'apis/broken.json, line 1, column 20'],
      ['remote-ref-refused', 'apis/leaves.yaml, paths./a'],
      ['openapi-version-unsupported', 'apis/old.json'],
      ['no-descriptions', 'first apis/fragment.yaml'],
    ])
    expect(notices[4]?.what).toMatch(/^2 JSON or YAML files/)
  })
  it('names tools the same whatever else is in the folder', async () => {
    const alone = await importing({ 'apis/crm.yaml': crm }, 'apis')
    expect(alone.tools.map(({ name }) => name)).toEqual(['crm__getUser'])
  })
  it('refuses a folder in which there is nothing to read', async () => {
    await expect(importing({ 'apis/a.json': '[]', 'apis/b.txt': '' }, 'apis')).rejects.toMatchObject({
      code: 'no-descriptions',
      where: 'apis',
    })
  })
})

describe('openapiSource.detect', () => {
  const seen = (head: string, more: Partial<SourceInput> = {}): boolean => {
    return openapiSource.detect({ path: 'x', isFolder: false, head, ...more })
  }
  it.each([
    crm,
    petstore,
    petstore.slice(0, 40),
    '\n\n# comment\n"openapi": "3.0.0"\ninfo:',
    "swagger: '2.0'\r\ninfo:\r\n",
    `{"components":{"schemas":{"A":{"type":"object","description":"${'x'.repeat(65_000)}`,
    `{"basePath":"/","definitions":{"A":{"type":"obj${'x'.repeat(65_000)}`,
    `components:\n  schemas:\n${'    A:\n      type: object\n'.repeat(2000)}`,
    `info: {}\nservers: []\ntags:\n${'  - name: x\n'.repeat(5000)}`,
  ])('sees a description in %.40j', (head) => {
    expect(seen(head)).toBe(true)
  })
  it.each([
    '',
    'some text\nabout openapi: 3 things',
    '{"name":"t","description":"d","inputSchema":{}}',
    '{"tools":[{"name":"a"}]}',
    '{"id":1,"paths":{"a":1}}',
    'components:\n  schemas:\n',
    `{"id":1,"paths":{"a":"${'x'.repeat(65_000)}`,
    `{"info":{"a":"${'x'.repeat(65_000)}`,
    `[{"components":{"a":"${'x'.repeat(65_000)}`,
    '{"info":{}}',
    '[{"openapi":"3.0.0"}]',
    '{"openapi":null}',
    'name: x\nversion: 1\n',
    '<<Finish>>\n<<a&&b>>\n',
  ])('sees none in %.40j', (head) => {
    expect(seen(head)).toBe(false)
  })
  it('judges a folder by its sample', () => {
    expect(seen('', { isFolder: true, sample: { names: ['a.yaml'], head: crm } })).toBe(true)
    expect(seen('', { isFolder: true, sample: { names: ['a.json'], head: '{"tool_name":"x"}' } })).toBe(false)
    expect(seen('', { isFolder: true })).toBe(false)
  })
})
