import { distinctExamples } from '../../corpus/distinct-examples.js'
import { type EntityType, findEntities, normalEntity } from '../../corpus/entities.js'
import { PromptIndex } from '../../corpus/prompt-overlap.js'
import type { KeywordSet } from '../keyword-set.js'
import type { KeywordRule } from '../keyword-tests/keyword-rule.js'
import { keywordRuleOf } from '../keyword-tests/rules/index.js'
import { type NullColumns, nullColumns } from '../keyword-tests/score-keywords.js'
import type { BatteryId, LadderCase } from '../ladder-case.js'
import type { LadderEvidence } from '../ladder-evidence.js'

/** A set with its rule made ready. */
export interface ReadySet {
  readonly set: KeywordSet
  readonly rule: KeywordRule
}

/** An entity that texts are searched for. */
export interface SoughtEntity {
  readonly type: EntityType
  /** In its normal form. */
  readonly value: string
}

/** The evidence with what several checks need of it, made when it is first asked for. */
export class HarnessView {
  readonly evidence: LadderEvidence
  readonly sets: readonly ReadySet[]
  readonly #nulls = new Map<KeywordSet, readonly NullColumns[]>()
  #index: PromptIndex | undefined
  #entities: ReadonlySet<string> | undefined
  #trained: ReadonlySet<string> | undefined

  constructor(evidence: LadderEvidence) {
    this.evidence = evidence
    this.sets = evidence.keywordSets.map((set) => ({ set, rule: keywordRuleOf(set) }))
  }

  nullsOf({ set, rule }: ReadySet): readonly NullColumns[] {
    const known = this.#nulls.get(set) ?? nullColumns(set, rule)
    this.#nulls.set(set, known)
    return known
  }

  /** Distinct prompts of the corpus. */
  get corpusPrompts(): PromptIndex {
    this.#index ??= new PromptIndex(
      distinctExamples(this.evidence.corpus).map(({ example: { id, prompt } }) => ({ id, text: prompt })),
    )
    return this.#index
  }

  /** Whether an entity stands in a prompt or an answer of the corpus. */
  isTrainedEntity(entity: SoughtEntity): boolean {
    this.#entities ??= new Set(
      distinctExamples(this.evidence.corpus).flatMap(({ example: { prompt, answer } }) =>
        [...entitiesIn(prompt), ...entitiesIn(answer.text)].map(entityKey),
      ),
    )
    return this.#entities.has(entityKey(entity))
  }

  /** Tools that the corpus declares or calls. */
  get trainedTools(): ReadonlySet<string> {
    this.#trained ??= new Set(
      this.evidence.corpus.examples.flatMap(({ tools, answer }) => [
        ...tools.map(({ name }) => name),
        ...answer.calls.map(({ name }) => name),
      ]),
    )
    return this.#trained
  }

  /** Cases by battery, in their order. */
  get batteries(): ReadonlyMap<BatteryId, readonly LadderCase[]> {
    const batteries = new Map<BatteryId, LadderCase[]>()
    for (const one of this.evidence.cases) {
      const list = batteries.get(one.battery)
      if (list === undefined) batteries.set(one.battery, [one])
      else list.push(one)
    }
    return batteries
  }
}

export function entitiesIn(text: string): readonly SoughtEntity[] {
  return findEntities(text).map(({ type, value }) => ({ type, value: normalEntity(value, type) }))
}

export function entityKey({ type, value }: SoughtEntity): string {
  return `${type} ${value}`
}

/** What the user says last in a case. */
export function promptOfCase({ messages }: Pick<LadderCase, 'messages'>): string {
  return messages.findLast(({ role }) => role === 'user')?.content ?? ''
}
