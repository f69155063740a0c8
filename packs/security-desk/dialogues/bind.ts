import type { Bindings } from '../../../src/agent/dialogue-template.js'
import type { CheckedValue, PackTool, PackWorld } from '../../../src/agent/pack.js'
import { dayOf, isoOf } from '../../../src/agent/tables/day.js'
import type { ResultRows, ToolResult } from '../../../src/agent/tool-result.js'
import { type RandomStream, shuffled } from '../../../src/numeric/random.js'
import { FIRST_DAY, PRODUCTS } from '../ontology.js'
import type { BindingProgram, RowNode } from './desk-template.js'

/** Draws after which a template counts as one that these rows cannot fill. */
const MOST_DRAWS = 60

export interface BindContext {
  readonly world: Pick<PackWorld, 'tools'>
  readonly sites: readonly string[]
  readonly random: RandomStream
}

/**
 * Values for the placeholders of a program: sites of the split, then for each search and filter a row that exists, whose values
 * the wishes take. Every search finds something and every filter leaves something out.
 */
export function bindProgram(program: BindingProgram, context: BindContext): Bindings | undefined {
  for (let draw = 0; draw < MOST_DRAWS; draw++) {
    const bindings = new Binding(program, context).bound()
    if (bindings !== undefined) return bindings
  }
  return undefined
}

class Binding {
  readonly #program: BindingProgram
  readonly #random: RandomStream
  readonly #tools: ReadonlyMap<string, PackTool>
  readonly #values = new Map<string, string>()
  readonly #rows = new Map<RowNode, ResultRows>()

  constructor(program: BindingProgram, { world, sites, random }: BindContext) {
    this.#program = program
    this.#random = random
    this.#tools = new Map(world.tools.map((tool) => [tool.name, tool]))
    const drawn = shuffled(sites, random)
    for (const [place, placeholder] of program.sites.entries()) {
      const site = drawn[place]
      if (site !== undefined) this.#values.set(placeholder, site)
    }
  }

  bound(): Bindings | undefined {
    const { nodes, pairs } = this.#program
    for (const node of nodes) if (!this.#bindNode(node)) return undefined
    for (const { hosts, vulnerabilities } of pairs) {
      const [left, right] = [this.#rows.get(hosts), this.#rows.get(vulnerabilities)]
      if (left === undefined || right === undefined) return undefined
      const found = this.#run('search_affected', { hosts: resultOf(left), vulnerabilities: resultOf(right) })
      if (found === undefined || found.count === 0) return undefined
    }
    return Object.fromEntries(this.#values)
  }

  #bindNode(node: RowNode): boolean {
    const { domain, parent, wishes } = node
    const before = parent === undefined ? this.#searched(node, {}) : this.#rows.get(parent)
    if (before === undefined || before.count === 0) return false
    const anchor = this.#random.below(before.count)
    const given: Record<string, CheckedValue> = {}
    for (const { constraint, placeholder } of wishes) {
      const known = placeholder === undefined ? undefined : this.#values.get(placeholder)
      const text = known ?? constraint.draw(before.value(anchor, constraint.column), this.#random)
      if (text === undefined) return false
      if (placeholder !== undefined) this.#values.set(placeholder, text)
      given[constraint.parameter] = constraint.argument(text)
    }
    const rows =
      parent === undefined
        ? this.#searched(node, given)
        : this.#run(`filter_${domain}`, { prior_results: resultOf(before), ...given })
    if (rows === undefined || rows.count === 0) return false
    if (wishes.length > 0 && rows.count === before.count) return false
    this.#rows.set(node, rows)
    return true
  }

  #searched(node: RowNode, given: Readonly<Record<string, CheckedValue>>): ResultRows | undefined {
    const { site, product, since, days } = node.scope
    const scope: Record<string, CheckedValue> = {}
    if (site !== undefined) scope.site = this.#values.get(site) ?? ''
    if (product !== undefined) scope.product = this.#valueOf(product, () => this.#product(node))
    if (since !== undefined) {
      const day = this.#valueOf(since, () => isoOf(dayOf(FIRST_DAY) + this.#random.below(150)))
      scope.raised_since = day
      if (days !== undefined) {
        const count = this.#valueOf(days, () => String(3 + this.#random.below(25)))
        scope.raised_until = isoOf(dayOf(day) + Number(count))
      }
    }
    return this.#run(`search_${node.domain}`, { ...scope, ...given })
  }

  /** One that the hosts run which it will be paired with, else any. */
  #product(node: RowNode): string {
    const any = PRODUCTS[this.#random.below(PRODUCTS.length)] ?? ''
    const partner = this.#program.pairs.find(({ vulnerabilities }) => rootOf(vulnerabilities) === node)?.hosts
    const rows = partner === undefined ? undefined : this.#rows.get(partner)
    if (rows === undefined || rows.count === 0) return any
    return String(rows.value(this.#random.below(rows.count), 'product'))
  }

  #valueOf(placeholder: string, draw: () => string): string {
    const known = this.#values.get(placeholder)
    if (known !== undefined) return known
    const drawn = draw()
    this.#values.set(placeholder, drawn)
    return drawn
  }

  #run(name: string, values: Readonly<Record<string, CheckedValue>>): ResultRows | undefined {
    const outcome = this.#tools.get(name)?.run({ kind: 'checked', values })
    return outcome !== undefined && 'kind' in outcome && outcome.kind === 'rows' ? outcome.rows : undefined
  }
}

function rootOf(node: RowNode): RowNode {
  return node.parent === undefined ? node : rootOf(node.parent)
}

/** Rows as the argument of a tool; nobody sees where they come from. */
function resultOf(rows: ResultRows): ToolResult {
  return { kind: 'result', id: '', tool: '', summary: '', rows }
}
