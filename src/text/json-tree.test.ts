import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson, parseJson, writeJson } from './json.js'
import { JsonTreeReader, nodeAtPath, parseJsonTree, valueOfNode } from './json-tree.js'

function treeOf(text: string) {
  const reading = parseJsonTree(text)
  if (reading.kind === 'fault') throw new Error(reading.fault.reason)
  return reading.root
}

describe('parseJsonTree', () => {
  it('keeps places, raw text and order', () => {
    const text = ' {"b": [1.50, "é\\n"],\n "a": null}'
    const root = treeOf(text)
    expect([root.start, root.end]).toEqual([1, text.length])
    if (root.kind !== 'object') throw new Error(root.kind)
    expect(root.members.map(({ key }) => key)).toEqual(['b', 'a'])
    expect(root.members.map(({ keyStart, keyEnd }) => text.slice(keyStart, keyEnd))).toEqual(['"b"', '"a"'])
    const fraction = nodeAtPath(root, ['b', '0'])
    expect(text.slice(fraction.start, fraction.end)).toBe('1.50')
    const string = nodeAtPath(root, ['b', '1'])
    expect(text.slice(string.start, string.end)).toBe('"é\\n"')
    expect(valueOfNode(string)).toBe('é\n')
  })

  it('reads the same values as parseJson', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 6, stringUnit: 'binary' }),
        fc.nat({ max: 4 }),
        (value, indent) => {
          const text = JSON.stringify(value, undefined, indent)
          const flat = parseJson(text)
          if (flat.kind === 'fault') throw new Error(flat.fault.reason)
          expect(writeJson(valueOfNode(treeOf(text)))).toBe(writeJson(flat.value))
        },
      ),
    )
  })

  it('gives the same faults as parseJson, at the same places', () => {
    const valid = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.stringify(value))
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '\\',
      '\\u12',
      '\n',
      '\t',
      '1',
      '-',
      '.',
      'e',
      '0',
      'true',
      'nul',
      ' ',
      '"a":1,"a"',
    )
    fc.assert(
      fc.property(valid, fc.nat(), piece, fc.nat({ max: 3 }), (text, seed, inserted, removed) => {
        const at = seed % (text.length + 1)
        const broken = text.slice(0, at) + inserted + text.slice(at + removed)
        const flat = parseJson(broken)
        const tree = parseJsonTree(broken)
        if (flat.kind === 'value') expect(tree.kind).toBe('tree')
        else
          expect(tree).toMatchObject({
            kind: 'fault',
            fault: {
              code: flat.fault.code,
              at: flat.fault.at,
              line: flat.fault.line,
              column: flat.fault.column,
            },
          })
      }),
      { numRuns: 2_000 },
    )
  })

  it.each([
    ['{"a":1,"a"" ":false}', 'unexpected-character', 10],
    ['[{},false0]', 'bad-literal', 4],
    ['[nullx]', 'bad-literal', 1],
  ])('finds in %j what parseJson finds', (text, code, at) => {
    expect(parseJson(text)).toMatchObject({ fault: { code, at } })
    expect(parseJsonTree(text)).toMatchObject({ fault: { code, at } })
  })

  it('refuses a repeated key unless it is asked to keep it', () => {
    const text = '{"a": 1, "b": 2, "a": 3}'
    expect(parseJsonTree(text)).toMatchObject({ kind: 'fault', fault: { code: 'duplicate-key', at: 17 } })
    const kept = parseJsonTree(text, { duplicateKeys: 'kept' })
    if (kept.kind === 'fault' || kept.root.kind !== 'object') throw new Error(kept.kind)
    expect(kept.root.members.map(({ key }) => key)).toEqual(['a', 'b', 'a'])
    expect(canonicalJson(valueOfNode(kept.root))).toBe('{"a":3,"b":2}')
    const many = `{${Array.from({ length: 40 }, (_, at) => `"k${at}": 1`).join(', ')}, "k39": 2}`
    expect(parseJsonTree(many)).toMatchObject({ kind: 'fault', fault: { code: 'duplicate-key' } })
  })

  it('keeps every digit and treats prototype keys as data', () => {
    const text = '{"__proto__": {"id": 12345678901234567890}, "constructor": 25.0}'
    expect(canonicalJson(valueOfNode(treeOf(text)))).toBe(
      '{"__proto__":{"id":12345678901234567890},"constructor":25}',
    )
    expect(writeJson(valueOfNode(treeOf(text)))).toBe(
      '{"__proto__":{"id":12345678901234567890},"constructor":25.0}',
    )
  })

  it('bounds nesting, by default at 64', () => {
    const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)
    expect(parseJsonTree(deep(64)).kind).toBe('tree')
    expect(parseJsonTree(deep(65))).toMatchObject({ fault: { code: 'too-deep', at: 64 } })
    expect(parseJsonTree('{"a":'.repeat(100_000))).toMatchObject({ fault: { code: 'too-deep' } })
    expect(parseJsonTree(deep(3), { maxDepth: 2 })).toMatchObject({ fault: { code: 'too-deep' } })
  })

  it('stops after one value where more may follow, and says where', () => {
    expect(parseJsonTree('x {"a": 1} rest', { from: 2, rest: 'allowed' })).toMatchObject({
      kind: 'tree',
      end: 10,
    })
    expect(parseJsonTree('{"a": 1} rest')).toMatchObject({ fault: { code: 'trailing-text', at: 9 } })
    expect(parseJsonTree('')).toMatchObject({ fault: { code: 'unexpected-end', at: 0, line: 1, column: 1 } })
  })

  it('reads many values of one text with one reader', () => {
    const reader = new JsonTreeReader('{"a": 1} {"b" 2} [3]')
    expect(reader.readAt(0)?.end).toBe(8)
    expect(reader.readAt(8)).toBeUndefined()
    expect(reader.fault).toMatchObject({ code: 'unexpected-character', at: 14 })
    expect(reader.readAt(16)?.end).toBe(20)
    expect(reader.fault).toBeUndefined()
  })

  it('finds the deepest node on a path that leaves the tree', () => {
    const root = treeOf('{"a": [10, {"b": 1}]}')
    expect(valueOfNode(nodeAtPath(root, ['a', '1', 'c', 'd']))).toMatchObject({ b: 1 })
    expect(nodeAtPath(root, ['z'])).toBe(root)
  })
})
