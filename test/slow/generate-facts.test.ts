import { existsSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { hostFiles } from '../../src/adapters/files.js'
import { hostMcp } from '../../src/adapters/mcp/client.js'
import { generateFacts } from '../../src/benchmark/generate/facts/generate-facts.js'
import type { McqItem, QaItem } from '../../src/benchmark/item.js'
import { fingerprintOfItems } from '../../src/benchmark/item-json.js'
import type { Catalog } from '../../src/catalog/catalog.js'
import { loadCatalog } from '../../src/catalog/import.js'
import { toolToJson } from '../../src/catalog/tool.js'
import { writeJson } from '../../src/text/json.js'
import { mcqFamily, qaFamily } from '../../src/validity/floors/choice-families.js'
import { nullFloors } from '../../src/validity/floors/null-floor.js'
import { findingOfOption, findingOfQuestion, type RawTool } from '../oracles/facts-oracle.js'
import { rawOpenapiTools } from '../oracles/raw-openapi-tools.js'

const GITHUB = 'test/assets/node_modules/@octokit/openapi/generated/api.github.com'
const SERVERS = ['everything/dist/index.js', 'filesystem/dist/index.js .'].map(
  (rest) => `mcp:node node_modules/@modelcontextprotocol/server-${rest}`,
)

async function catalogFrom(specs: readonly string[]): Promise<Catalog> {
  const { catalog } = await loadCatalog(specs, {
    files: hostFiles,
    http: { send: () => Promise.reject(new Error('no network')) },
    notify: () => {},
    signal: new AbortController().signal,
    mcp: hostMcp,
  })
  return catalog
}

/** As the catalog has it, by JSON.parse. */
function fromCatalog(catalog: Catalog): ReadonlyMap<string, RawTool> {
  return new Map(catalog.tools.map((tool) => [tool.name, JSON.parse(writeJson(toolToJson(tool))) as RawTool]))
}

/** Questions whose gold the raw schemas do not bear out, in words. */
function faults(items: readonly (McqItem | QaItem)[], raw: ReadonlyMap<string, RawTool>): readonly string[] {
  return items.flatMap((item): readonly string[] => {
    const tool = raw.get(item.tool)
    if (tool === undefined) return []
    const about = `${item.id} ${item.tool}: ${item.question}`
    if (item.kind === 'qa') {
      const found = findingOfQuestion(item.question, tool)
      return found === (item.answer === 'yes' ? 'true' : 'false')
        ? []
        : [`${about} is ${found}, not ${item.answer}`]
    }
    const answer = findingOfOption(item.question, item.answer, tool)
    const wrong = item.distractors.filter((option) => {
      const found = findingOfOption(item.question, option, tool)
      return found !== 'false' && found !== 'unlisted'
    })
    return [
      ...(answer === 'true' ? [] : [`${about} "${item.answer}" is ${answer}`]),
      ...wrong.map((option) => `${about} "${option}" may be right`),
    ]
  })
}

function expectNothingBlind(items: readonly (McqItem | QaItem)[], seed: number): void {
  const mcq = items.filter((item) => item.kind === 'mcq')
  const qa = items.filter((item) => item.kind === 'qa')
  const families = [
    ...(mcq.length > 0 ? [mcqFamily(mcq, seed)] : []),
    ...(qa.length > 0 ? [qaFamily(qa, seed)] : []),
  ]
  for (const family of families) {
    for (const { id, value, chance, inSample, blind } of nullFloors(family, { seed, resamples: 200 })) {
      // Exactly, so neither a rule nor its opposite gains anything: blocks have every option right once.
      expect([id, Math.abs(value - chance) < 1e-9]).toEqual([id, true])
      if (inSample !== undefined) expect([id, Math.abs(inSample - chance) < 1e-9]).toEqual([id, true])
      // Where no unit of the test differs from chance at all, there is nothing to test.
      expect([undefined, 'chance', 'not-enough-data']).toContain(blind?.verdict)
    }
  }
}

describe.skipIf(!existsSync(`${GITHUB}.json`))('facts of GitHub (npm ci in test/assets)', () => {
  let catalog: Catalog
  beforeAll(async () => {
    catalog = await catalogFrom([`${GITHUB}.json`])
  })

  it.each([
    ['mcq', 0],
    ['mcq', 1],
    ['mcq', 2],
    ['qa', 0],
    ['qa', 1],
    ['qa', 2],
  ] as const)('500 %s under seed %i: true, and no null model differs from chance', async (form, seed) => {
    const request = { catalog, form, seed, size: 500 }
    const { items } = await generateFacts(request)
    expect(items).toHaveLength(500)
    expect(faults(items, fromCatalog(catalog))).toEqual([])
    expectNothingBlind(items, seed)
    const again = await generateFacts(request)
    expect(fingerprintOfItems(again.items)).toBe(fingerprintOfItems(items))
  })

  it('are borne out by the description itself, read without an import', async () => {
    const raw = rawOpenapiTools(JSON.parse(readFileSync(`${GITHUB}.deref.json`, 'utf8')))
    for (const form of ['mcq', 'qa'] as const) {
      for (const seed of [0, 1, 2]) {
        const { items } = await generateFacts({ catalog, form, seed, size: 500 })
        expect(items.filter(({ tool }) => raw.has(tool)).length).toBeGreaterThan(450)
        expect(faults(items, raw)).toEqual([])
      }
    }
  })
})

describe('facts of two MCP servers', () => {
  it.each([0, 1, 2])('are as many as their tools allow under seed %i', async (seed) => {
    const catalog = await catalogFrom(SERVERS)
    const mcq = await generateFacts({ catalog, form: 'mcq', seed, size: 500 })
    const qa = await generateFacts({ catalog, form: 'qa', seed, size: 500 })
    expect(mcq.yield.eligible).toBeGreaterThanOrEqual(26)
    expect(mcq.items.length).toBe(4 * Math.floor(mcq.yield.eligible / 4))
    expect(qa.items.length).toBe(2 * Math.floor(qa.yield.eligible / 2))
    expect(mcq.yield.shortfall).toMatch(/Each tool is asked about once/)
    for (const { items } of [mcq, qa]) {
      expect(faults(items, fromCatalog(catalog))).toEqual([])
      expectNothingBlind(items, seed)
    }
  })
})
