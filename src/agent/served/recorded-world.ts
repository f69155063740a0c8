import type { Dialogue } from '../../benchmark/dialogue-item.js'
import { InputError } from '../../errors.js'
import type { Hash } from '../../ports.js'
import {
  canonicalJson,
  emptyObject,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../text/json.js'
import { printable, quoted } from '../../text/printable.js'
import type { PackSemantics, PackTool, PackWorld, ToolOutcome } from '../pack.js'
import { valueOutcome } from './answer-outcome.js'
import { servedTool } from './served-tool.js'
import { lexiconOf, toolsBeside } from './server-world.js'

export interface RecordedWorldsSpec {
  readonly dialogues: readonly Dialogue[]
  readonly semantics: PackSemantics
  readonly hash: Hash
}

/** A call of a dialogue with what came of it. */
interface RecordedCall {
  readonly name: string
  readonly arguments: JsonObject
  readonly output: JsonValue
  /** What was thrown. */
  readonly exception: string | undefined
}

/**
 * Worlds of dialogues that carry the results of their calls: user turns with `recorded: [{name, arguments, output,
 * exception}]`. A tool answers what was recorded where name and arguments are the same, in whatever order the arguments
 * stand, and with an error otherwise: nobody knows what it would have said. All tools take any JSON, none of it mandatory.
 */
export class RecordedWorlds {
  /** Answers from the results of all dialogues; of several for one call the first. */
  readonly world: PackWorld
  readonly #spec: RecordedWorldsSpec
  /** Names of the arguments by tool, over all dialogues, so that a tool looks alike in all of them. */
  readonly #parameters = new Map<string, Set<string>>()
  readonly #knowledge: string

  /** @throws {InputError} `recorded-invalid`; `recorded-missing` when no dialogue carries results. */
  constructor(spec: RecordedWorldsSpec) {
    this.#spec = spec
    const all = spec.dialogues.flatMap(recordedCalls)
    if (all.length === 0) {
      throw new InputError({
        code: 'recorded-missing',
        what: 'No turn of these dialogues carries results of its calls.',
        fix: 'Take items with "recorded" results, such as API-Bank, or name a pack that has tools of its own.',
      })
    }
    for (const { name, arguments: args } of all) {
      const known = this.#parameters.get(name) ?? new Set()
      for (const key of Object.keys(args)) known.add(key)
      this.#parameters.set(name, known)
    }
    const facts = all.map((call) => [call.name, call.arguments, call.output, call.exception ?? null])
    this.#knowledge = spec.hash(canonicalJson(facts))
    this.world = this.#worldOver(all, [...this.#parameters.keys()])
  }

  /** The tools that the dialogue calls, answering from its own results only. */
  worldOf(dialogue: Dialogue): PackWorld {
    const calls = recordedCalls(dialogue)
    return this.#worldOver(calls, [...new Set(calls.map(({ name }) => name))])
  }

  #worldOver(calls: readonly RecordedCall[], names: readonly string[]): PackWorld {
    const results = new Map<string, RecordedCall>()
    for (const call of calls) {
      const key = keyOf(call.name, call.arguments)
      if (!results.has(key)) results.set(key, call)
    }
    const tools = names.map((name) => this.#toolOf(name, results))
    const beside = toolsBeside().filter((tool) => !names.includes(tool.name))
    return {
      pack: { id: 'recorded', version: 1, persona: 'an assistant who works with tools', languages: ['en'] },
      semantics: this.#spec.semantics,
      knowledge: this.#knowledge,
      tools: [...tools, ...beside],
      seek: lexiconOf(tools),
      save: () => [],
      counts: { tools: tools.length, results: results.size },
    }
  }

  #toolOf(name: string, results: ReadonlyMap<string, RecordedCall>): PackTool {
    const properties = emptyObject()
    for (const key of this.#parameters.get(name) ?? []) properties[key] = emptyObject()
    const inputSchema = Object.assign(emptyObject(), { type: 'object', properties })
    return servedTool({
      tool: { name, description: `Answers as ${printable(name, { maxLength: 80 })} did.`, inputSchema },
      name,
      writes: false,
      answer: (args) => recordedOutcome(results.get(keyOf(name, args)), { name, arguments: args }),
    })
  }
}

function recordedOutcome(
  call: RecordedCall | undefined,
  asked: { readonly name: string; readonly arguments: JsonObject },
): ToolOutcome {
  if (call === undefined) return { kind: 'error', error: 'failed', message: 'not recorded' }
  if (call.exception === undefined) return valueOutcome(call.output, asked)
  const said = quoted(call.exception, 300)
  return { kind: 'error', error: 'failed', message: `The tool answered with an error: ${said}` }
}

/** An argument that is null says as much as one that is left out. */
function keyOf(name: string, args: JsonObject): string {
  const given = emptyObject()
  for (const [key, value] of Object.entries(args)) if (value !== null) given[key] = value
  return canonicalJson([name, given])
}

function recordedCalls(dialogue: Dialogue): readonly RecordedCall[] {
  return dialogue.turns.flatMap(({ json: { recorded } }, index) => {
    if (recorded === undefined) return []
    const where = `item ${JSON.stringify(dialogue.id)}, turn ${index + 1}`
    if (!isJsonArray(recorded)) throw invalid('"recorded" must be a list.', where)
    return recorded.map((call) => recordedCall(call, where))
  })
}

function recordedCall(call: JsonValue, where: string): RecordedCall {
  if (!isJsonObject(call) || typeof call.name !== 'string' || !isJsonObject(call.arguments)) {
    throw invalid('A recorded call has no name, or no object of arguments.', where)
  }
  const { name, arguments: args, output = null, exception = null } = call
  if (exception !== null && typeof exception !== 'string') throw invalid('"exception" must be a text.', where)
  return { name, arguments: args, output, exception: exception ?? undefined }
}

function invalid(what: string, where: string): InputError {
  return new InputError({ code: 'recorded-invalid', what, where, fix: 'Correct that item.' })
}
