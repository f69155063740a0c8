import type { Tool } from '../../catalog/tool.js'
import { wordsOfName } from '../../text/shingles.js'
import type { BatteryLanguage } from './corpus-language.js'

/** What a request of ours is written from. */
export interface PhrasingParts {
  readonly tool: Tool
  /** Values that it must mention, in order. */
  readonly values: readonly { readonly argument: string; readonly text: string }[]
  readonly language: BatteryLanguage
}

/** Ways to ask, with `{d}` for what the tool does and `{v}` for what it is asked about. */
const WITH_VALUES: Readonly<Record<BatteryLanguage, readonly string[]>> = {
  en: [
    'Can you help me with this: {d}? It is about {v}.',
    'What I need today is the following: {d}, for {v}.',
    'Concerning {v}, I would like this from you: {d}.',
    'There is something to find out, namely {d}; the one in question is {v}.',
    'A colleague asks about {v}: {d}.',
    'Before the meeting I still need this about {v}: {d}.',
  ],
  es: [
    '¿Me ayudas con lo siguiente: {d}? Se trata de {v}.',
    'Lo que necesito ahora mismo es esto: {d}, para {v}.',
    'Acerca de {v} quisiera pedirte algo: {d}.',
    'Hay algo que averiguar, en concreto {d}; el dato en cuestión es {v}.',
    'Un compañero pregunta sobre {v}: {d}.',
    'Antes de la reunión me falta esto sobre {v}: {d}.',
  ],
}

const WITHOUT_VALUES: Readonly<Record<BatteryLanguage, readonly string[]>> = {
  en: [
    'Can you help me with this: {d}?',
    'What I need today is the following: {d}.',
    'A colleague asks for this: {d}.',
  ],
  es: [
    '¿Me ayudas con lo siguiente: {d}?',
    'Lo que necesito ahora mismo es esto: {d}.',
    'Un compañero pide esto: {d}.',
  ],
}

/** How many ways there are. */
export const phrasingCount = WITH_VALUES.en.length

/**
 * A request in words of ours, from what the tool's declaration says it does.
 *
 * @param variant which of the ways, from 0; beyond the last they begin anew.
 */
export function newPhrasing({ tool, values, language }: PhrasingParts, variant: number): string {
  const frames = values.length === 0 ? WITHOUT_VALUES[language] : WITH_VALUES[language]
  const frame = frames[variant % frames.length] as string // in range
  const [first, ...others] = values
  const rest = others.map(({ argument, text }) => `${wordsOfName(argument).join(' ')} ${text}`)
  const shown = first === undefined ? '' : [first.text, ...rest].join(', ')
  return frame.replace('{d}', () => deed(tool)).replace('{v}', () => shown)
}

const MAX_DEED = 140

/** What the tool does, as a part of a sentence: the first sentence of its description, or the words of its name. */
function deed({ name, description = '' }: Tool): string {
  const sentence = description
    .replace(/\s+/g, ' ')
    .replace(/\([^()]*\)/g, '')
    .trim()
    .split(/(?<=[.!?])\s/)[0]
    ?.replace(/\s+/g, ' ')
    .replace(/[\s.!?:;,]+$/, '')
  const text = sentence === undefined || sentence === '' ? wordsOfName(name).join(' ') : sentence
  const plain = text.length > MAX_DEED ? text.slice(0, MAX_DEED).replace(/\s\S*$/, '') : text
  const verb = /^(\p{Lu}\p{Ll}+)(.*)$/su.exec(plain)
  if (verb === null) return plain
  const [, word = '', others = ''] = verb
  return imperative(word.toLowerCase()) + others
}

/** `returns` and `searches` as one asks for them. */
function imperative(word: string): string {
  const known = VERBS.get(word)
  return known ?? word
}

const VERBS: ReadonlyMap<string, string> = new Map(
  `get set list search find check return fetch show create update add send retrieve compute calculate convert look read
  write run execute query track scan tell give book cancel start stop open make provide`
    .split(/\s+/)
    .flatMap((verb): readonly [string, string][] => [
      [`${verb}s`, verb],
      [`${verb}es`, verb],
    ]),
)
