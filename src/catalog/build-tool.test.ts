import { describe, expect, it } from 'vitest'
import { buildTool } from './build-tool.js'

const source = { format: 'test', at: 'here' }

describe('buildTool', () => {
  it('leaves out what is missing and gives the schema of no arguments', () => {
    const tool = buildTool({ name: 'a', source, title: undefined, description: undefined })
    expect(Object.keys(tool).sort()).toEqual(['inputSchema', 'name', 'source'])
    expect(JSON.stringify(tool.inputSchema)).toBe('{"type":"object","properties":{}}')
  })

  it('moves texts that stand for nothing aside, as they were', () => {
    const tool = buildTool({
      name: 'None',
      source,
      title: 'Title',
      description: 'None.',
      serviceDescription: ' ',
      endpoint: 'null',
      category: '-',
    })
    expect(tool).toMatchObject({
      name: 'None',
      title: 'Title',
      placeholders: { description: 'None.', serviceDescription: ' ', endpoint: 'null', category: '-' },
    })
    expect(tool.description ?? tool.endpoint ?? tool.category).toBeUndefined()
  })

  it('keeps placeholders that were known before', () => {
    expect(buildTool({ name: 'a', source, placeholders: { service: '-' } }).placeholders).toEqual({
      service: '-',
    })
  })

  it('keeps each alias once and never the name itself', () => {
    expect(buildTool({ name: 'a', source, aliases: ['b', 'a', 'b', 'c'] }).aliases).toEqual(['b', 'c'])
    expect('aliases' in buildTool({ name: 'a', source, aliases: ['a'] })).toBe(false)
  })

  it('changes no text and no name', () => {
    const text = '  <b>Ünï\u200bcode</b> &amp; None  '
    expect(buildTool({ name: text, source, description: text })).toMatchObject({
      name: text,
      description: text,
    })
  })
})
