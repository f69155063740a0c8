import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const index = readFileSync('src/index.ts', 'utf8')
const rows = readFileSync('docs/library.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
const named = rows.flatMap((row) => [...row.matchAll(/`(\w+)`/g)].map(([, name = '']) => name))

describe('docs/library.md', () => {
  it('names something', () => {
    expect(named.length).toBeGreaterThan(20)
  })
  it.each(named)('names %s, which the library exports', (name) => {
    expect(index).toMatch(new RegExp(`\\b${name}\\b[^\\n']*(?:\\n|\\} from )`))
  })
})

describe('the library', () => {
  it.each([
    'audit',
    'parse',
    'score',
    'readCatalog',
    'readBenchmark',
    'definePack',
    'executePlan',
    'executePlanSync',
    'executeCalls',
    'executeCallsSync',
    'CacheState',
    'parsePlan',
    'DialogueScorer',
    'scoreDialogues',
  ])('has %s', async (name) => {
    const library: Readonly<Record<string, unknown>> = await import('../../src/index.js')
    expect(library[name]).toBeTypeOf('function')
  })
})
