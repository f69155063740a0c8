import type { GoldCall } from '../../benchmark/call-item.js'
import { type EntityType, entityTypeOf, findEntities, normalEntity } from '../../corpus/entities.js'
import type { CorpusTemplate } from '../../corpus/templates.js'
import { randomStream, shuffled } from '../../numeric/random.js'
import { wordsOf } from '../../text/shingles.js'
import type { CaseEntity, LadderCase } from '../ladder-case.js'
import { type BatteryContext, defineBattery } from './battery.js'
import { newEntitiesFor } from './battery-entities.js'
import { entityWords } from './entity-words.js'
import { argumentText, type FilledSlot, filledCall, filledEntities } from './filled-template.js'
import { goldCallOf, goldCallWith, makeCase, toolIn } from './make-case.js'
import { newPhrasing, phrasingCount } from './new-phrasing.js'
import { NoticeList } from './notice-list.js'
import { isReadableGold } from './readable-gold.js'
import type { UserCase } from './user-cases.js'
import { userFrame } from './user-frame.js'

/** Jaccard from which a prompt resembles one of training too much to be novel. */
const MOST_ALIKE = 0.6

/** Prompts in words that no corpus holds: the user's, or ours from the tools' declarations. */
export const novel = defineBattery({
  id: 'novel',
  describes: 'prompts in new words with new entities, one for each tool, and one that needs no call',
  build(context) {
    const notices = new NoticeList('novel')
    const given = context.user.novel ?? []
    const cases =
      given.length > 0 ? given.flatMap((one) => userCase(one, context, notices)) : ownCases(context, notices)
    const calls = cases.filter(({ gold }) => (gold?.calls.length ?? 0) > 0).length
    return {
      cases,
      manifest: {
        seed: context.seed,
        from: given.length > 0 ? 'user' : 'declarations',
        calls,
        none: cases.length - calls,
      },
      notices: notices.list,
    }
  },
})

/** Checks a prompt of the user by the rules of the battery: new words, new entities, valid gold. */
function userCase(one: UserCase, context: BatteryContext, notices: NoticeList): readonly LadderCase[] {
  const { seen, frames, dialect, budgets } = context
  const { task, prompt, id } = one
  const { kind, jaccard } = seen.overlap(prompt)
  if (kind === 'exact' || kind === 'normalised' || jaccard >= MOST_ALIKE) {
    notices.add(
      'novel-overlap',
      `Prompts that share ${MOST_ALIKE} or more of their words with one of training or evaluation are left out.`,
      id,
    )
    return []
  }
  const known = findEntities(prompt).find(({ value, type }) =>
    seen.entitiesOf(type).has(normalEntity(value, type)),
  )
  if (known !== undefined) {
    notices.add(
      'novel-entity-seen',
      'Prompts with an entity that training or evaluation holds are left out.',
      id,
    )
    return []
  }
  const [first] = task.gold.calls
  const frame = userFrame(one, (first && frames.forTool(first.name)) ?? frames.main)
  const undeclared = task.gold.calls.find(({ name }) => toolIn(frame, name) === undefined)
  if (undeclared !== undefined) {
    notices.add(
      'novel-tool-unknown',
      'Prompts whose gold calls a tool that the corpus does not declare are left out.',
      id,
    )
    return []
  }
  const plain = task.gold.calls.map(({ name, json }) => ({ name, arguments: json }))
  const isPlain = !JSON.stringify(plain).includes('"$')
  if (isPlain && plain.length > 0 && !isReadableGold(plain, { dialect, tools: frame.tools })) {
    notices.add('novel-gold-invalid', 'Prompts whose gold breaks the schema of its tool are left out.', id)
    return []
  }
  return [
    makeCase({
      battery: 'novel',
      name: `user-${id}`,
      frame,
      prompt,
      gold: task.gold.calls,
      cluster: task.cluster ?? id,
      group: first?.name ?? 'none',
      entities: first === undefined ? [] : entitiesOf(first, prompt),
      ...(one.why === undefined ? {} : { note: one.why }),
      maxTokens: first === undefined ? budgets.talk : budgets.call,
    }),
  ]
}

/** Values of gold that stand in the prompt: texts of three characters and more, and numbers. */
function entitiesOf({ name, json }: GoldCall, prompt: string): readonly CaseEntity[] {
  return Object.entries(json).flatMap(([argument, value]): readonly CaseEntity[] => {
    if (typeof value !== 'string' && typeof value !== 'number') return []
    const text = String(value)
    if (!prompt.includes(text) || (typeof value === 'string' && text.length < 3)) return []
    return [{ tool: name, argument, type: entityTypeOf(text), value: text }]
  })
}

function ownCases(context: BatteryContext, notices: NoticeList): readonly LadderCase[] {
  const { sizes, frames, seed, budgets } = context
  const random = randomStream(seed, 'novel')
  const drafts = [...templateDrafts(context), ...commandDrafts(context)]
  const picked = new Map<string, Draft[]>()
  for (const draft of shuffled(drafts, random))
    picked.set(draft.kind, [...(picked.get(draft.kind) ?? []), draft])
  const kinds = [...picked.keys()].sort()
  const cases: LadderCase[] = []
  for (let round = 0; cases.length < sizes.novel - 1 && round < 3; round++) {
    for (const kind of kinds) {
      const draft = picked.get(kind)?.[round]
      if (draft === undefined || cases.length >= sizes.novel - 1) continue
      cases.push(
        makeCase({
          battery: 'novel',
          name: String(cases.length + 1),
          frame: draft.frame,
          prompt: draft.prompt,
          gold: [draft.gold],
          cluster: `novel ${cases.length + 1}`,
          group: draft.gold.name,
          entities: draft.entities,
          note: draft.note,
          maxTokens: budgets.call,
        }),
      )
    }
  }
  if (cases.length === 0) {
    notices.add(
      'novel-none',
      'No prompt could be made from the declarations: no argument takes a value that stands in prompts.',
    )
  }
  const unserved = frames.main.tools.filter(({ name }) => !drafts.some(({ gold }) => gold.name === name))
  for (const { name } of unserved) {
    notices.add(
      'novel-tool-left-out',
      'For tools whose arguments stand in no prompt no novel prompt was made; give some with a file.',
      name,
    )
  }
  return [...cases, noCallCase(context)]
}

interface Draft {
  /** Tool and types of what it takes: each kind comes once before any comes twice. */
  readonly kind: string
  readonly frame: ReturnType<BatteryContext['frames']['of']>
  readonly prompt: string
  readonly gold: GoldCall
  readonly entities: readonly CaseEntity[]
  readonly note: string
}

function templateDrafts(context: BatteryContext): readonly Draft[] {
  const { templates, corpus, frames, language, seen, dialect, seed } = context
  const examples = new Map(corpus.examples.map((example) => [example.id, example]))
  const entities = newEntitiesFor(context, 'novel')
  const random = randomStream(seed, 'novel wording')
  const byKind = new Map<string, CorpusTemplate>()
  for (const template of templates) {
    if (template.slots.some(({ argument }) => context.commands.has(template.tool, argument))) continue
    const kind = `${template.tool} ${template.slots.map(({ type }) => type).join(' ')}`
    if (!byKind.has(kind)) byKind.set(kind, template)
  }
  return [...byKind].flatMap(([kind, template]): readonly Draft[] => {
    const example = examples.get(template.examples[0] ?? '')
    const frame = example && frames.of(example)
    const tool = frame && toolIn(frame, template.tool)
    if (example === undefined || frame === undefined || tool === undefined) return []
    const drafts: Draft[] = []
    for (let turn = 0; turn < 2; turn++) {
      const slots = template.slots.flatMap((slot): readonly FilledSlot[] => {
        const place = { tool: template.tool, ...slot }
        const isEntity = !entities.isFixed(place)
        const value = isEntity ? entities.make(place) : argumentText(example, slot.argument)
        return value === undefined ? [] : [{ ...slot, value, isEntity }]
      })
      if (slots.length < template.slots.length || !slots.some(({ isEntity }) => isEntity)) break
      const call = filledCall(template, { example, slots })
      const values = slots
        .filter(({ isEntity }) => isEntity)
        .map(({ argument, value }) => ({ argument, text: value }))
      const prompt = newPhrasing({ tool, values, language }, random.below(phrasingCount))
      if (seen.overlap(prompt).jaccard >= MOST_ALIKE) continue
      if (!isReadableGold([call], { dialect, tools: frame.tools })) continue
      drafts.push({
        kind,
        frame,
        prompt,
        gold: goldCallOf(call),
        entities: filledEntities(template.tool, slots),
        note: 'in words of ours, from the declaration of the tool',
      })
    }
    return drafts
  })
}

/** Jobs for a shell, with commands that do them. `{f}` is a file. */
const COMMAND_JOBS: readonly {
  readonly en: string
  readonly es: string
  readonly commands: readonly string[]
}[] = [
  {
    en: 'How many lines does the file {f} have?',
    es: '¿Cuántas líneas contiene el fichero {f}?',
    commands: ['wc -l {f}', 'wc -l < {f}', 'cat {f} | wc -l'],
  },
  {
    en: 'Show me the first ten lines of {f}, please.',
    es: 'Enséñame las diez primeras líneas de {f}.',
    commands: ['head {f}', 'head -n 10 {f}', 'head -10 {f}'],
  },
]

function commandDrafts({ corpus, frames, commands, language, seen, seed }: BatteryContext): readonly Draft[] {
  const random = randomStream(seed, 'novel commands')
  const places = new Map<
    string,
    { readonly tool: string; readonly argument: string; readonly isAlone: boolean }
  >()
  for (const { answer } of corpus.examples) {
    for (const { name, arguments: given } of answer.calls) {
      const names = Object.keys(given)
      const argument = names.find((one) => commands.has(name, one))
      if (argument !== undefined && !places.has(name)) {
        places.set(name, { tool: name, argument, isAlone: names.length === 1 })
      }
    }
  }
  return [...places.values()].flatMap(({ tool, argument, isAlone }): readonly Draft[] => {
    const frame = frames.forTool(tool)
    if (!isAlone || frame === undefined || toolIn(frame, tool) === undefined) return []
    return COMMAND_JOBS.flatMap((job): readonly Draft[] => {
      const file = `/srv/${entityWords[random.below(entityWords.length)]}.txt`
      const prompt = job[language].replace('{f}', () => file)
      if (seen.isSeen(file, 'path') || seen.overlap(prompt).jaccard >= MOST_ALIKE) return []
      const choices = job.commands.map((command) => command.replaceAll('{f}', file))
      const type: EntityType = 'path'
      return [
        {
          kind: `${tool} command`,
          frame,
          prompt,
          gold: goldCallWith(tool, { [argument]: { $oneOf: choices } }),
          entities: [{ tool, argument, type, value: file }],
          note: 'a command that does the same is right too',
        },
      ]
    })
  })
}

const NO_CALL: Readonly<Record<BatteryContext['language'], string>> = {
  en: 'In your own words, why is it worth knowing what people mean by “{w}”?',
  es: 'Con tus propias palabras, ¿por qué merece la pena saber qué se entiende por «{w}»?',
}

/** A question in the vocabulary of the corpus that takes no data. */
function noCallCase({ seen, language, frames, budgets }: BatteryContext): LadderCase {
  const counts = new Map<string, number>()
  for (const { example } of seen.distinct.slice(0, 5000)) {
    if (example.answer.calls.length === 0) continue
    for (const word of new Set(wordsOf(example.prompt))) {
      if (/^\p{Ll}{6,}$/u.test(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
    }
  }
  const [word = language === 'es' ? 'herramienta' : 'tool'] =
    [...counts].sort((left, right) => right[1] - left[1] || (left[0] < right[0] ? -1 : 1))[0] ?? []
  return makeCase({
    battery: 'novel',
    name: 'none',
    frame: frames.main,
    prompt: NO_CALL[language].replace('{w}', () => word),
    gold: [],
    cluster: 'novel none',
    group: 'none',
    note: 'shares the vocabulary of the corpus and asks for a view, not for data',
    maxTokens: budgets.talk,
  })
}
