import { practiceCorpus } from '../../adapters/reference-files.js'
import { version } from '../../adapters/version.js'
import { InputError } from '../../errors.js'
import { climb } from '../../ladder/climb.js'
import type { LadderDocument } from '../../ladder/ladder-document.js'
import type { LadderEvidence } from '../../ladder/ladder-evidence.js'
import type { RungId } from '../../ladder/rung.js'
import { readCheckpointList } from '../../ladder/trajectory/checkpoint-list.js'
import { trajectoryCsv, trajectoryRows } from '../../ladder/trajectory/trajectory-rows.js'
import type { RunEnding } from '../../run/execute.js'
import { refuseLinks } from '../../run/refuse-links.js'
import { SecretBook } from '../../run/secret-book.js'
import { printableLines } from '../../text/printable.js'
import type { CliContext } from '../command.js'
import { guardOutput } from '../output-guard.js'
import { type RunHost, runHost } from '../run/run-host.js'
import { casesPrint, readCases, writeCases } from './case-files.js'
import { checkLadderFlags } from './check-ladder-flags.js'
import { askLadder } from './ladder-asking.js'
import { planCases } from './ladder-cases.js'
import type { LadderFlags } from './ladder-flags.js'
import { gatherEvidence } from './ladder-gathering.js'
import { readInputs } from './ladder-inputs.js'
import { INSTRUMENT_PARTS } from './ladder-instrument.js'
import { type LadderPlan, type OpenedPlan, PLAN_NAME, readPlan, writePlan } from './ladder-plan.js'
import { budgetOf, type LadderSession, openLadderSubject } from './ladder-session.js'
import { textOfLadder } from './ladder-text.js'
import { checkStoredSources } from './stored-sources.js'

/** What a ladder's folder holds, all of which is written or read. */
const LADDER_PARTS = [
  PLAN_NAME,
  'items',
  'subject.json',
  'vocabulary.json',
  'answers',
  'answers/samples.jsonl',
  'openings',
  'openings/samples.jsonl',
  'served',
  'served/samples.jsonl',
  ...INSTRUMENT_PARTS.flatMap((part) => [part, `${part}/samples.jsonl`]),
  'checkpoints',
  'grafts',
  'drift.json',
  'drift.svg',
  'trajectory.csv',
  'trajectory.svg',
  'ladder.json',
  'ladder.txt',
]

const ALL_RUNGS: ReadonlySet<RungId> = new Set([0, 1, 2, 3, 4, 5])
/** What is climbed on the practice corpus unless told: a first look is over in minutes. */
const PRACTICE_RUNGS: ReadonlySet<RungId> = new Set([0, 1, 3, 4])
/** Rungs that look at answers, and not at first tokens or the instrument alone. */
const ANSWERED: readonly RungId[] = [1, 2, 3]

/**
 * Reads or makes the cases, asks whom it is to ask, and judges what is stored.
 *
 * @throws {InputError} `flags-clash`, `corpus-missing`, `ladder-missing`, `ladder-exists`, `corpus-changed`, and what
 * reading the inputs and asking throw.
 */
export async function runLadder(
  flags: LadderFlags,
  context: CliContext,
  hostOf: () => RunHost = runHost,
): Promise<void> {
  checkLadderFlags(flags)
  const host = hostOf()
  const halt = new AbortController()
  try {
    const { files } = context
    const folder = await folderOf(flags, context)
    const isStored = flags.from !== undefined || flags.resume !== undefined
    const secrets = new SecretBook()
    if (isStored) await refuseLinks(folder, LADDER_PARTS, files)
    const { plan, session } = isStored
      ? await openStored({ flags, context, host, folder, secrets, halt })
      : await begin({ flags, context, host, folder, secrets, halt })
    if (flags.planOnly === true) {
      const cases = `Cases of the ladder: ${printableLines(files.join(folder, 'items'))}\n`
      const path = files.join(folder, PLAN_NAME)
      context.print(flags.json === true ? new TextDecoder().decode(await files.read(path)) : cases)
      return
    }
    // Whoever asks into a folder has it for himself; judging what is stored changes nothing that others write.
    const lock =
      flags.from === undefined ? await host.locks.take(files.join(folder, 'ladder.lock')) : undefined
    try {
      const asking = flags.from === undefined ? await askLadder(session, plan) : undefined
      const evidence = await gatherEvidence(session, plan)
      const rungs = session.flags.rungs ?? (plan.rungs === undefined ? ALL_RUNGS : new Set(plan.rungs))
      const document = climb({
        evidence,
        rungs,
        assay: version,
        createdAt: new Date(context.clock.now()).toISOString(),
      })
      await finish(document, { flags, context, folder, evidence })
      exitBy(asking, { ...evidence, wanted: rungs, folder }, context)
    } finally {
      await lock?.release()
    }
  } finally {
    halt.abort()
    host.http?.close()
  }
}

interface Opening {
  readonly flags: LadderFlags
  readonly context: CliContext
  readonly host: RunHost
  readonly folder: string
  readonly secrets: SecretBook
  readonly halt: AbortController
}

interface Opened {
  readonly plan: OpenedPlan
  readonly session: LadderSession
}

async function begin(opening: Opening): Promise<Opened> {
  const { flags, context, host, folder } = opening
  const isPractice = flags.corpus === undefined
  if (isPractice && flags.subject === undefined) {
    throw new InputError({
      code: 'corpus-missing',
      what: 'A ladder asks a subject, or looks at the corpus that one was trained on, and neither is named.',
      where: 'assay ladder',
      fix: 'Name --subject, --corpus or both, or a stored ladder with --from or --resume.',
    })
  }
  const path = flags.corpus ?? practiceCorpus()
  guardOutput(flags.output, [path, ...(flags.eval ?? [])])
  const { dialect, tools, rules, vocabulary, template, parent, weights, graft } = flags
  const rungs = flags.rungs ?? (isPractice ? PRACTICE_RUNGS : undefined)
  const size = flags.size ?? (isPractice ? 'glance' : 'standard')
  const inputs = await readInputs(
    {
      corpus: path,
      eval: flags.eval ?? [],
      ...(dialect === undefined ? {} : { dialect }),
      ...(tools === undefined ? {} : { tools }),
      ...(rules === undefined ? {} : { rule: rules }),
      ...(flags.runs === undefined ? {} : { runs: flags.runs }),
    },
    context,
    host,
  )
  const answerDialect = await spokenDialect(opening, isPractice)
  const { cases, manifest } = await planCases(inputs, { ...flags, size }, context)
  const plan: OpenedPlan = {
    corpus: path,
    ...(isPractice ? { isPractice } : {}),
    fingerprint: inputs.corpus.fingerprint,
    dialect: inputs.corpus.dialect.id,
    answerDialect: answerDialect ?? inputs.corpus.dialect.id,
    ...(dialect === undefined ? {} : { dialectGiven: dialect }),
    ...(tools === undefined ? {} : { tools }),
    eval: flags.eval ?? [],
    ...(rules === undefined ? {} : { rules }),
    runs: flags.runs ?? [],
    ...(vocabulary === undefined ? {} : { vocabulary }),
    ...(template === undefined ? {} : { template }),
    ...(parent === undefined ? {} : { parent }),
    ...(weights === undefined ? {} : { weights }),
    ...(graft === undefined ? {} : { graft }),
    ...(rungs === undefined ? {} : { rungs: [...rungs].toSorted((left, right) => left - right) }),
    ...(flags.checkpoints === undefined ? {} : { checkpoints: flags.checkpoints }),
    size,
    seed: flags.seed,
    batteries: manifest,
    casesFingerprint: '',
    inputs,
    cases,
  }
  if (flags.checkpoints !== undefined) await readCheckpointList(flags.checkpoints, context.files)
  await writeCases(folder, cases, context.files)
  // In the order in which they are read back, so that judging again counts the same way.
  const stored = await readCases(folder, context.files)
  await writePlan(folder, { ...plan, casesFingerprint: casesPrint(stored, host.hash) }, context.files)
  const session = sessionOf(
    {
      ...opening,
      flags: {
        ...flags,
        ...(rungs === undefined ? {} : { rungs }),
        ...(answerDialect === undefined ? {} : { answerDialect }),
      },
    },
    flags.seed,
  )
  return { plan: { ...plan, cases: stored }, session }
}

/**
 * Opens the subject once before anything is written: a folder that nobody could be asked into is in the way.
 *
 * @returns the dialect that its calls are asked for in, where the command line names one, or nothing is known of a subject
 * that never saw the practice corpus.
 */
async function spokenDialect(opening: Opening, isPractice: boolean): Promise<string | undefined> {
  const { flags, context } = opening
  const { subject: spec, answerDialect } = flags
  if (spec === undefined) return answerDialect
  const { subject } = await openLadderSubject(sessionOf(opening, flags.seed), { spec, name: 'answers' })
  await subject.close?.()
  if (!isPractice || answerDialect !== undefined || subject.facts.dialect !== undefined) return answerDialect
  context.notify(
    `How this subject writes calls is not known, so it is asked for them in ${USUAL_DIALECT}. Name another with --answer-dialect.`,
  )
  return USUAL_DIALECT
}

/** The form of calls that most open models of chat have been shown. */
const USUAL_DIALECT = 'hermes'

async function openStored(opening: Opening): Promise<Opened> {
  const { context, host, folder, flags } = opening
  const stored = await readPlan(folder, context.files)
  checkStoredSources(stored, flags)
  const { rules } = stored
  const corpus = stored.isPractice === true ? practiceCorpus() : stored.corpus
  const dialectGiven = flags.dialect ?? stored.dialectGiven
  const tools = flags.tools ?? stored.tools
  const inputs = await readInputs(
    {
      corpus,
      eval: stored.eval,
      ...(dialectGiven === undefined ? {} : { dialect: dialectGiven }),
      ...(tools === undefined ? {} : { tools }),
      ...(rules === undefined ? {} : { rule: rules }),
      runs: flags.runs ?? stored.runs,
    },
    context,
    host,
  )
  if (inputs.corpus.fingerprint !== stored.fingerprint) {
    throw new InputError({
      code: 'corpus-changed',
      what: 'The corpus is no longer what it was when this ladder was begun, so its cases and answers belong to another one.',
      where: corpus,
      fix: 'Bring the file back, or start a new ladder.',
    })
  }
  const cases = await readCases(folder, context.files)
  if (casesPrint(cases, host.hash) !== stored.casesFingerprint) {
    throw new InputError({
      code: 'ladder-invalid',
      what: 'The cases are no longer those that this ladder was begun with, so its answers belong to others.',
      where: context.files.join(folder, 'items'),
      fix: 'Bring the files back, or start a new ladder.',
    })
  }
  const asked = flags.resume === undefined ? flags : resumedFlags(flags, stored)
  return {
    plan: { ...stored, inputs, cases },
    session: sessionOf({ ...opening, flags: asked }, stored.seed),
  }
}

/** What a ladder that is gone on with was begun to do, but for what the command line says. Whom to ask is not in a plan. */
function resumedFlags(flags: LadderFlags, stored: LadderPlan): LadderFlags {
  const { template, parent, weights, graft, rungs, dialect, answerDialect } = stored
  return {
    ...(answerDialect === dialect ? {} : { answerDialect }),
    ...(template === undefined ? {} : { template }),
    ...(parent === undefined ? {} : { parent }),
    ...(weights === undefined ? {} : { weights }),
    ...(graft === undefined ? {} : { graft }),
    ...(rungs === undefined ? {} : { rungs: new Set(rungs) }),
    ...flags,
  }
}

function sessionOf({ flags, context, host, secrets, folder, halt }: Opening, seed: number): LadderSession {
  return { flags, context, host, secrets, folder, budget: budgetOf(flags), halt: halt.signal, seed }
}

async function finish(
  document: LadderDocument,
  {
    flags,
    context,
    folder,
    evidence,
  }: Pick<Opening, 'flags' | 'context' | 'folder'> & {
    readonly evidence: Awaited<ReturnType<typeof gatherEvidence>>
  },
): Promise<void> {
  const { files } = context
  const json = `${JSON.stringify(document, undefined, 2)}\n`
  const text = textOfLadder(document, { folder, isWhole: flags.all === true })
  // Some rungs of a stored ladder are a look at it, and no other result of it.
  const isLook = flags.from !== undefined && flags.rungs !== undefined
  if (isLook) {
    context.print(flags.json ? json : text)
    return
  }
  await files.write(files.join(folder, 'ladder.json'), [json])
  await files.write(files.join(folder, 'ladder.txt'), [textOfLadder(document, { folder, isWhole: true })])
  if (evidence.checkpoints.length > 0) {
    const rows = trajectoryRows(evidence.checkpoints)
    await files.write(files.join(folder, 'trajectory.csv'), trajectoryCsv(rows))
    const { trajectoryCurve } = await import('../../report/figures/trajectory-curve.js')
    await files.write(files.join(folder, 'trajectory.svg'), [trajectoryCurve(rows)])
  }
  context.print(flags.json ? json : text)
}

/** What was asked so far was judged; whether that was all is the exit code's to say. */
function exitBy(
  ending: RunEnding | undefined,
  {
    readings,
    missing,
    wanted,
    folder,
  }: Pick<LadderEvidence, 'readings' | 'missing'> & {
    readonly wanted: ReadonlySet<RungId>
    readonly folder: string
  },
  context: CliContext,
): void {
  if (ending === undefined) return
  if (ending.kind === 'complete') {
    const [first] = missing
    const needsAnswers = ANSWERED.some((id) => wanted.has(id))
    if (!needsAnswers || readings.length > 0 || first === undefined) return
    context.complain(printableLines(`No case was answered. The first: ${first.reason}\n`))
    context.exit(3)
    return
  }
  const again = `Go on: assay ladder --resume ${folder}`
  if (ending.kind === 'interrupted') {
    context.complain(printableLines(`Interrupted: what was answered so far was judged. ${again}\n`))
    context.exit(130)
    return
  }
  const why = ending.kind === 'subject' ? ending.failure.message : `the limit of ${ending.limit} was reached`
  context.complain(printableLines(`Asking stopped early: ${why.replace(/\.$/, '')}. ${again}\n`))
  context.exit(3)
}

async function folderOf(
  { from, resume, output }: LadderFlags,
  { files, clock }: CliContext,
): Promise<string> {
  const stored = from ?? resume
  if (stored !== undefined) return stored
  if (output === undefined) {
    return files.join('runs', `ladder-${new Date(clock.now()).toISOString().replace(/[:.]/g, '-')}`)
  }
  const facts = await files.facts(output)
  const isFree = facts === undefined || (facts.kind === 'folder' && (await files.list(output)).length === 0)
  if (isFree) return output
  throw new InputError({
    code: 'ladder-exists',
    what: facts.kind === 'folder' ? 'The folder is not empty.' : 'There is a file of that name.',
    where: output,
    fix: 'Name a new folder, go on with --resume, or judge again with --from.',
  })
}
