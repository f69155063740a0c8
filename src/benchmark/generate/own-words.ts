import type { Catalog } from '../../catalog/catalog.js'
import type { Tool } from '../../catalog/tool.js'
import { type RandomStream, randomStream, shuffled } from '../../numeric/random.js'
import type { Benchmark, Need, RetrievalItem, Tier } from '../item.js'
import { fingerprintOfItems } from '../item-json.js'

/** Needs of one item, and items at most, by tier. */
const SHAPES: readonly { readonly tier: Tier; readonly needs: readonly number[]; readonly most: number }[] = [
  { tier: 'easy', needs: [1], most: 300 },
  { tier: 'medium', needs: [2, 3], most: 100 },
  { tier: 'hard', needs: [4, 5], most: 50 },
]

/** Fewer words say too little to look for. */
const LEAST_WORDS = 3
const MOST_CHARACTERS = 300

interface Spoken {
  readonly tool: Tool
  readonly words: string
}

/**
 * Retrieval items whose query is what tools say of themselves: the first sentence of a description, several joined for
 * several needs, of one service where it has enough tools. No user asks like that: it is an upper bound, and what is not found by
 * its own words is not found by others. Tools that say the same are equals.
 *
 * @returns undefined where fewer than two tools say anything.
 */
export function ownWords({ tools }: Catalog, seed: number): Benchmark | undefined {
  const spoken = tools.flatMap((tool) => {
    const words = firstSentence(tool.description ?? '')
    return words === undefined ? [] : [{ tool, words }]
  })
  if (spoken.length < 2) return undefined
  const equals = new Map<string, string[]>()
  for (const { tool, words } of spoken) {
    const key = words.toLowerCase()
    const alike = equals.get(key)
    if (alike === undefined) equals.set(key, [tool.name])
    else alike.push(tool.name)
  }
  const services = new Map<string, Spoken[]>()
  for (const one of spoken) {
    const { service = '' } = one.tool
    const others = services.get(service)
    if (others === undefined) services.set(service, [one])
    else others.push(one)
  }
  const items = SHAPES.flatMap(({ tier, needs, most }) => {
    const random = randomStream(seed, `own words ${tier}`)
    const groups =
      tier === 'easy' ? spoken.map((one) => [one]) : groupsOf([...services.values()], { needs, random })
    return shuffled(groups, random)
      .slice(0, most)
      .map((group, place) => itemOf(group, { id: `${tier}-${place + 1}`, tier, equals }))
  })
  return { name: 'own words', items, fingerprint: fingerprintOfItems(items) }
}

/** The sentence up to its end, without line breaks; undefined where it is too short. */
function firstSentence(description: string): string | undefined {
  const text = description.replace(/\s+/g, ' ').trim().slice(0, MOST_CHARACTERS)
  const end = /[.!?。！？](?=\s|$)/.exec(text)
  const sentence = (end === null ? text : text.slice(0, end.index)).trim()
  return sentence.split(' ').length < LEAST_WORDS && sentence.length < 12 ? undefined : sentence
}

/** Neighbours of a shuffled service, as many as the needs say in turn. */
function groupsOf(
  services: readonly (readonly Spoken[])[],
  { needs, random }: { readonly needs: readonly number[]; readonly random: RandomStream },
): readonly (readonly Spoken[])[] {
  const groups: (readonly Spoken[])[] = []
  for (const service of services) {
    const order = shuffled(service, random)
    for (let at = 0, turn = 0; ; turn++) {
      const size = needs[turn % needs.length] ?? 1
      if (at + size > order.length) break
      groups.push(order.slice(at, at + size))
      at += size
    }
  }
  return groups
}

function itemOf(
  group: readonly Spoken[],
  {
    id,
    tier,
    equals,
  }: { readonly id: string; readonly tier: Tier; readonly equals: ReadonlyMap<string, readonly string[]> },
): RetrievalItem {
  const [first] = group
  const distinct = new Map(group.map((one) => [one.words.toLowerCase(), one]))
  const gold = Array.from(distinct, ([key, { tool }]): Need => {
    const others = equals.get(key)?.filter((name) => name !== tool.name) ?? []
    return [tool.name, ...others]
  })
  const service = first?.tool.service
  return {
    kind: 'retrieval',
    id,
    query: Array.from(distinct.values(), ({ words }) => words).join('. '),
    gold,
    ...(gold.length === group.length ? { tier } : {}),
    ...(service === undefined ? {} : { cluster: service }),
  }
}
