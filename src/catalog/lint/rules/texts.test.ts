import { describe, expect, it } from 'vitest'
import {
  codesOf,
  findingOf,
  findingsIn,
  schemaOf,
  toolTaking,
  toolWith,
} from '../../../../test/contract/lint-tools.js'
import type { Tool } from '../../tool.js'

/** A tool without description. */
function undescribed(parts: Partial<Tool> = {}): Tool {
  const { description: _, ...tool } = toolWith(parts)
  return tool
}

describe('descriptions', () => {
  it('are right when they say something', async () => {
    expect(await codesOf(toolWith())).toEqual([])
  })

  it('are missing', async () => {
    expect(await codesOf(undescribed())).toEqual(['warn name-only'])
    expect(await codesOf(undescribed({ title: 'Parcel tracking by number' }))).toEqual([
      'warn description-missing',
    ])
    expect(await codesOf(toolWith({ description: ' \n' }))).toContain('warn name-only')
    const taking = undescribed({
      inputSchema: schemaOf(
        '{"type":"object","properties":{"q":{"type":"string","description":"Number of the parcel"}}}',
      ),
    })
    expect(await codesOf(taking)).toEqual(['warn description-missing'])
  })

  it('are too short', async () => {
    expect(await codesOf(toolWith({ description: 'Parcel tracking' }))).toEqual(['warn description-short'])
    expect(await codesOf(toolWith({ description: '包裹追踪' }))).toEqual([])
  })

  it('repeat a name', async () => {
    const parts = { name: 'trackParcelByNumber', description: 'Track parcel by number.' }
    expect(await codesOf(toolWith(parts))).toEqual(['warn content-free', 'warn description-is-name'])
    expect(await codesOf(toolWith({ description: 'Parcel status', title: 'parcel status' }))).toContain(
      'warn description-is-name',
    )
    // A summary that is a sentence says enough.
    const summary = 'Finds where a parcel is'
    expect(await codesOf(toolWith({ title: summary, description: summary }))).toEqual([])
  })

  it('repeat the service', async () => {
    const text = 'Everything about parcels and their way.'
    expect(await codesOf(toolWith({ description: text, serviceDescription: text }))).toEqual([
      'info description-repeats-service',
    ])
  })

  it('are placeholders', async () => {
    for (const description of [
      'TODO',
      'None',
      'n/a',
      '...',
      'asdfgh',
      'No description provided.',
      'string',
      'xxx',
    ]) {
      expect(await codesOf(toolWith({ description })), description).toContain('warn placeholder-text')
    }
    for (const description of [
      'None of the parcels is lost when this is called.',
      'Todo lists of a team and their order.',
    ]) {
      expect(await codesOf(toolWith({ description })), description).toEqual([])
    }
    const { message } = await findingOf(
      undescribed({ placeholders: { description: 'None' } }),
      'placeholder-text',
    )
    expect(message).toBe('Stands in for nothing: "None".')
  })

  it('are free of content', async () => {
    const parts = { name: 'Weather&&forecast', service: 'Weather', endpoint: 'forecast' }
    expect(
      await codesOf(toolWith({ ...parts, description: 'This is the weather forecast API endpoint' })),
    ).toContain('warn content-free')
    expect(await codesOf(toolWith({ ...parts, description: 'aaaa sdfghjkl 123' }))).toContain(
      'warn content-free',
    )
    expect(await codesOf(toolWith({ ...parts, description: 'Rain and wind for ten days' }))).not.toContain(
      'warn content-free',
    )
    expect(await codesOf(undescribed(parts))).not.toContain('warn content-free')
  })

  it('are too long, and longer than a provider takes', async () => {
    expect(await codesOf(toolWith({ description: 'parcels arrive '.repeat(80).trim() }))).toEqual([
      'info provider-description-limit',
    ])
    expect(
      await codesOf(toolWith({ description: 'parcels arrive '.repeat(150).trim() }), {
        providers: ['gemini'],
      }),
    ).toEqual(['warn description-long'])
  })
})

describe('texts in common', () => {
  it('are found among tools and among services', async () => {
    const shared = { description: 'Does what it says.', serviceDescription: 'All about parcels.' }
    const tools = [
      toolWith({ name: 'a', service: 'A', ...shared }),
      toolWith({ name: 'b', service: 'B', ...shared }),
      toolWith({ name: 'c', service: 'B', ...shared, title: 'Another title altogether' }),
      toolWith({ name: 'd', service: 'D' }),
    ]
    const only = ['description-shared', 'service-description-shared']
    expect((await findingsIn(tools, { only })).map(({ code, tools: names }) => [code, ...names])).toEqual([
      ['description-shared', 'a', 'b'],
      ['service-description-shared', 'a', 'b', 'c'],
    ])
  })

  it('count placeholders as texts: what nobody describes is shared too', async () => {
    const tools = ['a', 'b'].map((name) => undescribed({ name, placeholders: { description: 'None' } }))
    expect(await findingsIn(tools, { only: ['description-shared'] })).toHaveLength(1)
    const silent = ['a', 'b'].map((name) => undescribed({ name }))
    expect(await findingsIn(silent, { only: ['description-shared'] })).toEqual([])
  })
})

describe('parameters', () => {
  it('have no description, at any depth, or one that says nothing', async () => {
    const nested = toolTaking(
      '{"type":"object","description":"Where to","properties":{"y":{"type":"string"},"z":{"type":"string"}}}',
    )
    expect(await findingOf(nested, 'parameter-description-missing')).toMatchObject({
      severity: 'info',
      where: 'inputSchema/properties/x/properties/y',
      message: '"y" has no description.',
      places: 2,
    })
    expect(await codesOf(toolTaking('{"type":"string","description":"X"}'))).toEqual([
      'info parameter-description-short',
    ])
    expect(await codesOf(toolTaking('{"type":"string","description":"Name of the street"}'))).toEqual([])
    const withRef =
      '{"type":"object","$defs":{"d":{"type":"string"}},"properties":{"x":{"$ref":"#/$defs/d"}}}'
    expect(await codesOf(toolWith({ inputSchema: schemaOf(withRef) }))).toEqual([])
  })
})

describe('test-like', () => {
  const severityOf = async (parts: Partial<Tool>): Promise<string | undefined> =>
    (await findingsIn([toolWith(parts)], { only: ['test-like'] }))[0]?.severity

  it('finds tests, demos and samples in names and labels', async () => {
    const description = 'Nothing.'
    for (const name of [
      'test',
      'testing_3',
      'myTestApi',
      'TESTCHINEN',
      'demo-users',
      'sandbox',
      'sample1 examples',
    ]) {
      expect(await severityOf({ name, description }), name).toBe('warn')
    }
    expect(await severityOf({ service: 'My Test Service', description })).toBe('warn')
    expect(await severityOf({ endpoint: 'dummy', description })).toBe('warn')
    expect(await severityOf({ description: 'just a test' })).toBe('warn')
  })

  it('is a note beside a real description', async () => {
    expect(await severityOf({ name: 'test_connection' })).toBe('info')
    expect(
      await severityOf({
        name: 'x',
        service: 'Demo',
        description: 'A demo of a test for testing an example',
      }),
    ).toBe('warn')
  })

  it('leaves other words alone', async () => {
    for (const name of [
      'latest_news',
      'fastest_route',
      'contest',
      'attestation',
      'testimonials',
      'testnet_faucet',
      'protest',
    ]) {
      expect(await severityOf({ name, description: 'Nothing.' }), name).toBeUndefined()
    }
    const description = 'Compares two samples of a drug and runs a test on the difference of their means.'
    expect(await severityOf({ description })).toBeUndefined()
  })
})
