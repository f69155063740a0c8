import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { schemaOf, toolTaking, toolWith } from '../../../test/contract/lint-tools.js'
import { loadTokenCounter } from '../../text/count-tokens.js'
import { catalogOf } from '../catalog.js'
import type { Tool } from '../tool.js'
import { SEVERITIES } from './finding.js'
import { lintCatalog, lintCodes } from './lint.js'
import { promptCost, promptText } from './prompt-cost.js'
import { lintRules } from './rules/index.js'

const bad = (name: string): Tool => toolWith({ name, description: 'x' })

describe('lintCatalog', () => {
  it('finds nothing in an empty catalog or a good tool', async () => {
    const nothing = { findings: [], classes: [], counts: [], totals: { error: 0, warn: 0, info: 0 } }
    expect(await lintCatalog(catalogOf([]))).toMatchObject({ schema: 'assay.lint/1', tools: 0, ...nothing })
    expect(await lintCatalog(catalogOf([toolWith()]))).toMatchObject({ tools: 1, ...nothing })
  })

  it('orders findings by severity, then rule, then catalog, and counts tools once', async () => {
    const tools = [bad('a'), toolWith({ name: 'b c', description: 'y' }), bad('d')]
    const report = await lintCatalog(catalogOf(tools), {
      only: ['description-short', 'name-refused', 'confusable'],
    })
    expect(report.findings.map(({ code, tools: names }) => [code, ...names])).toEqual([
      ['name-refused', 'b c'],
      ['description-short', 'a'],
      ['description-short', 'b c'],
      ['description-short', 'd'],
    ])
    expect(report.counts).toEqual([
      { code: 'name-refused', severity: 'error', findings: 1, tools: 1, listed: 1 },
      { code: 'description-short', severity: 'warn', findings: 3, tools: 3, listed: 3 },
    ])
    expect(report.totals).toEqual({ error: 1, warn: 3, info: 0 })
    expect(report.affected).toEqual({ error: 1, warn: 3, info: 0 })
  })

  it('lists up to a limit and counts all', async () => {
    const tools = ['a', 'b', 'c'].map(bad)
    const report = await lintCatalog(catalogOf(tools), { only: ['description-short'], limit: 2 })
    expect(report.findings).toHaveLength(2)
    expect(report.counts).toEqual([
      { code: 'description-short', severity: 'warn', findings: 3, tools: 3, listed: 2 },
    ])
    expect(
      (await lintCatalog(catalogOf(tools), { only: ['description-short'], limit: 0 })).findings,
    ).toHaveLength(3)
  })

  it('makes one finding of many places', async () => {
    const tool = toolTaking('{"type":"object","description":"Two things","properties":{"a":{},"b":{}}}')
    const { findings } = await lintCatalog(catalogOf([tool]), { only: ['schema-type-missing'] })
    expect(findings).toEqual([
      {
        code: 'schema-type-missing',
        severity: 'warn',
        tools: ['get_parcel'],
        message: 'The parameter has no type.',
        where: 'inputSchema/properties/x/properties/a',
        places: 2,
      },
    ])
  })

  it('leaves out what is switched off', async () => {
    const report = await lintCatalog(catalogOf([bad('a'), bad('b')]), {
      only: ['description-short', 'duplicate-exact'],
      skip: ['duplicate-exact'],
      tokens: false,
    })
    expect(new Set(report.findings.map(({ code }) => code))).toEqual(new Set(['description-short']))
    expect(report.equivalence).toEqual({ kind: 'unmeasured', reason: 'switched off' })
    expect(report.tokens).toEqual({ kind: 'unmeasured', reason: 'switched off' })
    expect(report.classes).toEqual([])
  })

  it('gives classes by name, and sums them up', async () => {
    const report = await lintCatalog(
      catalogOf([toolWith({ title: 'A' }), toolWith({ name: 'b', title: 'A' })]),
    )
    expect(report.classes).toEqual([
      { kind: 'exact', tools: ['get_parcel', 'b'], similarity: 1, interchangeable: true },
    ])
    expect(report.equivalence).toEqual({
      kind: 'measured',
      classes: 1,
      exactClasses: 1,
      interchangeableClasses: 1,
      toolsInClasses: 2,
      confusablePairs: 0,
      isComplete: true,
    })
  })

  it('looks at each schema once, whatever it costs to read', async () => {
    let reads = 0
    const tool = Object.defineProperty(toolWith(), 'inputSchema', {
      get: () => {
        reads++
        return schemaOf('{"type":"object","properties":{}}')
      },
    })
    await lintCatalog(catalogOf([tool]))
    expect(reads).toBe(1)
  })

  it('can be stopped', async () => {
    const stopped = lintCatalog(catalogOf([toolWith()]), {
      pause: () => Promise.reject(new Error('stopped')),
    })
    await expect(stopped).rejects.toThrow('stopped')
  })

  it('takes any text and any schema without failing', async () => {
    const schema = fc.json({ maxDepth: 4 }).map((text) => {
      const value: unknown = JSON.parse(text)
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
      return schemaOf(isObject ? text : '{}')
    })
    const keyword = fc.constantFrom(
      'type',
      'properties',
      'items',
      'enum',
      'required',
      'default',
      '$ref',
      'anyOf',
      'minimum',
      'maximum',
      'pattern',
      'minLength',
      'const',
    )
    const odd = fc.oneof(
      fc.constant(null),
      fc.boolean(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.string(),
      fc.constant([]),
      fc.constant({}),
    )
    const oddSchema = fc
      .dictionary(keyword, odd)
      .map((value) => schemaOf(JSON.stringify({ properties: { x: value }, ...value })))
    const text = fc.string({ unit: 'binary', maxLength: 80 })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(text, text, fc.oneof(schema, oddSchema)), { maxLength: 4 }),
        async (parts) => {
          const tools = parts.map(([name, description, inputSchema], at) =>
            toolWith({
              name: `${name}${at}`,
              description,
              service: description,
              inputSchema,
              outputSchema: inputSchema,
            }),
          )
          const report = await lintCatalog(catalogOf(tools))
          expect(report.tools).toBe(tools.length)
          expect(report.findings.length).toBe(report.totals.error + report.totals.warn + report.totals.info)
          expect(JSON.parse(JSON.stringify(report))).toBeTruthy()
        },
      ),
      { numRuns: 150 },
    )
  })
})

describe('prompt cost', () => {
  it('is that of compact JSON, exactly', async () => {
    const tool = toolTaking('{"type":"integer","default":25.0}')
    const text = promptText(tool, tool.inputSchema)
    expect(text).toBe(
      `{"name":"get_parcel","description":"${tool.description}","parameters":{"type":"object","properties":{"x":{"type":"integer","default":25.0}}}}`,
    )
    const { tokens } = await lintCatalog(catalogOf([tool]))
    const { count } = await loadTokenCounter()
    expect(tokens).toMatchObject({
      kind: 'measured',
      tokenizer: 'o200k_base',
      total: count(text),
      median: count(text),
    })
  })

  it('is summed up by nearest rank', () => {
    const tools = Array.from({ length: 10 }, (_, at) => toolWith({ name: `t${at}` }))
    const counts = [30, 10, 20, 50, 40, 70, 60, 100, 90, 80]
    const cost = promptCost(tools, counts, { tokenizer: 'toy', count: () => 0 })
    expect(cost).toMatchObject({ total: 550, median: 50, p90: 90, max: 100 })
    expect(cost.dearest[0]).toEqual({ tool: 't7', tokens: 100 })
    expect(cost.each[1]).toEqual({ tool: 't1', tokens: 10 })
    expect(promptCost([], [], { tokenizer: 'toy', count: () => 0 })).toMatchObject({
      total: 0,
      median: 0,
      dearest: [],
    })
  })
})

describe('rules', () => {
  it('have distinct codes in kebab-case, each with a severity, a meaning and a fix', () => {
    expect(new Set(lintCodes).size).toBe(lintCodes.length)
    for (const { code, severities, means, fix } of lintRules.flatMap((rule) => rule.codes)) {
      expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/)
      expect(severities.every((severity) => SEVERITIES.includes(severity))).toBe(true)
      expect(means).toMatch(/^[A-Z`].*\.$/)
      expect(fix).toMatch(/^[A-Z].*\.$/)
    }
  })
})
