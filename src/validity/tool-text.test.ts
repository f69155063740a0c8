import { describe, expect, it } from 'vitest'
import { buildTool, type ToolParts } from '../catalog/build-tool.js'
import { jaccard } from '../text/shingles.js'
import { foldedWords, ToolTerms, ToolWordSets, titleKey } from './tool-text.js'

const tool = (parts: Omit<ToolParts, 'source'>) => buildTool({ ...parts, source: { format: 'test', at: '' } })

describe('foldedWords', () => {
  it('drops accents and case, and keeps runs of letters and digits', () => {
    expect(foldedWords('Úber-Café No. 42 ＡＢ')).toEqual(['uber', 'cafe', 'no', '42', 'ab'])
    expect(foldedWords('東京')).toEqual([])
  })
  it('makes one key of the spellings of a title', () => {
    expect(titleKey('getUserInfo')).toBe('get user info')
    expect(titleKey('Get user-info')).toBe('get user info')
  })
})

describe('ToolWordSets', () => {
  const sets = new ToolWordSets()
  const alike = (one: Omit<ToolParts, 'source'>, other: Omit<ToolParts, 'source'>) =>
    jaccard(sets.of(tool(one)), sets.of(tool(other)))

  it('compares by words, stop words left out: pays, bill against pays, bill, late is 2/3', () => {
    const one = { name: 'a', endpoint: 'x', description: 'Pays the bill' }
    expect(alike(one, { name: 'b', endpoint: 'x', description: 'pays a bill' })).toBe(1)
    const words = { name: 'a', title: 'bill', description: 'pays' }
    expect(alike(words, { name: 'b', title: 'bill', description: 'pays late' })).toBeCloseTo(2 / 3, 12)
  })
  it('goes by the name only where there is neither title nor endpoint', () => {
    expect(alike({ name: 'payBill' }, { name: 'z', title: 'pay bill' })).toBe(1)
    expect(alike({ name: 'pay_bill', title: 'send' }, { name: 'z', title: 'send' })).toBe(1)
  })
  it('counts what the service says of itself, and words of other scripts', () => {
    const one = { name: 'a', title: 'bill', serviceDescription: 'money' }
    expect(alike(one, { name: 'b', title: 'bill' })).toBe(0.5)
    expect(alike({ name: 'a', title: 'bill счёт' }, { name: 'b', title: 'bill' })).toBe(0.5)
  })
  it('reads a tool once', () => {
    const one = tool({ name: 'a', title: 'bill' })
    expect(sets.of(one)).toBe(sets.of(one))
  })
})

describe('ToolTerms', () => {
  const terms = new ToolTerms()
  const bundesliga = tool({ name: 'x', description: 'Scores of the Bundesliga.', service: 'football' })
  const ligue = tool({ name: 'y', description: 'Scores of the Ligue 1.', service: 'football' })

  it('tells tools apart by a word that the one has and the other lacks', () => {
    const pair = { tool: bundesliga, rival: ligue }
    expect(terms.tellsApart('Bundesliga scores', pair)).toBe(true)
    expect(terms.tellsApart('football scores', pair)).toBe(false)
    // A word of the rival alone asks for the rival.
    expect(terms.tellsApart('ligue scores', pair)).toBe(false)
    expect(terms.tellsApart('', pair)).toBe(false)
  })
  it('hears every text of a tool', () => {
    const all = tool({
      name: 'nameword',
      title: 'titleword',
      service: 'serviceword',
      serviceDescription: 'aboutword',
      endpoint: 'endpointword',
      description: 'descriptionword',
      category: 'categoryword',
      inputSchema: {
        type: 'object',
        properties: { parameterword: { type: 'string', description: 'meaningword' } },
      },
    })
    const heard = terms.of(all)
    for (const part of ['name', 'title', 'service', 'about', 'endpoint', 'description', 'category']) {
      expect(heard).toContain(`${part}word`)
    }
    expect(heard).toContain('parameterword')
  })
})
