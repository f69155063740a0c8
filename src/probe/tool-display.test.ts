import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { QaItem } from '../benchmark/item.js'
import { catalogOf } from '../catalog/catalog.js'
import { emptyInputSchema, type Tool } from '../catalog/tool.js'
import { planProbe } from './probe-plan.js'
import { ToolDisplays } from './tool-display.js'

const tool = (name: string, service: string, description?: string): Tool => ({
  name,
  service,
  ...(description === undefined ? {} : { description }),
  inputSchema: emptyInputSchema(),
  source: { format: 'test', at: 'here' },
})
const catalog = catalogOf([
  tool('Sky&&rain', 'Sky', 'tells whether rain will fall'),
  tool('Sky&&snow', 'Sky', 'tells whether snow will fall'),
  tool('Mail&&send', 'Mail', 'sends one letter to somebody'),
  tool('Copy&&rain', 'Copy', 'tells whether rain will fall'),
  tool('Bare&&go', 'Bare'),
])
const item = (id: string, name: string, cluster?: string): QaItem => ({
  kind: 'qa',
  id,
  tool: name,
  question: 'q',
  answer: 'yes',
  ...(cluster === undefined ? {} : { cluster }),
})
const tokenOf = (position: number): string | undefined =>
  position === 4 ? undefined : `<<${catalog.tools[position]?.name}>>`
const displays = (seed = 0): ToolDisplays => new ToolDisplays({ catalog, tokenOf, items: [], seed })

describe('ToolDisplays', () => {
  it('shows the tool by token, name and description, and only the token is trusted', () => {
    const sky = item('1', 'Sky&&rain')
    expect(displays().show(sky, 'token')).toEqual({
      kind: 'shown',
      tool: { text: '<<Sky&&rain>>', isTrusted: true },
    })
    expect(displays().show(sky, 'name')).toMatchObject({ tool: { text: 'Sky&&rain', isTrusted: false } })
    expect(displays().show(sky, 'description')).toMatchObject({
      tool: { text: 'tells whether rain will fall', isTrusted: false },
    })
    expect(displays().show(sky, 'no-token')).toEqual({ kind: 'shown', tool: undefined })
  })
  it('says why a tool cannot be shown', () => {
    expect(displays().show(item('1', 'Bare&&go'), 'token')).toEqual({
      kind: 'absent',
      why: 'the tool has no token',
    })
    expect(displays().show(item('1', 'Bare&&go'), 'description')).toMatchObject({
      why: 'the tool has no description',
    })
    expect(displays().show(item('1', 'stranger'), 'token')).toMatchObject({
      why: 'the catalog lacks the tool',
    })
    const bare = new ToolDisplays({ items: [], seed: 0 })
    expect(bare.show(item('1', 'Sky&&rain'), 'description')).toMatchObject({ why: 'no catalog is named' })
    expect(bare.show(item('1', 'Sky&&rain'), 'other-name')).toMatchObject({ kind: 'absent' })
  })
  it('never takes a sibling, an equal or a tool without a token for the other one', () => {
    fc.assert(
      fc.property(fc.nat(), fc.string(), (seed, id) => {
        expect(displays(seed).show(item(id, 'Sky&&rain'), 'other-token')).toEqual({
          kind: 'shown',
          tool: { text: '<<Mail&&send>>', isTrusted: true },
        })
      }),
    )
  })
  it('draws by seed and item, and the same again', () => {
    const many = catalogOf(Array.from({ length: 50 }, (_, at) => tool(`s${at}&&t`, `s${at}`)))
    const draw = (seed: number): readonly unknown[] => {
      const shown = new ToolDisplays({ catalog: many, items: [], seed })
      return Array.from({ length: 20 }, (_, at) => shown.show(item(`i${at}`, 's0&&t'), 'other-name'))
    }
    expect(draw(1)).toEqual(draw(1))
    expect(draw(1)).not.toEqual(draw(2))
    expect(new Set(draw(1).map((one) => JSON.stringify(one))).size).toBeGreaterThan(10)
  })
  it('takes the tools of other items where there is no catalog', () => {
    const items = [item('1', 'a&&x', 'a'), item('2', 'a&&y', 'a'), item('3', 'b&&z', 'b')]
    const shown = new ToolDisplays({ items, seed: 0 })
    expect(shown.show(items[0] as QaItem, 'other-name')).toMatchObject({ tool: { text: 'b&&z' } })
  })
})

describe('planProbe', () => {
  it('leaves out a control that no item has, and names the items that lack one', () => {
    const items = [item('1', 'Sky&&rain'), item('2', 'Bare&&go')]
    const { facts, showingsOf } = planProbe({ show: 'token', hasTokens: true, items, displays: displays() })
    expect(facts.unshown).toEqual({
      token: [{ item: '2', why: 'the tool has no token' }],
      description: [{ item: '2', why: 'the tool has no description' }],
    })
    expect(facts.leftOut).toEqual({})
    expect(showingsOf(items[1] as QaItem)).toEqual(['no-token', 'other-token', 'name'])
    const bare = planProbe({
      show: 'name',
      hasTokens: false,
      items,
      displays: new ToolDisplays({ items, seed: 0 }),
    })
    expect(bare.facts.leftOut).toEqual({ description: 'no catalog is named' })
    expect(bare.facts.showings).toEqual(['name', 'no-token', 'other-name'])
  })
})
