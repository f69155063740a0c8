import { describe, expect, it } from 'vitest'
import { toyWorld } from '../../test/generators/toy-world.js'
import { hostHash } from '../adapters/hash.js'
import { CacheState } from './cache-state.js'
import type { CallInterceptor } from './call-tool.js'
import { executePlan, executePlanSync, type PlanRequest } from './execute-plan.js'

const world = toyWorld()

function run(code: string, extra: Partial<PlanRequest> = {}) {
  return executePlanSync({ code, world, cache: CacheState.empty, now: () => 0, hash: hostHash, ...extra })
}

const printed = (code: string): string => run(code).execution.printed
const fault = (code: string) => run(code).execution.error?.fault

const PLAN = `due = shift_day(date="May 18, 2025", days=3)
books = search_books(branch="north", author=["Mara Quill", "Ines Ferro", "Mara Quill"], due=due, pages=5000)
save_to_cache(key="books", value=books)
good = filter_books(prior_results=get_from_cache(key="books"), rating=[4, 5])
`

describe('executePlanSync', () => {
  it('traces calls with canonical arguments, and who made each value', () => {
    const { execution, cache } = run(PLAN)
    expect(execution.error).toBeUndefined()
    expect(execution.trace.map(({ tool }) => tool)).toEqual([
      'shift_day',
      'search_books',
      'save_to_cache',
      'get_from_cache',
      'filter_books',
    ])
    const [, search, , , filter] = execution.trace
    expect({ ...search?.arguments }).toEqual({
      branch: 'north',
      author: ['Ines Ferro', 'Mara Quill'],
      due: '2025-05-21',
    })
    expect({ ...search?.producers }).toEqual({ due: [0] })
    expect({ ...filter?.producers }).toEqual({ prior_results: [1] })
    expect(cache.keys).toEqual(['books'])
    expect(execution.cacheAfter).toMatchObject([{ key: 'books', tool: 'search_books', count: 4 }])
  })

  it('names the result of an earlier turn by its id', () => {
    const { cache } = run(PLAN)
    const id = cache.entry('books')?.id
    const { trace } = run('sort_books(results=get_from_cache(key="books"), column="year")', {
      cache,
    }).execution
    expect({ ...trace[1]?.producers }).toEqual({ results: [id] })
  })

  it('gives equal calls one provenance, whatever keys and variables are called', () => {
    const first = run('a = search_books(branch="north", pages=5000)\nsave_to_cache(key="x", value=a)')
    const second = run('zz = search_books(branch="north")\nsave_to_cache(value=zz, key="y")')
    expect(first.cache.entry('x')?.id).toBe(second.cache.entry('y')?.id)
    const other = run('save_to_cache(key="y", value=search_books(branch="south"))')
    expect(other.cache.entry('y')?.id).not.toBe(first.cache.entry('x')?.id)
  })

  it('follows cells of rows through lists, texts and arithmetic to the call that gave them', () => {
    const { trace } = run(`a = search_books(branch="north")
b = search_books(branch="south")
names = [row["author"] for row in a.search_results][:1]
search_books(branch="south", author=names, pages=b.search_results[0]["pages"] + 1)
`).execution
    expect({ ...trace[2]?.producers }).toEqual({ author: [0], pages: [1] })
  })

  it('lets no cache grow without end, neither by keys nor by entries', () => {
    const keys = run(
      'a = search_books(branch="north")\nfor i in range(9):\n    save_to_cache(key=f"{i}" + "k" * 50000, value=a)',
    )
    expect(keys.execution.error).toMatchObject({ fault: 'limit', tool: 'save_to_cache' })
    expect(keys.cache.keys).toHaveLength(5)
    let { cache } = run('save_to_cache(key="a", value=search_books(branch="north"))')
    for (let turn = 0; turn < 11; turn++) {
      const code = `a = get_from_cache(key="a")\nfor i in range(99):\n    save_to_cache(key=f"${turn} {i}", value=a)`
      cache = run(code, { cache }).cache
    }
    expect(cache.keys).toHaveLength(1000)
  })

  it('keeps no trace of long arguments without end', () => {
    const { execution } = run(
      'x = "y" * 100000\nfor i in range(99):\n    search_books(branch="north", author=[x])',
    )
    expect(execution.error).toMatchObject({ fault: 'limit', tool: 'search_books' })
    expect(execution.trace).toHaveLength(2)
  })

  it('starts every turn with no variables, and keeps what was saved before an error', () => {
    const { execution, cache } = run(
      'save_to_cache(key="a", value=search_books(branch="north"))\nprint(books)',
    )
    expect(execution.error).toMatchObject({ fault: 'undefined-name', line: 2 })
    expect(cache.keys).toEqual(['a'])
    expect(run('print(a)', { cache }).execution.error?.fault).toBe('undefined-name')
  })

  it('overwrites a key in its place', () => {
    const { cache } = run(`a = search_books(branch="north")
save_to_cache(key="one", value=a)
save_to_cache(key="two", value=a)
save_to_cache(key="one", value=sort_books(results=a, column="year"))`)
    expect(cache.keys).toEqual(['one', 'two'])
    expect(cache.entry('one')?.tool).toBe('sort_books')
  })

  it.each([
    ['get_from_cache(key="none")', 'cache-miss'],
    ['filter_books(prior_results=None, pages=3)', 'none-input'],
    ['search_books("north")', 'positional-arguments'],
    ['search_books(branch="west")', 'validation'],
    ['search_books(branch="north", colour="red")', 'validation'],
    ['find_nearest(hotels=1)', 'unknown-tool'],
    ['sort_books(results=search_books(branch="north"), column="prize")', 'key'],
    ['search_books(branch="north").search_results[9]', 'index'],
    ['search_books(branch="north").search_results[0]["prize"]', 'key'],
    ['1 + "a"', 'type'],
    ['1 // 0', 'arithmetic'],
    ['while True:\n    pass', 'unsupported'],
    ['if False:\n    x = {1, 2}', 'unsupported'],
    ['import os', 'forbidden'],
    ['x = 1 +', 'syntax'],
    ['break', 'syntax'],
    ['search_books(branch="north", branch="south")', 'syntax'],
    ['2 ** 10 ** 9', 'limit'],
  ])('%j is %s', (code, expected) => {
    expect(fault(code)).toBe(expected)
  })

  it('refuses what it does not carry out before anything runs', () => {
    expect(run('search_books(branch="north")\nif False:\n    del x').execution.trace).toEqual([])
  })

  it('lets a question be asked without the name of its argument', () => {
    expect(run('ask_reader("Which branch?")').execution.sought).toEqual(['Which branch?'])
    expect(run('ask_reader(query="Which?")').execution.sought).toEqual(['Which?'])
  })

  it('gives None for a key that is not there where the pack is as released', () => {
    const { error, printed: text } = run('x = get_from_cache(key="a")\nprint(x)\nprint(x.search_results)', {
      world: toyWorld('compat'),
    }).execution
    expect(text).toBe('None\n')
    expect(error?.fault).toBe('none-input')
  })

  it('keeps dates that a call gave with the provenance of that call', () => {
    const { cache } = run('save_to_cache(key="day", value=shift_day(date="2025-05-18", days=1))')
    expect(cache.get('day')).toBe('2025-05-19')
    expect(cache.entry('day')).toMatchObject({ tool: 'shift_day', summary: '2025-05-19' })
    const changed = run('save_to_cache(key="day", value=shift_day(date="2025-05-18", days=1) + "!")')
    expect(changed.cache.entry('day')?.tool).toBe('')
    const later = run('search_books(branch="north", due=get_from_cache(key="day"))', { cache }).execution
    expect({ ...later.trace[1]?.producers }).toEqual({ due: [cache.entry('day')?.id] })
  })

  it('cuts what is printed at the limit', () => {
    const { execution } = run('print("abc" * 10)', { limits: { outputLength: 7 } })
    expect(execution).toMatchObject({ printed: 'abcabca', error: { fault: 'limit' } })
  })

  it('ends at the limits of calls, steps, memory, time and source', () => {
    const twice = 'search_books(branch="north")\nsearch_books(branch="south")'
    expect(run(twice, { limits: { calls: 1 } }).execution).toMatchObject({
      error: { fault: 'limit', line: 2 },
    })
    const loop = 'for i in range(10 ** 9):\n    pass'
    expect(run(loop, { limits: { steps: 5000 } }).execution).toMatchObject({
      steps: 5000,
      error: { fault: 'limit' },
    })
    expect(run('x = "a" * 1000', { limits: { memoryBytes: 999 } }).execution.error?.fault).toBe('limit')
    let ticks = 0
    const late = run(loop, { now: () => ticks++, limits: { timeMs: 5 } }).execution
    expect(late.error?.message).toContain('5 ms')
    expect(run('x = 1', { limits: { codeLength: 4 } }).execution.error?.fault).toBe('limit')
  })

  it('lets failures be injected before and after a call', () => {
    const intercept: CallInterceptor = {
      before: ({ tool, place }) =>
        tool.name === 'search_books' && place === 0
          ? { kind: 'timeout', outcome: { kind: 'error', error: 'failed', message: 'Timed out.' } }
          : undefined,
    }
    const { execution } = run('search_books(branch="north")', { intercept })
    expect(execution.error).toMatchObject({ fault: 'tool-failed', message: 'Timed out.' })
    expect(execution.trace).toMatchObject([{ injected: 'timeout' }])
  })

  it('shows stale rows under the id of the entry', () => {
    const { cache } = run('save_to_cache(key="a", value=search_books(branch="north"))')
    const intercept: CallInterceptor = {
      after: ({ cached }, outcome) =>
        cached === undefined || outcome.kind !== 'rows'
          ? undefined
          : { kind: 'stale', outcome: { ...outcome, rows: { ...outcome.rows, count: 1 } } },
    }
    const { trace } = run('get_from_cache(key="a")', { cache, intercept }).execution
    expect(trace).toMatchObject([
      { injected: 'stale', outcome: { kind: 'result', id: cache.entry('a')?.id, count: 1 } },
    ])
  })

  it('says where a tool answers later although tools should answer at once', async () => {
    const slow = {
      ...world,
      tools: world.tools.map((tool) => ({
        ...tool,
        run: async (...given: Parameters<typeof tool.run>) => tool.run(...given),
      })),
    }
    expect(() => run('search_books(branch="north")', { world: slow })).toThrow(/answers later/)
    const request = { code: PLAN, cache: CacheState.empty, now: () => 0, hash: hostHash }
    expect(await executePlan({ ...request, world: slow })).toEqual(executePlanSync({ ...request, world }))
  })
})

describe('the Python of plans', () => {
  it.each([
    ['-7 // 2, -7 % 2, 7 // -2, 7 % -2', '-4 1 -4 -1'],
    ['7.5 // -2, 7.5 % -2, -0.0', '-4.0 -0.5 -0.0'],
    ['1 < 2 < 3, 1 < 2 > 3, 1 == 1.0 == True', 'True False True'],
    ['2 ** 10, 2 ** -1, 10 / 4, 6 / 3', '1024 0.5 2.5 2.0'],
    ['10 ** 25 / 3, 9007199254740993 / 1', '3.3333333333333333e+24 9007199254740992.0'],
    ['"abc"[-1], "abc"[::-1], "abc"[5:], "é😀z"[1], len("😀")', 'c cba  😀 1'],
    ['[1, 2, 3][-2:], (1,), [1] * 2 + [3]', '[2, 3] (1,) [1, 1, 3]'],
    ['repr("it\'s"), repr("a\\n\\x07\\u200b"), [1.0, None]', "\"it's\" 'a\\n\\x07\\u200b' [1.0, None]"],
    ['1e16, 1e15, 1e-5, 0.0001, 1e22', '1e+16 1000000000000000.0 1e-05 0.0001 1e+22'],
    ['round(2.5), round(3.5), round(2.675, 2), round(1250, -2)', '2 4 2.67 1200'],
    [
      'sorted([3, 1, 2], reverse=True), sorted("bca"), sorted(["bb", "a"], key=len)',
      "[3, 2, 1] ['a', 'b', 'c'] ['a', 'bb']",
    ],
    ['{1: "a", True: "b", 1.0: "c"}, {"x": 1, **{"y": 2}}', "{1: 'c'} {'x': 1, 'y': 2}"],
    ['[] or 0 or "x", 1 and 0, not []', 'x 0 True'],
    ['"a" in "cat", 2 in [1, 2.0], "k" not in {"k": 1}', 'True True False'],
    ['min(3, 1), max([1, 5]), sum([1, 2.5]), any(x > 1 for x in [1, 2]), all([])', '1 5 3.5 True True'],
    ['"\\uffff" < "😀", [1, 2] < [1, 3], (1,) == [1]', 'True True False'],
    ['int("1_000"), int(-3.9), float(" 1e3 "), bool("")', '1000 -3 1000.0 False'],
  ])('print(%s)', (code, expected) => {
    expect(printed(`print(${code})`)).toBe(`${expected}\n`)
  })

  it.each([
    ['{1234567:,}', '1,234,567'],
    ['{1234:010,}', '00,001,234'],
    ['{3.14159:.2f}|{2.5:.0f}|{0.5:.0%}', '3.14|2|50%'],
    ['{5:>4}|{5:<4}|{5:^5}|{-5:=+5}', '   5|5   |  5  |-   5'],
    ['{255:#x}|{255:b}|{255:X}', '0xff|11111111|FF'],
    ['{"ab":*^6}|{"abc":.2}|{"é😀":>4}', '**ab**|ab|  é😀'],
    ['{12345.678:.3e}|{12345.678:g}|{12345.0:.5}', '1.235e+04|12345.7|1.2345e+04'],
    ['{1.5!r:>6}|{"a"!r}|{True:5}|{True}', "   1.5|'a'|    1|True"],
    ['{0.1 + 0.2}|{1e400}|{-1e400:08.2f}', '0.30000000000000004|inf|-0000inf'],
  ])('f"%s"', (spec, expected) => {
    expect(printed(`print(f'${spec}')`)).toBe(`${expected}\n`)
  })

  it('loops, unpacks and comprehends', () => {
    const code = `total = 0
for i, (a, *b) in enumerate([(1, 2, 3), [4, 5]], start=1):
    if a == 9: break
    total += i * a
else:
    print("done", total, b)
x = y = [1]
x += (2,)
print(y, [z * 2 for z in y if z > 1], {k: v for k, v in zip("ab", y)}, [(i, j) for i in range(2) for j in range(i)])
if (n := len(y)) > 1: print(n)
*first, last = "abc"
print(first, last, *range(2), sep="-", end="!\\n")
`
    expect(printed(code)).toBe("done 9 [5]\n[1, 2] [4] {'a': 1, 'b': 2} [(1, 0)]\n2\n['a', 'b']-c-0-1!\n")
  })

  it('keeps the variables of a comprehension to itself', () => {
    expect(printed('x = 1\ny = [x for x in [5]]\nprint(x, y, [[x * z for z in y] for x in [2]])')).toBe(
      '1 [5] [[10]]\n',
    )
    expect(fault('y = [q for q in [5]]\nprint(q)')).toBe('undefined-name')
  })

  it('reads rows as dicts and the rows of a result as a list', () => {
    const code = `r = search_books(branch="north", year=[2010, 2012])
row = r.search_results[0]
print(len(r.search_results), row["title"], list(row)[:2], "year" in row, row == r.search_results[0])
print([b["rating"] for b in r.search_results], r.query_summary)
if r.search_results[5:]: print("no")
print(row)`
    expect(printed(code)).toBe(`2 Northern Weights ['title', 'author'] True True
[4.1, 4.8] Books in north; 2 books found.
{'title': 'Northern Weights', 'author': 'Ines Ferro', 'year': 2011, 'rating': 4.1, 'pages': 512, 'is_lent': False}
`)
  })

  it('hands tools around under other names', () => {
    expect(run('find = search_books\nfind(branch="north")').execution.trace).toMatchObject([
      { tool: 'search_books' },
    ])
    expect(fault('search_books = 3\nsearch_books(branch="north")')).toBe('type')
  })
})
