/** Keys of a dialogue's cache, none given twice. */
export class CacheKeys {
  readonly #taken = new Set<string>()

  /** `base`, or `base_2` and so on where it is taken. */
  take(base: string): string {
    let key = base
    for (let number = 2; this.#taken.has(key); number++) key = `${base}_${number}`
    this.#taken.add(key)
    return key
  }
}

/** Names of the tools with which any pack keeps and asks. */
export interface KeepingTools {
  readonly save: string
  readonly get: string
  readonly seek: string
}

/** The line of a turn in which nothing need be done. */
export const NO_OP = 'print("No planning needed")'

/**
 * Writes the gold plan of one turn, line by line. A variable is called like the key that its value is kept under, so a plan
 * that takes a value from the cache reads like the one that made it.
 */
export class PlanWriter {
  readonly #lines: string[] = []
  readonly #variables = new Set<string>()
  readonly #tools: KeepingTools

  constructor(tools: KeepingTools) {
    this.#tools = tools
  }

  get isEmpty(): boolean {
    return this.#lines.length === 0
  }

  /** @param arguments_ Python expressions by name. */
  call(
    variable: string,
    tool: string,
    arguments_: readonly (readonly [name: string, expression: string])[],
  ): string {
    this.#variables.add(variable)
    this.#lines.push(
      `${variable} = ${tool}(${arguments_.map(([name, value]) => `${name}=${value}`).join(', ')})`,
    )
    return variable
  }

  save(key: string): void {
    this.#lines.push(`${this.#tools.save}(key="${key}", value=${key})`)
  }

  /** The variable of a key, after taking it from the cache where this turn does not have it yet. */
  load(key: string): string {
    if (!this.#variables.has(key)) this.call(key, this.#tools.get, [['key', `"${key}"`]])
    return key
  }

  has(variable: string): boolean {
    return this.#variables.has(variable)
  }

  /** The question stands without a name: the released agents and their scorer read it there alone. */
  seek(question: string): void {
    this.#lines.push(`${this.#tools.seek}("${question}")`)
  }

  /** The plan so far; the line that does nothing where there is none. */
  get text(): string {
    return this.isEmpty ? NO_OP : this.#lines.join('\n')
  }
}
