import { beforeAll, describe, expect, it } from 'vitest'
import { travelPack } from '../../../../packs/travel/index.js'
import { hostHash } from '../../../adapters/hash.js'
import type { GrammarSplits, TemplateTurn } from '../../dialogue-template.js'
import type { PackWorld } from '../../pack.js'
import type { FilledDialogue } from '../filled-dialogue.js'
import { runGold } from '../run-gold.js'
import { DialogueChecks } from './check-dialogue.js'

const grammar = travelPack.dialogues
const splits: GrammarSplits = {
  train: ['Boise', 'Hill Wood'],
  validation: ['Denver'],
  test: ['Boston', 'New York City'],
}
let world: PackWorld
let city = ''
let stay: readonly [string, string] = ['', '']

beforeAll(async () => {
  world = await travelPack.open({ size: 'small', seed: 0, semantics: 'strict' })
  city = 'Boston'
  stay = ['June 3, 2025', 'June 6, 2025']
})

const assistant = (text: string): TemplateTurn => ({ role: 'assistant', text })
const user = (text: string, plan: string, label: string, missing?: readonly string[]): TemplateTurn => ({
  role: 'user',
  text,
  plan,
  label,
  ...(missing === undefined ? {} : { missing }),
})

/** A sound dialogue: asked, answered, narrowed. */
function sound(): readonly TemplateTurn[] {
  const [arrival, departure] = stay
  return [
    assistant('Hello, how can I help?'),
    user(
      `A hotel in ${city}, please.`,
      'seek_information("What are your check-in date and check-out date?")',
      'seek',
      ['checkin_date', 'checkout_date'],
    ),
    assistant('What are your check-in date and check-out date?'),
    user(
      `From ${arrival} to ${departure}.`,
      `hotels = search_hotels(city="${city}", checkin_date=["${arrival}"], checkout_date=["${departure}"])\nsave_to_cache(key="hotels", value=hotels)`,
      'search',
    ),
    assistant('Noted. Anything else?'),
    user(
      'Only those with a pool.',
      'hotels = get_results_from_cache(key="hotels")\nhotels_pool = filter_hotels(prior_results=hotels, pool_present=True)\nsave_to_cache(key="hotels_pool", value=hotels_pool)',
      'refine',
    ),
  ]
}

function dialogueOf(turns: readonly TemplateTurn[], split: FilledDialogue['split'] = 'test'): FilledDialogue {
  const about = { scenario: 'test', persona: 'plain' }
  return {
    id: 'planted-01',
    template: { id: 'planted', category: 'hotel', language: 'en', about, turns },
    split,
    filling: 1,
    bindings: {},
    turns,
  }
}

function found(turns: readonly TemplateTurn[], split?: FilledDialogue['split']): readonly string[] {
  if (grammar === undefined) throw new Error('travel has dialogues')
  const dialogue = dialogueOf(turns, split)
  const runs = runGold(dialogue, { world, hash: hostHash, now: () => 0 })
  return new DialogueChecks(world, { splits, grammar })
    .check(dialogue, runs)
    .map(({ check, what }) => `${check}: ${what}`)
}

/** The sound dialogue with one turn changed. */
function planted(at: number, change: (turn: TemplateTurn) => Partial<TemplateTurn>): readonly string[] {
  return found(sound().map((turn, place) => (place === at ? { ...turn, ...change(turn) } : turn)))
}

const instead = (from: string, to: string) => (turn: TemplateTurn) => ({
  plan: (turn.plan ?? '').replaceAll(from, to),
})

describe('DialogueChecks', () => {
  it('objects to nothing in a sound dialogue', () => {
    expect(found(sound())).toEqual([])
  })

  it('finds a dialogue that begins, ends or goes on wrongly', () => {
    expect(found(sound().slice(1))).toContain('shape: The assistant does not begin.')
    expect(found([...sound(), assistant('Bye.')])).toContain('shape: The user does not have the last word.')
    expect(found(sound().filter((_, at) => at !== 2))).toContain('shape: The user speaks twice in a row.')
    expect(planted(0, () => ({ text: 'assistant: Hello.' }))).toContain(
      'shape: A role is written into the text.',
    )
    expect(planted(0, () => ({ plan: 'print("x")' }))).toContainEqual(
      expect.stringMatching(/^shape: A turn of the assistant/),
    )
    expect(
      found(
        sound().map(({ role, text, label = '' }, at) =>
          at === 5 ? { role, text, label } : (sound()[at] ?? assistant('')),
        ),
      ),
    ).toContain('shape: A turn of the user has no plan.')
  })

  it('finds a placeholder that was not filled', () => {
    expect(planted(5, () => ({ text: 'With a pool in <CITY_2>.' }))).toContain(
      'placeholder: <CITY_2> was not filled.',
    )
  })

  it.each([
    ['no Python', 'hotels = ', /^plan: The plan cannot be read/],
    ['a tool of nobody', 'book_hotel(name="x")', /^plan: "book_hotel" is no tool/],
    [
      'an unknown parameter',
      'a = search_attractions(city="Boston", colour="red")\nsave_to_cache(key="a", value=a)',
      /no parameter "colour"/,
    ],
    [
      'arguments by position',
      'a = search_attractions("Boston")\nsave_to_cache(key="a", value=a)',
      /arguments by position/,
    ],
    [
      'a variable that is never used',
      'a = search_attractions(city="Boston")',
      /^plan: "a" is assigned and never used/,
    ],
    [
      'a variable of the turn before',
      'b = filter_hotels(prior_results=hotels, pool_present=True)\nsave_to_cache(key="b", value=b)',
      /"hotels" is used before/,
    ],
    ['a loop', 'for x in [1]:\n    print(x)', /^plan: .*neither one variable nor a call/],
  ])('finds a plan with %s', (_, plan, message) => {
    expect(planted(5, () => ({ plan }))).toContainEqual(expect.stringMatching(message))
  })

  it('finds a plan that fails, such as one that takes what the cache does not hold', () => {
    expect(planted(5, instead('key="hotels")', 'key="rooms")'))).toContainEqual(
      expect.stringMatching(/^run: The plan fails/),
    )
  })

  it('finds a search without rows, and a filter that leaves nothing out', () => {
    const none = planted(3, instead(`city="${city}"`, 'city="Nowhere"'))
    expect(none).toContain('rows: "search_hotels" finds nothing.')
    const all = planted(5, instead('pool_present=True', 'rating=[1, 5]'))
    expect(all).toContain('narrowing: "filter_hotels" leaves nothing out.')
  })

  it('finds values that nobody has said: a city, a number, a flag', () => {
    expect(planted(1, () => ({ text: 'A hotel, please.' }))).toContainEqual(
      expect.stringMatching(/^grounding: Nobody has said Boston/),
    )
    expect(planted(5, instead('pool_present=True', 'budget=217'))).toContainEqual(
      expect.stringMatching(/^grounding: Nobody has said 217/),
    )
    // That a pool was spoken of is looked for in the template; a flag that no words stand for cannot be.
    expect(planted(5, instead('pool_present=True', 'pool_present=False'))).toContainEqual(
      expect.stringMatching(/^grounding: Nobody has said false/),
    )
  })

  it('takes the open end of a range for granted, not the stated one', () => {
    const said = (text: string, plan: string) => planted(5, () => ({ text, plan }))
    const plan = (stars: string) =>
      `hotels = get_results_from_cache(key="hotels")\nx = filter_hotels(prior_results=hotels, stars=${stars})\nsave_to_cache(key="x", value=x)`
    expect(said('At least 4 stars.', plan('[4, 5]'))).toEqual([])
    expect(said('At least 4 stars.', plan('[2, 5]'))).toContainEqual(
      expect.stringMatching(/^grounding: Nobody has said 2,/),
    )
  })

  it('finds questions for what was said, is optional, or is not what is missing', () => {
    expect(planted(1, () => ({ plan: 'seek_information("What is your check-in date?")' }))).toContainEqual(
      expect.stringMatching(/^seeking: The question names checkin_date, and missing is/),
    )
    expect(planted(1, () => ({ text: `A hotel in ${city} from ${stay[0]}.` }))).toContain(
      `seeking: "checkin_date" had been said already: ${stay[0]}.`,
    )
    expect(
      planted(1, () => ({ plan: 'seek_information("What is your budget?")', missing: ['budget'] })),
    ).toContain('seeking: No later search needs budget.')
    expect(planted(5, () => ({ plan: 'seek_information("Which city?")', label: 'seek' }))).toContainEqual(
      expect.stringMatching(/^seeking: The question names city, and missing is none/),
    )
  })

  it('finds a key that is used twice, and a search for what was found before', () => {
    expect(planted(5, instead('key="hotels_pool"', 'key="hotels"'))).toContain(
      'keys: The key "hotels" is used twice.',
    )
    const again = sound()[3]?.plan ?? ''
    const repeated = planted(5, () => ({
      plan: again
        .replaceAll('hotels =', 'more =')
        .replace('value=hotels', 'value=more')
        .replace('key="hotels"', 'key="more"'),
      label: 'search',
    }))
    expect(repeated).toEqual(['repetition: "search_hotels" finds again what was found before.'])
  })

  it('finds a label that the calls do not bear out', () => {
    expect(planted(5, () => ({ label: 'search' }))).toContain(
      'labels: The label says search, the calls say refine.',
    )
    expect(planted(5, () => ({ label: 'change-mind+refine' }))).toEqual([])
  })

  it('finds names that belong to another split, as whole words alone', () => {
    expect(found(sound(), 'train')).toContain('leak: "Boston" belongs to test, not to train.')
    expect(planted(5, () => ({ text: 'Only those with a pool, as in Denver.' }))).toContain(
      'leak: "Denver" belongs to validation, not to test.',
    )
    expect(planted(5, () => ({ text: 'A pool, as the Denvers have. Hill or Wood.' }))).toEqual([])
  })

  it('finds names that a division has put into two splits, also inside other names', () => {
    if (grammar === undefined) throw new Error('travel has dialogues')
    const shared = (names: Partial<GrammarSplits>) =>
      new DialogueChecks(world, { splits: { ...splits, ...names }, grammar }).shared().map(({ what }) => what)
    expect(shared({})).toEqual([])
    expect(shared({ validation: ['Denver', 'Boston'] })).toContain(
      '"Boston" of validation holds "Boston", which belongs to test.',
    )
    expect(shared({ validation: ['Boston Harbor Airport'] })).toEqual([
      '"Boston Harbor Airport" of validation holds "Boston", which belongs to test.',
    ])
  })
})
