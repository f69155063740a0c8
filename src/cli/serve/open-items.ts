import { plainFiles } from '../../catalog/plain-files.js'
import { InputError } from '../../errors.js'
import type { Files, Journals } from '../../ports.js'
import { benchmarkJudges, type JudgeOf, type JudgeOptions } from '../../report/items/benchmark-judges.js'
import { type BuiltDialogues, buildDialogues } from '../../report/pages/build-dialogues.js'
import { readJsonFile } from '../../report/sources/json-file.js'
import type { RunMaterial } from '../../report/sources/run-material.js'
import { type ScoreDocument, scoreDocumentsOf } from '../../report/sources/score-document.js'
import type { FoundSource } from '../../report/sources/source-kind.js'
import { turnsKey } from '../../run/converse/read-turns.js'
import { readRun } from '../../run/read-run.js'
import { isJsonObject } from '../../text/json.js'
import type { CliContext } from '../command.js'
import { openLadderMaterial } from '../report/open-ladder.js'
import { type MaterialFlags, namedFiles, openRunMaterial } from '../report/run-material.js'
import { type JudgeOfItem, RunItems } from './run-items.js'

export interface ItemsOpening {
  readonly flags: MaterialFlags
  readonly context: CliContext
  readonly journals: Pick<Journals, 'readPart'>
}

/**
 * Opens the samples of a run, or the answers of a ladder, for reading in parts, and begins to read their benchmarks. Items
 * that cannot be read leave their samples without a verdict.
 *
 * @returns undefined where there is nothing but a file of results.
 * @throws {InputError} `run-missing`, `run-invalid`, `run-version`.
 */
export async function openItems(
  { kind, path }: FoundSource,
  { flags, context: outer, journals }: ItemsOpening,
): Promise<RunItems | undefined> {
  const files = plainFiles(outer.files, namedFiles(flags))
  const context = { ...outer, files }
  const { clock } = context
  const opening = { flags, context, journals }
  if (kind === 'json') return undefined
  const isRun = kind === 'run-folder'
  const subject = isRun ? (await readRun(path, files)).subject.label : ''
  const judges = isRun ? judgesOfRun(path, opening) : judgesOfLadder(path, opening)
  // Told to whoever asks for rows.
  judges.catch(() => undefined)
  const samples = isRun ? files.join(path, 'samples.jsonl') : files.join(path, 'answers', 'samples.jsonl')
  return new RunItems({ path: samples, subject, files, journals, clock, judges })
}

async function judgesOfRun(folder: string, { flags, context }: ItemsOpening): Promise<JudgeOfItem> {
  const material = await openRunMaterial(folder, flags, context, { isScored: false })
  const outcomes = await dialogueOutcomes(folder, material, context)
  return judgesOf(material, {
    dialogueOutcome: (sample) => outcomes.get(turnsKey(sample)),
  })
}

async function judgesOfLadder(folder: string, { flags, context }: ItemsOpening): Promise<JudgeOfItem> {
  return judgesOf((await openLadderMaterial(folder, flags, context)).material, {})
}

function judgesOf(
  { benchmarks, catalog, dialect, vocabulary }: RunMaterial,
  more: Pick<JudgeOptions, 'dialogueOutcome'>,
): JudgeOfItem {
  const options = {
    ...more,
    ...(catalog === undefined ? {} : { catalog }),
    ...(dialect === undefined ? {} : { dialect }),
    ...(vocabulary === undefined ? {} : { vocabulary }),
  }
  const judges = new Map<string, JudgeOf>(
    Array.from(benchmarks, ([name, benchmark]) => [name, benchmarkJudges(benchmark, options)]),
  )
  return (benchmark, item) => judges.get(benchmark)?.(item)
}

/** What dialogues came to, of those that were played when the run was opened; none for other runs. */
async function dialogueOutcomes(
  folder: string,
  material: RunMaterial,
  { files }: CliContext,
): Promise<BuiltDialogues['outcomes']> {
  const run = await readJsonFile(files.join(folder, 'run.json'), files)
  if (!isJsonObject(run) || run.converse === undefined) return new Map()
  const documents = await storedScores(folder, files)
  const request = { id: 's1', path: folder, files, subject: '', documents, run, material, notices: [] }
  return (await buildDialogues(request)).outcomes
}

/** None where there are none that can be read: the report says so. */
async function storedScores(folder: string, files: Files): Promise<readonly ScoreDocument[]> {
  const place = files.join(folder, 'scores.json')
  try {
    if ((await files.facts(place))?.kind !== 'file') return []
    return scoreDocumentsOf(await readJsonFile(place, files), place, () => undefined)
  } catch (error) {
    if (error instanceof InputError) return []
    throw error
  }
}
