import { distinctExamples } from '../../corpus/distinct-examples.js'
import { type EntityType, normalEntity } from '../../corpus/entities.js'
import { groundingOf } from '../../corpus/grounding.js'
import { normalPrompt } from '../../corpus/prompt-overlap.js'
import type { CorpusExample, ToolCorpus } from '../../corpus/tool-corpus.js'
import { valueKey } from '../../score/calls/value-equality.js'
import type { JsonObject } from '../../text/json.js'
import { type CommandArguments, commandArguments } from './command-arguments.js'

/** What training answered, by prompt and by call. */
export class CorpusReferences {
  readonly commands: CommandArguments
  /** Distinct examples; `calls` of them call. */
  readonly distinct: number
  readonly #byPrompt = new Map<string, CorpusExample[]>()
  /** Normalised prompts that a call answers. */
  readonly #byCall = new Map<string, Set<string>>()
  readonly #values = new Map<EntityType, Set<string>>()

  constructor(corpus: ToolCorpus) {
    const distinct = distinctExamples(corpus).map(({ example }) => example)
    this.distinct = distinct.length
    this.commands = commandArguments(distinct)
    for (const example of distinct) {
      const prompt = normalPrompt(example.prompt)
      const known = this.#byPrompt.get(prompt)
      if (known === undefined) this.#byPrompt.set(prompt, [example])
      else known.push(example)
      for (const { name, arguments: given } of example.answer.calls) {
        const key = callText(name, given)
        this.#byCall.set(key, (this.#byCall.get(key) ?? new Set()).add(prompt))
      }
      for (const { type, value } of groundingOf(example).slots) {
        this.#values.set(type, (this.#values.get(type) ?? new Set()).add(normalEntity(value, type)))
      }
    }
  }

  /** Every example with the same normalised prompt: one prompt can have several answers. */
  answersTo(prompt: string): readonly CorpusExample[] {
    return this.#byPrompt.get(normalPrompt(prompt)) ?? []
  }

  /** Whether training answers another prompt with exactly this call. */
  isForeign(
    { name, arguments: given }: { readonly name: string; readonly arguments: JsonObject },
    prompt: string,
  ): boolean {
    const prompts = this.#byCall.get(callText(name, given))
    if (prompts === undefined) return false
    return prompts.size > 1 || !prompts.has(normalPrompt(prompt))
  }

  /** Whether some call of the corpus copied the value from its prompt. */
  holdsEntity(value: string, type: EntityType): boolean {
    return this.#values.get(type)?.has(normalEntity(value, type)) === true
  }
}

function callText(name: string, given: JsonObject): string {
  return `${JSON.stringify(name)}${valueKey(given)}`
}
