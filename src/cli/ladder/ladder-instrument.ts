import type { ToolCorpus } from '../../corpus/tool-corpus.js'
import type { AskedPath } from '../../ladder/case-reading.js'
import type { LadderCase } from '../../ladder/ladder-case.js'
import type { LogitParity } from '../../ladder/logit-parity/logit-parity.js'
import { LogitParityReader } from '../../ladder/logit-parity/logit-parity-reader.js'
import { parityCases, paritySamples } from '../../ladder/logit-parity/logit-parity-samples.js'
import type { TrainingLoss } from '../../ladder/training-loss/training-loss.js'
import { TrainingLossReader } from '../../ladder/training-loss/training-loss-reader.js'
import { trainingLossCases, trainingLossSamples } from '../../ladder/training-loss/training-loss-samples.js'
import type { Files } from '../../ports.js'
import type { RunEnding } from '../../run/execute.js'
import type { Dialect } from '../../toolcall/dialect.js'
import type { LadderFacts } from './ladder-facts.js'
import { storedSamples } from './ladder-readings.js'
import { askInto, type LadderSession, type OpenedSubject } from './ladder-session.js'

const LOSSES = 'losses'
const PARITY: Readonly<Record<AskedPath, string>> = { direct: 'parity-direct', served: 'parity-served' }

/** Run folders of what is asked for rung 0 alone. */
export const INSTRUMENT_PARTS: readonly string[] = [LOSSES, ...Object.values(PARITY)]

interface Asked {
  readonly cases: readonly LadderCase[]
  readonly corpus: ToolCorpus
  readonly opened: OpenedSubject
  /** In which the subject answers. */
  readonly dialect: Dialect
}

/** Asks how likely training rows are to the subject, once. */
export async function askTrainingLoss(session: LadderSession, asked: Asked): Promise<RunEnding> {
  const { cases, corpus, opened, dialect } = asked
  const { subject } = opened
  const samples = await trainingLossSamples(cases, { subject, corpus, dialect, seed: session.seed })
  if (samples.length > 0) session.context.notify(`${samples.length} training rows …`)
  return askInto(session, { ...opened, name: LOSSES, samples, cases: trainingLossCases(cases) })
}

/** Asks one path for the first tokens that are compared. */
export async function askParity(
  session: LadderSession,
  {
    cases,
    opened,
    dialect,
    path,
    texts,
  }: Omit<Asked, 'corpus'> & {
    readonly path: AskedPath
    /** Prompts as the subject that is asked directly sees them, by case. */
    readonly texts: ReadonlyMap<string, string>
  },
): Promise<RunEnding> {
  const samples = paritySamples(cases, { subject: opened.subject, dialect, seed: session.seed, texts })
  return askInto(session, { ...opened, name: PARITY[path], samples, cases: parityCases(cases) })
}

interface Place {
  readonly folder: string
  readonly files: Files
}

export async function storedTrainingLoss(
  place: Place,
  {
    cases,
    subject,
    vocabularySize,
  }: Pick<LadderFacts, 'subject'> & {
    readonly cases: readonly LadderCase[]
    readonly vocabularySize: number | undefined
  },
): Promise<TrainingLoss> {
  const reader = new TrainingLossReader(cases)
  for await (const sample of storedSamples({ ...place, name: LOSSES })) reader.take(sample)
  return reader.finish({
    whenNothing:
      subject.weighsTexts === true
        ? 'No training row was asked about.'
        : 'The subject does not say how likely a given text is; a model as gguf:<path> does.',
    ...(vocabularySize === undefined ? {} : { vocabularySize }),
  })
}

export async function storedParity(place: Place, cases: readonly LadderCase[]): Promise<LogitParity> {
  const reader = new LogitParityReader(cases)
  for (const path of ['direct', 'served'] as const) {
    for await (const sample of storedSamples({ ...place, name: PARITY[path] })) reader.take(path, sample)
  }
  return reader.finish()
}
