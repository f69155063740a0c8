import type { TemplateTurn } from '../../../src/agent/dialogue-template.js'
import type { Deck } from '../../../src/agent/generate/grammar/deck.js'
import { type PhraseBook, tidy } from '../../../src/agent/generate/grammar/phrase-book.js'
import { CacheKeys, PlanWriter } from '../../../src/agent/generate/grammar/plan-writer.js'
import type { RandomStream } from '../../../src/numeric/random.js'
import type { DeskDomain } from '../knowledge/make-tables.js'
import { type Constraint, constraintsOf, type Wish } from './constraint.js'
import type { BindingProgram, RowNode, Scope } from './desk-template.js'

const keepingTools = {
  save: 'save_to_cache',
  get: 'get_results_from_cache',
  seek: 'seek_information',
} as const

/** Something in the cache. */
export interface Entry {
  readonly key: string
  readonly kind: 'search' | 'filter' | 'sort' | 'pairs'
  readonly domain: DeskDomain
  readonly node: RowNode
  readonly scope: Scope
  /** What it was made from. */
  readonly parent?: Entry
}

/** What a search still lacks. */
export interface Pending {
  readonly domain: DeskDomain
  readonly scope: Scope
  readonly wishes: readonly Wish[]
  readonly missing: readonly string[]
}

export interface SessionSetting {
  readonly book: PhraseBook
  readonly random: RandomStream
  readonly language: string
  readonly persona: string
  readonly scenario: string
  readonly wishes: Readonly<Record<DeskDomain, Deck<Constraint>>>
}

/** A dialogue in the making: its turns, what its plans have kept, and what its placeholders must satisfy. */
export class Session {
  readonly setting: SessionSetting
  readonly keys = new CacheKeys()
  readonly entries: Entry[] = []
  readonly turns: TemplateTurn[] = []
  /** Of constraints and other things that come up once in a dialogue. */
  readonly used = new Set<string>()
  pending: Pending | undefined
  plan = new PlanWriter(keepingTools)
  readonly #sites: string[] = []
  readonly #nodes: RowNode[] = []
  readonly #pairs: { readonly hosts: RowNode; readonly vulnerabilities: RowNode }[] = []
  readonly #numbers = new Map<string, number>()
  #sentences: string[] = []
  #labels: string[] = []
  #missing: readonly string[] = []
  #question: string | undefined

  constructor(setting: SessionSetting) {
    this.setting = setting
  }

  get program(): BindingProgram {
    return { sites: this.#sites, nodes: this.#nodes, pairs: this.#pairs }
  }

  /** Whether something but sites is left to fill in. */
  get varies(): boolean {
    return [...this.#numbers.keys()].some((name) => name !== 'SITE')
  }

  /** Whether something that happens `outOf10` times happens now. */
  chance(outOf10: number): boolean {
    return this.setting.random.below(10) < outOf10
  }

  /** The next placeholder of a name: `DATE_1`, `DATE_2`, … */
  placeholder(name: string): string {
    const number = (this.#numbers.get(name) ?? 0) + 1
    this.#numbers.set(name, number)
    const placeholder = `${name}_${number}`
    if (name === 'SITE') this.#sites.push(placeholder)
    return placeholder
  }

  node(node: RowNode): RowNode {
    this.#nodes.push(node)
    return node
  }

  pair(hosts: RowNode, vulnerabilities: RowNode): void {
    this.#pairs.push({ hosts, vulnerabilities })
  }

  word(rule: string, given: Readonly<Record<string, string>> = {}): string {
    return this.setting.book.say(rule, given)
  }

  say(rule: string, given: Readonly<Record<string, string>> = {}): void {
    this.#sentences.push(this.word(rule, given))
  }

  label(...labels: readonly string[]): void {
    for (const label of labels) if (!this.#labels.includes(label)) this.#labels.push(label)
  }

  seek(question: string, missing: readonly string[]): void {
    this.plan.seek(question)
    this.#missing = missing
    this.#question = question
    this.label('seek')
  }

  /** New wishes of a domain, none about what is settled already. */
  newWishes(domain: DeskDomain, most: number, held: readonly Wish[] = []): readonly Wish[] {
    const wishes: Wish[] = []
    const settled = new Set(held.map(({ constraint }) => constraint.parameter))
    for (let left = most; left > 0; left--) {
      const constraint = this.setting.wishes[domain].deal(
        ({ id, parameter }) => !settled.has(parameter) && !this.used.has(`${domain}.${id}`),
      )
      if (constraint === undefined) break
      settled.add(constraint.parameter)
      this.used.add(`${domain}.${constraint.id}`)
      const { placeholder } = constraint
      wishes.push(
        placeholder === undefined
          ? { constraint }
          : { constraint, placeholder: this.placeholder(placeholder) },
      )
    }
    return wishes
  }

  /** The wishes behind a noun: "without an agent and in <ENVIRONMENT_1>". */
  wished(domain: DeskDomain, wishes: readonly Wish[]): string {
    const said = wishes.map(({ constraint: { id }, placeholder = '' }) =>
      this.word(`with.${domain}.${id}`, { v: `<${placeholder}>` }),
    )
    return said.join(` ${this.word('and')} `)
  }

  assistant(): void {
    const last = this.turns.at(-1)
    const rule = last === undefined ? 'open' : last.label === 'noop' ? 'sorry' : 'next'
    this.turns.push({ role: 'assistant', text: this.#question ?? tidy(this.word(`assistant.${rule}`)) })
    this.#question = undefined
  }

  /** Ends the user's turn: what was said, in this persona's manner, and the plan for it. */
  user({ isLast }: { readonly isLast: boolean }): void {
    const { persona } = this.setting
    const lead = this.chance(4) ? this.word(`lead.${persona}`) : ''
    const tail = !isLast && this.chance(3) ? this.word(`tail.${persona}`) : ''
    const labels = this.plan.isEmpty ? ['noop'] : this.#labels.filter((label) => label !== 'noop')
    this.turns.push({
      role: 'user',
      text: tidy([lead, ...this.#sentences, tail].join(' ')),
      plan: this.plan.text,
      label: labels.join('+'),
      ...(this.#missing.length === 0 ? {} : { missing: this.#missing }),
    })
    this.#sentences = []
    this.#labels = []
    this.#missing = []
    this.plan = new PlanWriter(keepingTools)
  }
}

/** Wishes that hold for an entry, the earliest first. */
export function heldBy({ kind, node, parent }: Entry): readonly Wish[] {
  return [
    ...(parent === undefined ? [] : heldBy(parent)),
    ...(kind === 'sort' || kind === 'pairs' ? [] : node.wishes),
  ]
}

/** Arguments that state the wishes, as Python. */
export function argumentsOf(wishes: readonly Wish[]): readonly (readonly [string, string])[] {
  return wishes.map(({ constraint, placeholder = '' }) => [
    constraint.parameter,
    constraint.expression.replace('{v}', `<${placeholder}>`),
  ])
}

/** Every constraint that there is, for whoever deals them out. */
export function allConstraints(domain: DeskDomain): readonly [Constraint, ...Constraint[]] {
  const [first, ...rest] = constraintsOf[domain]
  // No domain is without.
  return [first as Constraint, ...rest]
}
