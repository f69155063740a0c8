import { describe, expect, it } from 'vitest'
import { toolWith } from '../../../test/contract/lint-tools.js'
import { randomStream } from '../../numeric/random.js'
import type { Tool } from '../tool.js'
import { contradict } from './action-words.js'
import {
  CONFUSABLE_SIMILARITY,
  findEquivalence,
  NEAR_SIMILARITY,
  SAME_TITLE_SIMILARITY,
} from './equivalence.js'
import { wordsOfTool } from './tool-words.js'

/** A tool without title, endpoint and service but for what is given. */
const tool = (name: string, description: string, parts: Partial<Tool> = {}): Tool =>
  toolWith({ name, description, ...parts })

async function classesOf(...tools: Tool[]): Promise<readonly (readonly [string, ...string[]])[]> {
  const { classes } = await findEquivalence(tools)
  return classes.map(({ kind, tools: positions }) => [kind, ...positions.map((at) => tools[at]?.name ?? '')])
}

const long =
  'Finds where a parcel is by its number and says when it will arrive at the door of whoever ordered it'

describe('classes', () => {
  it('hold tools that say the same, word for word', async () => {
    const parts = { title: 'Track a parcel' }
    expect(
      await classesOf(
        tool('a', 'Finds a parcel.', parts),
        tool('b', 'finds a PARCEL', parts),
        tool('c', 'Finds a parcel', { title: 'Trace a parcel' }),
      ),
    ).toEqual([['exact', 'a', 'b']])
  })

  it('hold tools that say nearly the same', async () => {
    expect(
      await classesOf(tool('track', long), tool('trace', `${long} today`), tool('find', 'Adds two numbers.')),
    ).toEqual([['near', 'track', 'trace']])
  })

  it('hold no tools that do the opposite', async () => {
    expect(await classesOf(tool('get_parcel', long), tool('delete_parcel', `${long} today`))).toEqual([])
    expect(await classesOf(tool('get_parcel', long), tool('fetch_parcel', `${long} today`))).toHaveLength(1)
  })

  it('take the service into account where tools say little', async () => {
    const of = (service: string, serviceDescription: string) => ({
      service,
      serviceDescription,
      endpoint: 'search',
    })
    const recipes = of('Recipes', 'Cooking recipes of all countries with photos')
    const flights = of('Flights', 'Cheap tickets for planes between any two cities')
    expect(await classesOf(tool('a', 'Search', recipes), tool('b', 'Search', flights))).toEqual([])
    // Siblings share what their service says, and are not alike by it.
    expect(
      await classesOf(
        tool('a', 'Search', recipes),
        tool('b', 'Random one', { ...recipes, endpoint: 'random' }),
      ),
    ).toEqual([])
    // Nobody describes anything: only names are left to tell them apart.
    const bare = (name: string, service: string): Tool => {
      const { description: _, ...rest } = toolWith({ name, service, endpoint: 'search' })
      return rest
    }
    expect(await classesOf(bare('a', 'Vimeo'), bare('b', 'Recipes'))).toEqual([])
    expect(await classesOf(bare('a', 'Vimeo'), bare('b', 'vimeo!'))).toEqual([['exact', 'a', 'b']])
  })

  it('are not chained: each member is like the first', async () => {
    const words = long.split(' ')
    const tools = Array.from({ length: 12 }, (_, step) =>
      tool(`t${step}`, words.map((word, at) => (at < step ? `x${at}` : word)).join(' '), { title: 'Track' }),
    )
    const { classes } = await findEquivalence(tools)
    expect(classes.length).toBeGreaterThan(1)
    for (const { similarity } of classes) expect(similarity).toBeGreaterThanOrEqual(NEAR_SIMILARITY)
    expect(classes[0]?.tools[0]).toBe(0)
    expect(classes[0]?.tools).not.toContain(11)
  })

  it('say whether any member would do for any other', async () => {
    const interchangeable = async (...tools: Tool[]): Promise<boolean | undefined> =>
      (await findEquivalence(tools)).classes[0]?.isInterchangeable
    const asia = tool('asia', `${long} in Asia`, { service: 'Parcels' })
    const africa = tool('africa', `${long} in Africa`, { service: 'Parcels' })
    expect(await interchangeable(asia, africa)).toBe(false)
    expect(await interchangeable(asia, { ...africa, service: 'Other parcels' })).toBe(true)
    expect(await interchangeable(asia, { ...africa, name: 'asia_v2' })).toBe(true)
    expect(await interchangeable(tool('get_parcel', long), tool('fetch_parcel', long))).toBe(true)
  })

  it('of thousands that say one thing are found at once', async () => {
    const tools = Array.from({ length: 20_000 }, (_, at) =>
      tool(`t${at}`, 'The one thing that all of them say', { title: 'One' }),
    )
    const started = performance.now()
    const { classes, isComplete } = await findEquivalence(tools)
    expect(classes).toHaveLength(1)
    expect(classes[0]?.tools).toHaveLength(20_000)
    expect(isComplete).toBe(true)
    expect(performance.now() - started).toBeLessThan(10_000)
  })
})

describe('confusable pairs', () => {
  it('are alike by half, or share a title and a third', async () => {
    const tools = [
      tool('a', 'alpha beta gamma delta', { title: 'One' }),
      tool('b', 'alpha beta gamma omega', { title: 'Two' }),
      tool('c', 'alpha beta kappa sigma', { title: 'Three' }),
      tool('d', 'alpha beta theta lambda', { title: 'Three' }),
    ]
    const { pairs, pairCount } = await findEquivalence(tools)
    // a and b share 3 of 7 words, c and d 3 of 7 and the title.
    expect(pairs).toEqual([{ left: 2, right: 3, similarity: 3 / 7, kind: 'title' }])
    expect(pairCount).toBe(1)
  })

  it('stand for their classes, the most alike first, up to a number', async () => {
    const near = (name: string, extra: string) => tool(name, `${long} ${extra}`, { title: 'Track' })
    const tools = [
      near('a', ''),
      near('b', ''),
      near('c', 'one two three four five six'),
      near('d', 'one two three four five six'),
    ]
    const { classes, pairs, pairCount } = await findEquivalence(tools)
    expect(classes).toHaveLength(2)
    expect(pairs).toHaveLength(1)
    expect(pairCount).toBe(1)
    expect((await findEquivalence(tools, { maxPairs: 0 })).pairs).toEqual([])
    expect((await findEquivalence(tools, { maxPairs: 0 })).pairCount).toBe(1)
  })
})

describe('findEquivalence', () => {
  it('misses no near-duplicate that comparing all pairs finds', async () => {
    const random = randomStream(3, 'equivalence')
    const word = (): string => `w${random.below(60)}`
    const texts = Array.from({ length: 60 }, () => Array.from({ length: 14 }, word))
    const tools = Array.from({ length: 300 }, (_, at) => {
      const text = texts[random.below(60)]?.map((each) => (random.below(20) === 0 ? word() : each)) ?? []
      return tool(`t${at}`, text.join(' '), {
        title: `label ${random.below(3)}`,
        service: `s${random.below(4)}`,
      })
    })
    const { classes, pairs } = await findEquivalence(tools, { maxPairs: 100_000 })

    const words = tools.map(wordsOfTool)
    const jaccard = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
      const shared = [...a].filter((each) => b.has(each)).length
      return shared / (a.size + b.size - shared)
    }
    const own = words.map((each) => new Set(each.own))
    const whole = words.map((each) => new Set([...each.own, ...each.service]))
    const classOf = new Map(
      classes.flatMap(({ tools: members }, at) => members.map((member) => [member, at] as const)),
    )
    const confusable = new Set(
      pairs.map(({ left, right }) => `${Math.min(left, right)} ${Math.max(left, right)}`),
    )
    let near = 0
    for (let a = 0; a < tools.length; a++) {
      for (let b = a + 1; b < tools.length; b++) {
        const [ownA, ownB, wholeA, wholeB] = [own[a], own[b], whole[a], whole[b]]
        if (!ownA || !ownB || !wholeA || !wholeB) throw new Error('in range')
        const similarity = Math.min(jaccard(ownA, ownB), jaccard(wholeA, wholeB))
        const together = classOf.has(a) && classOf.get(a) === classOf.get(b)
        if (similarity >= NEAR_SIMILARITY) near++
        // A class holds what is like its first member, so two members are at least 0.6 alike.
        if (together) expect(similarity).toBeGreaterThanOrEqual(0.6 - 1e-9)
        if (confusable.has(`${a} ${b}`)) expect(similarity).toBeGreaterThanOrEqual(SAME_TITLE_SIMILARITY)
        if (similarity < NEAR_SIMILARITY || together) continue
        // Near, and yet apart: then both are near to the first of a class, or their labels contradict.
        const isApart = classOf.has(a) || classOf.has(b)
        expect(isApart || contradict(words[a]?.actions ?? fail(), words[b]?.actions ?? fail())).toBe(true)
      }
    }
    expect(near).toBeGreaterThan(50)
    expect(CONFUSABLE_SIMILARITY).toBeGreaterThan(SAME_TITLE_SIMILARITY)
  })

  it('lets its caller stop it', async () => {
    const stop = findEquivalence([tool('a', long), tool('b', long)], {
      pause: () => Promise.reject(new Error('stopped')),
    })
    await expect(stop).rejects.toThrow('stopped')
  })

  it('gives the same whatever else: order of findings is that of the catalog', async () => {
    const tools = [tool('a', long), tool('b', `${long} today`), tool('c', `${long} now`)]
    expect(await findEquivalence(tools)).toEqual(await findEquivalence(tools))
    expect((await findEquivalence(tools)).classes[0]?.tools).toEqual([0, 1, 2])
  })
})

function fail(): never {
  throw new Error('in range')
}
