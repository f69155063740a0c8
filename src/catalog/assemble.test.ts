import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InputError } from '../errors.js'
import { type AssemblyEnd, CatalogAssembler, type DuplicateRule } from './assemble.js'
import { buildTool, type ToolParts } from './build-tool.js'
import type { SourceNotice, ToolRecord } from './source.js'
import { amendTool } from './stored-tool.js'
import type { Tool } from './tool.js'

const record = (
  name: string,
  parts: Partial<ToolParts> & { readonly kind?: ToolRecord['kind'] } = {},
): ToolRecord => {
  const { kind = 'definition', ...rest } = parts
  return { kind, tool: buildTool({ name, source: { format: 'test', at: `${name}.json` }, ...rest }) }
}

interface Assembled {
  readonly tools: readonly Tool[]
  readonly end: AssemblyEnd
  readonly notices: readonly SourceNotice[]
}

const assemble = (records: readonly ToolRecord[], onDuplicate: DuplicateRule = 'error'): Assembled => {
  const notices: SourceNotice[] = []
  const assembler = new CatalogAssembler({ onDuplicate, notice: (notice) => void notices.push(notice) })
  const kept = records.filter((one) => assembler.add(one) === 'new').map(({ tool }) => tool)
  const end = assembler.finish()
  const amended = kept.map((tool, position) => amendTool(tool, end.amendments.get(position) ?? {}))
  return { tools: [...amended, ...end.nameOnly], end, notices }
}

const namesOf = ({ tools }: Assembled): readonly string[] => tools.map(({ name }) => name)

describe('CatalogAssembler', () => {
  it('keeps tools of distinct names in order', () => {
    expect(namesOf(assemble([record('b'), record('a'), record('c', { kind: 'mention' })]))).toEqual([
      'b',
      'a',
      'c',
    ])
  })

  it('names both places of a second definition, even an equal one', () => {
    const records = [
      record('get_user', { source: { format: 'x', at: 'crm.yaml, paths./users' } }),
      record('get_user'),
    ]
    expect(() => assemble(records)).toThrow(InputError)
    expect(() => assemble(records)).toThrow(
      /^Two tools are named "get_user"[^]*where: crm\.yaml, paths\.\/users and get_user\.json[^]*fix: {3}.*qualify.*first/,
    )
  })

  it('prefers the place of the record to that of the tool', () => {
    const placed = { ...record('a'), place: 'c.jsonl, line 7' }
    expect(() => assemble([record('a'), placed])).toThrow(/a\.json and c\.jsonl, line 7/)
  })

  it('merges equal mentions in silence, wherever they were read', () => {
    const mention = { kind: 'mention', description: 'Same.', source: { format: 'x', at: 'line 9' } } as const
    const assembled = assemble([
      record('a', { description: 'Same.' }),
      record('a', mention),
      record('a', mention),
    ])
    expect(assembled.tools).toHaveLength(1)
    expect(assembled.end.counts).toMatchObject({ tools: 1, same: 2, dropped: 0 })
    expect(assembled.tools[0]?.source.at).toBe('a.json')
    expect(assembled.notices).toEqual([])
    expect(assemble([record('a', mention), record('a', { description: 'Same.' })]).tools).toHaveLength(1)
  })

  it('takes a mention with other content for a conflict', () => {
    const records = [record('a'), record('a', { kind: 'mention', description: 'Other.' })]
    expect(() => assemble(records)).toThrow(/Two tools are named "a"/)
    expect(assemble(records, 'first').end.counts).toMatchObject({ tools: 1, dropped: 1 })
  })

  it('keeps the first under "first"', () => {
    const assembled = assemble(
      [record('a', { description: 'One.' }), record('a', { description: 'Two.' })],
      'first',
    )
    expect(assembled.tools.map(({ description }) => description)).toEqual(['One.'])
  })

  it('puts the service before every tool of a contested name under "qualify", and before no other', () => {
    const assembled = assemble(
      [
        record('list', { service: 'Crm' }),
        record('other', { service: 'Crm' }),
        record('list', { service: 'Shop' }),
        record('list', { source: { format: 'x', at: 'folder/my.tools.json, [3]' } }),
      ],
      'qualify',
    )
    expect(namesOf(assembled)).toEqual(['Crm.list', 'other', 'Shop.list', 'my.tools.list'])
    expect(assembled.end.counts).toMatchObject({ tools: 4, qualified: 3 })
  })

  it('numbers what is still equal, and takes no name that another tool has', () => {
    const crm = { service: 'Crm' }
    const assembled = assemble(
      [
        record('list', crm),
        record('Crm.list'),
        record('list', crm),
        record('list', crm),
        record('Crm.list~3'),
      ],
      'qualify',
    )
    expect(namesOf(assembled)).toEqual(['Crm.list~2', 'Crm.list', 'Crm.list~4', 'Crm.list~5', 'Crm.list~3'])
  })

  it('merges a mention that equals one of several tools', () => {
    const records = [
      record('a', { kind: 'mention', description: 'One.', service: 'S' }),
      record('a', { kind: 'mention', description: 'Two.', service: 'S' }),
      record('a', { kind: 'mention', description: 'Two.', service: 'S' }),
      record('a', { kind: 'mention', description: 'One.', service: 'S' }),
    ]
    expect(assemble(records, 'qualify').end.counts).toMatchObject({ tools: 2, same: 2 })
  })

  it('lets a bare name join the tool that has it, and gives it the token', () => {
    const assembled = assemble([
      record('b', { kind: 'name', tokenText: '<<b>>' }),
      record('a', { description: 'Real.' }),
      record('a', { kind: 'name', tokenText: '<<a>>' }),
    ])
    expect(assembled.tools).toMatchObject([
      { name: 'a', description: 'Real.', tokenText: '<<a>>' },
      { name: 'b', tokenText: '<<b>>' },
    ])
    expect(assembled.tools[0]?.aliases).toBeUndefined()
    expect(assembled.end.counts).toMatchObject({ tools: 2, joined: 1, nameOnly: 1 })
  })

  it('lets a bare name join by another spelling, which becomes an alias', () => {
    const [tool] = assemble([
      record('Radar&&find', { aliases: ['radar'] }),
      record('Radar.&&find.', { kind: 'name', aliases: ['Radar&&find'], tokenText: '<<Radar.&&find.>>' }),
      record('radar', { kind: 'name', tokenText: '<<radar>>' }),
    ]).tools
    expect(tool).toMatchObject({
      name: 'Radar&&find',
      aliases: ['radar', 'Radar.&&find.', '<<radar>>'],
      tokenText: '<<Radar.&&find.>>',
    })
  })

  it('keeps two bare names apart that share a spelling, and tells of it', () => {
    const assembled = assemble([
      record('x', { kind: 'name', aliases: ['both'] }),
      record('y', { kind: 'name', aliases: ['both'] }),
      record('x', { kind: 'name', tokenText: '<<x>>' }),
    ])
    expect(assembled.tools).toMatchObject([
      { name: 'x', aliases: ['both'], tokenText: '<<x>>' },
      { name: 'y' },
    ])
    expect(assembled.notices).toMatchObject([{ code: 'alias-ambiguous', where: '"x" and "y"' }])
    expect(assembled.notices[0]?.what).toContain('"both" is claimed by 2 tools')
  })

  it('tells of an alias that two tools claim, and of one that is the name of another', () => {
    const { notices } = assemble([
      record('a', { aliases: ['x', 'b'] }),
      record('b', { aliases: ['x'] }),
      record('x2', { kind: 'name', aliases: ['x'] }),
    ])
    expect(notices.map(({ what }) => what)).toEqual([
      'The alias "x" is claimed by 3 tools and means none of them.',
      'The alias "b" is the name of another tool, and means that one.',
    ])
  })

  it('tells of ten ambiguous aliases singly and of the rest by number', () => {
    const aliases = Array.from({ length: 100 }, (_, index) => `alias ${index}`)
    const { notices } = assemble([record('a', { aliases }), record('b', { aliases })])
    expect(notices).toHaveLength(11)
    expect(notices[10]?.what).toBe('90 more aliases are ambiguous in this way.')
  })

  it('asks for a fingerprint only when two tools of one name are compared', () => {
    const assembler = new CatalogAssembler({ onDuplicate: 'error', notice: () => undefined })
    const never = (): string => {
      throw new Error('asked')
    }
    expect(assembler.add(record('a'), never)).toBe('new')
    expect(assembler.add(record('b', { kind: 'mention' }), never)).toBe('new')
    expect(assembler.add(record('c', { kind: 'name' }), never)).toBe('held')
  })

  it('gives distinct names whatever comes in, as a naive reading of the rules does', () => {
    const name = fc.constantFrom('a', 'b', 'S.a', 'T.a', 'S.a~2', 'S.b')
    const any = fc.record({
      name,
      kind: fc.constantFrom('definition' as const, 'mention' as const, 'name' as const),
      service: fc.constantFrom('S', 'T'),
      description: fc.constantFrom('one', 'two'),
    })
    fc.assert(
      fc.property(fc.array(any, { maxLength: 12 }), (made) => {
        const records = made.map(({ name: called, ...parts }) => record(called, parts))
        const qualified = assemble(records, 'qualify')
        expect(new Set(namesOf(qualified)).size).toBe(qualified.tools.length)
        expect(qualified.end.counts.tools).toBe(qualified.tools.length)

        const defined = made.filter(({ kind }) => kind !== 'name')
        const firsts = [...new Map(defined.map((one) => [one.name, one])).keys()]
        const bare = [...new Set(made.filter(({ kind }) => kind === 'name').map((one) => one.name))]
        const expected = [...firsts, ...bare.filter((one) => !firsts.includes(one))]
        expect(namesOf(assemble(records, 'first'))).toEqual(expected)
      }),
      { numRuns: 500 },
    )
  })
})
