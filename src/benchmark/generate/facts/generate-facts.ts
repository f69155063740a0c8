import type { Catalog } from '../../../catalog/catalog.js'
import type { RuleContext } from '../../../catalog/lint/rule.js'
import { testLike } from '../../../catalog/lint/rules/test-like.js'
import { subjectOf } from '../../../catalog/lint/subject.js'
import { toolClasses } from '../../../corpus/hard-negatives.js'
import { InputError } from '../../../errors.js'
import { type RandomStream, randomStream, shuffled } from '../../../numeric/random.js'
import type { McqItem, QaItem } from '../../item.js'
import type { CardYield } from '../data-card.js'
import { NameLeaks } from '../name-leak.js'
import { Tally } from '../tally.js'
import { OPTIONS } from './block.js'
import { type DrawnBlock, type DrawRequest, drawBlocks } from './draw-blocks.js'
import { factKinds } from './kinds/index.js'
import { Neighbours } from './neighbours.js'
import { type ToolFacts, toolFacts } from './tool-facts.js'
import { toolGroups } from './tool-groups.js'

/** Rises whenever the same catalog and seed give other items. */
export const factsGenerator = { name: 'facts', version: 1 } as const

export interface FactsRequest {
  readonly catalog: Catalog
  readonly form: 'mcq' | 'qa'
  readonly seed: number
  /** Items wanted; rounded down to whole blocks of four (multiple choice) or two (yes or no). */
  readonly size: number
  /** Where whoever reads a refusal wrote the size; default `-n`. */
  readonly sizeAt?: string
  readonly pause?: () => Promise<void>
}

export interface FactsOutcome {
  readonly items: readonly (McqItem | QaItem)[]
  readonly yield: CardYield
  /** Blocks of each kind of statement, by the kind's id. */
  readonly kinds: Readonly<Record<string, number>>
  readonly leaks: { readonly checked: number; readonly refused: number; readonly kept: number }
}

/** A catalog too small for what is wanted is drawn several times, for the draw that uses most of its tools. */
const MAX_DRAWS = 24
/** Tools drawn in all. */
const MAX_DRAWN = 1000
/** Share of blocks about tools as a whole, in the first and in further draws: more of them can use more tools. */
const WHOLE_SHARES = [1 / 3, 2 / 3, 1]

/**
 * Makes multiple-choice or yes-or-no items from what the schemas of a catalog state, without a model. Each tool, one of
 * each equivalence class, is asked about once, in a block of tools that get the same question with the same options: so
 * nothing that can be seen without the tool, length, words or anything else, tells which option is right.
 *
 * @throws {InputError} `facts-too-small` when less than one block is wanted, `facts-none` when the catalog gives none.
 */
export async function generateFacts(request: FactsRequest): Promise<FactsOutcome> {
  const { catalog, form, seed, size, sizeAt = '-n', pause = async () => {} } = request
  const width = form === 'mcq' ? OPTIONS : 2
  const wanted = Math.floor(size / width)
  if (wanted === 0) throw tooSmall(width, sizeAt)
  const rejected = new Tally()
  const tools = await factTools({ catalog, rejected, pause })
  const checks = new LeakChecks(new NameLeaks(catalog))
  const drawOnce = (attempt: number): DrawRequest => ({
    groups: toolGroups(tools),
    kinds: factKinds.filter((kind) => (form === 'mcq' ? kind.choice : kind.yesNo) !== undefined),
    form,
    size: wanted,
    mostWhole: WHOLE_SHARES[attempt % WHOLE_SHARES.length] ?? 1,
    neighbours: new Neighbours(),
    random: randomStream(seed, `facts ${form} ${attempt}`),
    mayShow: (text, tool) => checks.mayShow(text, tool),
    pause,
  })
  let blocks: readonly DrawnBlock[] = []
  const draws = Math.max(1, Math.min(MAX_DRAWS, Math.floor(MAX_DRAWN / tools.length)))
  for (let attempt = 0; attempt < draws && blocks.length < wanted; attempt++) {
    const drawn = await drawBlocks(drawOnce(attempt))
    if (isBetter(drawn, blocks)) blocks = drawn
  }
  if (blocks.length === 0) throw noBlocks({ catalog, tools: tools.length, width, rejected })
  const made = blocks.length * width
  const isShort = blocks.length < wanted
  if (isShort) rejected.add('finds no partners', tools.length - made)
  return {
    items: itemsOf(blocks, { form, random: randomStream(seed, `facts ${form} order`) }),
    yield: {
      eligible: tools.length,
      tried: catalog.tools.length,
      wanted: size,
      rejected: rejected.toJson(),
      ...(made < size ? { shortfall: shortfallOf({ made, size, width, isShort, tools: tools.length }) } : {}),
    },
    kinds: kindCounts(blocks),
    leaks: { checked: checks.checked, refused: checks.refused, kept: 0 },
  }
}

/** More blocks, or as many with more about parts of tools. */
function isBetter(one: readonly DrawnBlock[], other: readonly DrawnBlock[]): boolean {
  const parts = (blocks: readonly DrawnBlock[]): number =>
    blocks.filter(({ kind }) => kind.about === 'part').length
  return one.length > other.length || (one.length === other.length && parts(one) > parts(other))
}

interface ToolsRequest {
  readonly catalog: Catalog
  readonly rejected: Tally
  readonly pause: () => Promise<void>
}

/** The first tool of each class that states anything and is no trial of somebody's. */
async function factTools({ catalog, rejected, pause }: ToolsRequest): Promise<readonly ToolFacts[]> {
  const classes = await toolClasses(catalog.tools, pause)
  const context: RuleContext = { providers: [], equivalence: undefined, patterns: () => undefined }
  const taken = new Set<number>()
  const tools: ToolFacts[] = []
  for (const [position, tool] of catalog.tools.entries()) {
    if (position % 1024 === 1023) await pause()
    let isTest = false
    const report = ({ severity }: { readonly severity?: string }): void => {
      if (severity !== 'info') isTest = true
    }
    testLike.check(subjectOf(tool), report, context)
    const group = classes[position] as number // one number a tool
    const facts = toolFacts(tool, position)
    if (isTest) rejected.add('test-like')
    else if (!factKinds.some((kind) => kind.facts(facts).length > 0)) rejected.add('states no fact')
    else if (taken.has(group)) rejected.add('says the same as another tool')
    else {
      taken.add(group)
      tools.push(facts)
    }
  }
  return tools
}

/** Parts of questions are looked at alone: the words around them are the same for all tools. Each part once a tool. */
class LeakChecks {
  checked = 0
  refused = 0
  readonly #leaks: NameLeaks
  readonly #known = new Map<ToolFacts, Map<string, boolean>>()

  constructor(leaks: NameLeaks) {
    this.#leaks = leaks
  }

  mayShow(text: string, facts: ToolFacts): boolean {
    const known = this.#known.get(facts) ?? new Map<string, boolean>()
    this.#known.set(facts, known)
    const found = known.get(text)
    if (found !== undefined) return found
    const mayShow = this.#leaks.find(text, facts.tool) === undefined
    known.set(text, mayShow)
    this.checked++
    if (!mayShow) this.refused++
    return mayShow
  }
}

interface ItemsContext {
  readonly form: 'mcq' | 'qa'
  readonly random: RandomStream
}

/** Within a block in random order, so that neither an item's place nor its id tells the answer. */
function itemsOf(
  blocks: readonly DrawnBlock[],
  { form, random }: ItemsContext,
): readonly (McqItem | QaItem)[] {
  const digits = String(blocks.length).length
  const phrasings = new Phrasings(random)
  return shuffled(blocks, random).flatMap((block, at): readonly (McqItem | QaItem)[] => {
    const number = String(at + 1).padStart(digits, '0')
    const cluster = block.cluster ?? `block ${number}`
    return form === 'mcq'
      ? choiceItems(block, { number, cluster, random, phrasings })
      : pairItems(block, { number, cluster, random, phrasings })
  })
}

interface BlockNaming {
  readonly number: string
  readonly cluster: string
  readonly random: RandomStream
  readonly phrasings: Phrasings
}

/** Gives each block the wording that was used least so far with its options. */
class Phrasings {
  readonly #random: RandomStream
  readonly #uses = new Map<string, number>()

  constructor(random: RandomStream) {
    this.#random = random
  }

  choose(questions: readonly string[], options: readonly string[]): string {
    const shown = [...options].sort().join('\n')
    const usesOf = (question: string): number => this.#uses.get(`${question}\n${shown}`) ?? 0
    const [chosen = ''] = shuffled(questions, this.#random).sort(
      (left, right) => usesOf(left) - usesOf(right),
    )
    this.#uses.set(`${chosen}\n${shown}`, usesOf(chosen) + 1)
    return chosen
  }
}

const LETTERS = 'abcd'

function choiceItems({ kind, members }: DrawnBlock, naming: BlockNaming): readonly McqItem[] {
  const { choice } = kind
  const [first] = members
  if (choice === undefined || first === undefined) return []
  const { number, cluster, random, phrasings } = naming
  const question = phrasings.choose(
    choice.questions.map((ask) => ask(choice.frame(first.fact))),
    members.map(({ fact }) => choice.option(fact)),
  )
  return shuffled(members, random).map(({ tool, fact }, at) => {
    const answer = choice.option(fact)
    const others = members.map((member) => choice.option(member.fact)).filter((option) => option !== answer)
    return {
      kind: 'mcq',
      id: `mcq-${number}-${LETTERS[at]}`,
      tool: tool.tool.name,
      question,
      answer,
      distractors: shuffled(others, random),
      cluster,
    }
  })
}

function pairItems({ kind, members }: DrawnBlock, naming: BlockNaming): readonly QaItem[] {
  const [first] = members
  if (kind.yesNo === undefined || first === undefined) return []
  const { number, cluster, random, phrasings } = naming
  const question = phrasings.choose(
    kind.yesNo.map((ask) => ask(first.fact)),
    [],
  )
  return shuffled(members, random).map(({ tool, holds }, at) => ({
    kind: 'qa',
    id: `qa-${number}-${LETTERS[at]}`,
    tool: tool.tool.name,
    question,
    answer: holds ? 'yes' : 'no',
    pair: `pair-${number}`,
    cluster,
  }))
}

function kindCounts(blocks: readonly DrawnBlock[]): Readonly<Record<string, number>> {
  const counts = new Tally()
  for (const { kind } of blocks) counts.add(kind.id)
  return counts.toJson()
}

interface Shortfall {
  readonly made: number
  readonly size: number
  readonly width: number
  readonly isShort: boolean
  readonly tools: number
}

function shortfallOf({ made, size, width, isShort, tools }: Shortfall): string {
  const group = width === OPTIONS ? 'fours' : 'pairs'
  if (!isShort) return `Items come in ${group} of one question: ${made} is the most that fits in ${size}.`
  const rest = tools - made
  const left = leftText(rest, width)
  return (
    `Each tool is asked about once, in ${group} of one question that the schemas answer differently: of ${tools} tools ` +
    `that are no duplicates, are not test-like and state something, ${made} are asked about; ${left}.`
  )
}

function leftText(rest: number, width: number): string {
  if (rest === 0) return 'none is left'
  const tools = rest === 1 ? '1 is left' : `${rest} are left`
  return rest < width ? `${tools}, too few for one more block` : `${tools} that find no such partners`
}

function tooSmall(width: number, where: string): InputError {
  return new InputError({
    code: 'facts-too-small',
    what: `Items from facts come in blocks of ${width}, one question asked of ${width} tools.`,
    where,
    fix: `Ask for at least ${width}.`,
  })
}

interface NoBlocks {
  readonly catalog: Catalog
  readonly tools: number
  readonly width: number
  readonly rejected: Tally
}

function noBlocks({ catalog, tools, width, rejected }: NoBlocks): InputError {
  const reasons = rejected.ranked().map(([reason, count]) => `${count} ${reason}`)
  const left = reasons.length === 0 ? '' : ` Left out: ${reasons.join(', ')}.`
  return new InputError({
    code: 'facts-none',
    what:
      `No question can be asked: it takes ${width} tools whose schemas answer it differently, and of ` +
      `${catalog.tools.length} ${catalog.tools.length === 1 ? 'tool' : 'tools'} ${tools} can be asked about.${left}`,
    fix: 'Use a catalog with more tools whose schemas state parameters, or name a model with --generator.',
  })
}
