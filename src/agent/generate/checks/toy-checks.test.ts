import { describe, expect, it } from 'vitest'
import { toyGrammar, toyReaders } from '../../../../test/generators/toy-grammar.js'
import { hostHash } from '../../../adapters/hash.js'
import type { TemplateTurn } from '../../dialogue-template.js'
import type { DialogueGrammar, PackWorld } from '../../pack.js'
import { literalsOf, readPlan } from '../plan-reading.js'
import { runGold } from '../run-gold.js'
import { DialogueChecks } from './check-dialogue.js'
import { checkShape } from './check-shape.js'
import { checkTemplate } from './check-template.js'
import { LeakIndex } from './leak-index.js'

const world = toyReaders()
const assistant = (text: string): TemplateTurn => ({ role: 'assistant', text })
const user = (text: string, plan: string, label: string, missing?: readonly string[]): TemplateTurn => ({
  role: 'user',
  text,
  plan,
  label,
  ...(missing === undefined ? {} : { missing }),
})

const SEARCH = 'a = search_books(branch="north", author=["Ines Ferro"])\nsave_to_cache(key="a", value=a)'

interface Setting {
  readonly grammar?: Partial<DialogueGrammar>
  readonly own?: PackWorld
}

/** What all checks say of these turns of a user, each behind a turn of the assistant. */
function found(users: readonly TemplateTurn[], { grammar = {}, own = world }: Setting = {}): unknown {
  const turns = users.flatMap((turn) => [assistant('Yes?'), turn])
  const about = { scenario: 's', persona: 'p' }
  const dialogue = {
    id: 'd',
    template: { id: 't', category: 'c', language: 'en', about, turns },
    split: 'train' as const,
    filling: 1,
    bindings: {},
    turns,
  }
  const splits = { train: [], validation: ['Bergen Town'], test: ['Oslo'] }
  const checks = new DialogueChecks(own, { splits, grammar: { ...toyGrammar, ...grammar } })
  const runs = runGold(dialogue, { world: own, hash: hostHash, now: () => 0 })
  return checks.check(dialogue, runs).map(({ check, what, turn }) => [turn, check, what])
}

const search = user('Ines Ferro at north.', SEARCH, 'search')

describe('every check', () => {
  it('passes what is sound', () => {
    expect(found([search])).toEqual([])
  })

  it.each<readonly [string, readonly TemplateTurn[], readonly unknown[]]>([
    [
      'no tool, no parameter, positions, names without values and without use',
      [
        user(
          'At north.',
          'x = burn_books(fire=y)\nz = search_books("north", branch="north", colour=z)\nask_reader("a", "b")\nprint(1)',
          'search',
        ),
      ],
      [
        [2, 'plan', '"burn_books" is no tool of the pack.'],
        [2, 'plan', '"search_books" is given arguments by position.'],
        [2, 'plan', '"search_books" has no parameter "colour".'],
        [2, 'plan', '"ask_reader" is given arguments by position.'],
        [2, 'plan', '"y" is used before anything is assigned to it.'],
        [2, 'plan', '"z" is used before anything is assigned to it.'],
        [2, 'plan', '"x" is assigned and never used.'],
        [2, 'run', "The plan fails: NameError: name 'burn_books' is not defined"],
      ],
    ],
    [
      'no Python, and none that is straight',
      [user('North.', 'x = = 1', 'noop'), user('North.', 'if 1: print(1)', 'noop')],
      [
        [2, 'plan', 'The plan cannot be read: Line 1: invalid syntax at "=".'],
        [4, 'plan', 'The plan cannot be read: Line 1: neither one variable nor a call.'],
        [2, 'run', 'The plan fails: Line 1: invalid syntax at "=".'],
      ],
    ],
    [
      'a plan that fails, after which no other runs',
      [
        user('North.', 'get_from_cache(key="nobody")', 'noop'),
        user('x', 'search_books(branch="west")', 'noop'),
      ],
      [
        [4, 'grounding', 'Nobody has said west, which "search_books" takes as "branch".'],
        [2, 'run', 'The plan fails: Nothing is saved under the key "nobody".'],
      ],
    ],
    [
      'values that nobody said: texts, numbers, flags, signs',
      [
        user(
          'At north, 5 days from 2025-05-18, rated 4.5.',
          'd = shift_day(date="2025-05-18", days=-5)\na = search_books(branch="north", author=["Odo Lang"], rating=[4.5, 7], pages=-3, is_lent=True, due=d)\nsort_books(results=a, column="year")',
          'date+search+sort',
        ),
      ],
      [
        [2, 'grounding', 'Nobody has said Odo Lang, which "search_books" takes as "author".'],
        [2, 'grounding', 'Nobody has said 7, which "search_books" takes as "rating".'],
        [2, 'grounding', 'Nobody has said -3, which "search_books" takes as "pages".'],
        [2, 'grounding', 'Nobody has said true, which "search_books" takes as "is_lent".'],
        [2, 'run', 'The plan fails: "pages" is at least 1.'],
      ],
    ],
    [
      'nothing found, and nothing left out',
      [
        user(
          'At north, before 1900; no, 2030; 1 page.',
          'a = search_books(branch="north", pages=1)\nb = filter_books(prior_results=search_books(branch="north"), year=[1900, 2030])\nmerge_books(lists=[a, b])\nsave_to_cache(key="b", value=b)',
          'search+refine+nearest',
        ),
      ],
      [
        [2, 'rows', '"search_books" finds nothing.'],
        [2, 'narrowing', '"filter_books" leaves nothing out.'],
      ],
    ],
    [
      'keys that are used twice, and what was found before',
      [search, user('Again.', SEARCH.replaceAll('a', 'a'), 'search')],
      [
        [4, 'repetition', '"search_books" finds again what was found before.'],
        [4, 'keys', 'The key "a" is used twice.'],
      ],
    ],
    [
      'labels that are not those of the calls, but for what only words tell',
      [
        user('Ines Ferro at north.', SEARCH, 'refine'),
        user('Thanks.', 'print("x")', 'change-mind'),
        user('Thanks.', 'print("x")', 'noop+switch-domain'),
        user(
          'Sorted by year.',
          'b = sort_books(results=get_from_cache(key="a"), column="year")\nsave_to_cache(key="b", value=b)',
          'sort+search',
        ),
      ],
      [
        [2, 'labels', 'The label says refine, the calls say search.'],
        [4, 'labels', 'The label says nothing, the calls say noop.'],
        [8, 'labels', 'The label says sort+search, the calls say sort.'],
      ],
    ],
    [
      'questions for nothing that is missing, or that was said',
      [
        user('Ines Ferro.', 'ask_reader("Which day?")', 'seek', ['branch']),
        user('Ines Ferro at north.', 'ask_reader("At which branch?")', 'seek', ['branch']),
        user('Yes.', 'ask_reader("At which branch?")', 'seek', ['branch', 'author']),
        user('Yes.', 'ask_reader("At which branch?")', 'seek'),
        user('Go on.', SEARCH, 'search'),
        user('Hm.', 'ask_reader("At which branch?")', 'seek', ['branch']),
      ],
      [
        [2, 'seeking', 'The question names no slot, and missing is branch.'],
        [4, 'seeking', '"branch" had been said already: north.'],
        [6, 'seeking', 'The question names branch, and missing is author, branch.'],
        [6, 'seeking', 'No later search needs author, branch.'],
        [8, 'seeking', 'The question names branch, and missing is none.'],
        [12, 'seeking', 'No later search needs branch.'],
      ],
    ],
    [
      'names of another split, in words and in plans',
      [user('In Oslo, not Bergen; at Bergen Town.', 'print("Oslo")', 'noop')],
      [
        [2, 'leak', '"Oslo" belongs to test, not to train.'],
        [2, 'leak', '"Bergen Town" belongs to validation, not to train.'],
      ],
    ],
    [
      'placeholders that are left',
      [user('In <CITY_1>.', 'print("<CITY_2>")', 'noop')],
      [
        [2, 'placeholder', '<CITY_1> was not filled.'],
        [2, 'placeholder', '<CITY_2> was not filled.'],
      ],
    ],
  ])('finds %s', (_, turns, findings) => {
    expect(found(turns)).toEqual(findings)
  })

  it('takes open ends of ranges and arguments that words stand for', () => {
    const grammar = {
      openEnds: { rating: ['5'] },
      mentions: [{ parameter: 'is_lent', value: '( False )', phrases: ['in'] }],
    }
    const plan =
      'a = search_books(branch="north", rating=[4, 5], is_lent=False)\nsave_to_cache(key="a", value=a)'
    const turn = user('At north, 4 or more, that are in.', plan, 'search')
    expect(found([turn], { grammar })).toEqual([])
    expect(found([turn])).toHaveLength(2)
    const five = user('At north, 4.', plan.replace('rating=[4, 5], is_lent=False', 'pages=5'), 'search')
    expect(found([five], { grammar })).toContainEqual([
      2,
      'grounding',
      'Nobody has said 5, which "search_books" takes as "pages".',
    ])
  })

  it('asks for slots by their own names, and for one of a group', () => {
    const [find, ...others] = world.tools
    if (find === undefined) throw new Error('the toy world has tools')
    const parameters = find.parameters.map(({ isMandatory: _, ...one }) =>
      one.name === 'branch' ? { ...one, slot: 'place' } : one,
    )
    const own: PackWorld = {
      ...world,
      tools: [{ ...find, parameters, needsOneOf: [['branch', 'due']] }, ...others],
      seek: { slots: [{ slot: 'place', phrases: { en: ['branch'] } }] },
    }
    const ask = user('Hello, Ines Ferro.', 'ask_reader("At which branch?")', 'seek', ['place'])
    expect(found([ask, search], { own })).toEqual([])
    expect(found([ask, search])).toContainEqual([
      2,
      'seeking',
      'The question names branch, and missing is place.',
    ])
  })
})

describe('checkShape', () => {
  const shape = (turns: readonly TemplateTurn[]): unknown =>
    checkShape(turns).map(({ check, what, turn }) => [check, turn, what])

  it('names what is out of order, and the turn where it is one', () => {
    expect(shape([])).toEqual([
      ['shape', undefined, 'The assistant does not begin.'],
      ['shape', undefined, 'The user does not have the last word.'],
    ])
    expect(
      shape([
        { role: 'user', text: ' ' },
        { role: 'user', text: ' USER : x', plan: '', label: '' },
      ]),
    ).toEqual([
      ['shape', undefined, 'The assistant does not begin.'],
      ['shape', 1, 'The turn says nothing.'],
      ['shape', 1, 'A turn of the user has no plan.'],
      ['shape', 1, 'A turn of the user has no label.'],
      ['shape', 2, 'The user speaks twice in a row.'],
      ['shape', 2, 'A role is written into the text.'],
      ['shape', 2, 'A turn of the user has no plan.'],
      ['shape', 2, 'A turn of the user has no label.'],
    ])
    for (const extra of [{ plan: 'x' }, { label: 'x' }, { missing: [] }]) {
      expect(shape([{ ...assistant('a'), ...extra }, user('x', 'x', 'x')])).toEqual([
        ['shape', 1, 'A turn of the assistant has a plan, a label or missing slots.'],
      ])
    }
    expect(shape([assistant('The user: speaks'), user('An assistant', 'x', 'x')])).toEqual([])
  })
})

describe('checkTemplate', () => {
  it('tells the turns of what it finds', () => {
    const turns = [
      assistant('To <CITY_1>?'),
      user('From <CITY_2_PORT_3>, <CITY>, with a pool.', 'x(a="<CITY_1>")', 'search'),
      assistant('<CITY_2_PORT_3>?'),
      user('Yes.', 'y(sauna=True, b="<CITY_2_PORT_3>", c="<CITY>")', 'search'),
      assistant('Well?'),
      user('A Sauna. And (a.b)', 'z(dot=a+b)', 'search'),
    ]
    const mentions = [
      { parameter: 'sauna', value: 'True', phrases: ['sauna'] },
      { parameter: 'pool', value: 'True', phrases: ['swim', 'pool'] },
      { parameter: 'dot', value: 'a.b', phrases: ['never'] },
    ]
    expect(checkTemplate({ turns }, mentions).map(({ check, turn, what }) => [check, turn, what])).toEqual([
      ['placeholder', 1, 'The assistant names <CITY_1> first.'],
      ['placeholder', undefined, '<CITY> has no number.'],
      ['placeholder', undefined, 'The numbers of <CITY_…> do not run from 1: 2.'],
      ['placeholder', undefined, 'The numbers of <CITY_2_PORT_…> do not run from 1: 3.'],
      ['statement', 2, 'The plan uses <CITY_1>, which nobody has said.'],
      ['statement', 4, 'The plan states sauna=True, which nobody has said.'],
      ['statement', 2, 'The user says "swim" or "pool", and no plan states pool=True.'],
    ])
  })

  it('counts ten behind nine', () => {
    const names = Array.from({ length: 10 }, (_, at) => `<A_${10 - at}>`).join(' ')
    expect(checkTemplate({ turns: [assistant('Yes?'), user(names, names, 'search')] })).toEqual([])
  })
})

describe('LeakIndex', () => {
  it('tells which names hold others, of which splits', () => {
    const index = new LeakIndex({
      train: ['New York', '...'],
      validation: ['York'],
      test: ['New Town', 'New'],
    })
    expect(index.ambiguous()).toEqual([
      { check: 'leak', what: '"New York" of train holds "New", which belongs to test.' },
      { check: 'leak', what: '"New York" of train holds "York", which belongs to validation.' },
    ])
    expect(index.check([assistant('In York.'), user('New? Town!', 'x', 'y')], 'validation')).toEqual([
      { check: 'leak', what: '"New Town" belongs to test, not to validation.', turn: 2 },
      { check: 'leak', what: '"New" belongs to test, not to validation.', turn: 2 },
    ])
  })
})

describe('readPlan', () => {
  it('tells calls, arguments, and names that are made and used', () => {
    const reading = readPlan('x = f(1, a=g(y), **z)\nx\nh(x)[0]\nprint(k(1), b=-2)')
    if (reading.kind === 'fault') throw new Error(reading.message)
    expect(
      reading.calls.map(({ name, line, positional, named }) => [
        name,
        line,
        positional.length,
        [...named.keys()],
      ]),
    ).toEqual([
      ['f', 1, 1, ['a', '**']],
      ['g', 1, 1, []],
      ['h', 3, 1, []],
      ['print', 4, 1, ['b']],
      ['k', 4, 1, []],
    ])
    expect([[...reading.assigned], [...reading.used], reading.undefinedNames]).toEqual([
      ['x'],
      ['y', 'z', 'x'],
      ['y', 'z'],
    ])
    expect(readPlan('a.f(1)')).toMatchObject({ kind: 'plan', calls: [] })
    for (const code of ['a = b = 1', 'a, b = 1, 2', 'a.b = 1', 'a += 1', 'pass']) {
      expect(readPlan(code)).toEqual({ kind: 'fault', message: 'Line 1: neither one variable nor a call.' })
    }
  })

  it('reads literals from left to right', () => {
    const literals = (code: string): unknown => {
      const reading = readPlan(`f(a=${code})`)
      const [call] = reading.kind === 'plan' ? reading.calls : []
      const argument = call?.named.get('a')
      return argument === undefined ? undefined : literalsOf(argument)
    }
    expect(literals('[1, "a", (2.5, -3, -1.5), [True, None], x, -y, +4, not 5, -"s"]')).toEqual([
      1n,
      'a',
      2.5,
      -3n,
      -1.5,
      true,
    ])
    expect(literals('-True')).toEqual([])
    expect(literals('{1: 2}')).toEqual([])
  })
})
