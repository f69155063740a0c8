import { findEntities } from '../../corpus/entities.js'
import { groundingOf, textOf } from '../../corpus/grounding.js'
import type { CorpusTemplate } from '../../corpus/templates.js'
import type { CorpusExample } from '../../corpus/tool-corpus.js'
import { filledCall, valueLike } from '../../ladder/batteries/filled-template.js'
import { toolIn } from '../../ladder/batteries/make-case.js'
import { shuffled } from '../../numeric/random.js'
import { emptyObject } from '../../text/json.js'
import type { WrittenCall } from '../../toolcall/dialect.js'
import { filledTemplate, usableTemplates } from './call-rows.js'
import type { MixContext } from './mix-context.js'
import type { RepairRow } from './repair-row.js'
import { joinedWordings, joinings, wrapped, wrappings } from './request-wordings.js'

/**
 * Rows with several calls: turns of the corpus with other entities, and two of its wordings joined, in turn.
 *
 * @returns how many rows are lacking.
 */
export function addMultiCallRows(context: MixContext, wanted: number): number {
  const random = context.stream('multi-call')
  const examples = shuffled(
    context.seen.distinct.flatMap(({ example }) =>
      example.answer.calls.length > 1 && example.messages.at(-1)?.role === 'user' ? [example] : [],
    ),
    random,
  )
  const tools = [...new Set(context.templates.map(({ tool }) => tool))]
  const templates = shuffled(
    tools.flatMap((tool) => usableTemplates(context, tool)),
    random,
  )
  let made = 0
  for (let turn = 0; made < wanted && turn < 8 * wanted; turn++) {
    const isOwn = turn % 2 === 0
    const at = Math.floor(turn / 2)
    const variant = random.below(joinings * wrappings)
    const row = isOwn
      ? ofExample(context, examples[at % Math.max(1, examples.length)], variant % wrappings)
      : ofTemplates(context, {
          first: templates[at % Math.max(1, templates.length)],
          second: templates[random.below(Math.max(1, templates.length))],
          variant,
        })
    if (row !== undefined && context.collector.add(row)) made++
  }
  return wanted - made
}

/** A turn of the corpus with new values in place of all that its calls copy. */
function ofExample(
  context: MixContext,
  example: CorpusExample | undefined,
  variant: number,
): RepairRow | undefined {
  if (example === undefined) return undefined
  const { slots, ungrounded } = groundingOf(example)
  if (slots.length === 0 || ungrounded.some(({ value }) => findEntities(value).length > 0)) return undefined
  const values: string[] = []
  let prompt = ''
  let at = 0
  for (const slot of slots) {
    const value = context.entities.isFixed(slot) ? slot.value : context.entities.make(slot)
    const piece = example.prompt.slice(at, slot.start)
    if (value === undefined || findEntities(piece).length > 0) return undefined
    values.push(value)
    prompt += piece + value
    at = slot.end
  }
  const rest = example.prompt.slice(at)
  if (findEntities(rest).length > 0) return undefined
  const taken = new Set<number>()
  const calls = example.answer.calls.map(({ name, arguments: given }): WrittenCall => {
    const changed = emptyObject()
    for (const [argument, value] of Object.entries(given)) {
      const index = slots.findIndex(
        (slot, place) =>
          !taken.has(place) &&
          slot.tool === name &&
          slot.argument === argument &&
          slot.value === textOf(value),
      )
      if (index !== -1) taken.add(index)
      changed[argument] = index === -1 ? value : valueLike(value, values[index] ?? '')
    }
    return { name, arguments: changed }
  })
  const exchanges = slots.map(({ value }, index) => ({ old: value, value: values[index] ?? '' }))
  const answer = context.writer.like(example, { calls, exchanges })
  if (answer === undefined) return undefined
  const frame = context.frames.of(example)
  const shown = wrapped(prompt + rest, variant, context.language)
  return {
    part: 'multi-call',
    from: 'made',
    before: [...frame.system, { role: 'user', content: shown }],
    prompt: shown,
    ...context.toolsOf(frame),
    answer,
    origin: example.id,
  }
}

interface Joining {
  readonly first: CorpusTemplate | undefined
  readonly second: CorpusTemplate | undefined
  readonly variant: number
}

function ofTemplates(context: MixContext, { first, second, variant }: Joining): RepairRow | undefined {
  if (first === undefined || second === undefined) return undefined
  const left = filledTemplate(context, first, variant)
  const right = filledTemplate(context, second, variant)
  if (left === undefined || right === undefined) return undefined
  const frame = context.frames.of(left.example)
  if (toolIn(frame, second.tool) === undefined) return undefined
  const answer = context.writer.fresh(
    [left, right].map((half) => filledCall(half.template, half)),
    frame.tools,
  )
  if (answer === undefined) return undefined
  const prompt = joinedWordings(left.prompt, right.prompt, { variant, language: context.language })
  return {
    part: 'multi-call',
    from: 'made',
    before: [...frame.system, { role: 'user', content: prompt }],
    prompt,
    ...context.toolsOf(frame),
    answer,
    origin: `${first.id} + ${second.id}`,
  }
}
