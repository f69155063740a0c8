import { beforeAll, describe, expect, it } from 'vitest'
import { travelPack } from '../../../packs/travel/index.js'
import { hostHash } from '../../adapters/hash.js'
import { goldRecords } from '../../agent/agents/gold-records.js'
import { goldTurns } from '../../agent/agents/gold-turns.js'
import type { PackWorld } from '../../agent/pack.js'
import type { TurnRecord } from '../../agent/turn-record.js'
import { type Dialogue, dialogueOf } from '../../benchmark/dialogue-item.js'
import { DialogueScorer } from './score-dialogues.js'

let world: PackWorld
/** Names of cities that the small world has. */
let city = ''

beforeAll(async () => {
  world = await travelPack.open({ size: 'small', seed: 0, semantics: 'strict' })
  const search = world.tools.find(({ name }) => name === 'search_hotels')
  for (const name of ['Boston', 'Chicago', 'Denver', 'Seattle', 'Atlanta', 'Dallas', 'Houston', 'Miami']) {
    const values = { city: name, checkin_date: ['2025-05-18'], checkout_date: ['2025-05-20'] }
    const outcome = await search?.run({ kind: 'checked', values })
    if (outcome?.kind === 'rows' && outcome.rows.count > 0) city = name
  }
  expect(city).not.toBe('')
})

function dialogue(plans: readonly string[]): Dialogue {
  const turns = plans.flatMap((plan) => [
    { role: 'assistant', text: 'Yes?' },
    { role: 'user', text: 'Well.', plan },
  ])
  return dialogueOf({ kind: 'dialogue', id: 'd', json: { turns } })
}

/** Plans carried out one after the other, each on the cache that the one before left. */
async function played(plans: readonly string[]): Promise<readonly TurnRecord[]> {
  const turns = await goldTurns({ dialogue: dialogue(plans), world, now: () => 0, hash: hostHash })
  return goldRecords(turns, { mode: 'code', hash: hostHash })
}

async function judge(gold: readonly string[], said: readonly string[]) {
  const scorer = new DialogueScorer({ world, running: 'free-running' })
  return scorer.add({ dialogue: dialogue(gold), gold: await played(gold), turns: await played(said) })
}

const search = (name: string, more = '') =>
  `search_hotels(city="${name}", checkin_date=["2025-05-18"], checkout_date=["2025-05-20"]${more})`

describe('strict scores of plans that are carried out', () => {
  it('do not change when keys and variables are called otherwise, or lists stand in another order', async () => {
    const gold = [
      `hotels = ${search(city)}\nsave_to_cache(key="hotels", value=hotels)`,
      'h = get_results_from_cache(key="hotels")\ngood = filter_hotels(prior_results=h, stars=[3, 5])\nsave_to_cache(key="good", value=good)',
      'print("No planning needed")',
      'seek_information("Which city?")',
    ]
    const said = [
      `a = ${search(city)}\nsave_to_cache(value=a, key="x")`,
      'save_to_cache(key="y", value=filter_hotels(stars=[3, 5], prior_results=get_results_from_cache(key="x")))',
      '"nothing"',
      'seek_information(query="In which city?")',
    ]
    const { turns, endsRight } = await judge(gold, said)
    expect(turns.map(({ isCorrect }) => isCorrect)).toEqual([true, true, true, true])
    expect(endsRight).toBe(true)
  })
  it('hold dates equal in every form, a turned pair wrong, another case wrong as written', async () => {
    const gold = [search(city, ', num_people=2')]
    const said = [
      `search_hotels(city="${city.toLowerCase()}", checkin_date=["May 18, 2025"], checkout_date=["2025-05-20"], num_people="2")`,
    ]
    const [turn] = (await judge(gold, said)).turns
    expect(turn?.arguments).toEqual({ right: 3, rightFolded: 4, asked: 4, given: 4 })
    const [pair] = (await judge([search(city, ', stars=[2, 4]')], [search(city, ', stars=[4, 2]')])).turns
    // The turned pair is refused, so the plan is read from its source.
    expect(pair?.execution.fault).toBe('validation')
    expect(pair?.arguments).toMatchObject({ right: 3, asked: 4, given: 4 })
  })
  it('see that a plan filters the wrong cached result, while tools and arguments are all right', async () => {
    const first = `save_to_cache(key="a", value=${search(city)})\nsave_to_cache(key="b", value=${search(city, ', free_wifi_included=True')})`
    const filter = (key: string) =>
      `r = filter_hotels(prior_results=get_results_from_cache(key="${key}"), stars=[3, 5])\nsave_to_cache(key="c", value=r)`
    const turn = (await judge([first, filter('a')], [first, filter('b')])).turns[1]
    expect(turn).toMatchObject({
      tools: { right: 3, asked: 3, given: 3 },
      arguments: { right: 1, asked: 1, given: 1 },
      flow: { right: 1, asked: 2, given: 2 },
      isCorrect: false,
    })
  })
  it('tell filters apart whose released summaries are equal', async () => {
    const plan = (amenity: string) => `save_to_cache(key="a", value=${search(city, `, ${amenity}=True`)})`
    const [turn] = (await judge([plan('has_kids_club')], [plan('has_city_view_rooms_present')])).turns
    expect(turn?.cache).toMatchObject({ goldAdds: 1, adds: 1, isSameAddedProvenance: false })
  })
  it('end a turn that uses a name of an earlier one', async () => {
    const gold = [`h = ${search(city)}`, `h = ${search(city)}\nfilter_hotels(prior_results=h, stars=[3, 5])`]
    const said = [`h = ${search(city)}`, 'filter_hotels(prior_results=h, stars=[3, 5])']
    const turn = (await judge(gold, said)).turns[1]
    expect(turn?.execution.fault).toBe('undefined-name')
    expect(turn?.tools).toMatchObject({ right: 1, asked: 2, given: 1 })
  })
  it('resolve dates that a plan reckons', async () => {
    const gold = [
      `end = adjust_date(date="May 18, 2025", delta_days=2)\nsearch_hotels(city="${city}", checkin_date=["May 18, 2025"], checkout_date=[end])`,
    ]
    const straight = [search(city)]
    const [own] = (await judge(gold, gold)).turns
    expect(own).toMatchObject({ isCorrect: true, flow: { asked: 1, right: 1 } })
    const [turn] = (await judge(gold, straight)).turns
    // The same search; what is missing is the reckoning, with its two arguments and its edge.
    expect(turn).toMatchObject({ arguments: { right: 3, asked: 5, given: 3 }, flow: { asked: 1, given: 0 } })
  })
})
