import type { Tool } from '../../catalog/tool.js'
import type { BatteryLanguage } from '../../ladder/batteries/corpus-language.js'
import { wordsOfName } from '../../text/shingles.js'

/** What stands before and after a wording of the corpus, so that it is not always met bare. */
const AROUND: Readonly<Record<BatteryLanguage, readonly (readonly [string, string])[]>> = {
  en: [
    ['When you have a minute: ', ''],
    ['', ' Let me know when you have it.'],
    ['One more thing for my shift report. ', ''],
    ['', ' I only need the short version.'],
    ['My team lead wants this today: ', ''],
    ['Morning! ', ' Cheers.'],
    ['As agreed on the phone: ', ' Thanks in advance.'],
    ['', ' It is for a customer who is waiting.'],
  ],
  es: [
    ['Cuando tengas un minuto: ', ''],
    ['', ' Avísame cuando lo tengas.'],
    ['Otra cosa para el informe del turno. ', ''],
    ['', ' Me basta la versión corta.'],
    ['Mi responsable lo quiere hoy: ', ''],
    ['¡Buenas! ', ' Un saludo.'],
    ['Como quedamos por teléfono: ', ' Gracias de antemano.'],
    ['', ' Es para un cliente que está esperando.'],
  ],
}

/** Requests from the declaration: `{d}` what the tool does, `{v}` what it is asked about. */
const DECLARED: Readonly<Record<BatteryLanguage, readonly string[]>> = {
  en: [
    'Task: {d}. Input: {v}.',
    'Today’s job on {v} is “{d}”, go ahead.',
    '{v}: {d}, please.',
    'Take {v} and do what is called “{d}”.',
    'I have got {v} here. Next step: {d}.',
  ],
  es: [
    'Tarea: {d}. Entrada: {v}.',
    'El trabajo de hoy con {v} es «{d}», adelante.',
    '{v}: {d}, por favor.',
    'Toma {v} y haz lo que se llama «{d}».',
    'Aquí tengo {v}. Siguiente paso: {d}.',
  ],
}

const JOINED: Readonly<Record<BatteryLanguage, readonly (readonly [string, string, string])[]>> = {
  en: [
    ['Please do both of these. ', ' And then: ', ''],
    ['', ' In the same go: ', ''],
    ['I need the two results side by side. ', ' Also: ', ' Thank you.'],
  ],
  es: [
    ['Haz las dos cosas, por favor. ', ' Y luego: ', ''],
    ['', ' De paso: ', ''],
    ['Necesito los dos resultados juntos. ', ' Además: ', ' Gracias.'],
  ],
}

/** How many ways there are to wrap a wording; 0 leaves it bare. */
export const wrappings = 1 + AROUND.en.length
export const declaredWordings = DECLARED.en.length
export const joinings = JOINED.en.length

/** A wording of the corpus as it stands (0), or with one of our own sentences around it. */
export function wrapped(prompt: string, variant: number, language: BatteryLanguage): string {
  const around = AROUND[language][variant - 1]
  if (around === undefined) return prompt
  const [before, after] = around
  return `${before}${after === '' ? prompt : ended(prompt)}${after}`
}

/** A request in words of ours from what the tool's declaration says. None is one that the ladder asks with. */
export function declaredWording(
  tool: Tool,
  {
    values,
    variant,
    language,
  }: {
    readonly values: readonly { readonly argument: string; readonly text: string }[]
    readonly variant: number
    readonly language: BatteryLanguage
  },
): string {
  const frame = DECLARED[language][variant % declaredWordings] as string // in range
  const [first, ...others] = values
  const rest = others.map(({ argument, text }) => `${wordsOfName(argument).join(' ')} ${text}`)
  const shown = first === undefined ? '' : [first.text, ...rest].join(', ')
  return frame.replace('{d}', () => deedOf(tool)).replace('{v}', () => shown)
}

/** Two requests as one. */
export function joinedWordings(
  first: string,
  second: string,
  { variant, language }: { readonly variant: number; readonly language: BatteryLanguage },
): string {
  const [open, between, close] = JOINED[language][variant % joinings] as readonly [string, string, string] // in range
  return `${open}${ended(first)}${between}${ended(second)}${close}`
}

const MAX_DEED = 140

/** First sentence of the description, or the words of the name. */
function deedOf({ name, description = '' }: Tool): string {
  const sentence = description
    .replace(/\s+/g, ' ')
    .trim()
    .split(/(?<=[.!?])\s/)[0]
    ?.replace(/[\s.!?:;,]+$/, '')
  const text = sentence === undefined || sentence === '' ? wordsOfName(name).join(' ') : sentence
  return text.length > MAX_DEED ? text.slice(0, MAX_DEED).replace(/\s\S*$/, '') : text
}

function ended(prompt: string): string {
  const text = prompt.trim()
  return /[.!?…]["'»”)]?$/u.test(text) ? text : `${text}.`
}
