import { describe, expect, it } from 'vitest'
import { schemaOf } from '../../../../test/contract/lint-tools.js'
import { recursiveTargets, referencesOf } from './references.js'
import { MAX_SCHEMA_DEPTH, walkSchema } from './walk.js'

const pointers = (text: string): string[] => walkSchema(schemaOf(text)).nodes.map(({ pointer }) => pointer)

describe('walkSchema', () => {
  it('visits subschemas and nothing else', () => {
    expect(
      pointers(
        '{"properties":{"a/b":{"items":{"type":"string"}},"c":true},"default":{"properties":{"no":{}}},"enum":[{"type":"x"}]}',
      ),
    ).toEqual(['', '/properties/a~1b', '/properties/a~1b/items'])
    expect(
      pointers(
        '{"anyOf":[{},{"not":{}}],"$defs":{"d":{}},"items":[{},{}],"dependencies":{"a":["b"],"c":{}}}',
      ),
    ).toEqual([
      '',
      '/anyOf/0',
      '/anyOf/1',
      '/anyOf/1/not',
      '/$defs/d',
      '/items/0',
      '/items/1',
      '/dependencies/c',
    ])
  })

  it('tells roles and levels of the described value', () => {
    const { nodes } = walkSchema(
      schemaOf('{"properties":{"a":{"allOf":[{"items":{"properties":{"b":{}}}}]}}}'),
    )
    expect(nodes.map(({ role, level, name }) => [role, level, name])).toEqual([
      ['root', 0, undefined],
      ['property', 1, 'a'],
      ['branch', 1, undefined],
      ['items', 2, undefined],
      ['property', 3, 'b'],
    ])
  })

  it('takes a property called "properties" or "__proto__" for a name', () => {
    expect(pointers('{"properties":{"properties":{"type":"string"},"__proto__":{"type":"string"}}}')).toEqual(
      ['', '/properties/properties', '/properties/__proto__'],
    )
  })

  it('reports what stands where a schema should', () => {
    const { misfits } = walkSchema(
      schemaOf('{"properties":[],"items":3,"anyOf":{},"not":null,"$defs":{"a":"x"}}'),
    )
    expect(misfits.map(({ pointer }) => pointer)).toEqual([
      '/properties',
      '/items',
      '/anyOf',
      '/not',
      '/$defs/a',
    ])
    expect(misfits[0]?.reason).toBe('"properties" is an object of schemas by name, not an array')
  })

  it('stops at its depth', () => {
    const nested = `${'{"items":'.repeat(300)}{}${'}'.repeat(300)}`
    const { nodes, tooDeep } = walkSchema(schemaOf(nested))
    expect(nodes).toHaveLength(MAX_SCHEMA_DEPTH + 1)
    expect(tooDeep).toHaveLength(1)
  })
})

describe('referencesOf', () => {
  const targets = (text: string): unknown[] => {
    const root = schemaOf(text)
    return referencesOf(root, walkSchema(root).nodes).map(({ target }) => target)
  }

  it('resolves pointers, names and the root', () => {
    expect(
      targets(
        '{"$defs":{"a b":{"$anchor":"here"},"t~x":{}},"anyOf":[{"$ref":"#/$defs/a%20b"},{"$ref":"#here"},{"$ref":"#"},{"$ref":"#/$defs/t~0x"}]}',
      ),
    ).toEqual([
      { kind: 'found', pointer: '/$defs/a b' },
      { kind: 'found', pointer: '/$defs/a b' },
      { kind: 'found', pointer: '' },
      { kind: 'found', pointer: '/$defs/t~0x' },
    ])
    expect(
      targets(
        '{"$id":"https://x.example/s","$defs":{"a":{}},"items":{"$ref":"https://x.example/s#/$defs/a"}}',
      ),
    ).toEqual([{ kind: 'found', pointer: '/$defs/a' }])
  })

  it('says what leads nowhere and what leads away', () => {
    expect(
      targets(
        '{"x":3,"anyOf":[{"$ref":"#/$defs/none"},{"$ref":"#none"},{"$ref":"#/x"},{"$ref":"other.json#/a"},{"$ref":"#/__proto__"},{"$ref":"#/%E0%A4%A"}]}',
      ),
    ).toEqual([
      { kind: 'missing', reason: 'nothing stands at that place' },
      { kind: 'missing', reason: 'no $anchor has this name' },
      { kind: 'missing', reason: 'what stands there is not a schema' },
      { kind: 'remote' },
      { kind: 'missing', reason: 'nothing stands at that place' },
      { kind: 'missing', reason: 'nothing stands at that place' },
    ])
  })
})

describe('recursiveTargets', () => {
  const recursive = (text: string): readonly string[] => {
    const root = schemaOf(text)
    return recursiveTargets(referencesOf(root, walkSchema(root).nodes))
  }

  it('finds schemas that contain themselves, directly or through others', () => {
    expect(
      recursive('{"$defs":{"node":{"properties":{"next":{"$ref":"#/$defs/node"}}}},"$ref":"#/$defs/node"}'),
    ).toEqual(['/$defs/node'])
    expect(recursive('{"properties":{"self":{"$ref":"#"}}}')).toEqual([''])
    expect(
      recursive(
        '{"$defs":{"a":{"items":{"$ref":"#/$defs/b"}},"b":{"items":{"$ref":"#/$defs/a"}},"c":{}},"items":{"$ref":"#/$defs/c"}}',
      ),
    ).toEqual(['/$defs/b', '/$defs/a'])
  })

  it('does not take a repeated reference for a cycle', () => {
    expect(
      recursive(
        '{"$defs":{"a":{},"ab":{"$ref":"#/$defs/a"}},"anyOf":[{"$ref":"#/$defs/a"},{"$ref":"#/$defs/ab"}]}',
      ),
    ).toEqual([])
  })
})
