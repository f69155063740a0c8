import { emptyObject } from '../../text/json.js'
import { defineRetrieverKind } from '../kind.js'
import { fuseRankings } from '../rank-fusion.js'
import { cutHits, toRanking } from '../ranking.js'
import {
  defineRetriever,
  type Ranking,
  type RankRequest,
  type Retriever,
  type RetrieverIndex,
} from '../retriever.js'
import { type SpecPlace, specError, specNumber, specParts, unknownOption } from '../spec.js'

export interface HybridSettings {
  /** Constant of the fusion, default 60. */
  readonly k: number
  /** How much of each member's ranking is fused, ties beyond it included; default 1000. */
  readonly depth: number
  /** Of each member, above 0, default 1. */
  readonly weights: readonly number[]
}

const DEFAULTS = { k: 60, depth: 1000 } as const
/** Requests whose rankings are in memory at once. */
const REQUESTS_AT_ONCE = 64

/**
 * Reciprocal rank fusion of two or more retrievers. The ranking does not depend on how many tools are asked for: each
 * member is asked to the fixed depth.
 */
export function hybrid(members: readonly Retriever[], settings: Partial<HybridSettings> = {}): Retriever {
  const { k = DEFAULTS.k, depth = DEFAULTS.depth } = settings
  const weights = settings.weights ?? members.map(() => 1)
  return defineRetriever({
    id: specOf(members, { k, depth, weights }),
    identity: Object.assign(emptyObject(), {
      kind: 'hybrid',
      version: 1,
      fusion: 'reciprocal-rank',
      k,
      depth,
      weights,
      members: members.map((member) => member.identity),
    }),
    async index(catalog) {
      const indexes: RetrieverIndex[] = []
      for (const member of members) indexes.push(await member.index(catalog))
      const fuse = async (requests: readonly RankRequest[]) => {
        const deep = requests.map((request) => ({ ...request, k: depth }))
        const rankings: (readonly Ranking[])[] = []
        for (const index of indexes) rankings.push(await index.rank(deep))
        return requests.map((request, which) => {
          const scores = fuseRankings(
            rankings.map((ofMember) => ofMember[which] ?? []),
            { k, weights },
          )
          const hits = Array.from(scores, ([name, score]) => ({
            position: catalog.position(name) ?? -1,
            score,
          }))
          return toRanking(catalog, cutHits(hits, request.k))
        })
      }
      return {
        covers: (request) => indexes.every((index) => index.covers?.(request) ?? true),
        async rank(requests) {
          const rankings: Ranking[] = []
          for (let start = 0; start < requests.length; start += REQUESTS_AT_ONCE) {
            rankings.push(...(await fuse(requests.slice(start, start + REQUESTS_AT_ONCE))))
          }
          return rankings
        },
      }
    },
  })
}

function specOf(members: readonly Retriever[], { k, depth, weights }: HybridSettings): string {
  const options: string[] = []
  if (k !== DEFAULTS.k) options.push(`k=${k}`)
  if (depth !== DEFAULTS.depth) options.push(`depth=${depth}`)
  if (weights.some((weight) => weight !== 1)) options.push(`weights=${weights.join('/')}`)
  const names = members.map(({ id }) => (id.startsWith('hybrid:') ? `(${id})` : id))
  return `hybrid:${options.length === 0 ? '' : `${options.join(',')}:`}${names.join('+')}`
}

const usage =
  'hybrid:[k=60,depth=1000,weights=1/1:]RETRIEVER+RETRIEVER[+…], e.g. hybrid:bm25+dense:compatible:URL#MODEL'

export const hybridKind = defineRetrieverKind({
  id: 'hybrid',
  usage,
  describes: 'reciprocal rank fusion of other retrievers',
  async open(argument, context) {
    const place = { spec: `hybrid:${argument}`, usage }
    const { options, rest } = takeOptions(argument)
    const specs = memberSpecs(rest, context.kindIds, place)
    const settings = readSettings(options, specs.length, place)
    const members: Retriever[] = []
    for (const spec of specs) members.push(await context.open(spec))
    return hybrid(members, settings)
  },
})

/** Options come first, up to a colon: `k=60,depth=100:bm25+random`. */
function takeOptions(argument: string): { readonly options: string; readonly rest: string } {
  if (!/^(k|depth|weights)=/.test(argument)) return { options: '', rest: argument }
  const colon = argument.indexOf(':')
  if (colon === -1) return { options: argument, rest: '' }
  return { options: argument.slice(0, colon), rest: argument.slice(colon + 1) }
}

function readSettings(options: string, memberCount: number, place: SpecPlace): Partial<HybridSettings> {
  let settings: Partial<HybridSettings> = {}
  for (const part of specParts(options)) {
    switch (part.name) {
      case 'k':
        settings = { ...settings, k: specNumber(part, { from: 0, to: 10_000 }, place) }
        break
      case 'depth':
        settings = { ...settings, depth: specNumber(part, { from: 1, to: 1_000_000, isWhole: true }, place) }
        break
      case 'weights': {
        const weights = (part.value ?? '')
          .split('/')
          .map((value) => specNumber({ name: 'a weight', value }, { from: 0.001, to: 1000 }, place))
        if (weights.length !== memberCount) {
          throw specError(`There are ${weights.length} weights for ${memberCount} retrievers.`, place)
        }
        settings = { ...settings, weights }
        break
      }
      default:
        throw unknownOption(part, ['k=', 'depth=', 'weights='], place)
    }
  }
  return settings
}

/**
 * Cuts `a+b+c`. A plus inside a member (`fields=name+description`) is told apart by what follows it: a member starts
 * with the word of a kind. Brackets hold a member together: `(hybrid:a+b)+c`.
 */
function memberSpecs(text: string, kindIds: readonly string[], place: SpecPlace): readonly string[] {
  const startsMember = (at: number): boolean =>
    text[at] === '(' ||
    kindIds.some((id) => text.startsWith(id, at) && /^($|[:+)])/.test(text.slice(at + id.length)))
  const cut = (isBoundary: (at: number) => boolean): string[] => {
    const specs: string[] = []
    let start = 0
    let depth = 0
    for (let at = 0; at <= text.length; at++) {
      if (text[at] === '(') depth++
      if (text[at] === ')') depth--
      const isEnd = at === text.length
      if (!isEnd && !(text[at] === '+' && depth === 0 && isBoundary(at + 1))) continue
      specs.push(unbracketed(text.slice(start, at)))
      start = at + 1
    }
    if (depth !== 0) throw specError('A bracket is not closed, or closed twice.', place)
    return specs
  }
  let specs = cut(startsMember)
  // A mistyped second member does not look like one; cut at every plus, so that the message names it.
  if (specs.length < 2) specs = cut(() => true)
  if (specs.length < 2) throw specError('A hybrid is made of two retrievers or more.', place)
  if (specs.some((spec) => spec === '')) throw specError('A retriever is missing beside a "+".', place)
  return specs
}

function unbracketed(spec: string): string {
  return spec.startsWith('(') && spec.endsWith(')') ? spec.slice(1, -1) : spec
}
