import { describe, expect, it } from 'vitest'
import { innWorld } from '../../../../test/generators/inn-world.js'
import { scoredTools } from './dialogue-tools.js'
import { staticCalls } from './static-calls.js'

const cache = [{ key: 'old', id: 'id-old', tool: 'search_inns', summary: '', count: 1, rows: 'r' }]
const read = (plan: string) => staticCalls(plan, { tools: scoredTools(innWorld), cache })
const named = (plan: string) =>
  read(plan).map(({ tool, sources }) => [
    tool,
    ...sources.map(({ parameter, from }) => `${parameter}<${from}`),
  ])

describe('staticCalls', () => {
  it('follows names, other names of tools, and keys of the cache', () => {
    const plan = [
      's = search_inns',
      'inns = s(town="Ulm", arrival="May 1, 2031")',
      'keep(key="k", value=inns)',
      'near(inns=fetch(key="k"), cafes=fetch(key="old"))',
    ].join('\n')
    expect(named(plan)).toEqual([
      ['search_inns'],
      ['keep', 'value<0'],
      ['fetch'],
      ['fetch'],
      ['near', 'inns<0', 'cafes<id-old'],
    ])
    expect(read(plan)[3]?.result).toBe('id-old')
    expect(read(plan)[0]?.arguments.map(({ exact }) => exact)).toEqual(['"Ulm"', '"2031-05-01"'])
  })
  it('goes once through loops and through both sides of a condition', () => {
    const plan = [
      'for town in ["Ulm", "Bonn"]:',
      '    r = search_cafes(town=town)',
      'if r:',
      '    sort(results=r, column="rating")',
      'else:',
      '    ask("Which town?")',
    ].join('\n')
    expect(named(plan)).toEqual([['search_cafes'], ['sort', 'results<0'], ['ask']])
    expect(read(plan)[2]?.question).toBe('Which town?')
  })
  it('holds what is no literal equal to nothing, not even to itself', () => {
    const [left, right] = read('search_cafes(town=x)\nsearch_cafes(town=x)')
    expect(left?.arguments).toHaveLength(1)
    expect(left?.arguments[0]?.exact).not.toBe(right?.arguments[0]?.exact)
  })
  it('evaluates lists, tuples, signs, joined texts and f-strings of literals', () => {
    const texts = (plan: string) => read(plan)[0]?.arguments.map(({ exact }) => exact)
    expect(texts('search_inns(stars=(3, 5), budget=-5)')).toEqual(['[3,5]', '-5'])
    expect(texts('t = "U"\nsearch_inns(town=t + f"l{"m"}")'.replace('{"m"}', "{'m'}"))).toEqual(['"Ulm"'])
  })
  it('does not take a name that the plan gave to something else for a tool, nor calls of other functions', () => {
    expect(named('search_inns = 5\nsearch_inns(town="Ulm")\nprint("x")\nlen([])')).toEqual([])
    expect(named('print(search_cafes(town="Ulm"))')).toEqual([['search_cafes']])
  })
  it('finds nothing in a plan that does not parse, and survives a hostile one', () => {
    expect(read('search_inns(')).toEqual([])
    expect(read(`x = ${'['.repeat(100_000)}`)).toEqual([])
    expect(read('def f():\n    return search_inns(town="Ulm")\nclass A: pass\nimport os')).toEqual([])
    expect(named('__proto__ = 1\nkeep(key="__proto__", value=fetch(key="constructor"))')).toEqual([
      ['fetch'],
      ['keep'],
    ])
  })
})
