import { InputError } from '../../errors.js'
import { checkpointCurve } from '../../score/parametric/dissociation.js'
import { compareScores, type ScoreComparison } from '../../score/run/compare-scores.js'
import { readScores } from '../../score/run/read-scores.js'
import type { Score } from '../../score/score.js'
import { printable } from '../../text/printable.js'
import type { CliContext } from '../command.js'
import { checkpointText } from '../probe/probe-checkpoints-text.js'
import type { ProbeFlags } from '../probe/probe-flags.js'
import type { RunFlags } from '../run/run-flags.js'
import { type RunHost, runHost } from '../run/run-host.js'
import { type RunResult, runRun, tellAllFailed } from './run-action.js'
import { type RunScoreDocument, scorePieces } from './score-run-document.js'
import { printScores, scoreStored } from './score-run-run.js'

/** Depths that scoring asks for, though a probe ranks nothing. */
const NO_DEPTHS = [1] as const

/**
 * Asks, keeps, scores and prints.
 *
 * @throws {InputError} `flags-clash`, `subject-missing`, and what running and scoring throw.
 */
export async function runProbe(
  flags: ProbeFlags,
  context: CliContext,
  hostOf: () => RunHost = runHost,
): Promise<void> {
  checkFlags(flags)
  const { checkpoints } = flags
  if (checkpoints === undefined) {
    const documents = await probeOne(runFlagsOf(flags), { flags, context, hostOf })
    if (documents !== undefined) printScores(documents, flags, context)
    return
  }
  const base = flags.resume ?? flags.output ?? (await newFolder(context))
  const all: { readonly subject: string; readonly documents: readonly RunScoreDocument[] }[] = []
  for (const [at, subject] of checkpoints.entries()) {
    const folder = context.files.join(base, `checkpoint-${at + 1}`)
    const isBegun = (await context.files.facts(context.files.join(folder, 'run.json'))) !== undefined
    const { resume: _, output: __, ...rest } = runFlagsOf(flags)
    const own = flags.resume !== undefined && isBegun ? { resume: folder } : { output: folder }
    context.notify(`checkpoint ${at + 1} of ${checkpoints.length}: ${printable(subject)}`)
    const documents = await probeOne({ ...rest, ...own, subject }, { flags, context, hostOf })
    if (documents === undefined) return
    all.push({ subject, documents })
  }
  printCheckpoints(all, flags, context)
}

interface Probing {
  readonly flags: ProbeFlags
  readonly context: CliContext
  readonly hostOf: () => RunHost
}

/** One run and its scores; undefined where it was interrupted. */
async function probeOne(
  run: RunFlags,
  { flags, context, hostOf }: Probing,
): Promise<readonly RunScoreDocument[] | undefined> {
  let result: RunResult | undefined
  const { show, tokens } = flags
  await runRun(run, context, hostOf(), {
    probe: { ...(show === undefined ? {} : { show }), ...(tokens === undefined ? {} : { tokens }) },
    done: (told) => {
      result = told
    },
  })
  if (result === undefined) return undefined
  for (const line of result.text.trimEnd().split('\n')) context.notify(line)
  if (result.ending.kind === 'interrupted') return undefined
  tellAllFailed(result, `Ask again: assay probe --resume ${printable(result.folder)} --retry-errors`, context)
  return scoreStored(
    result.folder,
    {
      k: NO_DEPTHS,
      seed: flags.seed ?? 0,
      resamples: flags.resamples,
      onDuplicate: 'error',
      timeout: flags.timeout,
      ...movedItems(flags),
    },
    context,
  )
}

/** Items that stand elsewhere than when the run began are read where they stand. */
function movedItems({ items = [], benchmark = [], resume }: ProbeFlags): {
  readonly items?: readonly string[]
} {
  const named = [...items, ...benchmark]
  return resume !== undefined && named.length === 1 ? { items: named } : {}
}

function runFlagsOf(flags: ProbeFlags): RunFlags {
  const { benchmark = [], items = [], checkpoints: _, tokens: __, show: ___, resamples: ____, ...run } = flags
  const asked = [...items, ...benchmark]
  return {
    ...run,
    trialRequests: false,
    ...(asked.length === 0 ? {} : { items: asked }),
    // A probe that is resumed keeps its own.
    ...(flags.resume === undefined && flags.rotations === undefined ? { rotations: 'all' } : {}),
  }
}

function checkFlags({ checkpoints, subject, resume, output }: ProbeFlags): void {
  const fault = (code: string, what: string, where: string, fix: string): InputError =>
    new InputError({ code, what, where, fix })
  if (checkpoints !== undefined && subject !== undefined) {
    throw fault('flags-clash', 'Checkpoints are subjects already.', '--subject', 'Leave one of them out.')
  }
  if (checkpoints !== undefined && checkpoints.length < 2) {
    throw fault(
      'flags-clash',
      'A curve takes two checkpoints.',
      '--checkpoints',
      'Name another, or pass --subject.',
    )
  }
  if (checkpoints === undefined && subject === undefined && resume === undefined) {
    throw fault(
      'subject-missing',
      'Nothing says whom to ask.',
      'assay probe',
      'Name a subject with --subject, e.g. gguf:model.gguf, or a probe with --resume.',
    )
  }
  if (resume !== undefined && output !== undefined) {
    throw fault('flags-clash', 'A probe that is resumed stays in its folder.', '--output', 'Leave out -o.')
  }
}

async function newFolder({ files, clock }: CliContext): Promise<string> {
  const stamp = new Date(clock.now())
    .toISOString()
    .replace(/[-:]/g, '')
    .replace(/\..*$/, '')
    .replace('T', '-')
  let folder = files.join('runs', stamp)
  for (let number = 2; (await files.facts(folder)) !== undefined; number++) {
    folder = files.join('runs', `${stamp}-${number}`)
  }
  return folder
}

function printCheckpoints(
  all: readonly { readonly subject: string; readonly documents: readonly RunScoreDocument[] }[],
  { json, seed = 0 }: ProbeFlags,
  context: CliContext,
): void {
  const curve = checkpointCurve(
    all.map(({ subject, documents }) => ({ subject, scores: distinctScores(documents) })),
  )
  const change = changeOf(all, seed)
  if (json) {
    context.print('{\n"checkpoints": [\n')
    for (const [at, { documents }] of all.entries()) {
      for (const piece of scorePieces(documents)) context.print(piece)
      if (at < all.length - 1) context.print(',\n')
    }
    context.print(`],\n"curve": ${JSON.stringify(curve, undefined, 2)},\n`)
    context.print(`"change": ${JSON.stringify(change, undefined, 2)}\n}\n`)
    return
  }
  printScores(
    all.flatMap(({ documents }) => documents),
    {},
    context,
  )
  context.print(`\n${checkpointText(curve, change)}`)
}

/** Scores whose groups say the kind of items, and the benchmark, where there are several. */
function distinctScores(documents: readonly RunScoreDocument[]): readonly Score[] {
  const kinds = new Set(documents.flatMap(({ details }) => details.kinds.map(({ kind }) => kind)))
  return documents.flatMap(({ benchmark, scores }) =>
    scores.map((score) => {
      const parts = [
        ...(documents.length > 1 ? [benchmark] : []),
        ...(kinds.size > 1 ? [score.scorer.name] : []),
        ...(score.group === undefined ? [] : [score.group]),
      ]
      return parts.length === 0 ? score : { ...score, group: parts.join(', ') }
    }),
  )
}

/** The last checkpoint against the first, item by item. */
function changeOf(
  all: readonly { readonly subject: string; readonly documents: readonly RunScoreDocument[] }[],
  seed: number,
): readonly ScoreComparison[] {
  const [first, last] = [all[0], all.at(-1)]
  if (first === undefined || last === undefined) return []
  const stored = ({ subject, documents }: typeof first) =>
    readScores([...scorePieces(documents)].join(''), subject).map((scores) => ({ ...scores, subject }))
  const [a, b] = [stored(first), stored(last)]
  // A checkpoint that could not be asked has no items: there is nothing to compare, and its run has said why.
  if ([a, b].some((side) => side.every(({ items }) => items.length === 0))) return []
  return compareScores({ a, b, metrics: ['accuracy'], acrossVersions: false, partial: true, seed })
}
