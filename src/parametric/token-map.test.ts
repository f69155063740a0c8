import { describe, expect, it } from 'vitest'
import { memoryFiles } from '../../test/contract/memory-files.js'
import { type Catalog, catalogOf } from '../catalog/catalog.js'
import type { Tool } from '../catalog/tool.js'
import { readTokenMap } from './read-token-map.js'
import { builtInTokens } from './token-map.js'
import { tokenizeMap } from './tokenize-map.js'

const tool = (name: string, more: Partial<Tool> = {}): Tool => ({
  name,
  inputSchema: {},
  source: { format: 'test', at: name },
  ...more,
})

const catalog: Catalog = catalogOf([
  tool('Parcel&&track', { service: 'Parcel', endpoint: 'track', aliases: ['Parcel.&&track'] }),
  tool('Parcel&&cost', { service: 'Parcel', endpoint: 'cost' }),
  tool('Radio&&track', { service: 'Radio', endpoint: 'track', tokenText: '<<Radio&&track >>' }),
  tool('lonely'),
])

const read = (text: string) => readTokenMap('map', catalog, memoryFiles({ map: text }))
const partsOf = (map: Awaited<ReturnType<typeof read>>) =>
  map.entries.map(({ position, spelling }) => [
    position,
    spelling.kind === 'ids' ? spelling.ids : spelling.parts,
  ])

/** One id a character, texts in << and >> that are known one id. */
const tokenizer = (known: readonly string[]) => ({
  tokenize: async (text: string) => {
    const at = known.indexOf(text)
    return at === -1 ? Array.from(text, (character) => character.charCodeAt(0)) : [1000 + at]
  },
})

describe('builtInTokens', () => {
  it('writes flat, hierarchical and numeric tokens', () => {
    expect(partsOf(builtInTokens(catalog, 'flat'))).toEqual([
      [0, ['<<Parcel&&track>>']],
      [1, ['<<Parcel&&cost>>']],
      [2, ['<<Radio&&track >>']],
      [3, ['<<lonely>>']],
    ])
    const hierarchical = builtInTokens(catalog, 'hierarchical')
    expect(partsOf(hierarchical).map(([, parts]) => parts)).toEqual([
      ['<<Parcel>>', '<<&&track>>'],
      ['<<Parcel>>', '<<&&cost>>'],
      ['<<Radio>>', '<<&&track >>'],
      ['<<lonely>>'],
    ])
    expect(builtInTokens(catalog, 'numeric')).toMatchObject({ layout: 'given', isSingle: false })
  })
})

describe('readTokenMap', () => {
  it('finds names of ToolGen by the spelling that ToolSense gives them', async () => {
    const map = await read('<<Parcel.&&cost.>>\n')
    expect(partsOf(map)).toEqual([[1, ['<<Parcel.&&cost.>>']]])
  })
  it('reads a list of tokens, with aliases and strangers', async () => {
    const map = await read('<<Finish>>\n<<Parcel.&&track>>\n<<Radio&&track >>\n')
    expect(map).toMatchObject({ layout: 'flat', isSingle: true, strangers: ['Finish'] })
    expect(partsOf(map)).toEqual([
      [0, ['<<Parcel.&&track>>']],
      [2, ['<<Radio&&track >>']],
    ])
    expect(map.unmapped).toEqual(['Parcel&&cost', 'lonely'])
  })
  it('reads an object and lines, of texts, lists of texts and ids', async () => {
    const object = await read('{\n"lonely": "<<l>>",\n "Parcel&&cost": "<<c>>"}\n')
    expect(object.layout).toBe('flat')
    const lines = await read('{"tool":"lonely","token":[7,8]}\n{"name":"Radio&&track","tokens":["a","b"]}\n')
    expect(lines).toMatchObject({ layout: 'given', isSingle: false })
    expect(partsOf(lines)).toEqual([
      [2, ['a', 'b']],
      [3, [7, 8]],
    ])
    expect((await read('{"Parcel&&cost": ["<<P>>","<<c>>"]}')).layout).toBe('hierarchical')
  })
  it('refuses a catalog in which no tool has a token', async () => {
    const empty = catalogOf([])
    const asked = readTokenMap('hierarchical', empty, memoryFiles({}))
    await expect(asked).rejects.toThrow(
      expect.objectContaining({ code: 'token-map-empty', where: '--tokens' }),
    )
    await expect(asked).rejects.toThrow(/kind "hierarchical"[^]*service and endpoint/)
  })
  it('prefers the spelling under the own name, and lists the other', async () => {
    const map = await read('{"Parcel.&&track":"<<a>>","Parcel&&track":"<<b>>"}')
    expect(partsOf(map)).toEqual([[0, ['<<b>>']]])
    expect(map.surplus).toEqual(['Parcel.&&track'])
  })
  it.each([
    ['', /empty/],
    ['{"nobody": "<<n>>"}', /None of the 1 tools[^]*nobody/],
    ['{"lonely": 1.5}', /neither a text nor a token id/],
    ['{"lonely": ["a", 1]}', /neither a text nor a token id/],
    ['{"lonely": {}}', /neither a text, nor/],
    ['{"lonely": "<<l>>"', /neither a JSON object/],
    ['{"lonely": }', /neither a JSON object[^]*JSONL\. \S/],
    ['{}', /The map is empty/],
    ['{"lonely": ""}', /neither a text, nor/],
    ['{"lonely": []}', /neither a text, nor/],
    ['{"lonely": -1}', /neither a text nor a token id/],
    ['{"lonely": 2147483648}', /neither a text nor a token id/],
    ['{"tool":"lonely","token":"a"}\n{"tool":"Parcel&&cost"}', /no "tool" and "token"[^]*line 2/],
    ['{"tool":"lonely","token":"a"}\n{"token":"b"}', /no "tool" and "token"[^]*line 2/],
    ['{"tool":"lonely","token":"a"}\n[1]', /no "tool" and "token"[^]*line 2/],
    ['lonely\n', /no token in <</],
    ['<<>>\n', /no token in <</],
    ['<<lonely\n', /no token in <</],
    ['{"tool":"lonely","token":"a"}\n{"tool":"lonely","token":"b"}', /two tokens[^]*line 1[^]*line 2/],
  ])('refuses %s', async (text, message) => {
    await expect(read(text)).rejects.toThrow(message)
  })
})

describe('tokenizeMap', () => {
  it('lists split tokens with their tools, and decodes them all the same', async () => {
    const map = builtInTokens(catalog, 'hierarchical')
    const { faults, trie, reachable } = await tokenizeMap(
      map,
      catalog,
      tokenizer(['<<Parcel>>', '<<&&cost>>', '<<Radio>>', '<<lonely>>']),
    )
    expect(faults.split).toEqual([
      { text: '<<&&track>>', tokenCount: 11, tools: ['Parcel&&track'] },
      { text: '<<&&track >>', tokenCount: 12, tools: ['Radio&&track'] },
    ])
    expect(trie.size).toBe(4)
    expect([...reachable]).toEqual([0, 1, 2, 3])
  })
  it('takes two ids for a split, and one for none', async () => {
    const map = builtInTokens(catalog, 'flat')
    const two = { tokenize: async (text: string) => (text === '<<lonely>>' ? [1, 2] : [text.length + 9]) }
    const { faults } = await tokenizeMap(map, catalog, two)
    expect(faults.split).toEqual([{ text: '<<lonely>>', tokenCount: 2, tools: ['lonely'] }])
  })
  it('lists collisions, prefixes and what the tokenizer leaves nothing of', async () => {
    const map = await read('{"Parcel&&track":"ab","Parcel&&cost":"a","Radio&&track":"ab","lonely":"~"}')
    const drops = {
      tokenize: async (text: string) =>
        Array.from(text.replace('~', ''), (character) => character.charCodeAt(0)),
    }
    const { faults, reachable } = await tokenizeMap(map, catalog, drops)
    expect(faults).toMatchObject({
      collisions: [['Parcel&&track', 'Radio&&track']],
      prefixes: [['Parcel&&cost', 'Parcel&&track']],
      empty: ['lonely'],
      split: [],
    })
    expect([...reachable]).toEqual([0, 1])
  })
  it('tells what reads back as another text, as unknown characters do', async () => {
    const map = await read('{"lonely":"<<é>>"}')
    const unknown = { tokenize: async () => [0], detokenize: async () => '<unk>' }
    expect((await tokenizeMap(map, catalog, unknown)).faults.lossy).toEqual([
      { text: '<<é>>', readsAs: '<unk>' },
    ])
  })
  it('needs a tokenizer for texts and none for ids', async () => {
    expect((await tokenizeMap(await read('{"lonely":[5]}'), catalog, {})).trie.find([5])).toBe(0)
    await expect(tokenizeMap(await read('{"lonely":"x"}'), catalog, {})).rejects.toThrow(/no tokenizer/)
  })
})
