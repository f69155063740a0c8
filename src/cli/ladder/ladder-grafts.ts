import { hostFileParts } from '../../adapters/checkpoint-files.js'
import { removeFile } from '../../adapters/remove-file.js'
import { graftBytes, graftPair, graftPlan } from '../../checkpoint/graft-gguf.js'
import { openCheckpoint } from '../../checkpoint/open-checkpoint.js'
import { trajectoryCases } from '../../ladder/batteries/trajectory-cases.js'
import type { GraftProbe } from '../../ladder/graft-probe.js'
import type { RunEnding } from '../../run/execute.js'
import { isJsonArray, isJsonObject, type JsonValue } from '../../text/json.js'
import { readJsonText } from '../../text/jsonl.js'
import type { Dialect } from '../../toolcall/dialect.js'
import { folderNameOf, probeModel, storedProbe } from './ladder-checkpoints.js'
import type { LadderFacts } from './ladder-facts.js'
import type { OpenedPlan } from './ladder-plan.js'
import type { LadderSession } from './ladder-session.js'

const FOLDER = 'grafts'
const LIST = 'grafts.json'

/** What a hybrid is, as the folder keeps it. */
type GraftFacts = Pick<GraftProbe, 'name' | 'body' | 'part' | 'tensors' | 'blocks'>

interface GraftAsking {
  readonly plan: OpenedPlan
  readonly facts: LadderFacts
  /** In which answers are read. */
  readonly dialect: Dialect
}

/** Makes hybrids of `--parent` and the subject, one after the other, probes each and removes its file. */
export async function askGrafts(
  session: LadderSession,
  { plan, facts: { subject }, dialect }: GraftAsking,
): Promise<RunEnding> {
  const { flags, context, folder } = session
  const { files, notify } = context
  const { parent } = flags
  if (flags.graft !== true || parent === undefined) return { kind: 'complete' }
  const host = { files, parts: hostFileParts }
  const pair = graftPair(
    await openCheckpoint(parent, host),
    await openCheckpoint(flags.weights ?? subject.facts.endpoint ?? '', host),
  )
  for (const notice of pair.notices) notify(notice)
  const grafts = graftPlan(pair)
  const place = files.join(folder, FOLDER)
  const { openings, generations: answers } = trajectoryCases(plan.cases, session.seed)
  const list: GraftFacts[] = []
  for (const [at, graft] of grafts.entries()) {
    notify(`hybrid ${at + 1} of ${grafts.length}: ${graft.name}`)
    const { part } = graft
    list.push({
      name: graft.name,
      body: graft.body,
      part: part.kind,
      tensors: graft.tensors,
      ...(part.kind === 'blocks' ? { blocks: [part.first, part.last] as const } : {}),
    })
    const path = files.join(place, 'hybrid.gguf')
    await files.write(path, graftBytes(graft, hostFileParts))
    try {
      const name = `${FOLDER}/${folderNameOf(graft)}`
      const ending = await probeModel(session, path, {
        name,
        dialect,
        openings,
        answers,
      })
      if (ending.kind !== 'complete') return ending
    } finally {
      await removeFile(path)
    }
  }
  await files.write(files.join(place, LIST), [`${JSON.stringify(list, undefined, 2)}\n`])
  return { kind: 'complete' }
}

/** Probes of hybrids, read. */
export async function storedGrafts(
  session: LadderSession,
  plan: OpenedPlan,
  dialect: Dialect,
): Promise<readonly GraftProbe[]> {
  const { context, folder } = session
  const { files } = context
  const path = files.join(folder, FOLDER, LIST)
  if ((await files.facts(path))?.kind !== 'file') return []
  const json = readJsonText(new TextDecoder().decode(await files.read(path)), { path })
  const { openings, generations: answers } = trajectoryCases(plan.cases, session.seed)
  const probes: GraftProbe[] = []
  for (const facts of isJsonArray(json) ? json.flatMap(graftOf) : []) {
    const { openings: opened, readings } = await storedProbe(
      { folder, files },
      { name: `${FOLDER}/${folderNameOf(facts)}`, dialect, openings, answers },
    )
    probes.push({ ...facts, openings: opened, readings })
  }
  return probes
}

function graftOf(value: JsonValue): readonly GraftFacts[] {
  if (!isJsonObject(value)) return []
  const { name, body, part, tensors, blocks } = value
  if (typeof name !== 'string' || (body !== 'a' && body !== 'b') || typeof part !== 'string') return []
  const [first, last] = isJsonArray(blocks) ? blocks : []
  return [
    {
      name,
      body,
      part,
      tensors: typeof tensors === 'number' ? tensors : 0,
      ...(typeof first === 'number' && typeof last === 'number' ? { blocks: [first, last] as const } : {}),
    },
  ]
}
