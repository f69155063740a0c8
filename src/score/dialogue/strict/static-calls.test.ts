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

  it.each<[string, readonly (readonly string[])[]]>([
    // Assignments
    [
      'a = b = search_cafes(town="Ulm")\nnear(inns=a, cafes=b)',
      [['search_cafes'], ['near', 'inns<0', 'cafes<0']],
    ],
    ['a: object = search_cafes(town="Ulm")\nsort(results=a)', [['search_cafes'], ['sort', 'results<0']]],
    ['a: object\nsort(results=a)', [['sort']]],
    [
      'a = search_cafes(town="Ulm")\na += search_cafes(town="Bonn")\nsort(results=a)',
      [['search_cafes'], ['search_cafes'], ['sort', 'results<0', 'results<1']],
    ],
    ['a.b += search_cafes(town="Ulm")\nsort(results=a)', [['search_cafes'], ['sort']]],
    ['a.b = search_cafes(town="Ulm")\nsort(results=b)', [['search_cafes'], ['sort']]],
    [
      'a, [b] = search_cafes(town="Ulm")\nnear(inns=a, cafes=b)',
      [['search_cafes'], ['near', 'inns<0', 'cafes<0']],
    ],
    [
      'sort(results=(a := search_cafes(town="Ulm")))\nsort(results=a)',
      [['search_cafes'], ['sort', 'results<0'], ['sort', 'results<0']],
    ],
    ['a = search_cafes(town="Ulm")\na = 5\nsort(results=a)', [['search_cafes'], ['sort']]],
    // Other names of tools
    ['s = t = search_cafes\ns(town="Ulm")\nt(town="Ulm")', [['search_cafes'], ['search_cafes']]],
    ['s = search_cafes\nu = s\nu(town="Ulm")', [['search_cafes']]],
    ['s = search_cafes\ns = 5\ns(town="Ulm")', []],
    ['s, t = search_cafes, sort\ns(town="Ulm")', []],
    ['s = search_cafes(town="Ulm")\ns(town="Ulm")', [['search_cafes']]],
    // Statements
    [
      'while search_cafes(town="Ulm"):\n    ask("a")\nelse:\n    ask("b")',
      [['search_cafes'], ['ask'], ['ask']],
    ],
    [
      'for a in search_cafes(town="Ulm"):\n    sort(results=a)\nelse:\n    ask("b")',
      [['search_cafes'], ['sort', 'results<0'], ['ask']],
    ],
    ['with search_cafes(town="Ulm") as a:\n    ask("a")', [['search_cafes'], ['ask']]],
    [
      'try:\n    ask("a")\nexcept ValueError:\n    search_cafes(town="Ulm")\nelse:\n    sort(column="c")\nfinally:\n    fetch(key="k")',
      [['ask'], ['search_cafes'], ['sort'], ['fetch']],
    ],
    ['return_value = 1\npass\nimport os\ndel return_value\nask("a")', [['ask']]],
    // Expressions
    ['sort(results=[search_cafes(town="Ulm"), 5])', [['search_cafes'], ['sort', 'results<0']]],
    ['sort(results=(1, search_cafes(town="Ulm")))', [['search_cafes'], ['sort', 'results<0']]],
    ['sort(results={search_cafes(town="Ulm")})', [['search_cafes'], ['sort', 'results<0']]],
    [
      'sort(results={ask("a"): search_cafes(town="Ulm"), **fetch(key="old")})',
      [['ask'], ['search_cafes'], ['fetch'], ['sort', 'results<0', 'results<1', 'results<id-old']],
    ],
    ['sort(results=not search_cafes(town="Ulm"))', [['search_cafes'], ['sort', 'results<0']]],
    [
      'sort(results=search_cafes(town="Ulm") + search_cafes(town="Bonn"))',
      [['search_cafes'], ['search_cafes'], ['sort', 'results<0', 'results<1']],
    ],
    ['sort(results=f"{search_cafes(town=\'Ulm\')}")', [['search_cafes'], ['sort', 'results<0']]],
    ['near(*[search_cafes(town="Ulm")])', [['search_cafes'], ['near']]],
    ['sort(results=search_cafes(town="Ulm").rows)', [['search_cafes'], ['sort', 'results<0']]],
    [
      'sort(results=search_cafes(town="Ulm")[ask("a")])',
      [['search_cafes'], ['ask'], ['sort', 'results<0', 'results<1']],
    ],
    [
      'sort(results=search_cafes(town="Ulm") or ask("a"))',
      [['search_cafes'], ['ask'], ['sort', 'results<0', 'results<1']],
    ],
    [
      'sort(results=search_cafes(town="Ulm") < ask("a") < 5)',
      [['search_cafes'], ['ask'], ['sort', 'results<0', 'results<1']],
    ],
    [
      'sort(results=search_cafes(town="Ulm") if ask("a") else fetch(key="old"))',
      [['ask'], ['search_cafes'], ['fetch'], ['sort', 'results<0', 'results<1', 'results<id-old']],
    ],
    [
      'sort(results=[a for a in search_cafes(town="Ulm") if ask("a")])',
      [['search_cafes'], ['ask'], ['sort', 'results<0', 'results<0']],
    ],
    ['sort(results={1 for a in search_cafes(town="Ulm")})', [['search_cafes'], ['sort', 'results<0']]],
    ['sort(results=(1 for a in search_cafes(town="Ulm")))', [['search_cafes'], ['sort', 'results<0']]],
    [
      'sort(results={a: ask("a") for a in search_cafes(town="Ulm")})',
      [['search_cafes'], ['ask'], ['sort', 'results<0', 'results<0', 'results<1']],
    ],
    ['sort(results=len(search_cafes(town="Ulm")))', [['search_cafes'], ['sort', 'results<0']]],
    ['sort(results=max(1, key=search_cafes(town="Ulm")))', [['search_cafes'], ['sort', 'results<0']]],
    [
      'sort(results=search_cafes(town="Ulm").head(ask("a")))',
      [['ask'], ['search_cafes'], ['sort', 'results<1', 'results<0']],
    ],
    ['x.search_cafes(town="Ulm")', []],
    ['sort(**search_cafes(town="Ulm"))', [['search_cafes'], ['sort', '**<0']]],
    ['lambda: search_cafes(town="Ulm")', []],
    // The cache
    ['sort(results=fetch(key="old"))', [['fetch'], ['sort', 'results<id-old']]],
    ['sort(results=fetch(key="new"))', [['fetch'], ['sort']]],
    ['sort(results=fetch(key=5))', [['fetch'], ['sort']]],
    [
      'keep(key="old", value=search_cafes(town="Ulm"))\nsort(results=fetch(key="old"))',
      [['search_cafes'], ['keep', 'value<0'], ['fetch'], ['sort', 'results<0']],
    ],
    [
      'keep(key=5, value=search_cafes(town="Ulm"))\nsort(results=fetch(key="5"))',
      [['search_cafes'], ['keep', 'value<0'], ['fetch'], ['sort']],
    ],
  ])('reads %j', (plan, calls) => {
    expect(named(plan)).toEqual(calls)
  })

  it('knows the result of what it fetches only where an earlier turn made it', () => {
    const results = (plan: string) => read(plan).map(({ result }) => result)
    expect(results('fetch(key="old")')).toEqual(['id-old'])
    expect(results('fetch(key="new")')).toEqual([undefined])
    expect(results('keep(key="old", value=search_cafes(town="Ulm"))\nfetch(key="old")')).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(read('search_cafes(town="Ulm")')[0]).not.toHaveProperty('result')
  })

  it('keeps the words of a question alone, wherever they stand', () => {
    const question = (plan: string) => read(plan)[0]?.question
    expect(question('ask("Which town?")')).toBe('Which town?')
    expect(question('ask(query="Which town?")')).toBe('Which town?')
    expect(question('ask("Which", query="town?")')).toBe('Which')
    expect(question('ask(5)')).toBeUndefined()
    expect(question('ask()')).toBeUndefined()
    expect(question('search_cafes("Which town?")')).toBeUndefined()
    expect(read('search_cafes("Which town?")')[0]).not.toHaveProperty('question')
  })

  it('compares the arguments of what works on tables, not those of cache and questions', () => {
    const compared = (plan: string) =>
      read(plan).map(({ role, arguments: given }) => [role, given.map(({ parameter }) => parameter)])
    expect(
      compared('search_cafes(town="Ulm")\nkeep(key="k")\nfetch(key="k")\nask(query="q")\nsort(column="c")'),
    ).toEqual([
      ['search', ['town']],
      ['save', []],
      ['get', []],
      ['seek', []],
      ['sort', ['column']],
    ])
  })

  it.each([
    ['"Ulm"', '"Ulm"'],
    ['"U" + "lm"', '"Ulm"'],
    ['"U" + f"{\'l\'}m"', '"Ulm"'],
    ['f"a{1}b"', '"a1b"'],
    ['f""', '""'],
    ['True', 'true'],
    ['9007199254740993', '9007199254740993'],
    ['-2.5', '-2.5'],
    ['1e999', '"Infinity"'],
    ['["a", ["b", 1]]', '["a",["b",1]]'],
    ['(1, 2)', '[1,2]'],
    ['-9007199254740993', '{"$unknown":0}'],
    ['+5', '{"$unknown":0}'],
    ['-"a"', '{"$unknown":0}'],
    ['1 + 2', '{"$unknown":0}'],
    ['"a" * 2', '{"$unknown":0}'],
    ['"a" - "b"', '{"$unknown":0}'],
    ['"a" + 1', '{"$unknown":0}'],
    ['1 + "a"', '{"$unknown":0}'],
    ['f"{1!r}"', '{"$unknown":0}'],
    ['f"{1:02}"', '{"$unknown":0}'],
    ['f"{x}"', '{"$unknown":0}'],
    ['f"{True}"', '{"$unknown":0}'],
    ['[1, x]', '{"$unknown":0}'],
    ['{"a": 1}', '{"$unknown":0}'],
    ['x', '{"$unknown":0}'],
    ['x.y', '{"$unknown":0}'],
    ['"a".b', '{"$unknown":0}'],
    ['len("a")', '{"$unknown":0}'],
  ])('takes %s for the value %s', (source, value) => {
    expect(read(`search_cafes(other=${source})`)[0]?.arguments.map(({ exact }) => exact)).toEqual([value])
  })

  it('follows a name to its last literal', () => {
    const texts = (plan: string) => read(plan)[0]?.arguments.map(({ exact }) => exact)
    expect(texts('t = "Bonn"\nt = "Ulm"\nsearch_cafes(other=t)')).toEqual(['"Ulm"'])
    expect(texts('t = "Ulm"\nfor t in ["Bonn"]: pass\nsearch_cafes(other=t)')).toEqual(['{"$unknown":0}'])
    expect(texts('t = "Ulm"\nt += "!"\nsearch_cafes(other=t)')).toEqual(['{"$unknown":0}'])
    expect(texts('a, b = "Ulm", "Bonn"\nsearch_cafes(other=a)')).toEqual(['{"$unknown":0}'])
  })
})
