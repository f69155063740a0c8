import { InputError } from '../../errors.js'
import { trajectoryCases } from '../../ladder/batteries/trajectory-cases.js'
import { openingCases, openingSamples, thinkingShare } from '../../ladder/case-openings.js'
import { answerSamples } from '../../ladder/case-requests.js'
import type { LadderCase } from '../../ladder/ladder-case.js'
import { directPrompts } from '../../ladder/logit-parity/logit-parity-samples.js'
import type { RungId } from '../../ladder/rung.js'
import { readCheckpointList } from '../../ladder/trajectory/checkpoint-list.js'
import type { RunEnding } from '../../run/execute.js'
import { printable } from '../../text/printable.js'
import type { Dialect } from '../../toolcall/dialect.js'
import { dialectOption } from '../dialect/dialect-option.js'
import { readVocabulary } from '../vocabulary-option.js'
import { folderNameOf, probeModel } from './ladder-checkpoints.js'
import { measureLadderDrift } from './ladder-drift.js'
import { type LadderFacts, lookAtSubject, readFacts, writeFacts } from './ladder-facts.js'
import { askGrafts } from './ladder-grafts.js'
import { askParity, askTrainingLoss } from './ladder-instrument.js'
import type { OpenedPlan } from './ladder-plan.js'
import { storedOpenings } from './ladder-readings.js'
import { askInto, type LadderSession, type OpenedSubject, openLadderSubject } from './ladder-session.js'
import { storedDialect } from './stored-dialect.js'
import { ggufOf, keepVocabulary, keptVocabulary } from './stored-vocabulary.js'
import { wantedCases } from './wanted-cases.js'

const COMPLETE: RunEnding = { kind: 'complete' }

/** Asks whatever the ladder's folder lacks: answers, openings, the served path, checkpoints and grafts. */
export async function askLadder(session: LadderSession, plan: OpenedPlan): Promise<RunEnding> {
  const { flags, context, folder } = session
  const { files } = context
  const isBegun = (await files.facts(files.join(folder, 'subject.json')))?.kind === 'file'
  if (flags.subject === undefined && !isBegun) return COMPLETE
  const opened = await openLadderSubject(session, {
    ...(flags.subject === undefined ? {} : { spec: flags.subject }),
    name: 'answers',
    ...(flags.label === undefined ? {} : { label: flags.label }),
  })
  let facts: LadderFacts
  let dialect: Dialect
  let texts: ReadonlyMap<string, string> = new Map()
  try {
    dialect = await answerDialectOf(session, plan, opened)
    const known = isBegun ? await readFacts(folder, files) : undefined
    if (known !== undefined) checkSame(known, opened, folder)
    // What was seen of the prompts when this ladder was begun holds for all of its answers.
    const isLooked = known !== undefined && flags.template === undefined && known.dialect === dialect.id
    facts = isLooked
      ? known
      : await lookAtSubject(session, opened, { corpus: plan.inputs.corpus, cases: plan.cases, dialect })
    await writeFacts(folder, { ...facts, dialect: dialect.id }, files)
    await keepPieces(session, plan, facts)
    if (plan.isPractice !== true) {
      const { cases, inputs } = plan
      const weighed = await askTrainingLoss(session, { cases, corpus: inputs.corpus, opened, dialect })
      if (weighed.kind !== 'complete') return weighed
    }
    if (await hasServed(session)) {
      const { cases } = plan
      texts = await directPrompts(cases, { subject: opened.subject, dialect, seed: session.seed })
      const told = await askParity(session, { cases, opened, dialect, path: 'direct', texts })
      if (told.kind !== 'complete') return told
    }
    const ending = await askSubject(session, plan, { opened, facts, dialect })
    if (ending.kind !== 'complete') return ending
  } finally {
    await opened.subject.close?.()
  }
  const served = await askServed(session, plan, texts)
  if (served.kind !== 'complete') return served
  const wantsWeights = flags.rungs === undefined || flags.rungs.has(4)
  if (!wantsWeights) return COMPLETE
  const trajectory = await askCheckpoints(session, plan, dialect)
  if (trajectory.kind !== 'complete') return trajectory
  await measureLadderDrift(session, plan, facts)
  return askGrafts(session, { plan, facts, dialect })
}

/**
 * Answers of two subjects in one folder would be judged as those of one. Recordings may grow, or come in parts.
 *
 * @throws {InputError} `run-changed`.
 */
function checkSame({ subject: known }: LadderFacts, { subject }: OpenedSubject, folder: string): void {
  const isSame = known.spec === subject.spec && known.facts.fingerprint === subject.facts.fingerprint
  const wasRecorded = /^(?:replay|scripted):/.test(known.spec)
  if (isSame || (wasRecorded && subject.isRecorded === true)) return
  throw new InputError({
    code: 'run-changed',
    what: `The answers of this ladder are those of another subject (${printable(known.spec, { maxLength: 120 })}).`,
    where: folder,
    fix: 'Go on with that one, or start a new ladder.',
  })
}

/** Keeps the vocabulary of a subject that gives token ids. */
async function keepPieces(
  { context, flags, folder }: LadderSession,
  plan: OpenedPlan,
  { subject }: LadderFacts,
): Promise<void> {
  const path = flags.vocabulary ?? plan.vocabulary ?? ggufOf(subject.facts.endpoint)
  if (path === undefined || (await keptVocabulary(folder, context.files)) !== undefined) return
  await keepVocabulary(folder, await readVocabulary(path, context), context.files)
}

/**
 * Of the command line; else what the subject is known to speak, where either its API or the corpus's layout says nothing of
 * the text that it writes; else the corpus's.
 */
async function answerDialectOf(
  { context, flags }: LadderSession,
  { answerDialect, inputs }: OpenedPlan,
  { subject }: OpenedSubject,
): Promise<Dialect> {
  const ofCorpus = inputs.corpus.dialect
  if (flags.answerDialect !== undefined) return dialectOption(flags.answerDialect, undefined, context)
  if (answerDialect !== ofCorpus.id) return storedDialect(answerDialect, flags.answerDialect, context)
  const own = subject.facts.dialect
  const spoken = own === undefined ? undefined : await storedDialect(own, flags.answerDialect, context)
  const isOwn = spoken?.isApi === true || ofCorpus.isApi === true
  return isOwn && spoken !== undefined ? spoken : ofCorpus
}

interface Asking {
  readonly opened: OpenedSubject
  readonly facts: LadderFacts
  readonly dialect: Dialect
}

async function askSubject(
  session: LadderSession,
  plan: OpenedPlan,
  { opened, facts, dialect }: Asking,
): Promise<RunEnding> {
  const { flags, context, folder, seed } = session
  const { subject } = opened
  const cases = wantedCases(plan.cases, flags.rungs)
  const needsAnswers = flags.rungs === undefined || [1, 2, 3].some((id) => flags.rungs?.has(id as RungId))
  if (needsAnswers) {
    const samples = answerSamples(cases, { subject, dialect, seed })
    context.notify(`${samples.length} answers …`)
    const known = inBatteries(plan.cases, ({ generates }) => generates)
    const ending = await askInto(session, { ...opened, name: 'answers', samples, cases: known })
    if (ending.kind !== 'complete') return ending
  }
  const wantsOpenings = flags.rungs === undefined || flags.rungs.has(4)
  const { opener } = facts
  if (!wantsOpenings || opener === undefined || !facts.subject.givesProbabilities) return COMPLETE
  const base = { subject, dialect, opener, seed }
  const probed = openingCases(cases, opener)
  const samples = await openingSamples(probed, base)
  context.notify(`${samples.length} first tokens …`)
  const known = inBatteries(plan.cases, ({ probesOpening }) => probesOpening)
  const ask = { ...opened, name: 'openings', cases: known }
  const ending = await askInto(session, { ...ask, samples })
  if (ending.kind !== 'complete') return ending
  const [wrapper] = dialect.reasoning
  if (wrapper === undefined) return COMPLETE
  const { openings } = await storedOpenings(
    { folder, name: 'openings', files: context.files },
    probed,
    opener,
  )
  if (thinkingShare(openings, wrapper.open) < HALF) return COMPLETE
  context.notify('The first token opens a think block: looking behind an empty one as well …')
  const emptyThought = `${wrapper.open}\n\n${wrapper.close}\n\n`
  return askInto(session, { ...ask, samples: await openingSamples(probed, { ...base, emptyThought }) })
}

/** Cases of every battery of which one is to be asked so. */
function inBatteries(
  cases: readonly LadderCase[],
  isAsked: (asking: LadderCase['asking']) => boolean,
): readonly LadderCase[] {
  const asked = new Set(cases.filter(({ asking }) => isAsked(asking)).map(({ battery }) => battery))
  return cases.filter(({ battery }) => asked.has(battery))
}

/** From this share of first tokens on a subject thinks first. */
const HALF = 0.5

async function hasServed({ flags, context: { files }, folder }: LadderSession): Promise<boolean> {
  if (flags.served !== undefined) return true
  return (await files.facts(files.join(folder, 'served', 'run.json')))?.kind === 'file'
}

/** By the way that users go: only what rungs 0 and 2 compare. */
async function askServed(
  session: LadderSession,
  plan: OpenedPlan,
  texts: ReadonlyMap<string, string>,
): Promise<RunEnding> {
  const { flags, context, seed } = session
  if (!(await hasServed(session))) return COMPLETE
  const opened = await openLadderSubject(session, {
    ...(flags.served === undefined ? {} : { spec: flags.served }),
    name: 'served',
    label: 'served',
  })
  try {
    const dialect = await answerDialectOf(session, plan, opened)
    const told = await askParity(session, { cases: plan.cases, opened, dialect, path: 'served', texts })
    if (told.kind !== 'complete') return told
    const cases = plan.cases.filter(({ battery }) => battery === 'qualitative')
    const samples = answerSamples(cases, { subject: opened.subject, dialect, seed })
    context.notify(`${samples.length} answers as served …`)
    return await askInto(session, { ...opened, name: 'served', samples, cases })
  } finally {
    await opened.subject.close?.()
  }
}

async function askCheckpoints(
  session: LadderSession,
  plan: OpenedPlan,
  dialect: Dialect,
): Promise<RunEnding> {
  const { context } = session
  const paths = session.flags.checkpoints ?? plan.checkpoints
  if (paths === undefined) return COMPLETE
  const entries = await readCheckpointList(paths, context.files)
  const { openings, generations: answers } = trajectoryCases(plan.cases, session.seed)
  for (const [at, entry] of entries.entries()) {
    context.notify(`checkpoint ${at + 1} of ${entries.length}: ${printable(entry.name)}`)
    const ending = await probeModel(session, entry.path, {
      name: `checkpoints/${folderNameOf(entry)}`,
      dialect,
      openings,
      answers,
    })
    if (ending.kind !== 'complete') return ending
  }
  return COMPLETE
}
