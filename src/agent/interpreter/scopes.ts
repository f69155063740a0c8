import { PlanFault } from './plan-fault.js'

export interface FoundName {
  readonly slot: number
  readonly isLocal: boolean
}

/** Names of a plan and of its comprehensions, each with a slot of its own. */
export class Scopes {
  slotCount = 0
  readonly #plan = new Map<string, number>()
  readonly #comprehensions: Map<string, number>[] = []

  /** Names that are assigned anywhere in the plan, in order. */
  constructor(assigned: Iterable<string>) {
    for (const name of assigned) this.#plan.set(name, this.slotCount++)
  }

  find(name: string): FoundName {
    for (let at = this.#comprehensions.length - 1; at >= 0; at--) {
      const slot = this.#comprehensions[at]?.get(name)
      if (slot !== undefined) return { slot, isLocal: true }
    }
    return { slot: this.#plan.get(name) ?? -1, isLocal: false }
  }

  /** @returns the slots of a comprehension whose targets are these. */
  enter(names: Iterable<string>): readonly number[] {
    const scope = new Map<string, number>()
    for (const name of names) if (!scope.has(name)) scope.set(name, this.slotCount++)
    this.#comprehensions.push(scope)
    return [...scope.values()]
  }

  leave(): void {
    this.#comprehensions.pop()
  }

  /** `:=` inside a comprehension binds a name of the plan. */
  slotOfNamed(name: string, line: number): number {
    if (this.#comprehensions.some((scope) => scope.has(name))) {
      const what = `assignment expression cannot rebind comprehension iteration variable '${name}'`
      throw new PlanFault('syntax', `SyntaxError: ${what}`, line)
    }
    return this.slotOf(name)
  }

  slotOf(name: string): number {
    const { slot } = this.find(name)
    return slot
  }
}
