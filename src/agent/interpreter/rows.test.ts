import { describe, expect, it } from 'vitest'
import { toyWorld } from '../../../test/generators/toy-world.js'
import { hostHash } from '../../adapters/hash.js'
import { CacheState } from '../cache-state.js'
import { executePlanSync, type PlanRequest } from '../execute-plan.js'

const world = toyWorld()

function run(code: string, extra: Partial<PlanRequest> = {}) {
  return executePlanSync({ code, world, cache: CacheState.empty, now: () => 0, hash: hostHash, ...extra })
    .execution
}

/** Two books: Northern Weights (2011, 4.1, 512) and A Ledger of Birds (2011, 4.8, 188). */
const ROWS = 'r = search_books(branch="north", year=[2011, 2011])\nrows = r.search_results\n'
const FIRST =
  "{'title': 'Northern Weights', 'author': 'Ines Ferro', 'year': 2011, 'rating': 4.1, 'pages': 512, 'is_lent': False}"

describe('rows of a result', () => {
  it.each([
    ['len(rows)', '2'],
    ['bool(rows), not rows, bool(rows[0]), bool(r)', 'True False True True'],
    ['bool(search_books(branch="north", pages=1).search_results)', 'False'],
    ['rows[0]', FIRST],
    ['rows[-1]["title"]', 'A Ledger of Birds'],
    ['[row["pages"] for row in rows[::-1]]', '[188, 512]'],
    ['[row["pages"] for row in rows[1:]], rows[2:]', '[188] []'],
    ['len(rows[0]), list(rows[0]) == [k for k in rows[0]]', '6 True'],
    ['list(reversed(rows))[0]["pages"], list(reversed(rows[0]))[0]', '188 is_lent'],
    ['rows == rows[:], rows == list(rows), rows == [], rows == (rows[0], rows[1])', 'True True False False'],
    [
      'rows[0] == rows[1], rows[0] == dict(rows[0]), rows[0] == {}, {**rows[0]} == rows[0]',
      'False True False True',
    ],
    [
      'rows[0] in rows, 5 in rows, "title" in rows[0], "prize" in rows[0], 5 in rows[0]',
      'True False True False False',
    ],
    ['(rows + [1])[2], len(rows * 2), len([*rows, *rows]), len([0] + rows)', '1 4 4 3'],
    ['rows < rows, rows <= rows', 'False True'],
    ['[type for type in [1]], sorted([row["rating"] for row in rows], reverse=True)', '[1] [4.8, 4.1]'],
    ['sum([row["year"] for row in rows]), max([row["rating"] for row in rows])', '4022 4.8'],
    ['rows[0]["rating"] + 1, rows[0]["year"] / 2, rows[0]["is_lent"]', '5.1 1005.5 False'],
    [
      'str(r), [r], r == r, r == None, {"a": r}["a"] == r',
      '<Result of search_books, 2 rows> [<Result of search_books, 2 rows>] True False True',
    ],
    [
      "f\"{r}|{rows[0]['pages']:>6}|{rows[0]['title']!r:.5}\"",
      "<Result of search_books, 2 rows>|   512|'Nort",
    ],
    ['list(enumerate(rows))[1][1]["pages"], list(zip(rows, "ab"))[0][1], len(dict(rows[0]))', '188 a 6'],
    ['[a["pages"] for a, *b in [rows]], len([x for x in rows for y in x])', '[512] 12'],
    ['dict(zip("ab", rows))["b"]["pages"], tuple(rows)[0]["pages"]', '188 512'],
    ['any(rows), all(rows), any(row["pages"] > 600 for row in rows), min(rows[0])', 'True True False author'],
    ['search_books(branch="north", year=[2019, 2019]).search_results[0]["is_lent"]', 'None'],
    ['search_books, [print_ for print_ in [5]]', '<tool> [5]'],
    [
      'search_books == search_books, search_books == sort_books, search_books == 5, r == 5',
      'True False False False',
    ],
  ])('print(%s)', (expression, expected) => {
    expect(run(`${ROWS}print(${expression})`)).toMatchObject({ printed: `${expected}\n` })
  })

  it.each([
    ['rows[2]', 'index', 'IndexError: list index out of range'],
    ['rows[-3]', 'index', 'IndexError: list index out of range'],
    ['rows["title"]', 'type', 'TypeError: list indices must be integers or slices, not str'],
    ['rows[0]["prize"]', 'key', "KeyError: 'prize'"],
    ['rows[0][0]', 'key', 'KeyError: 0'],
    ['rows[0][[1]]', 'type', "TypeError: unhashable type: 'list'"],
    ['rows[0][1:]', 'type', "TypeError: unhashable type: 'slice'"],
    ['r[0]', 'type', "TypeError: 'Result' object is not subscriptable"],
    ['r[0:1]', 'type', "TypeError: 'Result' object is not subscriptable"],
    ['len(r)', 'type', "TypeError: object of type 'Result' has no len()"],
    ['[x for x in r]', 'type', "TypeError: 'Result' object is not iterable"],
    ['[*r]', 'type', 'TypeError: Value after * must be an iterable, not Result'],
    ['1 in r', 'type', "TypeError: argument of type 'Result' is not iterable"],
    ['r + 1', 'type', "TypeError: unsupported operand type(s) for +: 'Result' and 'int'"],
    ['rows + (1,)', 'type', 'TypeError: can only concatenate list (not "tuple") to list'],
    ['r < r', 'type', "TypeError: '<' not supported between instances of 'Result' and 'Result'"],
    ['{r: 1}', 'type', "TypeError: unhashable type: 'Result'"],
    ['{rows: 1}', 'type', "TypeError: unhashable type: 'list'"],
    ['{rows[0]: 1}', 'type', "TypeError: unhashable type: 'dict'"],
    ['r()', 'type', "TypeError: 'Result' object is not callable"],
    ['rows(1)', 'type', "TypeError: 'list' object is not callable"],
    ['r.rows', 'forbidden', "AttributeError: 'Result' object has no attribute 'rows'"],
    ['rows.count', 'forbidden', "AttributeError: 'list' object has no attribute 'count'"],
    ['rows[0].title', 'forbidden', "AttributeError: 'dict' object has no attribute 'title'"],
    ['(5).real', 'forbidden', "AttributeError: 'int' object has no attribute 'real'"],
    ['search_books.name', 'forbidden', "AttributeError: 'function' object has no attribute 'name'"],
    [
      `r.${'x'.repeat(61)}`,
      'forbidden',
      `AttributeError: 'Result' object has no attribute '${'x'.repeat(60)}…'`,
    ],
    [
      'None.search_results',
      'none-input',
      "AttributeError: 'NoneType' object has no attribute 'search_results'",
    ],
    ['None[0]', 'none-input', "TypeError: 'NoneType' object is not subscriptable"],
    ['None[0:]', 'none-input', "TypeError: 'NoneType' object is not subscriptable"],
    ['search_books[0]', 'type', "TypeError: 'function' object is not subscriptable"],
    ['len(search_books)', 'type', "TypeError: object of type 'function' has no len()"],
    ['[*search_books]', 'type', 'TypeError: Value after * must be an iterable, not function'],
    ['f"{r:5}"', 'type', 'TypeError: unsupported format string passed to Result.__format__'],
    ['f"{rows:5}"', 'type', 'TypeError: unsupported format string passed to list.__format__'],
    ['ask_reader(search_books)', 'unsupported', 'A function as an argument of a tool is not carried out.'],
    ['sorted(rows)', 'type', "TypeError: '<' not supported between instances of 'dict' and 'dict'"],
    [
      'sorted([1], key=search_books)',
      'unsupported',
      'key= other than len, abs, str, int and float is not carried out.',
    ],
    ['sorted([1], **{"key": search_books})', 'unsupported', 'A tool as key is not carried out.'],
    ['sorted([1], **{"key": 5})', 'type', "TypeError: 'int' object is not callable"],
    ['{"k" * 90: 1}["l" * 90]', 'key', `KeyError: '${'l'.repeat(79)}…`],
    ['{"k": 1}["l" * 78]', 'key', `KeyError: '${'l'.repeat(78)}'`],
  ])('%s fails', (expression, fault, message) => {
    const { error } = run(`${ROWS}x = ${expression}`)
    expect([error?.fault, error?.message, error?.line]).toEqual([fault, message, 3])
  })

  it('cannot be changed in place, only added to others', () => {
    expect(run(`${ROWS}rows += [1]`).error?.message).toBe('Changing the rows of a result is not carried out.')
    expect(run(`${ROWS}x = []\nx += rows\nprint(len(x), x[0]["pages"])`).printed).toBe('2 512\n')
    expect(run(`${ROWS}a, b = rows\nprint(b["pages"])\n[c, *d] = rows\nprint(len(d))`).printed).toBe(
      '188\n1\n',
    )
    expect(run(`${ROWS}a, b = r`).error?.message).toBe('TypeError: cannot unpack non-iterable Result object')
    expect(run(`${ROWS}a, *b = search_books`).error?.message).toBe(
      'TypeError: cannot unpack non-iterable function object',
    )
  })
})

describe('what is not carried out', () => {
  it.each([
    ['x = ~5', 'The operator ~'],
    ['x = 5 @ 6', 'The operator @'],
    ['x = 5 << 6', 'The operator <<'],
    ['x = 5 & 6', 'The operator &'],
    ['x = 1\nx |= 2', 'The operator |='],
    ['x = 1\nx @= 2', 'The operator @='],
    ['x = [1]\nx[0] = 2', 'Assigning to a part or an attribute of a value'],
    ['x = [1]\nx[0] += 2', 'Assigning to a part or an attribute of a value'],
    ['x = [1]\nx[0]: int = 2', 'Assigning to a part or an attribute of a value'],
    ['x.y = 2', 'Assigning to a part or an attribute of a value'],
    ['x.y += 2', 'Assigning to a part or an attribute of a value'],
    ['for x[0] in []: pass', 'Assigning to a part or an attribute of a value'],
    ['(x, y.z) = 1, 2', 'Assigning to a part or an attribute of a value'],
    ['x = "a".upper()', 'The method upper'],
    ['x = [print]', 'print as a value'],
    ['x = (lambda: 1)()', 'Calling anything but a name'],
    ['x = f(1)(2)', 'Calling anything but a name'],
    ['x = len', 'len as a value'],
    ['x = chr', 'chr as a value'],
    ['x = chr(5)', 'chr()'],
    ['x = map(len, [])', 'map()'],
    ['x = isinstance(1, int)', 'isinstance()'],
    ['x = ValueError("a")', 'ValueError()'],
    ['x = range(5)', 'range() where it is not gone through at once'],
    ['x = zip("a", "b")', 'zip() where it is not gone through at once'],
    ['x = [enumerate("a")]', 'enumerate() where it is not gone through at once'],
    ['x = reversed("a")', 'reversed() where it is not gone through at once'],
    ['x = 1\nx = range(5)\nrange = 1', 'range() where it is not gone through at once'],
    ['print(range(5))', 'range() where it is not gone through at once'],
    ['x = (i for i in [1])', 'A generator that is not gone through at once'],
    ['print(i for i in [1])', 'A generator that is not gone through at once'],
    ['x = len(i for i in [1])', 'A generator that is not gone through at once'],
    ['x = any((i for i in [1]), 2)', 'A generator that is not gone through at once'],
    ['x = min((i for i in [1]), 2)', 'A generator that is not gone through at once'],
    ['x = {1, 2}', 'A set'],
    ['x = {i for i in [1]}', 'A set'],
    ['x = b"a"', 'A literal of bytes'],
    ['x = ...', 'An ellipsis'],
    ['x = 2j', 'A complex number'],
    ['x = lambda: 1', 'lambda'],
    ['x = await y', 'await'],
    ['x = yield 1', 'yield'],
    ['x = yield from y', 'yield'],
    ['x = [1][1:2, 3]', 'A slice of several dimensions'],
    ['x = [i async for i in y]', 'async for'],
    ['x = 1 is 1', '"is" between values other than None, True and False'],
    ['x = [] is not []', '"is" between values other than None, True and False'],
    ['x = "%s" % 5', 'Formatting with %'],
    ['x = (-8) ** 0.5', 'Arithmetic with complex numbers'],
    ['x = -8.0 ** 0.5\nx = (-2) ** -0.5', 'Arithmetic with complex numbers'],
    ['print(1, file=None)', 'print(file=…)'],
    ['print(1, flush=True)', 'print(flush=…)'],
    ['x = f"{1:n}"', 'The format type "n"'],
    ['x = f"{1.5:n}"', 'The format type "n"'],
    ['x = f"{65:c}"', 'The format type "c"'],
    ['x = f"{1.5:#}"', 'The format option "#" of a float'],
    ['x = int("٣")', 'Reading digits of other scripts'],
    ['x = float("٣")', 'Reading digits of other scripts'],
    ['x = sorted([1], key=len_)', 'key= other than len, abs, str, int and float'],
    ['x = min([1], key=lambda y: y)', 'key= other than len, abs, str, int and float'],
    ['len = 5\nx = sorted([1], key=len)', 'key= other than len, abs, str, int and float'],
    ['while True: pass', 'while'],
    ['async for x in y: pass', 'async for'],
    ['async def f(): pass', 'async def'],
    ['async with x: pass', 'async with'],
    ['assert x', 'assert'],
    ['class A: pass', 'class'],
    ['del x', 'del'],
    ['def f(): pass', 'def'],
    ['global x', 'global'],
    ['nonlocal x', 'nonlocal'],
    ['match 1:\n case 1: pass', 'match'],
    ['raise x', 'raise'],
    ['return', 'return'],
    ['try: pass\nfinally: pass', 'try'],
    ['try: pass\nexcept* x: pass', 'try'],
    ['with x: pass', 'with'],
  ])('%j', (code, what) => {
    const { error } = run(code)
    expect([error?.fault, error?.message]).toEqual(['unsupported', `${what} is not carried out.`])
    const line = error?.line
    expect(line).toBe(code.includes('\n') && !/^(match|try)/.test(code) ? 2 : 1)
  })

  it.each([
    ['import os', 'An import'],
    ['from os import path', 'An import'],
    ['x = a.__class__', 'The attribute "__class__"'],
    ['x = a._private', 'The attribute "_private"'],
    [`x = a._${'p'.repeat(70)}`, `The attribute "_${'p'.repeat(59)}…"`],
    ['x = __name__', 'The name "__name__"'],
    ['x = eval("1")', 'The function eval'],
    ['x = open', 'The function open'],
    ['exit()', 'The function exit'],
    ['x = getattr(a, "b")', 'The function getattr'],
    ['if False:\n    quit()', 'The function quit'],
    ['y = a.b; x = input(); import os', 'The function input'],
    ['x = [import_ for import_ in\nopen() if __x__]', 'The function open'],
    ['x = [1, a.__b__ + eval(2), a._c]', 'The attribute "__b__"'],
  ])('%j is refused before anything runs, the first of several', (code, what) => {
    const { error, printed } = run(`print(1)\n${code}`)
    expect([error?.fault, error?.message, printed]).toEqual(['forbidden', `${what} is refused.`, ''])
    expect(error?.line).toBe(code.includes('quit') || code.includes('import_') ? 3 : 2)
  })

  it.each([
    'x = 1 is 1',
    'x = [] is not []',
    'x = chr(5)',
    'if 0: x = range(5)',
    'if 0: del x',
    'x = "a".upper()',
  ])('%j is refused before anything runs', (code) => {
    expect(run(`print(1)\n${code}`)).toMatchObject({ printed: '', error: { fault: 'unsupported', line: 2 } })
  })

  it('may be a name of the plan itself', () => {
    expect(run('open = 1\n__x = 2\nx__ = 3\nprint(open, __x, x__)').printed).toBe('1 2 3\n')
    expect(run('x = [exit for exit in [1]]\nprint(x)').error?.fault).toBe('forbidden')
  })

  it.each([
    ['x = *y', "can't use starred expression here"],
    ['print(*y for y in z)', undefined],
    ['*x = [1]', 'starred assignment target must be in a list or tuple'],
    ['*x, *y = [1]', 'multiple starred expressions in assignment'],
    ['f(a=1, a=2)', 'keyword argument repeated: a'],
    [`f(${'a'.repeat(70)}=1, ${'a'.repeat(70)}=2)`, `keyword argument repeated: ${'a'.repeat(60)}`],
    ['x = [i := 1 for i in [1]]', "assignment expression cannot rebind comprehension iteration variable 'i'"],
    [
      'x = [j for i in [1] for j in (k := [2])]',
      'assignment expression cannot be used in a comprehension iterable expression',
    ],
    ['break', "'break' outside loop"],
    ['continue', "'continue' not properly in loop"],
    ['x = [*y]\nx = (*y)', undefined],
  ])('%j is refused as Python refuses it', (code, what) => {
    const { error } = run(code)
    expect(error?.fault).toBe('syntax')
    if (what !== undefined) expect([error?.message, error?.line]).toEqual([`SyntaxError: ${what}`, 1])
  })
})

describe('limits', () => {
  it.each([
    ['for i in range(10 ** 9): pass', { steps: 500 }, 'More than 500 steps.'],
    ['x = "a" * 10000', { memoryBytes: 9999 }, 'More than 9999 bytes of memory.'],
    ['print("abc")', { outputLength: 3 }, 'More than 3 characters of output.'],
    ['x = 12345', { codeLength: 8 }, 'The code is longer than 8 characters.'],
    ['x = 2 ** 65536', {}, 'An integer of more than 65536 bits.'],
    ['x = 2 ** 70000', {}, 'An integer of more than 65536 bits.'],
    ['x = 2 ** 40000\nx = x * x', {}, 'An integer of more than 65536 bits.'],
    [
      'x = 10 ** 4300\nprint(x)',
      {},
      'ValueError: Exceeds the limit (4300 digits) for integer string conversion',
    ],
    [
      'x = -(10 ** 4300)\nprint(x)',
      {},
      'ValueError: Exceeds the limit (4300 digits) for integer string conversion',
    ],
    ['x = int("1" * 4301)', {}, 'ValueError: Exceeds the limit (4300 digits) for integer string conversion'],
    [
      'x = []\nfor i in range(600): x = [x]\nprint(x)',
      {},
      'RecursionError: values nested more than 500 deep.',
    ],
    [
      'x = []\nfor i in range(600): x = [x]\ny = x == [x]',
      {},
      'RecursionError: values nested more than 500 deep.',
    ],
    ['x = "a" * 10 ** 30', {}, "OverflowError: cannot fit 'int' into an index-sized integer"],
    ['x = f"{1:100000000}"', {}, 'More than 67108864 bytes of memory.'],
    ['x = f"{1:.100000000f}"', {}, 'More than 67108864 bytes of memory.'],
  ])('%j under %j', (code, limits, message) => {
    const { error } = run(code, { limits })
    expect(error?.message).toBe(message)
  })

  it('let through what stands just below', () => {
    expect(run('x = 2 ** 65535').error).toBeUndefined()
    expect(run('x = 10 ** 4299\nprint(len(str(x)), len(str(-x)))').printed).toBe('4300 4301\n')
    expect(run('print(len(str(int("9" * 4300))))').printed).toBe('4300\n')
    expect(run('print("ab")', { limits: { outputLength: 3 } }).error).toBeUndefined()
    expect(run('x = 1234', { limits: { codeLength: 8 } }).error).toBeUndefined()
    const steps = run('x = 1\ny = 2').steps
    expect(run('x = 1\ny = 2', { limits: { steps } }).error).toBeUndefined()
    expect(steps).toBe(4)
    expect(run('x = []\nfor i in range(490): x = [x]\nprint(len(str(x)))').printed).toBe('982\n')
  })

  it('count work by what an instruction touches', () => {
    // Two instructions a statement; a list takes one more for each item, and one for itself.
    expect(run('x = [1, 2, 3]').steps).toBe(12)
    expect(run('x = []').steps).toBe(3)
    expect(run('x = 1 + 2').steps).toBe(4)
    expect(run('if 1:\n    x = 1').steps).toBe(4)
  })
})
