import type { TemplateTurn } from '../../../src/agent/dialogue-template.js'
import type { Deck } from '../../../src/agent/generate/grammar/deck.js'
import { type PhraseBook, sentenceCase, tidy } from '../../../src/agent/generate/grammar/phrase-book.js'
import { CacheKeys, PlanWriter } from '../../../src/agent/generate/grammar/plan-writer.js'
import type { RandomStream } from '../../../src/numeric/random.js'
import type { Domain } from './constraint.js'
import type { Airport, BindingProgram, DateRule, RowNode, Wish } from './travel-template.js'
import type { Persona } from './words/personas.js'
import type { Scenario } from './words/scenarios.js'

const keepingTools = {
  save: 'save_to_cache',
  get: 'get_results_from_cache',
  seek: 'seek_information',
} as const

/** A day as a plan states it: written by the user, or counted from another. */
export interface DayTerm {
  /** Name of its rule. */
  readonly rule: string
  readonly from?: { readonly day: DayTerm; readonly count: string }
}

/** What a search asks for; `undefined` where the user has not said it yet. */
export interface Request {
  readonly domain: Domain
  readonly city?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** Said instead of the city. */
  readonly fromAirport?: Airport | undefined
  readonly toAirport?: Airport | undefined
  /** Flights: the days that would do. */
  readonly days?: readonly DayTerm[] | undefined
  readonly arrival?: DayTerm | undefined
  readonly departure?: DayTerm | undefined
  readonly wishes: readonly Wish[]
}

/** Something in the cache. */
export interface Entry {
  readonly key: string
  readonly kind: 'search' | 'filter' | 'sort' | 'nearest'
  readonly domain: Domain
  readonly node: RowNode
  /** What the user calls it where there are several: "return flights", "hotels in <CITY_2>". */
  readonly title: string
  readonly request: Request
  /** What it was narrowed from. */
  readonly parent?: Entry
}

export interface SessionSetting {
  readonly book: PhraseBook
  readonly random: RandomStream
  readonly persona: Persona
  readonly scenario: Scenario
  /** Ids of constraints by domain, shared by the dialogues of a category so that all of them come up. */
  readonly wishes: Readonly<Record<Domain, Deck<string>>>
}

/** A dialogue in the making: its turns so far, what its plans have kept, and what its placeholders must satisfy. */
export class Session {
  readonly book: PhraseBook
  readonly random: RandomStream
  readonly persona: Persona
  readonly scenario: Scenario
  readonly wishes: SessionSetting['wishes']
  readonly keys = new CacheKeys()
  readonly entries: Entry[] = []
  readonly turns: TemplateTurn[] = []
  /** Of constraints that were used, in any domain. */
  readonly used = new Set<string>()
  /** Lists that this turn of the user is about. */
  readonly spoken = new Set<Entry>()
  /** A question that the user has yet to answer. */
  pending: { readonly request: Request; readonly missing: readonly string[] } | undefined
  readonly #cities: string[] = []
  readonly #dates: DateRule[] = []
  readonly #nodes: RowNode[] = []
  readonly #numbers = new Map<string, number>()
  #sentences: string[] = []
  #labels: string[] = []
  #missing: string[] = []
  #question: string | undefined
  plan = new PlanWriter(keepingTools)

  constructor({ book, random, persona, scenario, wishes }: SessionSetting) {
    this.book = book
    this.random = random
    this.persona = persona
    this.scenario = scenario
    this.wishes = wishes
  }

  get program(): BindingProgram {
    return { cities: this.#cities, dates: this.#dates, nodes: this.#nodes }
  }

  /** Whether something that happens `outOf10` times happens now. */
  chance(outOf10: number): boolean {
    return this.random.below(10) < outOf10
  }

  pick<T>(values: readonly [T, ...T[]]): T {
    return values[this.random.below(values.length)] ?? values[0]
  }

  /** The next placeholder of a name: `PRICE_1`, `PRICE_2`, … */
  placeholder(name: string): string {
    const number = (this.#numbers.get(name) ?? 0) + 1
    this.#numbers.set(name, number)
    return `${name}_${number}`
  }

  city(): string {
    const city = this.placeholder('CITY')
    this.#cities.push(city)
    return city
  }

  date(rule: DateRule): string {
    this.#dates.push(rule)
    return rule.name
  }

  node(node: RowNode): RowNode {
    this.#nodes.push(node)
    return node
  }

  /** Says a wording, in the persona's own if there is one. */
  phrase(rule: string, given: Readonly<Record<string, string>> = {}): string {
    const own = `${rule}.${this.persona.id}`
    return this.book.say(this.book.has(own) ? own : rule, given)
  }

  say(sentence: string): void {
    this.#sentences.push(sentence)
  }

  label(...labels: readonly string[]): void {
    for (const label of labels) if (!this.#labels.includes(label)) this.#labels.push(label)
  }

  seek(question: string, missing: readonly string[]): void {
    this.plan.seek(question)
    this.#missing.push(...missing)
    this.#question = question
    this.label('seek')
  }

  assistant(): void {
    const last = this.turns.at(-1)
    const rule = last === undefined ? 'open' : last.label === 'noop' ? 'noop' : 'next'
    const text = this.#question ?? sentenceCase(this.book.say(`assistant.${rule}`))
    this.#question = undefined
    this.turns.push({ role: 'assistant', text })
  }

  /** Ends the user's turn: what was said, in this persona's manner, and the plan for it. */
  user({ isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean }): void {
    const { persona } = this
    const opensCoolly =
      isFirst && (persona.id === 'friendly' || persona.id === 'formal' || persona.id === 'plain')
    const lead = !opensCoolly && this.chance(persona.leads) ? this.book.say(`lead.${persona.id}`) : ''
    const tail = !isLast && this.chance(persona.tails) ? this.book.say(`tail.${persona.id}`) : ''
    const joined = joinLead(lead, this.#sentences.map(closed).join(' '))
    const text = tidy(`${joined} ${tail}`)
    const isNoOp = this.plan.isEmpty
    const labels = isNoOp ? ['noop'] : this.#labels.filter((label) => label !== 'noop')
    this.turns.push({
      role: 'user',
      text: persona.isTerse ? lowered(text) : sentenceCase(text),
      plan: this.plan.text,
      label: labels.join('+'),
      ...(this.#missing.length === 0 ? {} : { missing: this.#missing }),
    })
    this.#sentences = []
    this.#labels = []
    this.#missing = []
    this.spoken.clear()
    this.plan = new PlanWriter(keepingTools)
  }
}

/** "Maybe we need …", but "Quick one: We need …" and "Thank you. We need …". */
function joinLead(lead: string, text: string): string {
  if (lead === '') return text
  const isOpen = /[,a-z]$/i.test(lead)
  const first = text.split(' ')[0] ?? ''
  const isName = first === 'I' || /^(I'|<|EV|AC)/.test(first)
  return `${lead} ${isOpen && !isName ? text.slice(0, 1).toLowerCase() + text.slice(1) : text}`
}

function closed(sentence: string): string {
  return /[.?!:)]$/.test(sentence) ? sentence : `${sentence}.`
}

/** Small letters, but for placeholders. */
function lowered(text: string): string {
  return text.replace(/<[A-Z0-9_]+>|[A-Z]/g, (part) => (part.length === 1 ? part.toLowerCase() : part))
}
