import { describe, expect, it } from 'vitest'
import { codesOf, findingsIn, schemaOf, toolWith } from '../../../../test/contract/lint-tools.js'
import { catalogOf } from '../../catalog.js'
import { lintCatalog } from '../lint.js'
import { partCodes } from './description-parts.js'

const FULL =
  'Finds where a parcel is and says when it arrives. Use this when a user asks about a shipment; for letters use find_letter instead. Takes the number on the label, e.g. "RX12". At most ten parcels a call. Fails with 404 when there is no such parcel.'

describe('parts of a description', () => {
  it('are told of on demand alone, as notes', async () => {
    expect(await codesOf(toolWith())).toEqual([])
    const codes = await codesOf(toolWith(), { parts: true })
    expect(codes).toEqual(
      ['errors', 'example', 'limits', 'misuse', 'use'].map((part) => `info ${part}-unsaid`),
    )
    expect(await codesOf(toolWith(), { only: ['errors-unsaid'] })).toEqual(['info errors-unsaid'])
    expect(await codesOf(toolWith(), { parts: true, skip: partCodes })).toEqual([])
  })

  it('are all found in a description that says them', async () => {
    expect(await codesOf(toolWith({ description: FULL }), { parts: true })).toEqual([])
  })

  it('counts arguments that are described, and examples in the schema', async () => {
    const schema = (text: string) =>
      toolWith({ description: 'Does a thing to stuff.', inputSchema: schemaOf(text) })
    const bare = await codesOf(schema('{"type":"object","properties":{"x":{"type":"string"}}}'), {
      parts: true,
    })
    expect(bare).toContain('info inputs-unsaid')
    const described = await codesOf(
      schema(
        '{"type":"object","properties":{"x":{"type":"string","description":"the thing","examples":["a"]}}}',
      ),
      { parts: true },
    )
    expect(described).not.toContain('info inputs-unsaid')
    expect(described).not.toContain('info example-unsaid')
  })

  it('never turn lint red, say nothing of tools without a description, and are counted always', async () => {
    const tools = [
      toolWith(),
      toolWith({ name: 'full', description: FULL }),
      { ...toolWith({ name: 'none' }), description: '' },
    ]
    const report = await lintCatalog(catalogOf(tools), { tokens: false, parts: true })
    expect(report.totals.error).toBe(0)
    const parts = (await findingsIn(tools, { parts: true })).filter(({ code }) => partCodes.includes(code))
    expect(parts.every(({ severity, tools: [name] }) => severity === 'info' && name === 'get_parcel')).toBe(
      true,
    )
    const plain = await lintCatalog(catalogOf(tools), { tokens: false })
    expect(plain.descriptionParts).toMatchObject({
      kind: 'measured',
      described: 2,
      saying: { purpose: 2, errors: 1 },
    })
  })

  it('takes linear time', async () => {
    const started = performance.now()
    for (const text of [
      'use '.repeat(5000),
      `use ${'x'.repeat(20_000)}`,
      'e.g'.repeat(7000),
      'if you '.repeat(3000),
    ]) {
      await codesOf(toolWith({ description: text }), { parts: true })
    }
    expect(performance.now() - started).toBeLessThan(5000)
  })
})
