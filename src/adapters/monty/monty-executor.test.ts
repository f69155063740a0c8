import { afterAll, describe, expect, it } from 'vitest'
import { toyWorld } from '../../../test/generators/toy-world.js'
import { CacheState } from '../../agent/cache-state.js'
import { executePlanSync, type PlanRequest } from '../../agent/execute-plan.js'
import { hostHash } from '../hash.js'
import { openMonty } from './monty-executor.js'

const monty = openMonty()
afterAll(() => monty.close())

const base = { world: toyWorld(), cache: CacheState.empty, now: () => performance.now(), hash: hostHash }

async function run(code: string, extra: Partial<PlanRequest> = {}) {
  return monty.execute({ ...base, code, ...extra })
}

describe('openMonty', () => {
  it('makes the same calls of a plan as the interpreter', async () => {
    const code = `day = shift_day(date="May 18, 2025", days=3)
books = search_books(branch="north", author=["Mara Quill", "Ines Ferro"], due=day)
save_to_cache(key="books", value=books)
good = filter_books(prior_results=get_from_cache(key="books"), rating=[4, 5])
save_to_cache(key="good", value=good)
print(len(good.search_results), good.search_results[0]["title"], good.query_summary)
ask_reader("Which one?")
`
    const own = executePlanSync({ ...base, code })
    const { execution, cache } = await run(code)
    expect(execution.error).toBeUndefined()
    expect(execution.trace.map(({ line, ...call }) => call)).toEqual(
      own.execution.trace.map(({ line, ...call }) => call),
    )
    expect(execution.printed).toBe(own.execution.printed)
    expect(execution.sought).toEqual(own.execution.sought)
    expect(cache.records(hostHash)).toEqual(own.cache.records(hostHash))
  })

  it('carries out Python that the interpreter does not', async () => {
    const code = `def first(result):
    return result.search_results[0]["title"]
names = []
while len(names) < 2:
    names.append(first(search_books(branch="south")).upper())
try:
    get_from_cache(key="none")
except KeyError:
    names.append("none")
print(names)`
    const { execution } = await run(code)
    expect(execution).toMatchObject({ printed: "['SALT ROADS', 'SALT ROADS', 'none']\n" })
    expect(execution.error).toBeUndefined()
    expect(execution.trace).toHaveLength(3)
  })

  it.each([
    ['class A:\n    pass', 'unsupported'],
    ['"{0}".format(1)', 'unsupported'],
    ['search_books(branch={1})', 'unsupported'],
    ['x = = 1', 'syntax'],
    ['print(x)', 'undefined-name'],
    ['find_nearest(a=1)', 'unknown-tool'],
    ['get_from_cache(key="none")', 'cache-miss'],
    ['filter_books(prior_results=None, pages=1)', 'none-input'],
    ['search_books("north")', 'positional-arguments'],
    ['search_books(branch="west")', 'validation'],
    ['[1][2]', 'index'],
    ['{}["a"]', 'key'],
    ['1 / 0', 'arithmetic'],
    ['1 + "a"', 'type'],
    ['open("/etc/passwd").read()', 'forbidden'],
    ['import os\nprint(os.environ)', 'forbidden'],
    ['import subprocess', 'forbidden'],
    ['().__class__.__base__', 'forbidden'],
    ['x = "a" * 10 ** 10', 'limit'],
    ['def f(n):\n    return f(n)\nf(1)', 'limit'],
    ['print("a" * 100000)', 'limit'],
    ['for i in range(101):\n    search_books(branch="north")', 'limit'],
  ])('%j is %s', async (code, fault) => {
    expect((await run(code)).execution.error?.fault).toBe(fault)
  })

  it('ends what runs on, and runs the next plan', async () => {
    const limits = { timeMs: 300 }
    const { execution } = await run('while True:\n    pass', { limits })
    expect(execution.error?.fault).toBe('limit')
    // Turning this argument into JavaScript takes all memory, inside one call that cannot be interrupted.
    const bomb = 'x = [1]\nfor i in range(60):\n    x = [x, x]\nsearch_books(branch=x)'
    expect((await run(bomb, { limits })).execution.error?.fault).toBe('limit')
    expect((await run('print(1)')).execution.printed).toBe('1\n')
  })

  it('runs several plans at once', async () => {
    const plans = await Promise.all([1, 2, 3, 4].map((n) => run(`print(${n})`)))
    expect(plans.map(({ execution }) => execution.printed)).toEqual(['1\n', '2\n', '3\n', '4\n'])
  })
})
