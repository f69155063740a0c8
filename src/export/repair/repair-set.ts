import { readCorpus } from '../../corpus/read-corpus.js'
import type { ToolCorpus } from '../../corpus/tool-corpus.js'
import { BugError, InputError } from '../../errors.js'
import type { Files, Hash, Notify } from '../../ports.js'
import { textHasher } from '../../text/hash.js'
import { type JsonObject, writeJson } from '../../text/json.js'
import {
  axolotlConfig,
  llamaFactoryConfig,
  llamaFactoryDatasets,
  type RepairSettings,
  trlConfig,
} from '../training-configs.js'
import { guardTrainingFolder, tapped } from '../training-folder.js'
import { repairCard } from './repair-card.js'
import { type RepairMix, repairMix } from './repair-mix.js'
import { repairReadme } from './repair-readme.js'
import type { RepairRequest } from './repair-request.js'
import type { RepairRow } from './repair-row.js'
import { repairScript } from './repair-script.js'
import { roleTemplate } from './role-template.js'
import { rowToFunctionJson, rowToJson } from './row-json.js'

export interface RepairSetContext {
  readonly files: Files
  readonly notify: Notify
  readonly hash: Hash
}

/** What a repair set consists of besides the manifest and, last, README.md. */
const OWN_FILES = [
  'train.jsonl',
  'llamafactory.jsonl',
  'chat_template.jinja',
  'trl.yaml',
  'axolotl.yaml',
  'llamafactory.yaml',
  'dataset_info.json',
  'train_trl.py',
]

/**
 * Writes a repair mix: rows, the trainers' configs and script, and last the data card as `manifest.json`, which is
 * returned, and as README.md. The rows are read back strictly before the card says what they hold. The same request gives
 * the same bytes.
 *
 * @throws {InputError} `output-occupied`, `training-empty`; before any file is in its place.
 */
export async function writeRepairSet(
  request: RepairRequest,
  { files, notify, hash }: RepairSetContext,
): Promise<JsonObject> {
  const { folder, corpus } = request
  await guardTrainingFolder(folder, files, {
    ownFiles: OWN_FILES,
    accepts: (recipe) => recipe === 'repair',
  })
  notify('Making rows …')
  const mix = repairMix(request)
  checkMix(mix, corpus)
  const settings = settingsOf(request, mix)
  const fingerprints = new Map<string, string>()
  const write = async (name: string, pieces: Iterable<string>): Promise<void> => {
    const hasher = textHasher()
    await files.write(files.join(folder, name), tapped(pieces, hasher.add))
    fingerprints.set(name, hasher.digest())
  }
  await write('train.jsonl', lines(mix.rows, rowToJson))
  if (settings.recordsCalls) await write('llamafactory.jsonl', lines(mix.rows, rowToFunctionJson))
  if (corpus.roles !== undefined) await write('chat_template.jinja', [roleTemplate(corpus.roles)])
  const written = await readBack(mix, { corpus, path: files.join(folder, 'train.jsonl'), files, hash })
  await write('trl.yaml', [trlConfig(settings)])
  await write('axolotl.yaml', [axolotlConfig(settings)])
  await write('llamafactory.yaml', [llamaFactoryConfig(settings)])
  await write('dataset_info.json', [llamaFactoryDatasets(settings)])
  await write('train_trl.py', [repairScript])
  const card = repairCard(request, { mix, written, files: fingerprints })
  await files.write(files.join(folder, 'manifest.json'), [`${writeJson(card, 2)}\n`])
  await files.write(files.join(folder, 'README.md'), [repairReadme(card, settings)])
  return card
}

function checkMix({ rows, own }: RepairMix, { path }: ToolCorpus): void {
  if (rows.some(({ answer }) => answer.calls.length > 0)) return
  throw new InputError({
    code: 'training-empty',
    what:
      own.rows.length === 0
        ? 'No row of the corpus holds a call of a declared tool that the strict reading accepts.'
        : 'Every row with a call repeats an evaluation or is too long, so that none is left to train on.',
    where: path,
    fix: 'Give another --corpus, fewer --test files, or a larger --max-tokens.',
  })
}

function settingsOf(
  { corpus, update, learningRate, seed, reserve }: RepairRequest,
  { rows, longest }: RepairMix,
): RepairSettings {
  return {
    stage: 'repair',
    update,
    learningRate,
    maxTokens: longest + reserve,
    hasSystemPrompts: rows.every(({ before }) => before[0]?.role === 'system'),
    seed,
    recordsCalls: rows.some(({ answer }) => answer.isRecorded),
    hasTools: rows.some(({ tools }) => tools !== undefined),
    hasTemplate: corpus.roles !== undefined,
  }
}

function* lines(
  rows: readonly RepairRow[],
  toJson: (row: RepairRow, id: string) => JsonObject,
): Generator<string> {
  for (const [at, row] of rows.entries()) yield `${writeJson(toJson(row, `repair-${at + 1}`))}\n`
}

/** The rows as a reader of corpora finds them. */
async function readBack(
  { rows }: RepairMix,
  {
    corpus,
    path,
    files,
    hash,
  }: {
    readonly corpus: ToolCorpus
    readonly path: string
    readonly files: Files
    readonly hash: Hash
  },
): Promise<ToolCorpus> {
  const { dialect, toolsIn } = corpus
  const tools = toolsIn === 'given' ? corpus.examples[0]?.tools : undefined
  const written = await readCorpus(
    path,
    { files, notify: () => {}, hash },
    { dialect, ...(tools === undefined ? {} : { tools }) },
  )
  const isSame =
    written.examples.length === rows.length &&
    written.examples.every(({ prompt, answer }, at) => {
      const row = rows[at]
      return prompt === row?.prompt && answer.calls.length === row.answer.calls.length
    })
  if (isSame) return written
  throw new BugError({
    code: 'repair-misread',
    what: 'The rows are not read back as they were made.',
    where: path,
    fix: 'Please report this with the corpus, or a part of it that shows the fault.',
  })
}
