import type { Usage } from '../subject/reply.js'
import type { TokenPrice } from '../subject/subject.js'

/** What a run may spend in all, sessions before this one included. */
export interface BudgetLimits {
  /** In the currency of the price. */
  readonly cost?: number
  /** Prompt and completion tokens together. */
  readonly tokens?: number
}

/** What samples cost. */
export interface Spending {
  readonly usage?: Usage
  readonly cost?: number
  readonly cached?: true
}

/** In the currency of the price: Σ tokens × price per million / 10^6, prompt tokens that the provider had cached apart. */
export function costOf(usage: Usage | undefined, price: TokenPrice | undefined): number | undefined {
  if (usage === undefined || price === undefined) return undefined
  const { promptTokens = 0, completionTokens = 0, cachedTokens = 0 } = usage
  const fresh = Math.max(0, promptTokens - cachedTokens)
  const millionths =
    fresh * price.input + cachedTokens * (price.cachedInput ?? price.input) + completionTokens * price.output
  return millionths / 1e6
}

/** Counts what is spent, and says when no further sample may begin. */
export class Budget {
  readonly #limits: BudgetLimits
  #cost = 0
  #tokens = 0
  #paid = 0

  constructor(limits: BudgetLimits) {
    this.#limits = limits
  }

  get cost(): number {
    return this.#cost
  }

  get tokens(): number {
    return this.#tokens
  }

  /** There is a limit, and nothing that tells what a sample costs. */
  get isUninformed(): boolean {
    const { cost, tokens } = this.#limits
    return this.#paid === 0 && (cost !== undefined || tokens !== undefined)
  }

  /** Answers out of the cache cost nothing. */
  count({ usage, cost, cached }: Spending): void {
    if (cached === true) return
    this.#cost += cost ?? 0
    this.#tokens += (usage?.promptTokens ?? 0) + (usage?.completionTokens ?? 0)
    this.#paid++
  }

  /**
   * Which limit another sample would go beyond, if it and those under way cost what samples cost on average.
   *
   * @param underWay samples that have begun and are not counted yet.
   */
  exceeded(underWay: number): string | undefined {
    const coming = this.#paid === 0 ? 0 : (underWay + 1) / this.#paid
    const { cost, tokens } = this.#limits
    if (cost !== undefined && this.#cost * (1 + coming) > cost) return `--max-cost ${cost}`
    if (tokens !== undefined && this.#tokens * (1 + coming) > tokens) return `--max-tokens ${tokens}`
    return undefined
  }

  /** What a sample must tell for the limits to be kept, and does not. */
  blindTo({ usage, cost, cached }: Spending): string | undefined {
    if (cached === true) return undefined
    if (this.#limits.cost !== undefined && cost === undefined) return '--max-cost'
    if (this.#limits.tokens !== undefined && usage?.completionTokens === undefined) return '--max-tokens'
    return undefined
  }
}
