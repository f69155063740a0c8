import { describe, expect, it } from 'vitest'
import { memoryFiles } from '../../test/contract/memory-files.js'
import { type Catalog, catalogOf } from '../catalog/catalog.js'
import type { Tool } from '../catalog/tool.js'
import { readTokenMap } from './read-token-map.js'
import { builtInTokens, givenTokens, type TokenSpelling } from './token-map.js'
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
    const rest = { isSingle: true, strangers: [], strangerSpellings: [], unmapped: [], surplus: [] }
    expect(hierarchical).toStrictEqual({ ...rest, layout: 'hierarchical', entries: hierarchical.entries })
    const flat = builtInTokens(catalog, 'flat')
    expect(flat).toStrictEqual({ ...rest, layout: 'flat', entries: flat.entries })
  })
  it.each([
    [0, []],
    [2, ['0', '1']],
    [10, ['0', '9']],
    [11, ['00', '10']],
    [101, ['000', '100']],
  ])('numbers %i tools in digits of one length', (count, ends) => {
    const tools = Array.from({ length: count }, (_, at) => tool(`t${at}`))
    const { entries } = builtInTokens(catalogOf(tools), 'numeric')
    const spelled = entries.map(({ spelling }) => (spelling.kind === 'parts' ? spelling.parts : []))
    expect(spelled.filter((_, at) => at === 0 || at === count - 1).flat()).toEqual(ends)
    expect(spelled).toHaveLength(count)
  })
})

describe('givenTokens', () => {
  const given = (name: string, spelling: TokenSpelling, where: string) => ({ tool: name, spelling, where })
  const text = (...parts: readonly string[]): TokenSpelling => ({ kind: 'parts', parts })
  const ids = (...list: readonly number[]): TokenSpelling => ({ kind: 'ids', ids: list })
  it('joins names, aliases and tokens, keeps strangers with what stands for them, and lists what is not used', () => {
    const map = givenTokens(catalog, [
      given('gone', ids(1, 2), 'l1'),
      given('Parcel&&track', text('a'), 'l2'),
      given('Parcel.&&track', text('b'), 'l3'),
      given('<<Radio&&track >>', ids(3), 'l4'),
      given('lost', text('c'), 'l5'),
      given('lost', text('c'), 'l6'),
    ])
    expect(map).toStrictEqual({
      layout: 'given',
      isSingle: false,
      entries: [
        { position: 0, spelling: text('a') },
        { position: 2, spelling: ids(3) },
      ],
      strangers: ['gone', 'lost'],
      strangerSpellings: [ids(1, 2), text('c')],
      unmapped: ['Parcel&&cost', 'lonely'],
      surplus: ['Parcel.&&track'],
    })
  })
  it('takes the same ids twice for one token, and refuses others with both places', () => {
    const twice = (second: TokenSpelling) => () =>
      givenTokens(catalog, [given('lonely', ids(1, 2), 'l1'), given('lonely', second, 'l2')])
    expect(twice(ids(1, 2))().entries).toHaveLength(1)
    const fault = { code: 'token-map-doubled', where: 'l1 and l2', fix: 'Keep one of them.' }
    expect(twice(ids(1, 3))).toThrow(expect.objectContaining(fault))
    expect(twice(text('x'))).toThrow(/"lonely" has two tokens/)
  })
  it('refuses a map of another catalog with an example, and an empty one without', () => {
    const other = [given('n1', ids(1), 'l1'), given('n2', ids(2), 'l2')]
    const fault = {
      code: 'token-map-strange',
      what: expect.stringMatching(/None of the 2 tools[^]*"n1"/),
      where: 'l1',
      fix: expect.stringMatching(/catalog that the tokens were made for[^]*aliases/),
    }
    expect(() => givenTokens(catalog, other)).toThrow(expect.objectContaining(fault))
    expect(() => givenTokens(catalog, [])).toThrow(
      expect.objectContaining({ code: 'token-map-strange', where: undefined }),
    )
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
  it.each([
    ['{"lonely": "<<l"}', 'given', false],
    ['{"lonely": "l>>"}', 'given', false],
    ['{"lonely": ["<<l>>", "m"]}', 'given', false],
    ['{"lonely": ["<<a>>", "<<b>>", "<<c>>"]}', 'given', true],
    ['{"lonely": ["<<a>>", "<<b>>"], "Parcel&&cost": "<<c>>"}', 'given', true],
    ['{"lonely": ["<<a>>", "<<b>>"], "Parcel&&cost": [7, 8]}', 'given', true],
    ['{"lonely": "<<a>>", "Parcel&&cost": [7, 8]}', 'flat', true],
    ['{"lonely": 2147483647}', 'flat', true],
    ['  \n<<lonely>>\n\n', 'flat', true],
    [' {"tool":"lonely","ids":0}\n', 'flat', true],
  ])('reads %j as %s', async (written, layout, isSingle) => {
    expect(await read(written)).toMatchObject({ layout, isSingle })
  })
  it('reads the words as what the catalog makes of them, without a file', async () => {
    for (const word of ['flat', 'hierarchical', 'numeric'] as const)
      expect(await readTokenMap(word, catalog, memoryFiles())).toEqual(builtInTokens(catalog, word))
  })
  it('does not take a tool of the name "tool" for a line of a list', async () => {
    const odd = catalogOf([tool('tool'), tool('name'), tool('token')])
    const readOdd = (written: string) => readTokenMap('map', odd, memoryFiles({ map: written }))
    expect((await readOdd('{"tool": "<<t>>"}')).entries).toEqual([
      { position: 0, spelling: { kind: 'parts', parts: ['<<t>>'] } },
    ])
    expect((await readOdd('{"token": "<<t>>"}')).entries[0]?.position).toBe(2)
    expect((await readOdd('{"tool": 5, "token": "x"}')).entries.map(({ position }) => position)).toEqual([
      0, 2,
    ])
  })
  it('reads 256 MiB and no more', async () => {
    const ofSize = (sizeBytes: number) => {
      const files = memoryFiles({ map: '<<lonely>>\n' })
      return readTokenMap('map', catalog, { ...files, facts: async () => ({ kind: 'file', sizeBytes }) })
    }
    await expect(ofSize(268_435_456)).resolves.toMatchObject({ layout: 'flat' })
    await expect(ofSize(268_435_457)).rejects.toMatchObject({
      code: 'token-map-broken',
      what: expect.stringMatching(/268435457 bytes; 268435456/),
      where: 'map',
    })
  })
  it.each([
    ['<<lonely>>\nplain\n', 'map, line 2'],
    ['{"lonely": 1, "Parcel&&cost": {}}', 'map, "Parcel&&cost"'],
    ['{"tool":"lonely","token":"a"}\n{"name":"x","token":[]}', 'map, line 2'],
    ['{"tool":"lonely","token":"a"}\n{"name":"x"}', 'map, line 2'],
    ['', 'map'],
    ['{}', 'map'],
  ])('says where %j is broken, and how to write it', async (written, where) => {
    await expect(read(written)).rejects.toMatchObject({
      code: 'token-map-broken',
      where,
      fix: expect.stringMatching(/"<<endpoint>>"[^]*\[128256\][^]*one <<token>> a line/),
    })
  })
  it('names the line whose JSON is broken', async () => {
    await expect(read('{"tool":"lonely","token":"a"}\n{"tool":')).rejects.toThrow(/map, line 2/)
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
