import { describe, expect, it } from 'vitest'
import { type Catalog, catalogOf } from '../catalog/catalog.js'
import type { Tool } from '../catalog/tool.js'
import { parseJson } from '../text/json.js'
import { factsBenchmark, isFactsSpec } from './facts-benchmark.js'

const TYPES = ['string', 'integer', 'boolean', 'array']

function toolOf(noun: string, at: number): Tool {
  const properties = Object.fromEntries(
    TYPES.slice(0, 1 + (at % 4)).map((type, place) => [`${noun}_${type}`, { type: TYPES[(at + place) % 4] }]),
  )
  const schema = parseJson(JSON.stringify({ type: 'object', properties, required: [`${noun}_string`] }))
  if (schema.kind === 'fault') throw new Error(schema.fault.reason)
  return {
    name: `keep_${noun}`,
    description: `Keeps the ${noun} of somebody.`,
    inputSchema: schema.value as Tool['inputSchema'], // an object is written
    source: { format: 'mcp', at: 'here' },
  }
}

const NOUNS = 'lamp door roof well barn gate mill pond road yard loft oven kiln shed dock quay'.split(' ')
const catalog: Catalog = catalogOf(NOUNS.map(toolOf))
const made = (spec: string, seed = 0) => factsBenchmark(spec, { catalog, seed })

describe('factsBenchmark', () => {
  it('makes items of the form and size that the entry names, under a name of its own', async () => {
    const mcq = await made('facts:mcq,size=8')
    expect(mcq.name).toBe('facts-mcq')
    expect(mcq.items.length).toBeGreaterThan(0)
    expect(mcq.items.length).toBeLessThanOrEqual(8)
    expect(new Set(mcq.items.map(({ kind }) => kind))).toEqual(new Set(['mcq']))
    expect(new Set((await made('facts:qa')).items.map(({ kind }) => kind))).toEqual(new Set(['qa']))
  })

  it('makes the same items of the same catalog and seed, and says by the fingerprint when they differ', async () => {
    expect(await made('facts:qa', 3)).toEqual(await made('facts:qa', 3))
    const other = await factsBenchmark('facts:qa', { catalog: catalogOf(catalog.tools.slice(1)), seed: 3 })
    expect(other.fingerprint).not.toBe((await made('facts:qa', 3)).fingerprint)
  })

  it.each(['facts:', 'facts:call', 'facts:mcq,size=', 'facts:mcq, size=4', 'facts:mcq,size=1e3'])(
    'refuses %s and says what is meant',
    async (spec) => {
      expect(isFactsSpec(spec)).toBe(true)
      await expect(made(spec)).rejects.toMatchObject({ code: 'benchmark-spec', where: spec })
    },
  )

  it.each(['facts:mcq,size=0', 'facts:mcq,size=3', 'facts:qa,size=1'])(
    'refuses %s by the name of the entry: no flag of a command line was given',
    async (spec) => {
      await expect(made(spec)).rejects.toMatchObject({ code: 'facts-too-small', where: spec })
    },
  )

  it('is no word for a file', () => {
    expect(isFactsSpec('./facts.jsonl')).toBe(false)
  })
})
