import { hiddenGoal } from '../../agent/agents/user-simulator.js'
import { randomStream } from '../../numeric/random.js'
import { AdaptiveLimit } from '../../run/adaptive-limit.js'
import { Budget } from '../../run/budget.js'
import { type AskedSubject, converse, type PlannedDialogue } from '../../run/converse/converse.js'
import { ConverseStore } from '../../run/converse/converse-store.js'
import { turnsKey } from '../../run/converse/read-turns.js'
import type { RunEnding } from '../../run/execute.js'
import { refuseLinks } from '../../run/refuse-links.js'
import { refuseDifferences } from '../../run/run-differences.js'
import type { RunDocument } from '../../run/run-document.js'
import { SecretBook } from '../../run/secret-book.js'
import { readStoredConfig, type StoredConfig } from '../../run/stored-config.js'
import { countText } from '../../text/number-text.js'
import { printable, printableLines } from '../../text/printable.js'
import type { CliContext } from '../command.js'
import type { ConverseFlags, TranscriptChoice } from '../converse/converse-flags.js'
import { type OpenedConverse, type OpenedSubject, openConverse } from '../converse/converse-opening.js'
import { scoreConverse } from '../converse/converse-scores.js'
import { type ConverseStanding, converseStanding } from '../converse/converse-standing.js'
import { textOfConverse } from '../converse/converse-text.js'
import { openExecutor } from '../converse/open-executor.js'
import { flagsClash } from '../flags-clash.js'
import { guardOutput } from '../output-guard.js'
import { refuseFolder, runFolder } from '../run/run-folder.js'
import { type RunHost, runHost } from '../run/run-host.js'
import { learnStoreKeys } from '../store-secrets.js'
import { withoutSecrets } from '../without-secrets.js'
import { scorePieces } from './score-run-document.js'

/** A folder that holds one of them is a run or a benchmark already; items are written where the pack makes them. */
const WRITES = ['run.json', 'samples.jsonl', 'turns.jsonl', 'items.jsonl']

/**
 * Plays, keeps, scores and prints.
 *
 * @throws {InputError} `run-exists`, `run-changed`, `run-link`, `flags-clash`, and what opening throws; nothing was asked.
 * @throws {StoreError} `lock-held` and the like; nothing is lost.
 */
export async function runConverse(
  flags: ConverseFlags,
  context: CliContext,
  host: RunHost = runHost(),
): Promise<void> {
  const secrets = new SecretBook()
  const halt = new AbortController()
  try {
    checkFlags(flags)
    const { files } = context
    const folder = await runFolder({ resume: flags.resume, output: flags.output, writes: WRITES }, context)
    learnStoreKeys(folder, secrets, context)
    const stored = flags.resume === undefined ? undefined : await readStoredConfig(folder, files)
    await refuseLinks(
      folder,
      [
        'run.json',
        'samples.jsonl',
        'turns.jsonl',
        'items.jsonl',
        'scores.json',
        'raw',
        'transcripts',
        'tool-results.jsonl',
      ],
      files,
    )
    const id = stored?.id ?? files.join(folder).split(/[/\\]/).at(-1) ?? folder
    const lock = await host.locks.take(files.join(folder, 'run.lock'))
    try {
      // Another process may have begun one in the meantime.
      if (stored === undefined) await refuseFolder(folder, WRITES, files)
      const opened = await openConverse({
        flags,
        context,
        host,
        secrets,
        stored,
        folder,
        id,
        halt: halt.signal,
      })
      try {
        await work({ flags, context, host, secrets, stored, folder, opened })
      } finally {
        await opened.close()
      }
    } finally {
      await lock.release()
    }
  } catch (error) {
    throw withoutSecrets(error, secrets)
  } finally {
    halt.abort()
    host.http?.close()
  }
}

interface Work {
  readonly flags: ConverseFlags
  readonly context: CliContext
  readonly host: RunHost
  readonly secrets: SecretBook
  readonly stored: StoredConfig | undefined
  readonly folder: string
  readonly opened: OpenedConverse
}

async function work(given: Work): Promise<void> {
  const { context, folder, opened, secrets, stored } = given
  const place = context.files.join(folder, 'run.json')
  const json = secrets.clean(JSON.stringify(opened.document, undefined, 2))
  if (stored !== undefined) refuseDifferences(stored.json, JSON.parse(json) as RunDocument, place)
  await context.files.write(place, [`${json}\n`])
  const played = await play(given)
  // Whoever presses Ctrl-C does not wait for scores; `assay score` makes them at any time.
  if (played.ending.kind === 'interrupted') {
    finish(given, played)
    return
  }
  const { flags } = given
  const document = await scoreConverse(
    {
      folder,
      run: { id: opened.document.id, subject: opened.document.subject, trials: opened.trials },
      facts: opened.facts,
      benchmark: scoredBenchmark(opened),
      dialogues: opened.dialogues,
      world: opened.pack.world,
      worldOf: (dialogue, place) => opened.pack.worldOf(dialogue, place, { isSettled: true }),
      transcripts: transcriptsOf(flags, opened),
      seed: opened.seed,
      resamples: flags.resamples,
      hash: given.host.hash,
      secrets,
    },
    context,
  )
  await context.files.write(
    context.files.join(folder, 'scores.json'),
    clean(scorePieces([document]), secrets),
  )
  if (flags.json === true) for (const piece of clean(scorePieces([document]), secrets)) context.print(piece)
  else context.print(secrets.clean(`${textOfConverse(document)}\n${printable(folder)}\n`))
  finish(given, played)
}

function* clean(pieces: Iterable<string>, secrets: SecretBook): Generator<string> {
  for (const piece of pieces) yield secrets.clean(piece)
}

function scoredBenchmark({ document }: OpenedConverse): Parameters<typeof scoreConverse>[0]['benchmark'] {
  const [first] = document.benchmarks
  if (first === undefined) return { name: '', path: '', fingerprint: '' }
  const { name, path, format, fingerprint } = first
  return { name, path, ...(format === undefined ? {} : { format }), fingerprint }
}

/** Above so many dialogues only those with a wrong turn are worth a file of their own. */
const MANY_TRANSCRIPTS = 500

function transcriptsOf(
  { transcripts }: ConverseFlags,
  { dialogues, trials }: OpenedConverse,
): TranscriptChoice {
  return transcripts ?? (dialogues.length * trials > MANY_TRANSCRIPTS ? 'wrong' : 'all')
}

interface Played {
  readonly ending: RunEnding
  /** Dialogues whose last sample is an error, and those of them for which that may pass. */
  readonly errors: number
  readonly passing: number
  readonly firstError?: string
}

async function play(given: Work): Promise<Played> {
  const { flags, context, host, secrets, folder, opened } = given
  const { files, clock } = context
  const { journals, hash } = host
  const { asked, user, summarizer, facts, seed, trials, document } = opened
  const notify = (line: string): void => context.notify(secrets.clean(line))
  const budget = new Budget({
    ...(flags.maxCost === undefined ? {} : { cost: flags.maxCost }),
    ...(flags.maxTokens === undefined ? {} : { tokens: flags.maxTokens }),
  })
  const benchmark = document.benchmarks[0]?.name ?? ''
  const store = await ConverseStore.open({ folder, files, journals, hash, secrets, notify })
  const random = randomStream(seed, `waits ${document.sessions.length}`)
  const executor = await openExecutor(facts.executor)
  try {
    const standing = await converseStanding(
      {
        folder,
        benchmark,
        items: new Set(opened.items.benchmark.items.map(({ id }) => id)),
        trials,
        budget,
        retryErrors: flags.retryErrors === true,
      },
      files,
    )
    const watched = progress({ given, standing })
    const main = asked === undefined ? undefined : askedSubject(asked, given)
    const player = user === undefined ? undefined : askedSubject(user, given)
    const writer = summarizer === undefined ? undefined : askedSubject(summarizer, given)
    const failed = new Set(standing.failed)
    let passing = 0
    let firstError: string | undefined
    const { policy } = facts.summaries
    const ending = await converse({
      dialogues: plannedDialogues(opened, standing),
      benchmark,
      worldOf: (dialogue, place) => opened.pack.worldOf(dialogue, place),
      agent: opened.agent,
      ...(main === undefined ? {} : { asked: main }),
      label: document.subject.label,
      ...(player === undefined || facts.user === undefined
        ? {}
        : { user: { ...player, maxTurns: facts.user.maxTurns } }),
      ...(writer === undefined || policy === 'rules'
        ? {}
        : { summaries: { ...writer, policy, tools: opened.pack.world.tools } }),
      settings: {
        running: facts.running,
        repairs: facts.repairs,
        maxSteps: facts.maxSteps,
        ...(facts.inject === undefined ? {} : { inject: facts.inject }),
      },
      generation: opened.generation,
      seed,
      execute: executor.execute,
      store,
      concurrency: Math.min(flags.concurrency, asked?.subject.maxConcurrency ?? AGENTS_AT_ONCE),
      timeoutMs: flags.timeout * 1000,
      budget,
      drain: context.signal,
      clock,
      hash,
      random,
      notify,
      turned: watched.turned,
      finished: ({ item, trial, error }) => {
        const key = turnsKey({ item, trial })
        if (error === undefined) failed.delete(key)
        else {
          failed.add(key)
          firstError ??= `${error.kind}: ${error.message}`
          if (error.retryable) passing++
        }
        watched.finished()
      },
    })
    watched.end()
    return { ending, errors: failed.size, passing, ...(firstError === undefined ? {} : { firstError }) }
  } finally {
    executor.close()
    await store.close()
  }
}

/** An agent without a model waits for nothing but the disk. */
const AGENTS_AT_ONCE = 8

function askedSubject(
  { subject, dialect }: OpenedSubject,
  { flags, context: { clock } }: Work,
): AskedSubject {
  const most = Math.min(flags.concurrency, subject.maxConcurrency)
  return { subject, dialect, limit: new AdaptiveLimit({ clock, most }) }
}

function* plannedDialogues(
  { dialogues, trials, facts }: OpenedConverse,
  { done, open }: ConverseStanding,
): Generator<PlannedDialogue> {
  for (let trial = 0; trial < trials; trial++) {
    for (const { dialogue, item } of dialogues) {
      const key = turnsKey({ item: item.id, trial })
      if (done.has(key)) continue
      const goal = facts.user === undefined ? {} : { goal: hiddenGoal(dialogue, item.json) }
      yield { dialogue, trial, before: open.get(key) ?? [], ...goal }
    }
  }
}

const TELL_EVERY_MS = 10_000

/** Says now and then how far the run is. */
function progress({ given, standing }: { readonly given: Work; readonly standing: ConverseStanding }): {
  turned(): void
  finished(): void
  end(): void
} {
  const { context, host, flags, opened } = given
  const planned = opened.dialogues.length * opened.trials
  const isTerminal = host.isTerminal && flags.quiet !== true
  const everyMs = isTerminal ? 200 : TELL_EVERY_MS
  let done = standing.done.size
  let turns = 0
  let toldAtMs = context.clock.now()
  const tell = (): void => {
    const now = context.clock.now()
    if (now - toldAtMs < everyMs) return
    toldAtMs = now
    const line = `${countText(done)} of ${countText(planned)} dialogues · ${countText(turns)} turns`
    if (isTerminal) context.complain(`\r\u001b[K${line}`)
    else context.notify(line)
  }
  return {
    turned: () => {
      turns++
      tell()
    },
    finished: () => {
      done++
      tell()
    },
    end: () => {
      if (isTerminal && turns > 0) context.complain('\r\u001b[K')
    },
  }
}

/** Says how it went, and sets the exit code. */
function finish({ context, folder, secrets }: Work, { ending, errors, passing, firstError }: Played): void {
  const again = `assay converse --resume ${printable(folder)}`
  const say = (text: string): void => context.complain(secrets.clean(printableLines(`${text}\n`)))
  if (errors > 0) {
    const why = firstError === undefined ? '' : ` First: ${printable(firstError, { maxLength: 300 })}`
    say(
      `${errors} ${errors === 1 ? 'dialogue' : 'dialogues'} did not come to the end.${why}\nPlay on: ${again} --retry-errors`,
    )
  }
  switch (ending.kind) {
    case 'complete':
      if (passing > 0) context.exit(3)
      return
    case 'interrupted':
      say(`Interrupted; nothing is lost. Go on: ${again}`)
      context.exit(130)
      return
    case 'budget':
      say(`Stopped: another answer would go beyond ${ending.limit}. Go on: ${again} with a higher limit`)
      context.exit(3)
      return
    case 'budget-blind':
      say(
        `Stopped: the subject does not tell what it uses, so ${ending.limit} cannot be kept. Go on: ${again}`,
      )
      context.exit(3)
      return
    case 'subject':
      say(
        `${ending.failure.name}: ${ending.failure.message}\nStopped: the subject cannot be asked. Nothing is lost. Go on: ${again}`,
      )
      context.exit(3)
      return
    default:
      ending satisfies never
  }
}

function checkFlags({ resume, output, retryErrors, items }: ConverseFlags): void {
  guardOutput(output, items === undefined ? [] : [items])
  if (resume !== undefined && output !== undefined) {
    throw flagsClash('--output', 'A run that is resumed stays in its folder.', 'Leave out -o.')
  }
  if (retryErrors === true && resume === undefined) {
    throw flagsClash(
      '--retry-errors',
      'A new run has no errors to play again.',
      'Name the run with --resume.',
    )
  }
}
