import { InputError } from '../errors.js'
import { isJsonObject, type JsonObject } from '../text/json.js'
import { readJsonLines } from '../text/jsonl.js'
import { isCount } from '../text/plain-value.js'

const SCHEMA = 'assay.annotation/1'

/** How every file of answers begins. */
export const ANNOTATION_START = `{"schema":"${SCHEMA}"`

/** The first line of an annotator's file: what was asked, so that nothing else is mixed in. */
export interface AnnotationHead {
  readonly annotator: string
  /** Of the benchmark. */
  readonly fingerprint: string
  readonly seed: number
  /** Items of the sample; absent for all. */
  readonly stratified?: number
}

export interface GivenAnswer {
  /** Id of the unit. */
  readonly unit: string
  readonly answer: string
  readonly note?: string
  /** From the showing to the answer, milliseconds. */
  readonly tookMs?: number
  readonly atMs?: number
}

/** What one annotator has said; of two answers to one unit the later counts, and an undone one does not. */
export interface Annotations extends AnnotationHead {
  readonly answers: ReadonlyMap<string, GivenAnswer>
}

export function headLine({ annotator, fingerprint, seed, stratified }: AnnotationHead): string {
  return JSON.stringify({ schema: SCHEMA, annotator, benchmark: fingerprint, seed, stratified })
}

export function answerLine(answer: GivenAnswer): string {
  return JSON.stringify(answer)
}

/** Takes back the answer to a unit. */
export function undoLine(unit: string): string {
  return JSON.stringify({ unit, undone: true })
}

/** A name that is a file's name on any system. */
const ANNOTATOR = /^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/

/** @throws {InputError} `annotator-invalid`. */
export function annotationFileName(annotator: string): string {
  if (ANNOTATOR.test(annotator)) return `${annotator}.jsonl`
  throw new InputError({
    code: 'annotator-invalid',
    what: `An annotator cannot be called ${JSON.stringify(annotator.slice(0, 80))}.`,
    where: '--annotator',
    fix: 'Use 1 to 40 letters without accents, digits, - or _.',
  })
}

/**
 * Reads an annotator's file.
 *
 * @throws {InputError} `annotation-invalid`, and what reading JSONL throws.
 */
export async function readAnnotations(pieces: AsyncIterable<Uint8Array>, path: string): Promise<Annotations> {
  let head: AnnotationHead | undefined
  const answers = new Map<string, GivenAnswer>()
  for await (const { number, value } of readJsonLines(pieces, path)) {
    const where = `${path}, line ${number}`
    if (!isJsonObject(value)) throw invalid(where, 'The line holds no object.')
    if (head === undefined) {
      head = headOf(value, where)
      continue
    }
    const { unit, undone } = value
    if (typeof unit !== 'string') throw invalid(where, 'The line names no unit.')
    // Removed first, so that answers stand in the order in which they were given.
    answers.delete(unit)
    if (undone !== true) answers.set(unit, answerOf(unit, value, where))
  }
  if (head === undefined) throw invalid(path, 'The file is empty.')
  return { ...head, answers }
}

function headOf(
  { schema, annotator, benchmark, seed, stratified }: JsonObject,
  where: string,
): AnnotationHead {
  const isKnown =
    schema === SCHEMA &&
    typeof annotator === 'string' &&
    typeof benchmark === 'string' &&
    isCount(seed) &&
    (stratified === undefined || isCount(stratified))
  if (!isKnown) throw invalid(where, `The line does not begin a file of ${SCHEMA}.`)
  return { annotator, fingerprint: benchmark, seed, ...(isCount(stratified) ? { stratified } : {}) }
}

function answerOf(unit: string, { answer, note, tookMs, atMs }: JsonObject, where: string): GivenAnswer {
  if (typeof answer !== 'string') throw invalid(where, 'The line holds no answer.')
  return {
    unit,
    answer,
    ...(typeof note === 'string' && note !== '' ? { note } : {}),
    ...(typeof tookMs === 'number' ? { tookMs } : {}),
    ...(typeof atMs === 'number' ? { atMs } : {}),
  }
}

function invalid(where: string, what: string): InputError {
  return new InputError({
    code: 'annotation-invalid',
    what,
    where,
    fix: 'Restore the file as `assay annotate` wrote it, or begin another with another name.',
  })
}
