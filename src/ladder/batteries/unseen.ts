import type { CorpusTemplate } from '../../corpus/templates.js'
import type { CorpusExample } from '../../corpus/tool-corpus.js'
import { type RandomStream, randomStream, shuffled } from '../../numeric/random.js'
import type { JsonObject } from '../../text/json.js'
import type { CaseEntity, LadderCase } from '../ladder-case.js'
import { type BatteryContext, defineBattery } from './battery.js'
import { newEntitiesFor } from './battery-entities.js'
import { argumentText, type FilledSlot, filledCall, filledEntities, filledPrompt } from './filled-template.js'
import { goldCallOf, makeCase, toolIn } from './make-case.js'
import type { NewEntities } from './new-entities.js'
import { newPhrasing, phrasingCount } from './new-phrasing.js'
import { NoticeList } from './notice-list.js'
import { isReadableGold } from './readable-gold.js'
import { stratified } from './stratified.js'
import { cellShares, type UnseenCell } from './unseen-cells.js'

/**
 * Templates of the corpus with entities that it lacks, and the controls that tell what generalises: seen and new wording
 * against seen and new entity, and one entity in the wordings of two tools.
 */
export const unseen = defineBattery({
  id: 'unseen',
  describes: 'wordings of the corpus with entities that it lacks, beside the other cells of the 2×2',
  build(context) {
    const notices = new NoticeList('unseen')
    const builder = new UnseenBuilder(context, notices)
    if (context.templates.length === 0) {
      notices.add(
        'no-grounded-rows',
        'No call of the corpus copies a value from its prompt, so there is no template to fill with new entities.',
      )
    }
    const total = context.sizes.unseen
    const quota = (cell: UnseenCell): number => Math.round(total * cellShares[cell])
    builder.seenTemplates(quota('seen-template/new-entity'))
    builder.crosses(Math.floor(quota('cross') / 2))
    builder.newTemplates(quota('new-template/new-entity'), 'new-template/new-entity')
    builder.newTemplates(quota('new-template/seen-entity'), 'new-template/seen-entity')
    builder.recombined(quota('seen-template/seen-entity'))
    return { cases: builder.cases, manifest: builder.manifest(), notices: notices.list }
  },
})

interface Making {
  readonly template: CorpusTemplate
  readonly slots: readonly FilledSlot[]
  readonly cell: UnseenCell
  /** In place of the template's own wording. */
  readonly prompt?: string
  readonly cluster?: string
}

/** Jaccard from which a wording of ours resembles one of the corpus too much to be new. */
const MOST_ALIKE = 0.6

class UnseenBuilder {
  readonly cases: LadderCase[] = []
  readonly #context: BatteryContext
  readonly #notices: NoticeList
  readonly #entities: NewEntities
  readonly #examples: ReadonlyMap<string, CorpusExample>
  readonly #byTool = new Map<string, CorpusTemplate[]>()
  readonly #prompts = new Set<string>()
  #overlapping = 0
  #unreadable = 0

  constructor(context: BatteryContext, notices: NoticeList) {
    this.#context = context
    this.#notices = notices
    this.#entities = newEntitiesFor(context, 'unseen')
    this.#examples = new Map(context.corpus.examples.map((example) => [example.id, example]))
    const random = randomStream(context.seed, 'unseen templates')
    for (const template of shuffled(context.templates, random)) {
      const example = this.#exampleOf(template)
      if (example === undefined || toolIn(context.frames.of(example), template.tool) === undefined) continue
      const hasEntity = template.slots.some(
        (slot) => !this.#entities.isFixed({ tool: template.tool, ...slot }),
      )
      if (!hasEntity) continue
      this.#byTool.set(template.tool, [...(this.#byTool.get(template.tool) ?? []), template])
    }
  }

  /** New entities in the wordings of the corpus: as many of each tool, each wording as often as the others. */
  seenTemplates(quota: number): void {
    const tools = [...this.#byTool.keys()].sort()
    for (const [index, tool] of tools.entries()) {
      // What does not divide evenly goes to the first tools.
      const wanted = Math.floor(quota / tools.length) + (index < quota % tools.length ? 1 : 0)
      const templates = this.#byTool.get(tool) as CorpusTemplate[] // its own key
      const most = Math.ceil(wanted / templates.length)
      let made = 0
      for (let round = 0; round < most && made < wanted; round++) {
        for (const template of templates) {
          if (made === wanted) break
          const slots = this.#newSlots(template)
          if (slots !== undefined && this.#add({ template, slots, cell: 'seen-template/new-entity' })) made++
        }
      }
      if (made < wanted) {
        const what = 'For some tools fewer new entities than wanted could be made.'
        this.#notices.add('few-new-entities', what, tool)
      }
    }
  }

  /** One new entity in a wording of each of two tools that take its type. */
  crosses(pairs: number): void {
    const byType = new Map<string, CorpusTemplate[]>()
    for (const templates of this.#byTool.values()) {
      for (const template of templates) {
        const [slot, ...others] = template.slots
        if (slot === undefined || others.length > 0 || UNCROSSED.has(slot.type)) continue
        byType.set(slot.type, [...(byType.get(slot.type) ?? []), template])
      }
    }
    const types = [...byType].filter(([, list]) => new Set(list.map(({ tool }) => tool)).size > 1)
    for (let made = 0, round = 0; made < pairs && round < 4 * pairs && types.length > 0; round++) {
      const [, list] = types[round % types.length] as (typeof types)[number] // in range
      const tools = [...new Set(list.map(({ tool }) => tool))].sort()
      const at = Math.floor(round / types.length)
      const [first, second] = [tools[at % tools.length], tools[(at + 1) % tools.length]].map((tool) => {
        const own = list.filter((template) => template.tool === tool)
        return own[at % own.length]
      })
      if (first === undefined || second === undefined) continue
      const slots = this.#newSlots(first)
      if (slots === undefined) continue
      const other = second.slots.map(({ argument, type }, place) => ({
        ...(slots[place] as FilledSlot),
        argument,
        type,
      }))
      const isFirst = this.#add({ template: first, slots, cell: 'cross' })
      const isSecond = this.#add({ template: second, slots: other, cell: 'cross' })
      if (isFirst || isSecond) made++
    }
  }

  /** Wordings of our own, from the tools' declarations. */
  newTemplates(quota: number, cell: 'new-template/new-entity' | 'new-template/seen-entity'): void {
    const random = randomStream(this.#context.seed, cell)
    const tools = [...this.#byTool.keys()].sort()
    let made = 0
    for (let round = 0; made < quota && round < 4 * quota && tools.length > 0; round++) {
      const name = tools[round % tools.length] as string // in range
      const templates = this.#byTool.get(name) as CorpusTemplate[] // its own key
      const template = templates[random.below(templates.length)] as CorpusTemplate // in range
      const example = this.#exampleOf(template)
      const tool = example && toolIn(this.#context.frames.of(example), name)
      const slots =
        cell === 'new-template/new-entity' ? this.#newSlots(template) : this.#seenSlots(template, random)
      if (tool === undefined || slots === undefined) continue
      const variant = random.below(phrasingCount)
      const values = slots
        .filter(({ isEntity }) => isEntity)
        .map(({ argument, value }) => ({ argument, text: value }))
      const prompt = newPhrasing({ tool, values, language: this.#context.language }, variant)
      if (this.#context.seen.overlap(prompt).jaccard >= MOST_ALIKE) {
        this.#overlapping++
        continue
      }
      if (this.#add({ template, slots, cell, prompt, cluster: `our wording ${variant}, ${name}` })) made++
    }
  }

  /** Wordings and entities that both occur, and not together. */
  recombined(quota: number): void {
    const random = randomStream(this.#context.seed, 'recombined')
    const all = stratified([...this.#byTool.values()].flat(), { groupOf: ({ tool }) => tool, random })
    let made = 0
    for (let round = 0; made < quota && round < 20 * quota && all.length > 0; round++) {
      const template = all[round % all.length] as CorpusTemplate // in range
      const slots = this.#seenSlots(template, random)
      if (slots !== undefined && this.#add({ template, slots, cell: 'seen-template/seen-entity' })) made++
    }
    if (made === 0 && quota > 0 && all.length > 0) {
      this.#notices.add(
        'no-recombination',
        'Every entity stands in every wording that takes it, so the cell of seen wordings with seen entities is empty.',
      )
    }
  }

  #exampleOf({ examples }: CorpusTemplate): CorpusExample | undefined {
    return this.#examples.get(examples[0] ?? '')
  }

  #newSlots(template: CorpusTemplate): readonly FilledSlot[] | undefined {
    return this.#slotsBy(template, (place) => this.#entities.make(place))
  }

  #seenSlots(template: CorpusTemplate, random: RandomStream): readonly FilledSlot[] | undefined {
    return this.#slotsBy(template, ({ tool, argument, type }) => {
      const values = this.#context.seen.valuesOf(tool, argument).filter((value) => value.type === type)
      return values.length === 0 ? undefined : values[random.below(values.length)]?.value
    })
  }

  #slotsBy(
    template: CorpusTemplate,
    choose: (place: { tool: string } & CorpusTemplate['slots'][number]) => string | undefined,
  ): readonly FilledSlot[] | undefined {
    const example = this.#exampleOf(template)
    if (example === undefined) return undefined
    const filled: FilledSlot[] = []
    for (const slot of template.slots) {
      const place = { tool: template.tool, ...slot }
      const isEntity = !this.#entities.isFixed(place)
      const value = isEntity ? choose(place) : argumentText(example, slot.argument)
      if (value === undefined) return undefined
      filled.push({ argument: slot.argument, type: slot.type, value, isEntity })
    }
    return filled
  }

  #add({ template, slots, cell, prompt, cluster }: Making): boolean {
    const { frames, dialect, seen, budgets } = this.#context
    const example = this.#exampleOf(template)
    if (example === undefined) return false
    const text = prompt ?? filledPrompt(template, slots)
    const { kind } = seen.overlap(text)
    if (kind === 'exact' || kind === 'normalised' || this.#prompts.has(text)) {
      this.#overlapping++
      return false
    }
    const frame = frames.of(example)
    const call = filledCall(template, { example, slots })
    if (!isReadableGold([call], { dialect, tools: frame.tools })) {
      this.#unreadable++
      this.#notices.add(
        'gold-not-readable',
        'Some calls that were made as gold are not read back strictly, or break the schema, and were dropped.',
        template.id,
      )
      return false
    }
    this.#prompts.add(text)
    this.cases.push(
      makeCase({
        battery: 'unseen',
        name: `${cell.replaceAll('/', '-')}-${1 + this.cases.filter(({ group }) => group === cell).length}`,
        frame,
        prompt: text,
        gold: [goldCallOf(call)],
        cluster: cluster ?? template.id,
        group: cell,
        entities: filledEntities(template.tool, slots),
        example: example.id,
        maxTokens: budgets.call,
      }),
    )
    return true
  }

  manifest(): JsonObject {
    const { seed, seen } = this.#context
    const count = (key: (one: LadderCase) => string): JsonObject => {
      const counts = new Map<string, number>()
      for (const one of this.cases) counts.set(key(one), (counts.get(key(one)) ?? 0) + 1)
      return Object.fromEntries([...counts].sort(([left], [right]) => (left < right ? -1 : 1)))
    }
    const isNew = ({ group = '' }: LadderCase): boolean => group === 'cross' || group.endsWith('new-entity')
    const news = this.cases.filter(isNew).flatMap(({ entities }): readonly CaseEntity[] => entities)
    const overlaps = this.cases.map(({ messages }) => seen.overlap(messages.at(-1)?.content ?? '').kind)
    return {
      seed,
      templates: this.#context.templates.length,
      usedTemplates: [...this.#byTool.values()].reduce((sum, list) => sum + list.length, 0),
      tools: count(({ gold }) => gold?.calls[0]?.name ?? ''),
      cells: count(({ group = '' }) => group),
      types: count(({ entities }) => entities[0]?.type ?? 'none'),
      clusters: new Set(this.cases.map(({ cluster }) => cluster)).size,
      rejected: {
        overlapping: this.#overlapping,
        unreadable: this.#unreadable,
        seenEntities: this.#entities.rejected,
      },
      overlap: {
        exact: overlaps.filter((kind) => kind === 'exact').length,
        normalised: overlaps.filter((kind) => kind === 'normalised').length,
        newEntities: news.length,
        newEntitiesSeen: news.filter(({ value }) => seen.holdsWhole(value)).length,
      },
    }
  }
}

/** Types whose values say too little of which tool is meant. */
const UNCROSSED: ReadonlySet<string> = new Set(['free', 'integer', 'number', 'date'])
