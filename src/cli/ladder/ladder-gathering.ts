import type { DriftDocument } from '../../checkpoint/drift-document.js'
import { trajectoryCases } from '../../ladder/batteries/trajectory-cases.js'
import type { CheckpointProbe } from '../../ladder/checkpoint-probe.js'
import type { LadderEvidence } from '../../ladder/ladder-evidence.js'
import { readCheckpointList } from '../../ladder/trajectory/checkpoint-list.js'
import { isJsonObject } from '../../text/json.js'
import { readJsonText } from '../../text/jsonl.js'
import type { Dialect } from '../../toolcall/dialect.js'
import { dialectOption } from '../dialect-option.js'
import { readVocabulary } from '../vocabulary-option.js'
import { folderNameOf, storedProbe } from './ladder-checkpoints.js'
import { readFacts } from './ladder-facts.js'
import { storedGrafts } from './ladder-grafts.js'
import type { OpenedPlan } from './ladder-plan.js'
import { storedAnswers, storedOpenings } from './ladder-readings.js'
import type { LadderSession } from './ladder-session.js'

/** Of bootstraps. */
const RESAMPLES = 2000

/** Everything that the rungs judge, read from the ladder's folder. */
export async function gatherEvidence(session: LadderSession, plan: OpenedPlan): Promise<LadderEvidence> {
  const { context, folder, seed, flags } = session
  const { files } = context
  const { inputs, cases } = plan
  const facts = await readFacts(folder, files)
  const dialect =
    facts?.dialect === undefined || facts.dialect === inputs.corpus.dialect.id
      ? inputs.corpus.dialect
      : await dialectOption(facts.dialect, undefined, context)
  const vocabularyPath = flags.vocabulary ?? plan.vocabulary ?? ggufOf(facts?.subject.facts.endpoint)
  const vocabulary =
    vocabularyPath === undefined || facts === undefined
      ? undefined
      : await readVocabulary(vocabularyPath, context)
  const reading = { dialect, ...(vocabulary === undefined ? {} : { vocabulary }) }
  const at = { folder, files }
  const answered =
    facts === undefined
      ? { readings: [], missing: [] }
      : await storedAnswers({ ...at, name: 'answers' }, cases, { ...reading, path: 'direct' })
  const served = await storedAnswers(
    { ...at, name: 'served' },
    (await isThere(session, 'served')) ? cases.filter(({ battery }) => battery === 'qualitative') : [],
    { dialect, path: 'served' },
  )
  const opened = await storedOpenings({ ...at, name: 'openings' }, cases, facts?.opener)
  const drift = await storedDrift(session)
  return {
    corpus: inputs.corpus,
    statistics: inputs.statistics,
    dialect,
    cases,
    keywordSets: inputs.keywordSets,
    ...(facts === undefined ? {} : { subject: facts.subject }),
    readings: [...answered.readings, ...served.readings],
    openings: opened.openings,
    missing: [...answered.missing, ...served.missing, ...opened.missing],
    harness: facts?.harness ?? [],
    checkpoints: await storedCheckpoints(session, plan, dialect),
    ...(drift === undefined ? {} : { drift }),
    grafts: await storedGrafts(session, plan, dialect),
    runs: inputs.runs,
    ...(inputs.contrast === undefined ? {} : { contrast: inputs.contrast }),
    seed,
    resamples: RESAMPLES,
  }
}

function ggufOf(endpoint: string | undefined): string | undefined {
  return endpoint?.endsWith('.gguf') === true ? endpoint : undefined
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
  if (!isJsonObject(json) || json.schema !== 'assay.drift/1') return undefined
  return json as unknown as DriftDocument // what `measureDrift` gave and this ladder wrote
}
