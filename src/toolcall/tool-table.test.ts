import { describe, expect, it } from 'vitest'
import { toolTable } from './tool-table.js'

describe('toolTable', () => {
  it('knows exact names, and others but for case where only one fits', () => {
    const table = toolTable([
      { name: 'read', inputSchema: { a: 1 } },
      { name: 'Read', inputSchema: { b: 1 } },
      { name: 'Write', inputSchema: {} },
      { name: 'read', inputSchema: { c: 1 } },
    ])
    expect(table.names).toEqual(['read', 'Read', 'Write'])
    expect(table.schemaOf('read')).toEqual({ a: 1 })
    expect(table.ignoringCase('WRITE')).toBe('Write')
    expect(table.ignoringCase('READ')).toBeUndefined()
    expect(table.schemaOf('constructor')).toBeUndefined()
  })

  it('reads a schema once and when it is asked for', () => {
    let reads = 0
    const table = toolTable([
      {
        name: 'lazy',
        get inputSchema() {
          reads++
          return {}
        },
      },
    ])
    expect(reads).toBe(0)
    expect(table.schemaOf('lazy')).toBe(table.schemaOf('lazy'))
    expect(reads).toBe(1)
  })
})
