import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../src/text/json.js'
import { checkSchema } from '../../src/toolcall/schema/check-schema.js'
import type { Draft } from '../../src/toolcall/schema/draft.js'

/** The public JSON Schema test suite: a folder with `tests/` and `remotes/`, as test/assets/json-schema-suite.mjs makes it. */
const SUITE = process.env.ASSAY_JSON_SCHEMA_SUITE ?? '.cache/json-schema-suite'

/** Folder, draft, and how many cases are judged. */
const DRAFTS: readonly (readonly [string, Draft, number])[] = [
  ['draft4', 'draft-04', 863],
  ['draft6', 'draft-06', 1149],
  ['draft7', 'draft-07', 1391],
  ['draft2019-09', '2019-09', 1799],
  ['draft2020-12', '2020-12', 1841],
]

/**
 * What is not passed, by file and group. All of it is optional in the suite:
 * `content` asserts the media type inside a string, which later drafts call an annotation; `idn-hostname` needs the
 * tables of IDNA 2008.
 */
const LEFT_OUT: readonly RegExp[] = [/optional\/content\.json$/, /optional\/format\/idn-hostname\.json$/]

function read(path: string): JsonValue {
  const reading = parseJson(readFileSync(path, 'utf8'), { maxDepth: 500 })
  if (reading.kind === 'fault') throw new Error(`${path}: ${reading.fault.reason}`)
  return reading.value
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? filesIn(path) : [path]
    })
    .filter((path) => path.endsWith('.json'))
}

/** The suite's remote documents at the address that it gives them, and the meta-schemas, which Ajv carries. */
function documents(): ReadonlyMap<string, JsonValue> {
  const found = new Map<string, JsonValue>()
  const remotes = join(SUITE, 'remotes')
  for (const path of filesIn(remotes)) {
    found.set(`http://localhost:1234/${path.slice(remotes.length + 1).replaceAll('\\', '/')}`, read(path))
  }
  const require = createRequire(import.meta.url)
  const metaSchemas = [
    ...filesIn(join(dirname(require.resolve('ajv/package.json')), 'lib', 'refs')),
    require.resolve('ajv-draft-04/dist/refs/json-schema-draft-04.json'),
  ]
  for (const path of metaSchemas) {
    const schema = read(path)
    const id = isJsonObject(schema) ? (schema.$id ?? schema.id) : undefined
    if (typeof id === 'string') found.set(id.replace(/#$/, ''), schema)
  }
  return found
}

interface SuiteCase {
  readonly name: string
  readonly schema: JsonValue
  readonly data: JsonValue
  readonly valid: boolean
}

function casesIn(path: string): readonly SuiteCase[] {
  const groups = read(path)
  const cases: SuiteCase[] = []
  for (const group of isJsonArray(groups) ? groups : []) {
    if (!isJsonObject(group) || !isJsonArray(group.tests)) throw new Error(`${path} holds no groups.`)
    for (const test of group.tests as readonly JsonObject[]) {
      const name = `${String(group.description)}: ${String(test.description)}`
      const { data, valid } = test
      cases.push({ name, schema: group.schema ?? false, data: data ?? null, valid: valid === true })
    }
  }
  return cases
}

const present = DRAFTS.filter(([folder]) => existsSync(join(SUITE, 'tests', folder)))

describe('the JSON Schema test suite (needs: node test/assets/json-schema-suite.mjs)', () => {
  it.skipIf(present.length === 0)('is at hand', () => undefined)
  it.each(present)('of %s passes', (folder, draft, count) => {
    const known = documents()
    let passed = 0
    const wrong: string[] = []
    for (const path of filesIn(join(SUITE, 'tests', folder))) {
      const file = path.replaceAll('\\', '/')
      if (LEFT_OUT.some((pattern) => pattern.test(file))) continue
      const assertsFormats = file.includes('/optional/format/')
      for (const { name, schema, data, valid } of casesIn(path)) {
        const { verdict, faults } = checkSchema(data, schema, { draft, documents: known, assertsFormats })
        const isRight = verdict === (valid ? 'valid' : 'invalid') && faults.length > 0 === !valid
        if (isRight) passed++
        else wrong.push(`${file}: ${name}: ${verdict}`)
      }
    }
    expect(wrong).toEqual([])
    expect(passed).toBe(count)
  })
})
