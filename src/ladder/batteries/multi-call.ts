import type { CorpusTemplate } from '../../corpus/templates.js'
import { randomStream, shuffled } from '../../numeric/random.js'
import type { CaseEntity, LadderCase } from '../ladder-case.js'
import { type BatteryContext, defineBattery } from './battery.js'
import { newEntitiesFor } from './battery-entities.js'
import type { BatteryLanguage } from './corpus-language.js'
import { type FilledSlot, filledCall, filledEntities, filledPrompt } from './filled-template.js'
import { goldCallOf, makeCase, toolIn } from './make-case.js'
import { NoticeList } from './notice-list.js'
import { isReadableGold } from './readable-gold.js'

const JOINED: Readonly<Record<BatteryLanguage, readonly [string, string]>> = {
  en: ['Two things. First: ', ' Second: '],
  es: ['Dos cosas. Primera: ', ' Segunda: '],
}

/** Two requests in one prompt: of two tools, or of one with two entities. */
export const multiCall = defineBattery({
  id: 'multi-call',
  describes: 'prompts that need two calls, of two tools or of one',
  build(context) {
    const { dialect, sizes, seed, corpus } = context
    const notices = new NoticeList('multi-call')
    const trained = corpus.examples.filter(({ answer }) => answer.calls.length > 1).length
    if (dialect.plurality === 'single') {
      notices.add(
        'multi-call-single',
        `The dialect ${dialect.id} holds one call a turn, so none of these prompts could be met.`,
      )
    } else if (trained === 0) {
      notices.add(
        'multi-call-untrained',
        'No answer of the corpus holds several calls: what this battery asks was never taught.',
      )
    }
    const cases = dialect.plurality === 'single' ? [] : pairs(context, sizes.multiCall)
    return { cases, manifest: { seed, trainedTurns: trained, cases: cases.length }, notices: notices.list }
  },
})

interface Half {
  readonly template: CorpusTemplate
  readonly prompt: string
  readonly call: ReturnType<typeof filledCall>
  readonly entities: readonly CaseEntity[]
}

function pairs(context: BatteryContext, most: number): readonly LadderCase[] {
  const { templates, frames, corpus, dialect, language, seed, budgets, commands } = context
  const random = randomStream(seed, 'multi-call')
  const made = newEntitiesFor(context, 'multi-call')
  const examples = new Map(corpus.examples.map((example) => [example.id, example]))
  const usable = shuffled(templates, random).filter(({ tool, slots }) =>
    slots.every((slot) => !commands.has(tool, slot.argument) && !made.isFixed({ tool, ...slot })),
  )
  const half = (template: CorpusTemplate): Half | undefined => {
    const example = examples.get(template.examples[0] ?? '')
    const slots = template.slots.flatMap((slot): readonly FilledSlot[] => {
      const value = made.make({ tool: template.tool, ...slot })
      return value === undefined ? [] : [{ ...slot, value, isEntity: true }]
    })
    if (example === undefined || slots.length < template.slots.length) return undefined
    return {
      template,
      prompt: filledPrompt(template, slots),
      call: filledCall(template, { example, slots }),
      entities: filledEntities(template.tool, slots),
    }
  }
  const cases: LadderCase[] = []
  for (let round = 0; cases.length < most && round < 6 * most && usable.length > 0; round++) {
    const wantsOther = round % 2 === 0
    const first = usable[round % usable.length] as CorpusTemplate // in range
    const others = usable.filter(({ tool }) => (tool === first.tool) !== wantsOther)
    const second = others[random.below(Math.max(1, others.length))]
    const frame = frames.forTool(first.tool)
    if (second === undefined || frame === undefined || toolIn(frame, second.tool) === undefined) continue
    const [left, right] = [half(first), half(second)]
    if (left === undefined || right === undefined) continue
    const calls = [left.call, right.call]
    if (!isReadableGold(calls, { dialect, tools: frame.tools })) continue
    const [open, between] = JOINED[language]
    cases.push(
      makeCase({
        battery: 'multi-call',
        name: String(cases.length + 1),
        frame,
        prompt: `${open}${ended(left.prompt)}${between}${ended(right.prompt)}`,
        gold: calls.map(goldCallOf),
        cluster: [first.id, second.id].sort().join(' + '),
        group: first.tool === second.tool ? 'one tool' : 'two tools',
        entities: [...left.entities, ...right.entities],
        maxTokens: 2 * budgets.call,
      }),
    )
  }
  return cases
}

function ended(prompt: string): string {
  return /[.!?]\s*$/.test(prompt) ? prompt.trim() : `${prompt.trim()}.`
}
