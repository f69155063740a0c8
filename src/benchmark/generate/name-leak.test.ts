import { describe, expect, it } from 'vitest'
import { townTool } from '../../../test/generators/town-catalog.js'
import { catalogOf } from '../../catalog/catalog.js'
import type { Tool } from '../../catalog/tool.js'
import { NameLeaks } from './name-leak.js'

const joined = (service: string, endpoint: string, text = 'Does a thing.'): Tool =>
  townTool({ name: `${service}&&${endpoint}`, service, text }, { endpoint })

const find = (query: string, tool: Tool, others: readonly Tool[] = []): string | undefined =>
  new NameLeaks(catalogOf([tool, ...others])).find(query, tool)

describe('NameLeaks', () => {
  it.each([
    ['I need to generate a PETA report', joined('peta', 'make'), 'service'],
    ['a snapshot of TheClique for me', joined('TheClique', 'Overview'), 'service'],
    ['the newest parcel radar entries', joined('ParcelRadar_v2', 'lookup'), 'service'],
    ['the newest parcelradar entries', joined('Parcel Radar', 'lookup'), 'service-squashed'],
    ['what are the current rankings now', joined('Sports', 'Current Rankings'), 'endpoint'],
    [
      'please create an issue for me',
      townTool({ name: 'create_issue', service: 'Hub', text: 'x' }),
      undefined,
    ],
    ['please create issue for me', townTool({ name: 'create_issue', service: 'Hub', text: 'x' }), 'endpoint'],
    ['call create_issue for me', townTool({ name: 'create_issue', service: 'Hub', text: 'x' }), 'name'],
    ['what is Parcel&&lookup about', joined('Other', 'thing'), 'name'],
    ['le café du coin est ouvert', joined('CaféDuCoin', 'x'), 'service'],
    // Three letters of a title prove nothing, nor does one word of an endpoint.
    ['a fun day out', joined('Fun', 'search'), undefined],
    ['search for a thing', joined('Other', 'search'), undefined],
    // A part of a word is no word.
    ['he repeated himself', joined('peat', 'x'), undefined],
  ] as const)('%j → %o', (query, tool, leak) => {
    expect(find(query, tool)).toBe(leak)
  })

  it('lets a service pass whose title is a word that three others use', () => {
    const tool = joined('Weather', 'now')
    const others = ['A', 'B', 'C'].map((name) =>
      joined(`Station ${name}`, 'x', 'Gives the weather of a town.'),
    )
    expect(find('the weather in Rome tomorrow', tool, others.slice(0, 2))).toBe('service')
    expect(find('the weather in Rome tomorrow', tool, others)).toBeUndefined()
    // Its own siblings are no others.
    const siblings = ['a', 'b', 'c', 'd'].map((name) => joined('Weather', name, 'The weather again.'))
    expect(find('the weather in Rome tomorrow', tool, siblings)).toBe('service')
  })
})
