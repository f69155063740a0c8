import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildTool } from '../catalog/build-tool.js'
import type { Tool } from '../catalog/tool.js'
import { flatToken, hierarchicalTokens, initialTextOf, tokensOf, tokensOfMap } from './tool-tokens.js'

const tool = (name: string, rest: Partial<Tool> = {}): Tool =>
  buildTool({ name, source: { format: 'test', at: 'test' }, ...rest })

describe('flatToken', () => {
  it('is the name in brackets, or the token that the catalog gives', () => {
    expect(flatToken(tool('Parcel Radar&&lookup'))).toBe('<<Parcel Radar&&lookup>>')
    expect(flatToken(tool('lookup', { tokenText: '<tool_7>' }))).toBe('<tool_7>')
  })
})

describe('hierarchicalTokens', () => {
  it('cuts at the first joint: later ones belong to the endpoint', () => {
    expect(hierarchicalTokens(tool('Mail&&send && forget'))).toEqual(['<<Mail>>', '<<&&send && forget>>'])
  })

  it('takes service and endpoint where the name does not join them', () => {
    expect(hierarchicalTokens(tool('getUser', { service: 'CRM', endpoint: 'GET /users' }))).toEqual([
      '<<CRM>>',
      '<<&&GET /users>>',
    ])
    expect(hierarchicalTokens(tool('getUser', { service: 'CRM' }))).toEqual(['<<CRM>>', '<<&&getUser>>'])
  })

  it('takes the names as the token text writes them', () => {
    expect(hierarchicalTokens(tool('Radio&&track', { tokenText: '<<Radio&&track >>' }))).toEqual([
      '<<Radio>>',
      '<<&&track >>',
    ])
  })

  it('leaves a tool without a service its one token', () => {
    expect(hierarchicalTokens(tool('Finish', { tokenText: '<<Finish>>' }))).toEqual(['<<Finish>>'])
  })
})

describe('tokensOf', () => {
  it('gives each token once, with its level, its words and how many tools share it', () => {
    const tools = [tool('Mail&&send'), tool('Mail&&list'), tool('Chat&&send'), tool('Finish')]
    expect(tokensOf(tools, 'hierarchical').vocabulary).toEqual([
      { text: '<<Mail>>', level: 'service', initialText: 'Mail', toolCount: 2 },
      { text: '<<&&send>>', level: 'endpoint', initialText: 'send', toolCount: 2 },
      { text: '<<&&list>>', level: 'endpoint', initialText: 'list', toolCount: 1 },
      { text: '<<Chat>>', level: 'service', initialText: 'Chat', toolCount: 1 },
      { text: '<<Finish>>', level: 'tool', initialText: 'Finish', toolCount: 1 },
    ])
    expect(tokensOf(tools, 'flat').vocabulary[0]).toEqual({
      text: '<<Mail&&send>>',
      level: 'tool',
      initialText: 'Mail send',
      toolCount: 1,
    })
  })

  it('lists sequences that begin another', () => {
    const tools = [tool('Mail&&send'), tool('Mail')]
    expect(tokensOf(tools, 'hierarchical').prefixes).toEqual([[1, 0]])
    expect(tokensOf(tools, 'flat').prefixes).toEqual([])
  })

  it('refuses two tools with one sequence, naming both', () => {
    const tools = [
      tool('a', { service: 'CRM', endpoint: 'GET /x' }),
      tool('b', { service: 'CRM', endpoint: 'GET /x' }),
    ]
    expect(() => tokensOf(tools, 'hierarchical')).toThrow(/one token sequence[^]*"a" and "b"[^]*fix:/)
  })

  it('has a distinct sequence for every tool of distinct joined names, and joins back to the name', () => {
    const part = fc
      .stringMatching(/^[a-z &<>]{1,8}$/)
      .filter((text) => !text.includes('&&') && !text.endsWith('&'))
    fc.assert(
      fc.property(
        fc.uniqueArray(
          fc.tuple(part, part).map((both) => both.join('&&')),
          { maxLength: 30 },
        ),
        (names) => {
          const { sequences } = tokensOf(
            names.map((name) => tool(name)),
            'hierarchical',
          )
          const back = sequences.map(([service, endpoint]) => service.slice(2, -2) + endpoint?.slice(2, -2))
          expect(back).toEqual(names)
        },
      ),
    )
  })
})

describe('initialTextOf', () => {
  it('is the words of service and endpoint, white space single; nothing where there is only punctuation', () => {
    expect(initialTextOf(tool('Mail \t Box&&send\u0007now'))).toBe('Mail Box send now')
    expect(initialTextOf(tool('..&&--'))).toBe('')
    expect(initialTextOf(tool('天气&&查询'))).toBe('天气 查询')
  })
})

describe('tokensOfMap', () => {
  const tools = [tool('a'), tool('b')]

  it('takes strings and sequences', () => {
    const tokens = tokensOfMap(
      tools,
      new Map([
        ['a', ['[1]', '[2]']],
        ['b', ['[1]', '[3]']],
      ]),
      'map.json',
    )
    expect(tokens.sequences).toEqual([
      ['[1]', '[2]'],
      ['[1]', '[3]'],
    ])
    expect(tokens.vocabulary).toMatchObject([
      { text: '[1]', level: 'part', initialText: '[1]', toolCount: 2 },
      { text: '[2]', level: 'part' },
      { text: '[3]', level: 'part' },
    ])
    const single = tokensOfMap(
      tools,
      new Map([
        ['a', ['T1']],
        ['b', ['T2']],
      ]),
      'map.json',
    )
    expect(single.vocabulary[0]).toEqual({ text: 'T1', level: 'tool', initialText: 'a', toolCount: 1 })
  })

  it('refuses tools without a token, names that are no tool, and sequences that read alike', () => {
    expect(() => tokensOfMap(tools, new Map([['a', ['T1']]]), 'map.json')).toThrow(
      /1 tools have no token, e.g. "b"/,
    )
    expect(() =>
      tokensOfMap(
        tools,
        new Map([
          ['a', ['T1']],
          ['b', ['T2']],
          ['c', ['T3']],
        ]),
        'm',
      ),
    ).toThrow(/no tool.*"c"/)
    expect(() =>
      tokensOfMap(
        tools,
        new Map([
          ['a', ['x', 'yz']],
          ['b', ['xy', 'z']],
        ]),
        'm',
      ),
    ).toThrow(/collision|one token sequence/)
    expect(() =>
      tokensOfMap(
        tools,
        new Map([
          ['a', ['  ']],
          ['b', ['z']],
        ]),
        'm',
      ),
    ).toThrow(/no character/)
  })
})
