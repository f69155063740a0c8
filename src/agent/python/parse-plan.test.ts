import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { childrenOf } from './children.js'
import { type ParseLimits, parsePlan } from './parse-plan.js'
import type { Expression, PythonTree, TreeNode } from './tree.js'

function treeOf(code: string): PythonTree {
  const parsed = parsePlan(code)
  if (parsed.kind === 'fault') throw new Error(parsed.fault.message)
  return parsed.tree
}

function expressionOf(code: string): Expression {
  const [statement] = treeOf(code).body
  if (statement?.kind !== 'Expr') throw new Error(`no expression: ${code}`)
  return statement.value
}

function faultOf(code: string, limits?: ParseLimits) {
  const parsed = parsePlan(code, limits)
  return parsed.kind === 'fault' ? parsed.fault : undefined
}

describe('parsePlan', () => {
  it('reads a plan of three lines, with the place of everything', () => {
    const code =
      'hotels = search_hotels(city="Varna", stars=[4, 5])\n\nsave_to_cache(key="h", value=hotels)\n'
    const [assign, save] = treeOf(code).body
    expect(assign).toMatchObject({
      kind: 'Assign',
      targets: [{ kind: 'Name', id: 'hotels', line: 1, column: 0 }],
      value: {
        kind: 'Call',
        line: 1,
        column: 9,
        keywords: [
          { arg: 'city', value: { value: 'Varna', column: 28 } },
          { arg: 'stars', value: { kind: 'List', elts: [{ value: 4n }, { value: 5n }] } },
        ],
      },
    })
    expect(save).toMatchObject({ kind: 'Expr', line: 3, value: { func: { id: 'save_to_cache' } } })
  })

  it('keeps 5, 5.0 and True apart, and text from bytes', () => {
    expect(expressionOf('[5, 5.0, True, "a", b"a", 2j, ...]')).toMatchObject({
      elts: [
        { kind: 'Constant', value: 5n },
        { kind: 'Constant', value: 5 },
        { kind: 'Constant', value: true },
        { kind: 'Constant', value: 'a' },
        { kind: 'Bytes', value: 'a' },
        { kind: 'Imaginary', value: 2 },
        { kind: 'Ellipsis' },
      ],
    })
  })

  it('gives places within f-strings, also behind line ends', () => {
    expect(expressionOf('x(f"""a\n{ b }""", c)')).toMatchObject({
      args: [
        { kind: 'JoinedStr', values: [{ value: 'a\n' }, { value: { id: 'b', line: 2, column: 2 } }] },
        { id: 'c', line: 2, column: 10 },
      ],
    })
  })

  it('reads code without statements as an empty tree', () => {
    for (const code of ['', '\n\n', '  ', '# nothing', '\t# nothing\n', '\\\n\n']) {
      expect(parsePlan(code), JSON.stringify(code)).toEqual({
        kind: 'tree',
        tree: { kind: 'Module', body: [] },
      })
    }
  })

  it('takes CRLF and CR for line ends, within strings too', () => {
    expect(treeOf('a = 1\r\nb = """x\r\ny"""\rc\r\n').body).toMatchObject([
      { kind: 'Assign' },
      { value: { value: 'x\ny' } },
      { kind: 'Expr', line: 4 },
    ])
  })

  it('folds names as Python does, and takes names outside the basic plane', () => {
    expect(expressionOf('ﬁlter_hotels(Ａ=1)')).toMatchObject({
      func: { id: 'filter_hotels' },
      keywords: [{ arg: 'A' }],
    })
    expect(expressionOf('𝐱')).toMatchObject({ id: 'x' })
    expect(expressionOf('日本')).toMatchObject({ id: '日本' })
  })

  it.each([
    ['x = (1', 1, /"\(" was never closed/],
    ['f(\n1]', 2, /"\]" does not match "\("/],
    ['x = 1)', 1, /unmatched "\)"/],
    ['x = "a', 1, /string is not closed/],
    ['x\n  y', 2, /an indented line/],
    ['if x:\n\ty\n        z', 3, /tabs and spaces/],
    ['if x:\n    y\n  z', 3, /unindent/],
    ['if x:\ny', 2, /indented block/],
    ['f(a=1, 2)', 1, /positional argument follows a named one/],
    ['f(x for x in y, 1)', 1, /generator needs parentheses/],
    ['f() = 1', 1, /cannot be assigned/],
    ['x = 012', 1, /invalid number/],
    ['x = 1__0', 1, /invalid number/],
    ['a\u00a0= 1', 1, /U\+00A0/],
    ['\ufeffx = 1', 1, /U\+FEFF/],
    ['x = $', 1, /"\$"/],
    ['x = 1\\ \n', 1, /line continuation/],
    ['"a" b"b"', 1, /bytes and text/],
    ["b'é'", 1, /ASCII/],
    ['"\\x1"', 1, /invalid escape/],
    ['"\\N{DIGIT ONE}"', 1, /by name/],
    ['I would look for hotels first.', 1, /invalid syntax at "would"/],
    ['x = 1\0', undefined, /null character/],
  ])('refuses %j and says where and why', (code, line, message) => {
    const fault = faultOf(code)
    expect(fault).toMatchObject({ fault: 'syntax', message: expect.stringMatching(message) })
    expect(fault?.line).toBe(line)
  })

  it.each([
    ["f'{'", /lacks its "}"/],
    ["f'}'", /single "}"/],
    ["f'{}'", /empty field/],
    ["f'{a b}'", /found "b"|at "b"/],
    ["f'{a!x}'", /!s, !r and !a/],
    ["f'{a:{b:{c}}}'", /nested too deeply/],
    ['f\'{"\\n"}\'', /backslash/],
    ["f'{a#}'", /"#"/],
    ["f'{(a}'", /unmatched|never closed/],
    ["f'{a['b']}'", /never closed|lacks/],
    ['f"{\'a}"', /not closed/],
    ["f'{*a}'", /starred/],
    ["f'{lambda x: 1}'", /found the end|at the end|expected/],
  ])('refuses the f-string %j', (code, message) => {
    expect(faultOf(code)).toMatchObject({ fault: 'syntax', line: 1, message: expect.stringMatching(message) })
  })

  it('holds its limits on length, brackets and depth', () => {
    expect(faultOf('x'.repeat(20), { maxLength: 10 })).toMatchObject({ fault: 'limit' })
    expect(faultOf('('.repeat(100_000) + ')'.repeat(100_000))).toMatchObject({ fault: 'syntax' })
    expect(faultOf('['.repeat(200) + ']'.repeat(200))).toBeUndefined()
    const deep = [
      `${'-'.repeat(100_000)}1`,
      `${'not '.repeat(100_000)}x`,
      `a${'.a'.repeat(100_000)}`,
      `a${'()'.repeat(100_000)}`,
      `${'1+'.repeat(100_000)}1`,
      `${'lambda:'.repeat(100_000)}1`,
      `${'a if b else '.repeat(50_000)}c`,
      `if x: y\n${'elif x: y\n'.repeat(50_000)}`,
    ]
    for (const code of deep) expect(faultOf(code), code.slice(0, 20)).toMatchObject({ fault: 'limit' })
    expect(faultOf('a.b.c.d', { maxDepth: 3 })).toMatchObject({ fault: 'limit', line: 1 })
  })

  it('takes a megabyte, in time that grows with the length alone', () => {
    const size = 1_000_000
    const sources = [
      'x = search_hotels(city="Varna", stars=[4, 5])\n'.repeat(size / 50),
      `x = "${'a'.repeat(size)}"`,
      `x = f"""${'{a}\n'.repeat(size / 5)}"""`,
      `0x${'f'.repeat(size)}`,
      'a'.repeat(size),
      `with (${'a,'.repeat(size / 8)}b).c as d: pass`,
      '\r\n'.repeat(size / 2),
    ]
    const started = performance.now()
    for (const code of sources) expect(faultOf(code), code.slice(0, 20)).toBeUndefined()
    expect(performance.now() - started).toBeLessThan(30_000)
  }, 60_000)

  it('never throws, and bounds the depth of whatever it gives', () => {
    const pieces = fc.constantFrom(
      '(',
      ')',
      '[',
      ']',
      '{',
      '}',
      ',',
      ':',
      '=',
      '"',
      "'",
      'f"',
      '{x',
      '}',
      '\\',
      '\n',
      ' ',
      '\t',
      'if',
      'a',
      '1',
      '.',
      '*',
      'lambda',
      '\r',
      '#',
      'é',
      '\ud800',
      '\0',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        const parsed = parsePlan(parts.join(''), { maxDepth: 10 })
        if (parsed.kind === 'tree') expect(depthOf(parsed.tree)).toBeLessThanOrEqual(10)
        else expect(parsed.fault.message.length).toBeLessThan(300)
      }),
      { numRuns: 2000 },
    )
  })
})

function depthOf(node: PythonTree | TreeNode): number {
  return Math.max(0, ...childrenOf(node).map((child) => 1 + depthOf(child)))
}
