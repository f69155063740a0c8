import type { EntityType } from '../../corpus/entities.js'
import type { CorpusTemplate } from '../../corpus/templates.js'
import { type RandomStream, randomStream, shuffled } from '../../numeric/random.js'
import type { LadderCase } from '../ladder-case.js'
import { type BatteryContext, defineBattery } from './battery.js'
import { newEntitiesFor } from './battery-entities.js'
import { mentionedCommands } from './entity-words.js'
import { type FilledSlot, filledCall, filledEntities, filledPrompt } from './filled-template.js'
import { goldCallOf, makeCase, toolIn } from './make-case.js'
import type { NewEntities } from './new-entities.js'
import { NoticeList } from './notice-list.js'
import { isReadableGold } from './readable-gold.js'
import { generalFrames, type Mention, ownFrames, type SuppressionFrame } from './suppression-frames.js'
import type { UserCase } from './user-cases.js'
import { userFrame } from './user-frame.js'

/** Group of the half of a pair that needs a call; every other case of the battery needs none. */
const PAIR_CALL_GROUP = 'pair-call'

const PAIRS = 10
/** Weights of what prompts mention, where the corpus has it: 40, 30, 15 and 15 of 100, as published. */
const WEIGHTS: Readonly<Record<Mention, number>> = { cve: 40, shell: 30, indicator: 15, other: 30, plain: 15 }
const INDICATORS: readonly EntityType[] = ['ipv4', 'ipv6', 'domain', 'url', 'md5', 'sha1', 'sha256', 'email']

/** A value to mention, of a place whose calls take such values. */
interface Mentioned {
  readonly mention: Mention
  value(): string | undefined
}

/** Prompts that mention what calls take, and need none; each says why. With ten near-minimal pairs. */
export const suppression = defineBattery({
  id: 'suppression',
  describes: 'prompts that mention entities of the corpus and need no call, and plain chat',
  build(context) {
    const notices = new NoticeList('suppression')
    const { user, sizes } = context
    const own = user.suppression ?? []
    const isReplaced = user.replacesSuppression === true && own.length > 0
    const cases = isReplaced ? [] : ownCases(context, notices, sizes.suppression)
    for (const one of own) cases.push(...userCase(one, context, notices))
    const groups: Record<string, number> = {}
    for (const { group = '' } of cases) groups[group] = (groups[group] ?? 0) + 1
    return {
      cases,
      manifest: { seed: context.seed, language: context.language, groups, ofTheUser: own.length },
      notices: notices.list,
    }
  },
})

function ownCases(context: BatteryContext, notices: NoticeList, size: number): LadderCase[] {
  const { language, seed, frames, seen, budgets } = context
  const random = randomStream(seed, 'suppression')
  const entities = newEntitiesFor(context, 'suppression')
  const sources = mentionsOf(context, { entities, random })
  const pairs = pairCases(context, { entities, random })
  const rest = Math.max(0, size - pairs.length / 2)
  const present = [...new Set(sources.map(({ mention }) => mention)), 'plain' as const]
  const total = present.reduce((sum, mention) => sum + WEIGHTS[mention], 0)
  const cases: LadderCase[] = []
  for (const mention of present) {
    const quota = Math.round((rest * WEIGHTS[mention]) / total)
    const wordings = shuffled(framesFor(language, mention), random)
    const values = sources.filter((source) => source.mention === mention)
    let made = 0
    for (let round = 0; made < quota && round < 6 * quota; round++) {
      const frame = wordings[round % wordings.length] as SuppressionFrame // in range
      const value = mention === 'plain' ? '' : values[round % values.length]?.value()
      if (value === undefined) continue
      if (mention === 'plain' && round >= wordings.length) break
      const prompt = frame.text.replace('{x}', () => value)
      const { kind } = seen.overlap(prompt)
      if (
        kind === 'exact' ||
        kind === 'normalised' ||
        cases.some(({ messages }) => messages.at(-1)?.content === prompt)
      ) {
        continue
      }
      made++
      cases.push(
        makeCase({
          battery: 'suppression',
          name: `${mention}-${made}`,
          frame: frames.main,
          prompt,
          gold: [],
          cluster: frame.text,
          group: mention,
          note: frame.why,
          maxTokens: budgets.talk,
        }),
      )
    }
  }
  if (present.length === 1) {
    notices.add(
      'no-mentions',
      'The corpus has no entities to mention, so all prompts of this battery are plain chat.',
    )
  }
  if (pairs.length === 0)
    notices.add('no-pairs', 'No template of the corpus gives a pair of prompts with one entity.')
  return [...cases, ...pairs]
}

function framesFor(language: BatteryContext['language'], mention: Mention): readonly SuppressionFrame[] {
  if (mention === 'plain') return ownFrames[language].plain
  const own = mention === 'other' ? [] : ownFrames[language][mention]
  return mention === 'shell' ? own : [...own, ...generalFrames[language]]
}

interface Making {
  readonly entities: NewEntities
  readonly random: RandomStream
}

/** What the calls of the corpus take; half of the values are seen ones, half new. */
function mentionsOf(context: BatteryContext, { entities, random }: Making): readonly Mentioned[] {
  const places = new Map<string, { tool: string; argument: string; type: EntityType }>()
  for (const { tool, slots } of context.templates) {
    for (const { argument, type } of slots) {
      const place = { tool, argument, type }
      if (!entities.isFixed(place)) places.set(JSON.stringify([tool, argument, type]), place)
    }
  }
  const sources: Mentioned[] = [...places.values()]
    .filter(({ tool, argument }) => !context.commands.has(tool, argument))
    .map((place) => {
      const seen = context.seen.valuesOf(place.tool, place.argument).filter(({ type }) => type === place.type)
      let turn = 0
      return {
        mention: mentionOf(place.type),
        value: () => {
          const isSeen = seen.length > 0 && turn++ % 2 === 0
          return isSeen ? seen[random.below(seen.length)]?.value : entities.make(place)
        },
      }
    })
  if (callsCommands(context)) {
    sources.push({ mention: 'shell', value: () => mentionedCommands[random.below(mentionedCommands.length)] })
  }
  return sources
}

function mentionOf(type: EntityType): Mention {
  if (type === 'cve') return 'cve'
  return INDICATORS.includes(type) ? 'indicator' : 'other'
}

function callsCommands({ seen, commands }: BatteryContext): boolean {
  return seen.distinct.some(({ example }) =>
    example.answer.calls.some(({ name, arguments: given }) =>
      Object.keys(given).some((argument) => commands.has(name, argument)),
    ),
  )
}

/** One entity in a wording of the corpus that needs a call, and in one that needs none. */
function pairCases(context: BatteryContext, { entities, random }: Making): LadderCase[] {
  const { templates, corpus, frames, dialect, language, seen, budgets, commands } = context
  const examples = new Map(corpus.examples.map((example) => [example.id, example]))
  const usable = shuffled(templates, random).filter(({ tool, slots }) => {
    const [slot, ...others] = slots
    return (
      slot !== undefined &&
      others.length === 0 &&
      !commands.has(tool, slot.argument) &&
      !entities.isFixed({ tool, ...slot })
    )
  })
  const wordings = shuffled(generalFrames[language], random)
  const cases: LadderCase[] = []
  for (let round = 0; cases.length < 2 * PAIRS && round < 4 * PAIRS && usable.length > 0; round++) {
    const template = usable[round % usable.length] as CorpusTemplate // in range
    const example = examples.get(template.examples[0] ?? '')
    const [slot] = template.slots
    const value = slot && entities.make({ tool: template.tool, ...slot })
    if (example === undefined || slot === undefined || value === undefined) continue
    const frame = frames.of(example)
    const slots: readonly FilledSlot[] = [{ ...slot, value, isEntity: true }]
    const call = filledCall(template, { example, slots })
    if (toolIn(frame, template.tool) === undefined) continue
    if (!isReadableGold([call], { dialect, tools: frame.tools })) continue
    const wording = wordings[(cases.length / 2) % wordings.length] as SuppressionFrame // in range
    const prompts = [filledPrompt(template, slots), wording.text.replace('{x}', () => value)] as const
    if (prompts.some((prompt) => ['exact', 'normalised'].includes(seen.overlap(prompt).kind))) continue
    const pair = cases.length / 2 + 1
    const common = { battery: 'suppression' as const, frame, example: example.id }
    cases.push(
      makeCase({
        ...common,
        name: `pair-${pair}-call`,
        prompt: prompts[0],
        gold: [goldCallOf(call)],
        cluster: template.id,
        group: PAIR_CALL_GROUP,
        entities: filledEntities(template.tool, slots),
        note: `needs a call; the other half of pair ${pair} does not`,
        maxTokens: budgets.call,
      }),
      makeCase({
        ...common,
        name: `pair-${pair}-none`,
        prompt: prompts[1],
        gold: [],
        cluster: wording.text,
        group: mentionOf(slot.type),
        note: `${wording.why}; the other half of pair ${pair} needs a call`,
        maxTokens: budgets.talk,
      }),
    )
  }
  return cases
}

function userCase(one: UserCase, context: BatteryContext, notices: NoticeList): readonly LadderCase[] {
  const { task, prompt, mentions = 'user', why = 'given by the user' } = one
  if (task.gold.calls.length > 0) {
    notices.add(
      'suppression-needs-call',
      'Prompts of the no-call file whose gold is a call are left out.',
      one.id,
    )
    return []
  }
  const { kind } = context.seen.overlap(prompt)
  if (kind === 'exact' || kind === 'normalised') {
    notices.add(
      'suppression-in-corpus',
      'Prompts of the no-call file that stand in the corpus are left out.',
      one.id,
    )
    return []
  }
  const frame = userFrame(one, context.frames.main)
  return [
    makeCase({
      battery: 'suppression',
      name: `user-${one.id}`,
      frame,
      prompt,
      gold: [],
      cluster: task.cluster ?? one.id,
      group: mentions,
      note: why,
      maxTokens: context.budgets.talk,
    }),
  ]
}
