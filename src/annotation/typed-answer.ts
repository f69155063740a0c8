import { type AnnotationUnit, joinedAnswer } from './annotation-unit.js'

/** What an annotator's line says. */
export type TypedLine =
  | { readonly kind: 'answer'; readonly answer: string; readonly note?: string }
  | { readonly kind: 'undo' | 'skip' | 'quit' | 'help' }
  | { readonly kind: 'unclear'; readonly what: string }

const WORDS = {
  u: 'undo',
  undo: 'undo',
  s: 'skip',
  skip: 'skip',
  q: 'quit',
  quit: 'quit',
  '?': 'help',
} as const

/** Reads a line such as `2`, `2 the description is vague`, `1,3` (where several may be named), `0`, `u`, `s`, `q`, `?`. */
export function typedAnswer(line: string, { choices, isMultiple }: AnnotationUnit): TypedLine {
  const text = line.trim()
  const word = Object.hasOwn(WORDS, text.toLowerCase())
    ? WORDS[text.toLowerCase() as keyof typeof WORDS]
    : undefined
  if (word !== undefined) return { kind: word }
  const match = /^(\d{1,4}(?:\s*,\s*\d{1,4})*)(?:\s+(\S.*))?$/su.exec(text)
  const numbers = match?.[1]?.split(',').map(Number)
  const most = choices.length
  if (numbers === undefined) {
    return { kind: 'unclear', what: `Type a number from ${isMultiple ? 0 : 1} to ${most}, or ? for help.` }
  }
  if (!isMultiple && numbers.length > 1)
    return { kind: 'unclear', what: 'Type one number; only one answer is taken here.' }
  const isNone = isMultiple && numbers.length === 1 && numbers[0] === 0
  if (!isNone && numbers.some((number) => number < 1 || number > most)) {
    return {
      kind: 'unclear',
      what: `There is no choice ${numbers.find((number) => number < 1 || number > most)}.`,
    }
  }
  const values = isNone ? [] : numbers.map((number) => choices[number - 1]?.value ?? '')
  const note = match?.[2]
  const answer = isMultiple ? joinedAnswer(values) : (values[0] ?? '')
  return { kind: 'answer', answer, ...(note === undefined ? {} : { note }) }
}
