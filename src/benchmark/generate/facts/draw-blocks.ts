import { type RandomStream, shuffled } from '../../../numeric/random.js'
import { type Block, type BlockSearch, choiceBlock, pairBlock } from './block.js'
import type { FactKind } from './fact-kind.js'
import { FactTable } from './fact-table.js'
import type { Neighbours } from './neighbours.js'
import type { ToolFacts } from './tool-facts.js'
import type { ToolGroup, ToolScope } from './tool-groups.js'

export interface DrawnBlock extends Block {
  /** Undefined where the block is a cluster of its own. */
  readonly cluster: string | undefined
}

export interface DrawRequest {
  readonly groups: readonly ToolGroup[]
  readonly kinds: readonly FactKind[]
  readonly form: 'mcq' | 'qa'
  /** Blocks wanted. */
  readonly size: number
  /** Share of blocks about tools as a whole, while others are found. */
  readonly mostWhole: number
  readonly neighbours: Neighbours
  readonly random: RandomStream
  readonly mayShow: (text: string, tool: ToolFacts) => boolean
  /** Called now and then, so that a caller can stop it. */
  readonly pause: () => Promise<void>
}

/** Seeds between two pauses. */
const PAUSE_EVERY = 16
/** Seeds in a row that find no partners before the rest is taken for hopeless: each costs about 10 ms in a large catalog. */
const MAX_FAILURES = 1000

/**
 * Draws blocks so that no tool is in two: groups in turn, each in proportion to the root of its size; around each seed
 * the tools that are most like it, from its group first; of the kinds of statement the one that was used least so far.
 */
export async function drawBlocks(request: DrawRequest): Promise<readonly DrawnBlock[]> {
  const draw = new Draw(request)
  const turns = request.groups.map((group) => new Turn(group, request.random))
  let failures = 0
  for (let seeds = 1; draw.blocks.length < request.size && failures < MAX_FAILURES; seeds++) {
    const turn = nextTurn(turns)
    const seed = turn?.seeds.pop()
    if (turn === undefined || seed === undefined) break
    if (draw.isUsed(seed)) continue
    const isFound = draw.around(seed, turn.group)
    if (isFound) turn.blocks++
    failures = isFound ? 0 : failures + 1
    if (seeds % PAUSE_EVERY === 0) await request.pause()
  }
  return draw.blocks
}

class Turn {
  readonly group: ToolGroup
  /** Not yet tried. */
  readonly seeds: ToolFacts[]
  blocks = 0

  constructor(group: ToolGroup, random: RandomStream) {
    this.group = group
    this.seeds = shuffled(group.near.tools, random)
  }
}

/** Of the groups with seeds, the one that has fewest blocks for the root of its size. */
function nextTurn(turns: readonly Turn[]): Turn | undefined {
  let best: Turn | undefined
  let least = Number.POSITIVE_INFINITY
  for (const turn of turns) {
    if (turn.seeds.length === 0) continue
    // One more block than it has: of groups without any, the largest comes first.
    const share = (turn.blocks + 1) / Math.sqrt(turn.group.near.tools.length)
    if (share >= least) continue
    least = share
    best = turn
  }
  return best
}

class Draw {
  readonly blocks: DrawnBlock[] = []
  readonly #request: DrawRequest
  readonly #table: FactTable
  readonly #used = new Set<ToolFacts>()
  #wholes = 0
  readonly #uses = new Map<FactKind, number>()

  constructor(request: DrawRequest) {
    this.#request = request
    this.#table = new FactTable(request.random)
  }

  isUsed(tool: ToolFacts): boolean {
    return this.#used.has(tool)
  }

  /** Whether a block was found. */
  around(seed: ToolFacts, { near, wider }: ToolGroup): boolean {
    const parts = this.#kindsAbout('part')
    const wholes = this.#kindsAbout('whole')
    const all = [...parts, ...wholes].sort((left, right) => this.#usesOf(left) - this.#usesOf(right))
    const isWholeDue = this.#wholes < this.blocks.length * this.#request.mostWhole
    if (this.#find(seed, near, isWholeDue ? all : parts)) return true
    return (
      wider.some((scope) => this.#find(seed, scope, parts)) ||
      [near, ...wider].some((scope) => this.#find(seed, scope, wholes))
    )
  }

  #find(seed: ToolFacts, scope: ToolScope, kinds: readonly FactKind[]): boolean {
    const { form, neighbours, random, mayShow } = this.#request
    const isFree = (tool: ToolFacts): boolean => !this.isUsed(tool)
    const candidates = neighbours.nearest(seed, { tools: scope.tools, isFree, random })
    const search: BlockSearch = { candidates, table: this.#table, random, mayShow }
    const find = form === 'mcq' ? choiceBlock : pairBlock
    for (const kind of kinds) {
      const block = find(seed, kind, search)
      if (block === undefined) continue
      this.blocks.push({ ...block, cluster: scope.cluster })
      if (kind.about === 'whole') this.#wholes++
      this.#uses.set(kind, this.#usesOf(kind) + 1)
      for (const { tool } of block.members) this.#used.add(tool)
      return true
    }
    return false
  }

  /** The least used first, of equals in random order. */
  #kindsAbout(about: FactKind['about']): readonly FactKind[] {
    const kinds = this.#request.kinds.filter((kind) => kind.about === about)
    return shuffled(kinds, this.#request.random).sort(
      (left, right) => this.#usesOf(left) - this.#usesOf(right),
    )
  }

  #usesOf(kind: FactKind): number {
    return this.#uses.get(kind) ?? 0
  }
}
