import { parseJson } from '../../text/json.js'
import { bracketExtent } from '../../text/json-extent.js'
import { wordsOf } from '../../text/shingles.js'
import type { CaseReading } from '../case-reading.js'
import { spokenLanguage } from './spoken-language.js'

/** What an answer looks like. */
export type AnswerClass = 'coherent' | 'incoherent' | 'emits-call'

export const answerClasses: readonly AnswerClass[] = ['coherent', 'incoherent', 'emits-call']

export interface AnswerFeatures {
  readonly class: AnswerClass
  readonly language: string
  /** Different among all runs of three words, in [0, 1]; absent below 3 words. 1: nothing is repeated. */
  readonly distinct3?: number
  readonly words: number
  readonly characters: number
  /** Whether the trigger's ids stand in the answer's; absent where either is not known. */
  readonly triggerInIds?: boolean
  /** Whether the first bracket in the answer opens a whole JSON value; absent where there is none. */
  readonly jsonParses?: boolean
  /** Calls by the strict reading. */
  readonly calls: number
  readonly isTruncated: boolean
}

/** Below this share of different runs of three words, in an answer of so many words, a text goes round in circles. */
const CIRCLES = 0.5
const LEAST_FOR_CIRCLES = 12
/** Of an answer's characters that are no white space, letters and digits make up at least this share. */
const LETTERS = 0.4
/** One character so many times in a row is no text. */
const STUCK = /([^\s\p{N}._=*#-])\1{11}/u

/**
 * What can be told of an answer by counting. `emits-call`: a call was opened, whatever came of it. `incoherent`: nothing
 * visible, mostly signs, characters that no decoder knows, one character over and over, or fewer than half of the runs of
 * three words different in an answer of at least 12 words. Everything else is `coherent`, true or not.
 *
 * @param triggerIds tokens of the trigger in the subject's vocabulary.
 */
export function answerFeatures(
  { text, tokenIds, parsing, stopReason }: CaseReading,
  triggerIds: readonly number[] | undefined,
): AnswerFeatures {
  const words = wordsOf(text)
  const distinct3 = distinctRuns(words)
  const isCall =
    parsing.outcome === 'called' || parsing.outcome === 'attempted' || parsing.outcome === 'truncated'
  const isBroken =
    parsing.outcome === 'empty' ||
    isNoise(text) ||
    (distinct3 !== undefined && words.length >= LEAST_FOR_CIRCLES && distinct3 < CIRCLES)
  const json = parsesJson(text)
  return {
    class: isCall ? 'emits-call' : isBroken ? 'incoherent' : 'coherent',
    language: spokenLanguage(text),
    ...(distinct3 === undefined ? {} : { distinct3 }),
    words: words.length,
    characters: [...text].length,
    ...(triggerIds === undefined || triggerIds.length === 0 || tokenIds === undefined
      ? {}
      : { triggerInIds: holdsRun(tokenIds, triggerIds) }),
    ...(json === undefined ? {} : { jsonParses: json }),
    calls: parsing.strict.calls.length,
    isTruncated: stopReason === 'length',
  }
}

function distinctRuns(words: readonly string[]): number | undefined {
  const runs = words.slice(2).map((_word, at) => words.slice(at, at + 3).join(' '))
  return runs.length === 0 ? undefined : new Set(runs).size / runs.length
}

function isNoise(text: string): boolean {
  const visible = text.replace(/\s/gu, '')
  if (visible === '') return true
  const known = visible.match(/[\p{L}\p{N}]/gu)?.length ?? 0
  const all = [...visible].length
  return known < LETTERS * all || visible.includes('\uFFFD') || STUCK.test(text)
}

function holdsRun(ids: readonly number[], run: readonly number[]): boolean {
  return ids.some((_id, at) => run.every((id, offset) => ids[at + offset] === id))
}

function parsesJson(text: string): boolean | undefined {
  const at = text.search(/[{[]/)
  if (at === -1) return undefined
  const extent = bracketExtent(text, at)
  return extent.kind === 'complete' && parseJson(text.slice(at, extent.end)).kind === 'value'
}
