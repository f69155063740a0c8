import type { Catalog } from '../catalog/catalog.js'
import { chatRecordToJson } from '../corpus/chat-record.js'
import { type ToolClasses, toolClasses } from '../corpus/hard-negatives.js'
import { stageOneRecords } from '../corpus/stage-one.js'
import { stageTwoRecords, type TrainingQuery } from '../corpus/stage-two.js'
import { tokenMapText } from '../corpus/token-map.js'
import type { ToolTokens } from '../corpus/tool-tokens.js'
import { type IdentifiedText, type Overlap, TestTexts } from '../corpus/train-test-overlap.js'
import { InputError } from '../errors.js'
import type { Files, Notify } from '../ports.js'
import { textHasher } from '../text/hash.js'
import { type JsonObject, writeJson } from '../text/json.js'
import { TrainingCard } from './training-card.js'
import {
  axolotlConfig,
  llamaFactoryConfig,
  llamaFactoryDatasets,
  type StageSettings,
  trlConfig,
} from './training-configs.js'
import { guardTrainingFolder, tapped } from './training-folder.js'
import { trainingReadme } from './training-readme.js'
import { addTokensScript, trainTrlScript } from './training-scripts.js'
import type { TrainingSetRequest } from './training-set-request.js'
import { testTexts, trainingQueries } from './training-texts.js'

export interface TrainingSetContext {
  readonly files: Files
  readonly notify: Notify
  /** Called between pieces of work of about a second. */
  readonly pause: () => Promise<void>
}

/** Records between two lines of progress. */
const PROGRESS = 50_000

/**
 * Writes a training set: records, near-duplicates of test texts, tokens, the trainers' configs and scripts, and last
 * the data card as `manifest.json`, which is returned, and as README.md. Records are written as they are made; the same
 * request gives the same bytes.
 *
 * @throws {InputError} `output-occupied`, `stage-queries`, `recipe-tokens`, `no-training-queries`, `training-empty`,
 * `token-budget`; before any file is in its place.
 */
export async function writeTrainingSet(
  request: TrainingSetRequest,
  context: TrainingSetContext,
): Promise<JsonObject> {
  const { files } = context
  check(request)
  await guardTrainingFolder(request.folder, files, {
    ownFiles: OWN_FILES,
    accepts: (recipe) => recipe !== 'repair',
  })
  const { queries, sources } = trainingQueries(request.queries, request.catalog)
  const card = new TrainingCard(request, sources)
  const write = async (name: string, pieces: Iterable<string> | AsyncIterable<string>): Promise<void> => {
    const hasher = textHasher()
    await files.write(files.join(request.folder, name), tapped(pieces, hasher.add))
    card.addFile(name, hasher.digest())
  }
  const tests = new TestTexts(testTexts(request.tests))
  const lines =
    request.stage === 1
      ? stageOneLines(request, { card, context })
      : stageTwoLines(request, { queries, tests, card, context })
  await write('train.jsonl', lines)
  await write('near-duplicates.jsonl', overlapLines(request, { queries, tests, card }))
  await write('tokens.jsonl', tokenLines(request.tokens))
  await write('tool-tokens.json', tokenMapText(request.catalog.tools, request.tokens))
  const { recipe, budget, seed, stage, update } = request
  const settings: StageSettings = {
    stage,
    update,
    maxTokens: budget.maxTokens,
    hasSystemPrompts: recipe.hasSystemPrompts,
    seed,
  }
  await write('trl.yaml', [trlConfig(settings)])
  await write('axolotl.yaml', [axolotlConfig(settings)])
  await write('llamafactory.yaml', [llamaFactoryConfig(settings)])
  await write('dataset_info.json', [llamaFactoryDatasets()])
  await write('add_tokens.py', [addTokensScript])
  await write('train_trl.py', [trainTrlScript])
  const manifest = card.toJson(tests.size)
  await files.write(files.join(request.folder, 'manifest.json'), [`${writeJson(manifest, 2)}\n`])
  await files.write(files.join(request.folder, 'README.md'), [trainingReadme(manifest, settings)])
  return manifest
}

function check({ stage, queries, recipe, tokens }: TrainingSetRequest): void {
  if ((stage === 2) !== queries.length > 0) {
    throw new InputError({
      code: 'stage-queries',
      what:
        stage === 2
          ? 'Stage 2 is made of queries, and none are named.'
          : 'Stage 1 is made of the catalog alone.',
      where: '--queries',
      fix:
        stage === 2
          ? 'Name a retrieval benchmark with --queries.'
          : 'Leave --queries out, or choose --stage 2.',
    })
  }
  const needsParts = recipe.formats.includes('f4')
  if (stage === 1 && needsParts && tokens.sequences.every(({ length }) => length < 2)) {
    throw new InputError({
      code: 'recipe-tokens',
      what: `The recipe ${recipe.id} trains a tool's tokens step by step, but every tool has one token only.`,
      where: '--tokens',
      fix: 'Choose --tokens hierarchical, a map with lists of tokens, or another --recipe.',
    })
  }
}

/** What a training set consists of besides the manifest and, last, README.md. */
const OWN_FILES = [
  'train.jsonl',
  'near-duplicates.jsonl',
  'tokens.jsonl',
  'tool-tokens.json',
  'trl.yaml',
  'axolotl.yaml',
  'llamafactory.yaml',
  'dataset_info.json',
  'add_tokens.py',
  'train_trl.py',
]

function* tokenLines({ vocabulary }: ToolTokens): Generator<string> {
  for (const { text, level, initialText, toolCount } of vocabulary) {
    yield `${writeJson({ token: text, level, initialText, toolCount })}\n`
  }
}

interface OverlapSearch {
  readonly queries: readonly TrainingQuery[]
  readonly tests: TestTexts
  readonly card: TrainingCard
}

/** Stage 1 has no queries: there the descriptions are what a test text could repeat. */
function* overlapLines(
  request: TrainingSetRequest,
  { queries, tests, card }: OverlapSearch,
): Generator<string> {
  const texts = request.stage === 1 ? descriptions(request.catalog) : distinctQueries(queries)
  for (const text of texts) {
    const overlaps = tests.overlaps(text)
    card.countOverlaps(overlaps)
    for (const overlap of overlaps) yield `${writeJson(overlapToJson(overlap))}\n`
  }
}

function overlapToJson({ kind, similarity, train, test }: Overlap): JsonObject {
  return { kind, similarity, train: { ...train }, test: { ...test } }
}

function* descriptions({ tools }: Catalog): Generator<IdentifiedText> {
  for (const { name, description } of tools)
    if (description !== undefined) yield { id: name, text: description }
}

function* distinctQueries(queries: readonly TrainingQuery[]): Generator<IdentifiedText> {
  const seen = new Set<string>()
  for (const { id, query } of queries) {
    if (seen.has(query)) continue
    seen.add(query)
    yield { id, text: query }
  }
}

async function* stageOneLines(
  request: TrainingSetRequest,
  { card, context }: { readonly card: TrainingCard; readonly context: TrainingSetContext },
): AsyncGenerator<string> {
  const { catalog, tokens, recipe, budget, seed, negativeCount: count } = request
  const hasChoice = recipe.formats.includes('f3')
  if (hasChoice) context.notify('Looking for tools that say the same …')
  const classes: ToolClasses = hasChoice ? await toolClasses(catalog.tools, context.pause) : new Int32Array(0)
  // Without F3 nothing is searched for.
  const index = hasChoice ? await request.retriever.index(catalog) : { rank: () => [] }
  card.setClasses(classes)
  let records = 0
  const yields = stageOneRecords({
    catalog,
    tokens,
    recipe,
    budget,
    seed,
    negatives: { classes, index, count },
  })
  for await (const yielded of yields) {
    card.countStageOne(yielded, count)
    if (yielded.kind === 'skipped') continue
    if (++records % PROGRESS === 0) context.notify(`${records} records …`)
    if (records % 1000 === 0) await context.pause()
    yield `${writeJson(chatRecordToJson(yielded.fitted.record))}\n`
  }
}

async function* stageTwoLines(
  { catalog, tokens, recipe, budget, dropNearDuplicates }: TrainingSetRequest,
  { queries, tests, card, context }: OverlapSearch & { readonly context: TrainingSetContext },
): AsyncGenerator<string> {
  const kept = dropNearDuplicates ? unlike(queries, tests, card) : queries
  let records = 0
  for (const yielded of stageTwoRecords(kept, { catalog, tokens, recipe, budget })) {
    card.countStageTwo(yielded)
    if (yielded.kind === 'repeated') continue
    if (++records % PROGRESS === 0) context.notify(`${records} records …`)
    if (records % 1000 === 0) await context.pause()
    yield `${writeJson(chatRecordToJson(yielded.fitted.record))}\n`
  }
  if (records === 0) {
    throw new InputError({
      code: 'training-empty',
      what: 'Every query repeats a test text, so that none is left to train on.',
      where: '--drop-near-duplicates',
      fix: 'Name other --queries, or leave the flag out to have the near-duplicates listed only.',
    })
  }
}

function* unlike(queries: readonly TrainingQuery[], tests: TestTexts, card: TrainingCard) {
  for (const query of queries) {
    if (tests.overlaps({ id: query.id, text: query.query }).length === 0) yield query
    else card.countDropped()
  }
}
