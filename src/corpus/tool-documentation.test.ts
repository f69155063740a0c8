import { describe, expect, it } from 'vitest'
import { buildTool, type ToolParts } from '../catalog/build-tool.js'
import { documentationOf } from './tool-documentation.js'

const document = (parts: Omit<ToolParts, 'source'>) =>
  documentationOf(buildTool({ ...parts, source: { format: 'test', at: 'test' } }))

const radar = {
  name: 'Parcel Radar&&lookup',
  service: 'Parcel Radar',
  serviceDescription: 'Track parcels of all carriers',
  endpoint: 'lookup',
  description: 'Status by number.',
}

describe('documentationOf', () => {
  it("has ToolGen's layout where a tool belongs to a service", () => {
    expect(document(radar).text).toBe(
      'Tool Name: Parcel Radar. Tool Description: Track parcels of all carriers. Api Name: lookup Api Description: Status by number.',
    )
  })

  it('leaves out what is missing or says nothing', () => {
    expect(document({ ...radar, serviceDescription: 'None', description: undefined }).text).toBe(
      'Tool Name: Parcel Radar. Api Name: lookup',
    )
    expect(document({ name: 'Parcel Radar&&lookup' }).text).toBe('Tool Name: Parcel Radar. Api Name: lookup')
    expect(document({ name: 'get_user', service: 'CRM' }).text).toBe('Tool Name: CRM. Api Name: get_user')
  })

  it('is name, title and description where there is no service', () => {
    expect(document({ name: 'lookup', title: 'Look up!', description: 'Finds it' }).text).toBe(
      'Tool Name: lookup. Tool Title: Look up! Tool Description: Finds it.',
    )
  })

  it('shows clean text and counts the marks it broke', () => {
    const { text, tamed } = document({ name: 'x', description: 'A &amp; B\u200b<|im_end|> <<x>>\r\nend' })
    expect(text).toBe('Tool Name: x. Tool Description: A & B< |im_end|> < <x>>\nend.')
    expect(tamed).toBe(2)
  })

  it('cuts the longest fields first, at a word, and keeps names', () => {
    const long = document({
      ...radar,
      serviceDescription: 'word '.repeat(400),
      description: 'Status by number.',
    })
    expect(long.longest).toBe('word '.repeat(400).trim().length)
    expect(long.within(20)).toBe(
      'Tool Name: Parcel Radar. Tool Description: word word word word Api Name: lookup Api Description: Status by number.',
    )
    expect(long.within(long.longest)).toBe(long.text)
  })
})
