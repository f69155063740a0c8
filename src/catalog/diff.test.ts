import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildTool, type ToolParts } from './build-tool.js'
import { catalogOf } from './catalog.js'
import { diffCatalogs } from './diff.js'
import type { Tool } from './tool.js'

const tool = (name: string, parts: Partial<ToolParts> = {}): Tool =>
  buildTool({ name, source: { format: 'test', at: name }, ...parts })

describe('diffCatalogs', () => {
  it('tells added, removed, changed and equal tools apart, with the fields', () => {
    const before = catalogOf([
      tool('gone'),
      tool('same'),
      tool('changed', { description: 'Old.', service: 'S' }),
    ])
    const after = catalogOf([
      tool('same', { source: { format: 'other', at: 'elsewhere' } }),
      tool('new'),
      tool('changed', { description: 'New.', category: 'C', source: { format: 'x', at: 'y' } }),
    ])
    expect(diffCatalogs(before, after)).toEqual({
      added: ['new'],
      removed: ['gone'],
      changed: [
        {
          name: 'changed',
          fields: [
            { field: 'description', before: 'Old.', after: 'New.' },
            { field: 'service', before: 'S' },
            { field: 'category', after: 'C' },
          ],
        },
      ],
      sameCount: 1,
      isReordered: false,
    })
  })

  it('sees no change in the order of keys, but one in the order of tools', () => {
    const left = tool('a', { inputSchema: { type: 'object', title: 'T' } })
    const right = tool('a', { inputSchema: { title: 'T', type: 'object' } })
    expect(diffCatalogs(catalogOf([left]), catalogOf([right]))).toMatchObject({ changed: [], sameCount: 1 })
    const [a, b] = [tool('a'), tool('b')]
    expect(diffCatalogs(catalogOf([a, b]), catalogOf([b, a]))).toMatchObject({
      sameCount: 2,
      isReordered: true,
    })
  })

  it('is empty exactly when the fingerprints are equal, and mirrors itself', () => {
    const tools = fc
      .uniqueArray(
        fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd'), description: fc.constantFrom('x', 'y') }),
        {
          selector: ({ name }) => name,
        },
      )
      .map((made) => catalogOf(made.map(({ name, description }) => tool(name, { description }))))
    fc.assert(
      fc.property(tools, tools, (left, right) => {
        const diff = diffCatalogs(left, right)
        const isEmpty =
          diff.added.length + diff.removed.length + diff.changed.length === 0 && !diff.isReordered
        expect(isEmpty).toBe(left.fingerprint === right.fingerprint)
        const mirrored = diffCatalogs(right, left)
        expect([...mirrored.added].sort()).toEqual([...diff.removed].sort())
        expect(mirrored.changed.map(({ name }) => name).sort()).toEqual(
          diff.changed.map(({ name }) => name).sort(),
        )
      }),
    )
  })
})
