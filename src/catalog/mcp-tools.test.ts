import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeTarget, mcpTargetOf, secretsOfTarget, splitCommand } from './mcp-tools.js'

describe('splitCommand', () => {
  it.each([
    ['npx -y @scope/server', ['npx', '-y', '@scope/server']],
    ['  a   b\tc\n', ['a', 'b', 'c']],
    [`a 'b c' "d e" f'g'"h"`, ['a', 'b c', 'd e', 'fgh']],
    ['a "" \'\'', ['a', '', '']],
    ['a \\"b\\" c\\ d \\\\', ['a', '"b"', 'c d', '\\']],
    ['"a \\" b" \'c \\ d\'', ['a " b', 'c \\ d']],
    ['C:\\tools\\server.exe C:\\x', ['C:\\tools\\server.exe', 'C:\\x']],
    ['a $HOME `b` * ; | && > ~', ['a', '$HOME', '`b`', '*', ';', '|', '&&', '>', '~']],
  ])('cuts %j', (line, words) => {
    expect(splitCommand(line)).toEqual(words)
  })

  it.each(['', '   ', '""', "a 'b", 'a "b', `"a'`])('refuses %j', (line) => {
    expect(() => splitCommand(line)).toThrow(/mcp:/)
  })

  it('gives back any words that are quoted', () => {
    const word = fc.string({ unit: 'binary', minLength: 1 }).filter((text) => !text.includes("'"))
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), (words) => {
        expect(splitCommand(words.map((text) => `'${text}'`).join(' '))).toEqual(words)
      }),
    )
  })
})

describe('mcpTargetOf', () => {
  it('tells live servers from paths and addresses', () => {
    expect(mcpTargetOf('mcp:a b')).toEqual({ kind: 'stdio', command: ['a', 'b'] })
    expect(mcpTargetOf('mcp+https://x/mcp?k=1')).toEqual({ kind: 'http', url: 'https://x/mcp?k=1' })
    expect(mcpTargetOf('MCP+HTTP://x')).toEqual({ kind: 'http', url: 'HTTP://x' })
    for (const spec of ['https://x', 'mcp.json', './mcp:x', 'mcp+ftp://x', 'C:\\mcp'])
      expect(mcpTargetOf(spec)).toBeUndefined()
  })

  it.each(['mcp:', 'mcp:  ', 'mcp+http://', 'mcp+https://%%'])('refuses %j', (spec) => {
    expect(() => mcpTargetOf(spec)).toThrow(/Write mcp:/)
  })
})

describe('describeTarget', () => {
  it.each([
    ['mcp:npx -y @scope/server-everything ./folder', 'mcp:npx -y @scope/server-everything ./folder'],
    ['mcp:server --api-key sk-1 --port 80', 'mcp:server --api-key … --port 80'],
    ['mcp:server --token=abc API_KEY=def --verbose', 'mcp:server --token=… API_KEY=… --verbose'],
    ['mcp:server postgres://user:pw@host/db', 'mcp:server postgres://…@host/db'],
    ['mcp:server https://host/x?key=abc', 'mcp:server https://host/x?…'],
    ['mcp:server ghp_0123456789abcdefghijABCDEFGHIJ', 'mcp:server …'],
    ['mcp+https://user:pw@host:81/mcp?token=abc#x', 'mcp+https://host:81/mcp'],
  ])('shows %s as %s', (spec, shown) => {
    const target = mcpTargetOf(spec)
    expect(target && describeTarget(target)).toBe(shown)
  })
})

describe('secretsOfTarget', () => {
  it.each([
    ['mcp:npx -y server ./folder', []],
    ['mcp:server --api-key sk-1 --token=abc API_KEY=def', ['sk-1', 'abc', 'def']],
    ['mcp:server --header "Authorization: Bearer abc"', ['abc']],
    ['mcp:server ghp_0123456789abcdefghijABCDEFGHIJ', ['ghp_0123456789abcdefghijABCDEFGHIJ']],
    ['mcp:server postgres://user:p%40w@host/db?key=abc', ['user', 'p@w', 'abc']],
    ['mcp+https://user:pw@host:81/mcp?token=abc#x', ['user', 'pw', 'abc']],
  ])('finds in %s what is not shown', (spec, hidden) => {
    const target = mcpTargetOf(spec)
    expect(target && secretsOfTarget(target)).toEqual(hidden)
  })
})
