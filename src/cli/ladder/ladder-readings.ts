import { type CallOpener, OpeningReader } from '../../ladder/case-openings.js'
import type { MissingReading } from '../../ladder/case-reading.js'
import type { LadderCase } from '../../ladder/ladder-case.js'
import type { PositionedOpening } from '../../ladder/opening/read-opening.js'
import { AnswerReader, type AnswerReaderOptions, type ReadAnswers } from '../../ladder/read-answers.js'
import type { Files } from '../../ports.js'
import { readSampleLines, type StoredSample } from '../../run/sample-lines.js'

/** The journal of a run folder within a ladder's folder, or undefined where nothing was asked. */
async function journalOf(folder: string, name: string, files: Files): Promise<string | undefined> {
  const path = files.join(folder, ...name.split('/'), 'samples.jsonl')
  return (await files.facts(path))?.kind === 'file' ? path : undefined
}

const ignoreTorn = (): void => undefined

/** Samples of a run folder within the ladder's folder; none where nothing was asked. */
export async function* storedSamples(place: {
  readonly folder: string
  readonly name: string
  readonly files: Files
}): AsyncGenerator<StoredSample> {
  const path = await journalOf(place.folder, place.name, place.files)
  if (path !== undefined) yield* readSampleLines(path, place.files, ignoreTorn)
}

/** What was said, read; a case without a sample is missing. */
export async function storedAnswers(
  place: { readonly folder: string; readonly name: string; readonly files: Files },
  cases: readonly LadderCase[],
  options: AnswerReaderOptions,
): Promise<ReadAnswers> {
  const reader = new AnswerReader(cases, options)
  for await (const sample of storedSamples(place)) reader.take(sample)
  return reader.finish()
}

/** Probabilities of openings, read. */
export async function storedOpenings(
  place: { readonly folder: string; readonly name: string; readonly files: Files },
  cases: readonly LadderCase[],
  opener: CallOpener | undefined,
): Promise<{ readonly openings: readonly PositionedOpening[]; readonly missing: readonly MissingReading[] }> {
  if (opener === undefined) return { openings: [], missing: [] }
  const reader = new OpeningReader(cases, opener)
  if ((await journalOf(place.folder, place.name, place.files)) === undefined) {
    return { openings: [], missing: [] }
  }
  for await (const sample of storedSamples(place)) reader.take(sample)
  return reader.finish()
}
