import type { CallOpener } from '../../ladder/case-openings.js'
import { callOpener, openingSamples } from '../../ladder/case-openings.js'
import { answerSamples } from '../../ladder/case-requests.js'
import type { CheckpointProbe } from '../../ladder/checkpoint-probe.js'
import type { LadderCase } from '../../ladder/ladder-case.js'
import type { CheckpointEntry } from '../../ladder/trajectory/checkpoint-list.js'
import type { Files } from '../../ports.js'
import type { RunEnding } from '../../run/execute.js'
import { hashText } from '../../text/hash.js'
import { isJsonObject, type JsonObject } from '../../text/json.js'
import { readJsonText } from '../../text/jsonl.js'
import type { Dialect } from '../../toolcall/dialect.js'
import { weightsOf } from './gguf-weights.js'
import { storedAnswers, storedOpenings } from './ladder-readings.js'
import { askInto, type LadderSession, openLadderSubject } from './ladder-session.js'

/** Where a probed model is kept within the ladder's folder. */
interface ProbePlace {
  /** E.g. `checkpoints/step-100`. */
  readonly name: string
  readonly dialect: Dialect
  /** Whose first token is looked at. */
  readonly openings: readonly LadderCase[]
  /** Which are answered. */
  readonly answers: readonly LadderCase[]
}

/** Asks one model file what the trajectory asks, and keeps how its calls open beside the answers. */
export async function probeModel(
  session: LadderSession,
  path: string,
  place: ProbePlace,
): Promise<RunEnding> {
  const { context, folder, seed } = session
  const { files } = context
  const { name, dialect } = place
  const { subject, options } = await openLadderSubject(session, {
    spec: `gguf:${path}`,
    name: `${name}/answers`,
    label: name.split('/').at(-1) ?? name,
  })
  try {
    const opener = await callOpener(dialect, subject.prompts)
    const facts = {
      opener: opener === undefined ? null : { text: opener.text, sequences: opener.sequences },
      fingerprint: subject.facts.fingerprint ?? null,
      weights: (await weightsOf(subject.facts)) ?? null,
      vocabulary: await vocabularyPrint(session, path),
    }
    await files.write(files.join(folder, ...name.split('/'), 'probe.json'), [
      `${JSON.stringify(facts, undefined, 2)}\n`,
    ])
    if (opener !== undefined) {
      const samples = await openingSamples(place.openings, { subject, dialect, opener, seed })
      const ending = await askInto(session, {
        name: `${name}/openings`,
        samples,
        cases: place.openings,
        subject,
        options,
      })
      if (ending.kind !== 'complete') return ending
    }
    const samples = answerSamples(place.answers, { subject, dialect, seed })
    return await askInto(session, {
      name: `${name}/answers`,
      samples,
      cases: place.answers,
      subject,
      options,
    })
  } finally {
    await subject.close?.()
  }
}

/** SHA-256 over the pieces of the vocabulary: checkpoints with other tokens are not comparable. */
async function vocabularyPrint({ host }: LadderSession, path: string): Promise<string> {
  const { readGgufMetadata } = await import('../../adapters/gguf-metadata.js')
  const metadata = await readGgufMetadata(path)
  const pieces = metadata['tokenizer.ggml.tokens']
  const kinds = metadata['tokenizer.ggml.token_type']
  return host.hash(JSON.stringify([pieces ?? [], kinds ?? []]))
}

/** What a probed model said, read. */
export async function storedProbe(
  { folder, files }: { readonly folder: string; readonly files: Files },
  place: ProbePlace,
): Promise<Pick<CheckpointProbe, 'openings' | 'readings' | 'fingerprint' | 'vocabulary' | 'weights'>> {
  const { name, dialect } = place
  const path = files.join(folder, ...name.split('/'), 'probe.json')
  const isThere = (await files.facts(path))?.kind === 'file'
  const json = isThere ? readJsonText(new TextDecoder().decode(await files.read(path)), { path }) : {}
  const facts = isJsonObject(json) ? json : {}
  const at = { folder, files }
  const { openings } = await storedOpenings(
    { ...at, name: `${name}/openings` },
    place.openings,
    openerOf(facts.opener),
  )
  const { readings } = await storedAnswers({ ...at, name: `${name}/answers` }, place.answers, {
    dialect,
    path: 'direct',
  })
  return {
    openings,
    readings,
    ...(typeof facts.fingerprint === 'string' ? { fingerprint: facts.fingerprint } : {}),
    ...(typeof facts.weights === 'string' ? { weights: facts.weights } : {}),
    ...(typeof facts.vocabulary === 'string' ? { vocabulary: facts.vocabulary } : {}),
  }
}

/** A stored opener, read back. */
export function openerOf(value: JsonObject[string] | undefined): CallOpener | undefined {
  if (!isJsonObject(value) || typeof value.text !== 'string' || !Array.isArray(value.sequences))
    return undefined
  const isName = (part: unknown): part is number | string =>
    typeof part === 'number' || typeof part === 'string'
  const sequences = value.sequences.flatMap((sequence) =>
    Array.isArray(sequence) && sequence.every(isName) ? [sequence] : [],
  )
  return { text: value.text, sequences }
}

/** The name of a checkpoint as a folder. */
export function folderNameOf({ name }: Pick<CheckpointEntry, 'name'>): string {
  const plain = name.replace(/[^A-Za-z0-9._-]+/g, '_').slice(0, 80)
  // Names that are no folder's, or that others share in this spelling, are told apart by what they are.
  return plain === name && !/^\.*$/.test(plain)
    ? plain
    : `${plain.replace(/^\.+/, '')}-${hashText(name).slice(0, 8)}`
}
