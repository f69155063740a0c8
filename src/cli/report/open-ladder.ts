import type { Benchmark } from '../../benchmark/item.js'
import { loadBenchmark } from '../../benchmark/load.js'
import type { CallOpener } from '../../ladder/case-openings.js'
import type { LadderCase } from '../../ladder/ladder-case.js'
import { readJsonFile } from '../../report/sources/json-file.js'
import type { RunMaterial } from '../../report/sources/run-material.js'
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'
import type { Dialect } from '../../toolcall/dialect.js'
import type { CliContext } from '../command.js'
import { readCases } from '../ladder/case-files.js'
import { storedDialect } from '../ladder/stored-dialect.js'
import { keptVocabulary } from '../ladder/stored-vocabulary.js'
import { type Attempt, attemptTelling } from './run-material.js'

/** What a ladder's folder keeps beside its verdict. */
export interface LadderMaterial {
  readonly material: RunMaterial
  readonly cases: readonly LadderCase[]
  readonly opener?: CallOpener
}

/** Opens cases, dialect and vocabulary of a ladder; what cannot be opened is told and left out. */
export async function openLadderMaterial(
  folder: string,
  flags: { readonly dialect?: string },
  context: CliContext,
): Promise<LadderMaterial> {
  const { files } = context
  const faults: string[] = []
  const attempt = attemptTelling(faults)
  const subjectPlace = files.join(folder, 'subject.json')
  const hasSubject = (await files.facts(subjectPlace))?.kind === 'file'
  const subject = hasSubject
    ? await attempt('subject.json', () => readJsonFile(subjectPlace, files))
    : undefined
  const stored = isJsonObject(subject) ? subject : undefined
  const cases = (await attempt('cases', () => readCases(folder, files))) ?? []
  const benchmarks = await batteriesIn(folder, context, attempt)
  const dialect = await attempt('dialect', () => dialectIn(stored, flags, context))
  const vocabulary = await attempt('vocabulary', () => keptVocabulary(folder, files))
  const opener = openerIn(stored)
  return {
    material: {
      benchmarks,
      faults,
      ...(dialect === undefined ? {} : { dialect }),
      ...(vocabulary === undefined ? {} : { vocabulary }),
    },
    cases,
    ...(opener === undefined ? {} : { opener }),
  }
}

async function batteriesIn(
  folder: string,
  { files, notify }: CliContext,
  attempt: Attempt,
): Promise<ReadonlyMap<string, Benchmark>> {
  const place = files.join(folder, 'items')
  const benchmarks = new Map<string, Benchmark>()
  if ((await files.facts(place))?.kind !== 'folder') return benchmarks
  for (const name of await files.list(place)) {
    if (!name.endsWith('.jsonl')) continue
    const path = files.join(place, name)
    const benchmark = await attempt(name, () =>
      loadBenchmark(path, { files, notify }, { isStored: true, format: 'assay-items' }),
    )
    if (benchmark !== undefined) benchmarks.set(name.slice(0, -'.jsonl'.length), benchmark)
  }
  return benchmarks
}

async function dialectIn(
  subject: JsonObject | undefined,
  flags: { readonly dialect?: string },
  context: CliContext,
): Promise<Dialect | undefined> {
  const id = subject?.dialect
  return typeof id === 'string' ? storedDialect(id, flags.dialect, context) : undefined
}

function openerIn(subject: JsonObject | undefined): CallOpener | undefined {
  const opener = subject?.opener
  if (!isJsonObject(opener) || typeof opener.text !== 'string' || !isJsonArray(opener.sequences))
    return undefined
  const sequences = opener.sequences.flatMap((sequence) =>
    isJsonArray(sequence) && sequence.every(isTokenName) ? [sequence] : [],
  )
  return { text: opener.text, sequences }
}

function isTokenName(token: JsonValue): token is string | number {
  return typeof token === 'string' || typeof token === 'number'
}
