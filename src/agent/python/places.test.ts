import { describe, expect, it } from 'vitest'
import { childrenOf } from './children.js'
import { parsePlan } from './parse-plan.js'
import type { PythonTree, TreeNode } from './tree.js'

/** Every node of the code with its place, parents before children. */
function placesOf(code: string): readonly string[] {
  const parsed = parsePlan(code)
  if (parsed.kind === 'fault') throw new Error(parsed.fault.message)
  const visit = (node: PythonTree | TreeNode): readonly string[] =>
    childrenOf(node).flatMap((child) => [`${child.kind} ${child.line}:${child.column}`, ...visit(child)])
  return visit(parsed.tree)
}

describe('places', () => {
  it.each<readonly [string, readonly string[]]>([
    [
      'f"{a}b{c!r:>{w}}"',
      [
        'Expr 1:0',
        'JoinedStr 1:0',
        'FormattedValue 1:3',
        'Name 1:3',
        'Constant 1:0',
        'FormattedValue 1:7',
        'Name 1:7',
        'JoinedStr 1:0',
        'Constant 1:0',
        'FormattedValue 1:13',
        'Name 1:13',
      ],
    ],
    [
      'x = f"""a\n {b}\n{ c }""" "d"',
      [
        'Assign 1:0',
        'Name 1:0',
        'JoinedStr 1:4',
        'Constant 1:4',
        'FormattedValue 2:2',
        'Name 2:2',
        'Constant 1:4',
        'FormattedValue 3:1',
        'Name 3:2',
        'Constant 3:9',
      ],
    ],
    [
      '"a"\nf"{(b,)}"',
      [
        'Expr 1:0',
        'Constant 1:0',
        'Expr 2:0',
        'JoinedStr 2:0',
        'FormattedValue 2:3',
        'Tuple 2:3',
        'Name 2:4',
      ],
    ],
    [
      '[a for b in c if d]',
      ['Expr 1:0', 'ListComp 1:0', 'Name 1:1', 'comprehension 1:3', 'Name 1:7', 'Name 1:12', 'Name 1:17'],
    ],
    [
      'with a as b, c: pass',
      ['With 1:0', 'withitem 1:5', 'Name 1:5', 'Name 1:10', 'withitem 1:13', 'Name 1:13', 'Pass 1:16'],
    ],
    [
      'match a:\n  case b if c: pass',
      ['Match 1:0', 'Name 1:6', 'match_case 2:2', 'MatchAs 2:7', 'Name 2:12', 'Pass 2:15'],
    ],
    ['lambda a, *b: c', ['Expr 1:0', 'Lambda 1:0', 'arguments 1:7', 'arg 1:7', 'arg 1:11', 'Name 1:14']],
    [
      'f(a=b, *c, **d)',
      [
        'Expr 1:0',
        'Call 1:0',
        'Name 1:0',
        'Starred 1:7',
        'Name 1:8',
        'keyword 1:2',
        'Name 1:4',
        'keyword 1:11',
        'Name 1:13',
      ],
    ],
    [
      '@a\nasync def f(b: c = d, /, *, e=g) -> h:\n  return i',
      [
        'AsyncFunctionDef 2:0',
        'arguments 2:12',
        'arg 2:12',
        'Name 2:15',
        'arg 2:28',
        'Name 2:30',
        'Name 2:19',
        'Return 3:2',
        'Name 3:9',
        'Name 1:1',
        'Name 2:36',
      ],
    ],
    [
      'try: a\nexcept b as c: d\nelse: e\nfinally: f',
      [
        'Try 1:0',
        'Expr 1:5',
        'Name 1:5',
        'ExceptHandler 2:0',
        'Name 2:7',
        'Expr 2:15',
        'Name 2:15',
        'Expr 3:6',
        'Name 3:6',
        'Expr 4:9',
        'Name 4:9',
      ],
    ],
    [
      'a: b = c\nd: e',
      ['AnnAssign 1:0', 'Name 1:0', 'Name 1:3', 'Name 1:7', 'AnnAssign 2:0', 'Name 2:0', 'Name 2:3'],
    ],
    [
      'a[b:c:d, e]',
      [
        'Expr 1:0',
        'Subscript 1:0',
        'Name 1:0',
        'Tuple 1:2',
        'Slice 1:2',
        'Name 1:2',
        'Name 1:4',
        'Name 1:6',
        'Name 1:9',
      ],
    ],
    [
      'if a: b\nelif c: d\nelse: e',
      [
        'If 1:0',
        'Name 1:3',
        'Expr 1:6',
        'Name 1:6',
        'If 2:0',
        'Name 2:5',
        'Expr 2:8',
        'Name 2:8',
        'Expr 3:6',
        'Name 3:6',
      ],
    ],
    ['{**a, b: c}', ['Expr 1:0', 'Dict 1:0', 'Name 1:6', 'Name 1:3', 'Name 1:9']],
    [
      '(yield a), (yield from b), (c := d)',
      [
        'Expr 1:0',
        'Tuple 1:0',
        'Yield 1:1',
        'Name 1:7',
        'YieldFrom 1:12',
        'Name 1:23',
        'NamedExpr 1:28',
        'Name 1:28',
        'Name 1:33',
      ],
    ],
    [
      'match a:\n  case {b.c: d, **e} | F(g, h=i) as j: pass',
      [
        'Match 1:0',
        'Name 1:6',
        'match_case 2:2',
        'MatchAs 2:7',
        'MatchOr 2:7',
        'MatchMapping 2:7',
        'Attribute 2:8',
        'Name 2:8',
        'MatchAs 2:13',
        'MatchClass 2:23',
        'Name 2:23',
        'MatchAs 2:25',
        'MatchAs 2:30',
        'Pass 2:39',
      ],
    ],
  ])('of %j', (code, places) => {
    expect(placesOf(code)).toEqual(places)
  })
})
