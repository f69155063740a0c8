import type { AgentMode } from '../../agent/agents/agent.js'
import { type SummaryPolicy, summaryPolicies } from '../../agent/agents/model-summary.js'
import { type InjectionKind, type InjectionPlan, injectionKinds } from '../../agent/inject/injector.js'
import type { PackSemantics } from '../../agent/pack.js'
import { InputError } from '../../errors.js'
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'
import { isCount } from '../../text/plain-value.js'
import type { Running } from './play-dialogue.js'

/** What `run.json` keeps of a run of dialogues beside the rest: the pack and how the agent was led. */
export interface ConverseFacts {
  readonly version: 1
  readonly pack: StoredPack
  readonly mode: AgentMode
  readonly running: Running
  /** Examples in the prompt, and a hash over them. */
  readonly shots: { readonly count: number; readonly hash?: string }
  readonly executor: 'tree' | 'monty'
  readonly repairs: number
  readonly maxSteps: number
  /** In JSON mode: tools are declared in the message, not natively. */
  readonly toolsInPrompt?: true
  readonly summaries: { readonly policy: SummaryPolicy; readonly spec?: string }
  readonly inject?: InjectionPlan
  readonly user?: { readonly spec: string; readonly maxTurns: number }
  /** Which items of the benchmark are played. */
  readonly split?: string
  readonly categories?: readonly string[]
}

/** The world that dialogues are played in. */
export interface StoredPack {
  /** As `--pack` named it. */
  readonly spec: string
  readonly id: string
  readonly version: number
  readonly size: 'full' | 'small'
  readonly seed: number
  readonly semantics: PackSemantics
  /** Faults of the released code, brought back or put right one by one. */
  readonly switches?: Readonly<Record<string, boolean>>
  /** Fingerprint of the knowledge base. */
  readonly knowledge: string
}

/** @throws {InputError} `run-invalid`. */
export function converseFactsOf(value: JsonValue | undefined, where: string): ConverseFacts {
  const facts = objectOf(value, { where, name: 'converse' })
  if (facts.version !== 1) throw invalid(where, '"version" of converse is not 1.')
  const shots = objectOf(facts.shots, { where, name: 'converse.shots' })
  const summaries = objectOf(facts.summaries, { where, name: 'converse.summaries' })
  const { inject, user } = facts
  const text = (name: string, from: JsonObject): { readonly [key: string]: string } =>
    typeof from[name] === 'string' ? { [name]: from[name] } : {}
  return {
    version: 1,
    pack: packOf(objectOf(facts.pack, { where, name: 'converse.pack' }), where),
    mode: wordOf(facts.mode, ['code', 'json'], { where, name: 'mode' }),
    running: wordOf(facts.running, ['teacher-forced', 'free-running'], { where, name: 'running' }),
    shots: { count: wholeOf(shots.count, { where, name: 'shots.count' }), ...text('hash', shots) },
    executor: wordOf(facts.executor, ['tree', 'monty'], { where, name: 'executor' }),
    repairs: wholeOf(facts.repairs, { where, name: 'repairs' }),
    maxSteps: wholeOf(facts.maxSteps, { where, name: 'maxSteps' }),
    ...(facts.toolsInPrompt === true ? { toolsInPrompt: true as const } : {}),
    summaries: {
      policy: wordOf(summaries.policy, summaryPolicies, { where, name: 'summaries.policy' }),
      ...text('spec', summaries),
    },
    ...(inject === undefined ? {} : { inject: injectOf(inject, where) }),
    ...(user === undefined ? {} : { user: userOf(user, where) }),
    ...text('split', facts),
    ...(facts.categories === undefined ? {} : { categories: textsOf(facts.categories, where) }),
  }
}

function packOf(pack: JsonObject, where: string): StoredPack {
  const { spec, id, knowledge } = pack
  if (typeof spec !== 'string' || typeof id !== 'string' || typeof knowledge !== 'string') {
    throw invalid(where, '"converse.pack" has no spec, id and knowledge.')
  }
  return {
    spec,
    id,
    version: wholeOf(pack.version, { where, name: 'pack.version' }),
    size: wordOf(pack.size, ['full', 'small'], { where, name: 'pack.size' }),
    seed: wholeOf(pack.seed, { where, name: 'pack.seed' }),
    semantics: wordOf(pack.semantics, ['strict', 'compat'], { where, name: 'pack.semantics' }),
    ...(pack.switches === undefined ? {} : { switches: switchesOf(pack.switches, where) }),
    knowledge,
  }
}

function switchesOf(value: JsonValue, where: string): Readonly<Record<string, boolean>> {
  const entries = Object.entries(objectOf(value, { where, name: 'converse.pack.switches' })).map(
    ([name, isOn]): [string, boolean] => {
      if (typeof isOn === 'boolean') return [name, isOn]
      throw invalid(where, `The switch ${JSON.stringify(name.slice(0, 80))} is neither true nor false.`)
    },
  )
  return Object.fromEntries(entries)
}

function injectOf(value: JsonValue, where: string): InjectionPlan {
  const inject = objectOf(value, { where, name: 'converse.inject' })
  const kinds = textsOf(inject.kinds, where).map(
    (kind): InjectionKind => wordOf(kind, injectionKinds, { where, name: 'inject.kinds' }),
  )
  const { rate } = inject
  if (typeof rate !== 'number' || !(rate >= 0 && rate <= 1))
    throw invalid(where, '"inject.rate" is no share.')
  return { kinds, rate, seed: wholeOf(inject.seed, { where, name: 'inject.seed' }) }
}

function userOf(value: JsonValue, where: string): NonNullable<ConverseFacts['user']> {
  const { spec, maxTurns } = objectOf(value, { where, name: 'converse.user' })
  if (typeof spec !== 'string') throw invalid(where, '"converse.user" has no spec.')
  return { spec, maxTurns: wholeOf(maxTurns, { where, name: 'user.maxTurns' }) }
}

interface Member {
  readonly where: string
  readonly name: string
}

function objectOf(value: JsonValue | undefined, { where, name }: Member): JsonObject {
  if (isJsonObject(value)) return value
  throw invalid(where, `"${name}" is no object.`)
}

function textsOf(value: JsonValue | undefined, where: string): readonly string[] {
  const texts = isJsonArray(value) ? value.filter((one) => typeof one === 'string') : []
  if (isJsonArray(value) && texts.length === value.length) return texts
  throw invalid(where, 'A list of converse holds something that is no text.')
}

function wordOf<const W extends string>(
  value: JsonValue | undefined,
  words: readonly W[],
  { where, name }: Member,
): W {
  const found = words.find((word) => word === value)
  if (found !== undefined) return found
  throw invalid(where, `"converse.${name}" is none of ${words.join(', ')}.`)
}

function wholeOf(value: JsonValue | undefined, { where, name }: Member): number {
  if (isCount(value)) return value
  throw invalid(where, `"converse.${name}" is no whole number from 0.`)
}

function invalid(where: string, what: string): InputError {
  return new InputError({
    code: 'run-invalid',
    what,
    where,
    fix: 'Restore run.json as `assay converse` wrote it.',
  })
}
