import type { DriftDocument } from '../../checkpoint/drift-document.js'
import { InputError } from '../../errors.js'
import { trajectoryCases } from '../../ladder/batteries/trajectory-cases.js'
import { openingCases } from '../../ladder/case-openings.js'
import type { CaseReading } from '../../ladder/case-reading.js'
import type { CheckpointProbe } from '../../ladder/checkpoint-probe.js'
import type { HarnessFinding } from '../../ladder/harness-finding.js'
import type { LadderEvidence } from '../../ladder/ladder-evidence.js'
import { readCheckpointList } from '../../ladder/trajectory/checkpoint-list.js'
import { LeftCalls } from '../../score/run/left-calls.js'
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'
import { readJsonText } from '../../text/jsonl.js'
import type { Dialect } from '../../toolcall/dialect.js'
import type { Vocabulary } from '../../toolcall/tokens/vocabulary.js'
import { readVocabulary } from '../vocabulary-option.js'
import { folderNameOf, storedProbe } from './ladder-checkpoints.js'
import { type LadderFacts, readFacts } from './ladder-facts.js'
import { storedGrafts } from './ladder-grafts.js'
import { storedParity, storedTrainingLoss } from './ladder-instrument.js'
import type { OpenedPlan } from './ladder-plan.js'
import { storedAnswers, storedOpenings } from './ladder-readings.js'
import type { LadderSession } from './ladder-session.js'
import { storedDialect } from './stored-dialect.js'
import { keptVocabulary } from './stored-vocabulary.js'
import { wantedCases } from './wanted-cases.js'

/** Of bootstraps. */
const RESAMPLES = 2000

/** Everything that the rungs judge, read from the ladder's folder. */
export async function gatherEvidence(session: LadderSession, plan: OpenedPlan): Promise<LadderEvidence> {
  const { context, folder, seed } = session
  const { files } = context
  const { inputs, cases } = plan
  const facts = await readFacts(folder, files)
  const dialect = await answerDialect(session, plan, facts)
  const vocabulary = facts === undefined ? undefined : await vocabularyOf(session, plan)
  const reading = { dialect, ...(vocabulary === undefined ? {} : { vocabulary }) }
  const at = { folder, files }
  const planned = plan.rungs === undefined ? undefined : new Set(plan.rungs)
  const wanted = new Set(wantedCases(cases, session.flags.rungs ?? planned))
  const answered =
    facts === undefined
      ? { readings: [], missing: [] }
      : await storedAnswers({ ...at, name: 'answers' }, cases, { ...reading, path: 'direct' })
  const served = await storedAnswers(
    { ...at, name: 'served' },
    (await isThere(session, 'served')) ? cases.filter(({ battery }) => battery === 'qualitative') : [],
    { dialect, path: 'served' },
  )
  const probed = facts?.opener === undefined ? [] : openingCases(cases, facts.opener)
  const opened = await storedOpenings({ ...at, name: 'openings' }, probed, facts?.opener)
  const drift = await storedDrift(session)
  const trainingLoss =
    facts === undefined || plan.isPractice === true
      ? undefined
      : await storedTrainingLoss(at, {
          cases,
          subject: facts.subject,
          vocabularySize: vocabulary?.pieces.length,
        })
  const hasServed = (await isThere(session, 'served')) || (await isThere(session, 'parity-served'))
  const logitParity = hasServed ? await storedParity(at, cases) : undefined
  return {
    corpus: inputs.corpus,
    ...(plan.isPractice === true ? { isPractice: true } : {}),
    statistics: inputs.statistics,
    dialect,
    cases,
    keywordSets: inputs.keywordSets,
    ...(facts === undefined ? {} : { subject: facts.subject }),
    readings: [...answered.readings, ...served.readings],
    openings: opened.openings,
    missing: [...answered.missing, ...served.missing, ...opened.missing].filter((one) =>
      wanted.has(one.case),
    ),
    harness: [...(facts?.harness ?? []), ...leftCalls(answered.readings, dialect)],
    ...(trainingLoss === undefined ? {} : { trainingLoss }),
    ...(logitParity === undefined ? {} : { logitParity }),
    checkpoints: await storedCheckpoints(session, plan, dialect),
    ...(drift === undefined ? {} : { drift }),
    grafts: await storedGrafts(session, plan, dialect),
    runs: inputs.runs,
    ...(inputs.contrast === undefined ? {} : { contrast: inputs.contrast }),
    seed,
    resamples: RESAMPLES,
  }
}

/** That of the command line or the plan, by the path that the user gave; else the one that answers were asked in. */
async function answerDialect(
  { context, flags }: LadderSession,
  { answerDialect: planned, inputs }: OpenedPlan,
  facts: LadderFacts | undefined,
): Promise<Dialect> {
  const own = inputs.corpus.dialect
  const given = flags.answerDialect ?? (planned === own.id ? facts?.dialect : planned)
  if (given === undefined || given === own.id) return own
  return storedDialect(given, flags.answerDialect, context)
}

/** The one that the command line names, else what was kept beside the answers, which outlives the file of the model. */
async function vocabularyOf(
  { context, flags, folder }: LadderSession,
  plan: OpenedPlan,
): Promise<Vocabulary | undefined> {
  if (flags.vocabulary !== undefined) return readVocabulary(flags.vocabulary, context)
  const kept = await keptVocabulary(folder, context.files)
  if (kept !== undefined || plan.vocabulary === undefined) return kept
  return readVocabulary(plan.vocabulary, context)
}

/** Calls that are written in another dialect than the one that is read: as if nobody had called. */
function leftCalls(readings: readonly CaseReading[], dialect: Dialect): readonly HarnessFinding[] {
  const look = new LeftCalls({ dialect })
  for (const { case: one, text } of readings) {
    if (one.gold !== undefined) look.take({ said: { kind: 'text', text }, where: one.id }, one.tools)
  }
  const { finding } = look
  if (finding === undefined) return []
  const { spoken, checked, read, left } = finding
  return [
    {
      code: 'calls-in-other-dialect',
      severity: 'blocking',
      what: `Of ${checked} answers that were looked at, ${left} call a tool in another dialect, most of them in ${spoken}, and ${read} in ${dialect.id}, which is read: name it with --answer-dialect ${spoken}.`,
      cases: [],
      count: left,
    },
  ]
}

async function isThere({ context: { files }, folder }: LadderSession, name: string): Promise<boolean> {
  return (await files.facts(files.join(folder, name))) !== undefined
}

async function storedCheckpoints(
  session: LadderSession,
  plan: OpenedPlan,
  dialect: Dialect,
): Promise<readonly CheckpointProbe[]> {
  const { context, folder, flags } = session
  const paths = flags.checkpoints ?? plan.checkpoints
  if (paths === undefined || !(await isThere(session, 'checkpoints'))) return []
  const { openings, generations: answers } = trajectoryCases(plan.cases, session.seed)
  const probes: CheckpointProbe[] = []
  for (const entry of await readCheckpointList(paths, context.files)) {
    const stored = await storedProbe(
      { folder, files: context.files },
      { name: `checkpoints/${folderNameOf(entry)}`, dialect, openings, answers },
    )
    const { original: _, ...named } = entry
    probes.push({ ...named, ...stored })
  }
  return probes
}

async function storedDrift({
  context: { files },
  folder,
}: LadderSession): Promise<DriftDocument | undefined> {
  const path = files.join(folder, 'drift.json')
  if ((await files.facts(path))?.kind !== 'file') return undefined
  const json = readJsonText(new TextDecoder().decode(await files.read(path)), { path })
  if (!isJsonObject(json) || json.schema !== 'assay.drift/1' || !isWhole(json)) {
    throw new InputError({
      code: 'ladder-invalid',
      what: 'The comparison of weights is not what `assay drift` writes.',
      where: path,
      fix: 'Remove the file; --resume with --parent compares them again.',
    })
  }
  return json as unknown as DriftDocument // as far as rung 4 reads it, which was just looked at
}

function isWhole({ tensors, rows, groups }: JsonObject): boolean {
  const isList = (value: JsonValue | undefined, members: readonly string[]): boolean =>
    isJsonArray(value) &&
    value.every((entry) => isJsonObject(entry) && members.every((name) => entry[name] !== undefined))
  return (
    isList(tensors, ['name', 'shape', 'elements', 'relativeNorm', 'identicalShare']) &&
    isList(rows, ['tensor', 'kind', 'id']) &&
    isList(groups, ['tensor', 'group'])
  )
}
