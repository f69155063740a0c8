import { describe, expect, it } from 'vitest'
import { toyWorld } from '../../test/generators/toy-world.js'
import { hostHash } from '../adapters/hash.js'
import { canonicalJson } from '../text/json.js'
import { CacheState } from './cache-state.js'
import type { CallInterceptor } from './call-tool.js'
import { executeCalls, executeCallsSync, type WrittenToolCall } from './execute-calls.js'
import { executePlan, executePlanSync, type PlanRequest } from './execute-plan.js'
import type { PackTool, ToolOutcome, ToolParameter } from './pack.js'

const world = toyWorld()

function run(code: string, extra: Partial<PlanRequest> = {}) {
  return executePlanSync({ code, world, cache: CacheState.empty, now: () => 0, hash: hostHash, ...extra })
}

const SEARCH = 'a = search_books(branch="north")\n'
const searchId = hostHash(canonicalJson({ arguments: { branch: 'north' }, tool: 'search_books' }))

/** Producers by parameter of the last call of a plan. */
function producers(code: string, extra: Partial<PlanRequest> = {}): object {
  const { execution } = run(code, extra)
  expect(execution.error).toBeUndefined()
  return { ...execution.trace.at(-1)?.producers }
}

describe('the trace of a plan', () => {
  it('holds calls in full, with ids, counts and hashes of what they found', () => {
    const { trace } = run(
      `${SEARCH}d = shift_day(date="May 18, 2025", days=1)\nask_reader("Who?")\nsave_to_cache(key="k", value=a)\n`,
    ).execution
    expect(trace.map((call) => JSON.parse(JSON.stringify(call)))).toEqual([
      {
        tool: 'search_books',
        line: 1,
        arguments: { branch: 'north' },
        producers: {},
        outcome: {
          kind: 'result',
          id: searchId,
          count: 6,
          rows: hostHash([0, 1, 2, 3, 4, 5].map((row) => `book:${row}`).join('\n')),
        },
      },
      {
        tool: 'shift_day',
        line: 2,
        arguments: { date: '2025-05-18', days: 1 },
        producers: {},
        outcome: { kind: 'value', value: '2025-05-19' },
      },
      { tool: 'ask_reader', line: 3, arguments: { query: 'Who?' }, producers: {}, outcome: { kind: 'none' } },
      {
        tool: 'save_to_cache',
        line: 4,
        arguments: { key: 'k', value: { $result: searchId } },
        producers: { value: [0] },
        outcome: { kind: 'none' },
      },
    ])
  })

  it.each([
    [
      'find_nearest(hotels=1)',
      { fault: 'unknown-tool', message: "NameError: name 'find_nearest' is not defined", line: 1 },
    ],
    [
      '\nsearch_books("north")',
      {
        fault: 'positional-arguments',
        message: 'search_books takes its arguments by name, e.g. branch=….',
        line: 2,
        tool: 'search_books',
      },
    ],
    [
      'ask_reader("a", "b")',
      {
        fault: 'positional-arguments',
        message: 'ask_reader takes its arguments by name, e.g. query=….',
        line: 1,
        tool: 'ask_reader',
      },
    ],
    [
      'ask_reader("a", query="b")',
      {
        fault: 'positional-arguments',
        message: 'ask_reader takes its arguments by name, e.g. query=….',
        line: 1,
        tool: 'ask_reader',
      },
    ],
    [
      'filter_books(prior_results=None, pages=3)',
      {
        fault: 'none-input',
        message: '"prior_results" is None, where the result of a call belongs.',
        line: 1,
        tool: 'filter_books',
        parameter: 'prior_results',
      },
    ],
    [
      `${SEARCH}merge_books(lists=[a, None])`,
      {
        fault: 'none-input',
        message: '"lists" is None, where the result of a call belongs.',
        line: 2,
        tool: 'merge_books',
        parameter: 'lists',
      },
    ],
    [
      'search_books(branch="west")',
      {
        fault: 'validation',
        message: '"branch" takes one of "north", "south", not "west".',
        line: 1,
        tool: 'search_books',
        parameter: 'branch',
      },
    ],
    [
      `${SEARCH}filter_books(prior_results=a)`,
      {
        fault: 'validation',
        message: 'filter_books needs at least one of "author", "year", "rating", "pages", "is_lent".',
        line: 2,
        tool: 'filter_books',
      },
    ],
    [
      'get_from_cache(key="nobody")',
      {
        fault: 'cache-miss',
        message: 'Nothing is saved under the key "nobody".',
        line: 1,
        tool: 'get_from_cache',
      },
    ],
    [
      `get_from_cache(key="${'k'.repeat(61)}")`,
      {
        fault: 'cache-miss',
        message: `Nothing is saved under the key "${'k'.repeat(60)}…".`,
        line: 1,
        tool: 'get_from_cache',
      },
    ],
    [
      `get_from_cache(key="${'k'.repeat(60)}")`,
      {
        fault: 'cache-miss',
        message: `Nothing is saved under the key "${'k'.repeat(60)}".`,
        line: 1,
        tool: 'get_from_cache',
      },
    ],
    [
      `${SEARCH}sort_books(results=a, column="prize")`,
      {
        fault: 'key',
        message: 'There is no column "prize".',
        parameter: 'column',
        line: 2,
        tool: 'sort_books',
      },
    ],
  ])('says of %j what failed, where, and by which argument', (code, error) => {
    const { execution } = run(code)
    expect(execution.error).toEqual(error)
    const last = execution.trace.at(-1)
    if ('tool' in error) expect(last).toMatchObject({ tool: error.tool, outcome: { kind: 'error', error } })
  })

  it('keeps the arguments of a refused call as they were given', () => {
    const { trace } = run('search_books("x", 2.0, year=[None], due="soon")').execution
    expect(JSON.parse(JSON.stringify(trace[0]?.arguments, (_, value: unknown) => value))).toMatchObject({
      0: 'x',
      year: [null],
      due: 'soon',
    })
    expect({ ...run(`${SEARCH}merge_books(a, lists=[a])`).execution.trace[1]?.producers }).toEqual({})
  })

  it('ends where more calls are made than a turn may have, refused ones counted', () => {
    const limits = { calls: 2 }
    const { execution } = run('get_from_cache(key="a")', { limits: { calls: 0 } })
    expect(execution.error).toEqual({
      fault: 'limit',
      message: 'More than 0 calls in one turn.',
      line: 1,
      tool: 'get_from_cache',
    })
    const twice = run(`${SEARCH}${SEARCH}`, { limits }).execution
    expect([twice.error, twice.trace.length]).toEqual([undefined, 2])
    expect(run(`${SEARCH}${SEARCH}\n${SEARCH}`, { limits }).execution.error).toMatchObject({
      message: 'More than 2 calls in one turn.',
      line: 4,
    })
  })

  it('ends where the arguments of a turn are too long, to the character', () => {
    // {"arguments":{"query":"…"},"tool":"ask_reader"} has 45 characters beside the question.
    const ask = (length: number): string => `ask_reader("a" * ${length})\n`
    const beside = canonicalJson({ arguments: { query: '' }, tool: 'ask_reader' }).length
    const half = 131_072 - beside
    expect(run(ask(half) + ask(half)).execution.error).toBeUndefined()
    expect(run(ask(half) + ask(half) + ask(0)).execution.error).toEqual({
      fault: 'limit',
      message: "More than 262144 characters in the arguments of one turn's calls.",
      line: 3,
      tool: 'ask_reader',
    })
    const long = run('ask_reader("a" * 131073)').execution
    expect(long.error).toEqual({
      fault: 'limit',
      message: 'More than 131072 characters or 10000 items in the arguments of a call.',
      line: 1,
    })
    expect(run('ask_reader("a" * 131072)').execution.error).toBeUndefined()
    expect(run('merge_books(lists=["" for i in range(10000)])').execution.error?.fault).toBe('validation')
    expect(run('merge_books(lists=["" for i in range(10001)])').execution.error?.fault).toBe('limit')
    expect(run('save_to_cache(key="d", value={i: i for i in range(10001)})').execution.error?.fault).toBe(
      'limit',
    )
  })
})

describe('who made a value', () => {
  it.each([
    ['a cell', 'a.search_results[0]["author"]'],
    ['a cell of a slice', 'a.search_results[1:][0]["author"]'],
    ['a cell in a loop', '[row["author"] for row in a.search_results][2]'],
    ['a cell among items', '[v for row in a.search_results for k, v in [(1, row["title"])]][0]'],
    ['the summary', 'a.query_summary'],
    ['a part of the summary', 'a.query_summary[0:5]'],
    ['a part with steps', 'a.query_summary[::-2]'],
    ['a character', 'a.query_summary[0]'],
    ['a character in a loop', '[c for c in a.query_summary][0]'],
    ['a sum', '"by " + a.search_results[0]["author"]'],
    ['a sum the other way round', 'a.search_results[0]["author"] + "!"'],
    ['a product', 'a.query_summary * 2'],
    ['an f-string', 'f"{a.search_results[0][\'year\']:>6}"'],
    ['a conversion', 'f"{a.search_results[0][\'title\']!r}"'],
    ['a field among others', 'f"{1}{a.search_results[0][\'title\']}{2}"'],
    ['a text of it', 'str(a.search_results[0]["year"])'],
    ['a repr of it', 'repr(a.search_results[0]["year"])'],
    ['the length of rows', 'str(len(a.search_results))'],
    ['the length of a text', 'str(len(a.query_summary))'],
    ['a rounded number', 'str(round(a.search_results[0]["rating"]))'],
    ['a number made whole', 'str(int(a.search_results[0]["rating"]))'],
    ['a float of it', 'str(float(a.search_results[0]["year"]))'],
    ['its truth', 'str(bool(a.search_results[0]["year"]))'],
    ['its size', 'str(abs(a.search_results[0]["year"]))'],
    ['its opposite', 'str(-a.search_results[0]["year"])'],
    ['itself with a plus', 'str(+a.search_results[0]["year"])'],
    ['a denial', 'str(not a.search_results[0]["year"])'],
    ['a comparison', 'str(a.search_results[0]["year"] > 3)'],
    ['a comparison the other way round', 'str(3 > a.search_results[0]["year"])'],
    ['a member of a dict', '{"k": a.query_summary}["k"]'],
    ['an unpacked item', '[*[a.query_summary]][0]'],
    ['a sorted item', 'sorted([a.query_summary])[0]'],
    ['the largest', 'max([a.query_summary])'],
    ['the total', 'str(sum([row["year"] for row in a.search_results]))'],
    ['a choice', 'a.query_summary if True else ""'],
    ['what or gives', '"" or a.query_summary'],
    ['what and gives', '"x" and a.query_summary'],
    ['a dict of a row', '{**a.search_results[0]}["author"]'],
    ['dict() of a row', 'dict(a.search_results[0])["author"]'],
  ])('is known of %s', (_, expression) => {
    expect(producers(`${SEARCH}ask_reader(query=${expression})`)).toEqual({ query: [0] })
  })

  it.each([
    ['a text of the plan', '"x"'],
    ['a name of a column', 'list(a.search_results[0])[0]'],
    ['the length of a list', 'str(len([a]))'],
  ])('is nobody for %s', (_, expression) => {
    expect(producers(`${SEARCH}ask_reader(query=${expression})`)).toEqual({})
  })

  it('is everybody who had a part, each once', () => {
    const both = `${SEARCH}b = search_books(branch="south")\n`
    const sum = 'a.query_summary + b.query_summary + a.query_summary'
    expect(producers(`${both}ask_reader(query=${sum})`)).toEqual({ query: [0, 1] })
    const compared = 'str(a.search_results[0]["year"] == b.search_results[0]["year"])'
    expect(producers(`${both}ask_reader(query=${compared})`)).toEqual({ query: [0, 1] })
    expect(producers(`${both}ask_reader(query=f"{b.query_summary}{a.query_summary}")`)).toEqual({
      query: [1, 0],
    })
    expect(producers(`${both}ask_reader(f"{b.query_summary}")`)).toEqual({ query: [1] })
    expect(producers(`${both}merge_books(lists=[b, a, b])`)).toEqual({ lists: [1, 0] })
    expect(
      producers(`${both}save_to_cache(key="k", value={"x": [a.query_summary, (b.query_summary,)]})`),
    ).toEqual({ value: [0, 1] })
  })

  it('is the entry of the cache that a value came from', () => {
    const { cache } = run(
      `${SEARCH}save_to_cache(key="rows", value=a)\nsave_to_cache(key="flag", value=True)\nsave_to_cache(key="list", value=["x", 2])\nsave_to_cache(key="none", value=None)`,
    )
    const idOf = (key: string): string => cache.entry(key)?.id ?? ''
    expect(producers('ask_reader(get_from_cache(key="rows").query_summary)', { cache })).toEqual({
      query: [idOf('rows')],
    })
    expect(producers('ask_reader(str(get_from_cache(key="flag")))', { cache })).toEqual({
      query: [idOf('flag')],
    })
    expect(producers('ask_reader(get_from_cache(key="list")[0])', { cache })).toEqual({
      query: [idOf('list')],
    })
    expect(run('print(get_from_cache(key="none"))', { cache }).execution).toMatchObject({
      printed: 'None\n',
      trace: [{ outcome: { kind: 'value', value: null } }],
    })
    expect(run('get_from_cache(key="flag")', { cache }).execution.trace).toMatchObject([
      { outcome: { kind: 'value', value: true } },
    ])
    expect(run('get_from_cache(key="list")', { cache }).execution.trace).toMatchObject([
      { outcome: { kind: 'value', value: '["x",2]' } },
    ])
    expect(cache.entry('list')).toMatchObject({
      tool: '',
      summary: '["x",2]',
      id: hostHash(canonicalJson({ value: ['x', 2] })),
    })
  })

  it('stays with a plain value that is saved again as it was, whoever made it', () => {
    const made = run('d = shift_day(date="2025-05-18", days=1)\nsave_to_cache(key="a", value=d)').cache
    const id = made.entry('a')?.id
    expect(made.entry('a')?.tool).toBe('shift_day')
    const again = run('save_to_cache(key="b", value=get_from_cache(key="a"))', { cache: made }).cache
    expect(again.entry('b')).toMatchObject({ id, tool: 'shift_day', summary: '2025-05-19' })
    const changed = run('save_to_cache(key="b", value=get_from_cache(key="a") + "x")', { cache: made }).cache
    expect(changed.entry('b')).toMatchObject({ tool: '', summary: '2025-05-19x' })
    const two = 'd = shift_day(date="2025-05-18", days=1)\ne = shift_day(date="2025-05-17", days=2)\n'
    const mixed = run(`${two}save_to_cache(key="a", value=[d, e][0] + e[:0])`).cache
    expect(mixed.entry('a')).toMatchObject({ tool: '', summary: '2025-05-19' })
  })
})

describe('the cache of a plan', () => {
  it('holds just as much as it may', () => {
    const most = `${SEARCH}for i in range(99):\n    save_to_cache(key=f"{i}" + "k" * 2500, value=a)`
    expect(run(most).execution.error).toBeUndefined()
    // Key and value fill what the arguments of one call may hold; two such entries fill the cache.
    const fill = (key: string): string => `save_to_cache(key="${key}" * 65000, value="s" * 66072)`
    const full = run(fill('l'), { cache: run(fill('k')).cache })
    expect(full.execution.error).toBeUndefined()
    expect(run('save_to_cache(key="m", value="")', { cache: full.cache }).execution.error).toEqual({
      fault: 'limit',
      message:
        'The cache would hold more than 1000 entries, or more than 262144 characters of keys and summaries.',
      line: 1,
      tool: 'save_to_cache',
    })
  })

  it('takes no call for saved that gave nothing to save', () => {
    const key: ToolParameter = { name: 'key', type: 'text', shape: 'one', description: '' }
    const bare: PackTool = {
      name: 'keep',
      role: 'save',
      description: '',
      parameters: [key, { ...key, name: 'value', type: 'result' }],
      examples: [],
      run: () => ({ kind: 'value', value: null }),
    }
    const { execution, cache } = run('keep(key="a")', { world: { ...world, tools: [bare] } })
    expect(execution.error).toEqual({
      fault: 'none-input',
      message: 'keep was given nothing to save.',
      line: 1,
      tool: 'keep',
    })
    expect(cache.keys).toEqual([])
  })
})

/** The toy world with one tool more. */
function withTool(outcome: ToolOutcome, extra: Partial<PackTool> = {}) {
  const tool: PackTool = {
    name: 'odd',
    role: 'call',
    description: '',
    parameters: [],
    examples: [],
    run: () => outcome,
    ...extra,
  }
  return { ...world, tools: [...world.tools, tool] }
}

describe('what tools give', () => {
  it.each([
    ['column', 'key'],
    ['validation', 'validation'],
    ['empty', 'validation'],
    ['failed', 'tool-failed'],
  ] as const)('an error of the kind %s is the fault %s', (error, fault) => {
    const odd = withTool({ kind: 'error', error, message: 'So.', parameter: 'p' })
    expect(run('odd()', { world: odd }).execution.error).toEqual({
      fault,
      message: 'So.',
      parameter: 'p',
      line: 1,
      tool: 'odd',
    })
    const plain = withTool({ kind: 'error', error, message: 'So.' })
    expect(run('odd()', { world: plain }).execution.error).toEqual({
      fault,
      message: 'So.',
      line: 1,
      tool: 'odd',
    })
  })

  it('a value is what JSON says, and its summary is what a saved one shows', () => {
    const odd = withTool({ kind: 'value', value: { n: 1, f: [1.5, null] }, summary: 'short' })
    const { execution, cache } = run('x = odd()\nprint(x, x["f"][0])\nsave_to_cache(key="k", value=x)', {
      world: odd,
    })
    expect(execution.printed).toBe("{'n': 1, 'f': [1.5, None]} 1.5\n")
    expect(cache.entry('k')).toMatchObject({ tool: 'odd', summary: 'short' })
    expect(run('odd(1)', { world: odd }).execution.error?.message).toBe(
      'odd takes its arguments by name, e.g. name=….',
    )
  })

  it('a question without parameters, or with one that is no text, is asked all the same', () => {
    const silent = withTool({ kind: 'value', value: 1 }, { name: 'hm', role: 'seek' })
    expect(run('hm()', { world: silent }).execution.sought).toEqual([''])
  })
})

describe('failures on purpose', () => {
  const failed = (fault?: 'limit'): CallInterceptor => ({
    after: ({ tool, place, canonical }, outcome) =>
      tool.name === 'search_books' && place === 1 && canonical.branch === 'north' && outcome.kind === 'rows'
        ? {
            kind: 'broken',
            outcome: { kind: 'error', error: 'failed', message: 'Gone.' },
            ...(fault === undefined ? {} : { fault }),
          }
        : undefined,
  })

  it('take the place of what a call gave, count as they say, and stand in the trace', () => {
    const { execution } = run(`${SEARCH}${SEARCH}`, { intercept: failed() })
    expect(execution.error).toEqual({ fault: 'tool-failed', message: 'Gone.', line: 2, tool: 'search_books' })
    expect(execution.trace.map(({ injected }) => injected)).toEqual([undefined, 'broken'])
    expect(run(`${SEARCH}${SEARCH}`, { intercept: failed('limit') }).execution.error?.fault).toBe('limit')
  })

  it('may take the place of what the cache holds', () => {
    const { cache } = run(`${SEARCH}save_to_cache(key="k", value=a)`)
    const intercept: CallInterceptor = {
      after: ({ cached }, outcome) =>
        cached?.key === 'k' && outcome.kind === 'rows'
          ? { kind: 'gone', outcome: { kind: 'error', error: 'empty', message: outcome.summary } }
          : undefined,
    }
    const { execution } = run('get_from_cache(key="k")', { cache, intercept })
    expect(execution.error).toEqual({
      fault: 'validation',
      message: 'Books in north; 6 books found.',
      line: 1,
      tool: 'get_from_cache',
    })
    expect(execution.trace[0]?.injected).toBe('gone')
  })
})

describe('calls in JSON', () => {
  const calls = (list: readonly WrittenToolCall[], extra = {}) =>
    executeCallsSync({ calls: list, world, cache: CacheState.empty, now: () => 0, hash: hostHash, ...extra })
  const search = { name: 'search_books', arguments: { branch: 'north' } }

  it('are answered in full', () => {
    const { messages, execution } = calls([
      search,
      { name: 'save_to_cache', arguments: { key: 'k', value: { a: [1, 'x', { $ref: 'r1' }] } } },
      { name: 'get_from_cache', arguments: { key: 'k' }, id: 'c3' },
      { name: 'sort_books', arguments: { results: { $ref: 'r9' }, column: 'year' } },
      { name: 'sort_books', arguments: { results: { $ref: 'r01' }, column: 'year' } },
      { name: 'sort_books', arguments: { results: { $ref: 'q'.repeat(70) }, column: ['x'] } },
      { name: 'search_books', arguments: { branch: 'west' } },
    ])
    expect(messages).toEqual([
      { name: 'search_books', content: '{"$ref":"r1","count":6,"summary":"Books in north; 6 books found."}' },
      { name: 'save_to_cache', content: '{"$ref":"r2","value":null}' },
      {
        id: 'c3',
        name: 'get_from_cache',
        content: `{"$ref":"r3","value":{"a":[1,"x",{"$result":"${searchId}"}]}}`,
      },
      {
        name: 'sort_books',
        content:
          '{"error":{"fault":"undefined-name","message":"There is no result \\"r9\\" in this turn.","parameter":"results"}}',
      },
      {
        name: 'sort_books',
        content:
          '{"error":{"fault":"undefined-name","message":"There is no result \\"r01\\" in this turn.","parameter":"results"}}',
      },
      {
        name: 'sort_books',
        content: `{"error":{"fault":"undefined-name","message":"There is no result \\"${'q'.repeat(60)}\\" in this turn.","parameter":"results"}}`,
      },
      {
        name: 'search_books',
        content:
          '{"error":{"fault":"validation","message":"\\"branch\\" takes one of \\"north\\", \\"south\\", not \\"west\\".","parameter":"branch"}}',
      },
    ])
    expect(execution).toMatchObject({ printed: '', steps: 7, durationMs: 0, sought: [] })
    expect(execution.error).toEqual({
      fault: 'undefined-name',
      message: 'There is no result "r9" in this turn.',
      line: 4,
      tool: 'sort_books',
      parameter: 'results',
    })
    expect(execution.trace[3]?.arguments).toEqual({ results: { $ref: 'r9' } })
  })

  it('say what is too long, too many or too late', () => {
    const ask = (query: string) => ({ name: 'ask_reader', arguments: { query } })
    const long = calls([ask('x'.repeat(131_073)), ask('y')])
    expect(long.execution.error).toEqual({
      fault: 'limit',
      message: 'More than 131072 characters or 10000 items in the arguments of a call.',
      line: 1,
      tool: 'ask_reader',
    })
    expect(long.execution.sought).toEqual(['y'])
    let clock = 0
    const late = executeCallsSync({
      calls: [search, search],
      world,
      cache: CacheState.empty,
      now: () => (clock += 60),
      hash: hostHash,
      limits: { timeMs: 100 },
    })
    expect(late.execution.error).toEqual({
      fault: 'limit',
      message: 'More than 100 ms.',
      line: 2,
      tool: 'search_books',
    })
    expect(late.execution.durationMs).toBe(180)
    const wide = {
      name: 'save_to_cache',
      arguments: {
        key: 'k',
        value: Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`k${at}`, at])),
      },
    }
    expect(calls([wide]).execution.error?.fault).toBe('limit')
  })

  it('show as many rows as asked for, no more than there are, missing values as null', () => {
    const [message] = calls([{ name: 'search_books', arguments: { branch: 'north', pages: 200 } }], {
      rowsShown: 5,
    }).messages
    expect(JSON.parse(message?.content ?? '')).toMatchObject({
      $ref: 'r1',
      count: 2,
      rows: [{ title: 'A Ledger of Birds', is_lent: false }, { pages: 95 }],
    })
    const [nobody] = calls([{ name: 'search_books', arguments: { branch: 'north', pages: 1 } }], {
      rowsShown: 5,
    }).messages
    expect(nobody?.content).toBe('{"$ref":"r1","count":0,"summary":"Books in north; 0 books found."}')
    const [lent] = calls([{ name: 'search_books', arguments: { branch: 'north', year: [2019, 2019] } }], {
      rowsShown: 1,
    }).messages
    expect(JSON.parse(lent?.content ?? '').rows).toEqual([
      { title: "The Miller's Proof", author: 'Odo Lang', year: 2019, rating: 2.7, pages: 640, is_lent: null },
    ])
  })

  it('know who made the values inside lists and objects, and go on where a list lacks one', () => {
    const shift = { name: 'shift_day', arguments: { date: '2025-05-18', days: 1 } }
    const { execution } = calls([
      shift,
      shift,
      { name: 'save_to_cache', arguments: { key: 'k', value: { days: [{ $ref: 'r2' }, { $ref: 'r1' }] } } },
      { name: 'save_to_cache', arguments: { key: 'l', value: [[{ $ref: 'r8' }]] } },
      { name: 'save_to_cache', arguments: { key: 'm', value: { a: { $ref: 'r8' } } } },
      { name: 'save_to_cache', arguments: { key: 'n', value: { $ref: 7 } } },
    ])
    expect({ ...execution.trace[2]?.producers }).toEqual({ value: [1, 0] })
    expect(execution.trace.slice(3).map(({ outcome }) => outcome.kind)).toEqual(['error', 'error', 'none'])
  })
})

describe('the clock', () => {
  const slow = {
    ...world,
    tools: world.tools.map((tool) => ({
      ...tool,
      run: async (...given: Parameters<typeof tool.run>) => tool.run(...given),
    })),
  }

  /** Every look at it is 40 ms later. */
  function ticking(): () => number {
    let clock = 0
    return () => (clock += 40)
  }

  it('does not count the wait for a tool that answers later', async () => {
    const request = { cache: CacheState.empty, hash: hostHash, world: slow, limits: { timeMs: 200 } }
    const code = `${SEARCH}b = search_books(branch="south")`
    // Looks: two to begin, three at each call (before and behind the wait, and to go on), one at the end of the plan and one last.
    const plan = await executePlan({ ...request, code, now: ticking() })
    expect([plan.execution.error, plan.execution.durationMs]).toEqual([undefined, 360])
    const calls = [1, 2, 3].map(() => ({ name: 'search_books', arguments: { branch: 'north' } }))
    const done = await executeCalls({ ...request, calls, now: ticking() })
    expect(done.execution.error).toBeUndefined()
    const hasty = await executeCalls({ ...request, calls, now: ticking(), limits: { timeMs: 100 } })
    expect(hasty.execution.error).toMatchObject({ message: 'More than 100 ms.', line: 2 })
  })

  it('ends a plan that is late when a tool has answered, or at its end', () => {
    const late = run(`${SEARCH}print(1)`, { now: ticking(), limits: { timeMs: 30 } }).execution
    expect(late.error).toEqual({ fault: 'limit', message: 'More than 30 ms.', line: 1 })
    expect(late.printed).toBe('')
    expect(run('print(1)', { now: ticking(), limits: { timeMs: 39 } }).execution.error?.fault).toBe('limit')
    expect(run('print(1)', { now: ticking(), limits: { timeMs: 40 } }).execution.error).toBeUndefined()
  })
})
