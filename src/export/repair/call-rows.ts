import type { CorpusTemplate } from '../../corpus/templates.js'
import type { CorpusExample } from '../../corpus/tool-corpus.js'
import {
  argumentText,
  type FilledSlot,
  filledCall,
  filledPrompt,
} from '../../ladder/batteries/filled-template.js'
import { toolIn } from '../../ladder/batteries/make-case.js'
import { shuffled } from '../../numeric/random.js'
import { wordsOfName } from '../../text/shingles.js'
import type { MixContext } from './mix-context.js'
import type { RepairPart, RepairRow } from './repair-row.js'
import { declaredWording, declaredWordings, wrapped, wrappings } from './request-wordings.js'

/** Attempts for each row wanted. */
const ATTEMPTS = 8
/** Every so many rows of a tool one is worded from its declaration. */
const DECLARED_EVERY = 4

/**
 * Rows with one call: the corpus's wordings, bare or with a sentence around them, and wordings from the declaration, each
 * with a new entity.
 *
 * @param wanted rows for each tool.
 * @returns how many rows each tool lacks.
 */
export function addCallRows(
  context: MixContext,
  wanted: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const random = context.stream('calls')
  const lacking = new Map<string, number>()
  for (const [tool, quota] of wanted) {
    const templates = shuffled(usableTemplates(context, tool), random)
    let made = 0
    for (let turn = 0; made < quota && turn < ATTEMPTS * quota && templates.length > 0; turn++) {
      const template = templates[turn % templates.length] as CorpusTemplate // in range
      const round = Math.floor(turn / templates.length)
      const filled = filledTemplate(context, template, round)
      if (filled === undefined) continue
      const wording = random.below(declaredWordings * wrappings)
      const declared =
        turn % DECLARED_EVERY === DECLARED_EVERY - 1 ? declaredPrompt(context, filled, wording) : undefined
      const prompt = declared ?? wrapped(filled.prompt, wording % wrappings, context.language)
      const row = callRow(context, filled, { part: 'call', prompt })
      if (row !== undefined && context.collector.add(row)) made++
    }
    if (made < quota) lacking.set(tool, quota - made)
  }
  return lacking
}

/** Templates of a tool with a value that can be another. */
export function usableTemplates(context: MixContext, tool: string): readonly CorpusTemplate[] {
  return context.templates.filter((template) => {
    if (
      template.tool !== tool ||
      !template.slots.some((slot) => !context.entities.isFixed({ tool, ...slot }))
    ) {
      return false
    }
    const example = context.exampleOf(template, 0)
    return example !== undefined && toolIn(context.frames.of(example), tool) !== undefined
  })
}

/** A template with new values in it. */
export interface FilledTemplate {
  readonly template: CorpusTemplate
  readonly example: CorpusExample
  readonly slots: readonly FilledSlot[]
  readonly prompt: string
}

/** @param turn chooses the example whose constants and context are kept. */
export function filledTemplate(
  context: MixContext,
  template: CorpusTemplate,
  turn: number,
): FilledTemplate | undefined {
  const example = context.exampleOf(template, turn)
  if (example === undefined) return undefined
  const slots: FilledSlot[] = []
  for (const slot of template.slots) {
    const place = { tool: template.tool, ...slot }
    const isEntity = !context.entities.isFixed(place)
    const value = isEntity ? context.entities.make(place) : argumentText(example, slot.argument)
    if (value === undefined) return undefined
    slots.push({ argument: slot.argument, type: slot.type, value, isEntity })
  }
  return { template, example, slots, prompt: filledPrompt(template, slots) }
}

/** Undefined where the declaration alone would not say all that the call holds. */
function declaredPrompt(
  { frames, language }: MixContext,
  { template, example, slots }: FilledTemplate,
  variant: number,
): string | undefined {
  const tool = toolIn(frames.of(example), template.tool)
  const isWhole = slots.every(({ isEntity }) => isEntity) && template.varying.length === 0
  if (tool === undefined || !isWhole) return undefined
  // A name of one word says too little.
  if (tool.description === undefined && wordsOfName(tool.name).length < 2) return undefined
  const values = slots.map(({ argument, value }) => ({ argument, text: value }))
  return declaredWording(tool, { values, variant, language })
}

/** The row of a filled template; undefined where its call does not read back. */
export function callRow(
  context: MixContext,
  { template, example, slots }: FilledTemplate,
  { part, prompt, pair }: { readonly part: RepairPart; readonly prompt: string; readonly pair?: number },
): RepairRow | undefined {
  const frame = context.frames.of(example)
  const call = filledCall(template, { example, slots })
  const exchanges = slots.flatMap(({ argument, value }) => {
    const old = argumentText(example, argument)
    return old === undefined ? [] : [{ old, value }]
  })
  const answer = context.writer.like(example, { calls: [call], exchanges })
  if (answer === undefined) return undefined
  return {
    part,
    from: 'made',
    before: [...frame.system, { role: 'user', content: prompt }],
    prompt,
    ...context.toolsOf(frame),
    answer,
    origin: template.id,
    ...(pair === undefined ? {} : { pair }),
  }
}
