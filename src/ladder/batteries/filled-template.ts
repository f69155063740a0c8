import type { EntityType } from '../../corpus/entities.js'
import type { CorpusTemplate } from '../../corpus/templates.js'
import type { CorpusExample } from '../../corpus/tool-corpus.js'
import {
  ExactNumber,
  emptyObject,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  numberOf,
} from '../../text/json.js'
import type { WrittenCall } from '../../toolcall/dialect.js'
import type { CaseEntity } from '../ladder-case.js'

/** A hole of a template with what fills it. */
export interface FilledSlot {
  readonly argument: string
  readonly type: EntityType
  readonly value: string
  /** Whether a call has to copy it; an enumerated value that stands in the wording is no entity. */
  readonly isEntity: boolean
}

/** The prompt of a template with its holes filled, in their order. */
export function filledPrompt({ pieces }: CorpusTemplate, slots: readonly FilledSlot[]): string {
  return pieces.map((piece, index) => piece + (slots[index]?.value ?? '')).join('')
}

/**
 * The call that such a prompt asks for: what an example of the template calls, with the new values in place of the old,
 * numbers where there were numbers.
 */
export function filledCall(
  { tool }: Pick<CorpusTemplate, 'tool'>,
  { example, slots }: { readonly example: CorpusExample; readonly slots: readonly FilledSlot[] },
): WrittenCall {
  const old: JsonObject = example.answer.calls[0]?.arguments ?? emptyObject()
  const values = emptyObject()
  for (const [argument, value] of Object.entries(old)) {
    const slot = slots.find((one) => one.argument === argument)
    values[argument] = slot === undefined ? value : valueLike(value, slot.value)
  }
  return { name: tool, arguments: values }
}

export function valueLike(old: JsonValue, text: string): JsonValue {
  const isNumber = typeof old === 'number' || old instanceof ExactNumber
  return isNumber && /^-?\d+(?:\.\d+)?$/.test(text) ? numberOf(text) : text
}

/** The entities that a call must copy. */
export function filledEntities(tool: string, slots: readonly FilledSlot[]): readonly CaseEntity[] {
  return slots.flatMap(({ argument, type, value, isEntity }) =>
    isEntity ? [{ tool, argument, type, value }] : [],
  )
}

/** The value of an argument in an example's call, as text; undefined where it has none. */
export function argumentText({ answer }: CorpusExample, argument: string): string | undefined {
  const given = answer.calls[0]?.arguments
  const value = isJsonObject(given) && Object.hasOwn(given, argument) ? given[argument] : undefined
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  return value instanceof ExactNumber ? value.text : undefined
}
