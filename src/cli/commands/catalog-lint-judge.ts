import type { Ask } from '../../benchmark/generate/ask.js'
import type { Catalog } from '../../catalog/catalog.js'
import { InputError } from '../../errors.js'
import { type DescriptionJudgement, judgeDescriptions } from '../../experiment/description-judge.js'
import { randomStream, shuffled } from '../../numeric/random.js'
import { spokenText } from '../../score/choice/spoken-text.js'
import { SubjectFailure } from '../../subject/failure.js'
import { openSubject } from '../../subject/open.js'
import type { Subject } from '../../subject/subject.js'
import type { CliContext } from '../command.js'
import { type RunHost, runHost } from '../run/run-host.js'

export interface LintJudgeRequest {
  readonly catalog: Catalog
  /** Spec of the judge. */
  readonly judge: string
  /** Tools that are judged at most, drawn by the seed. */
  readonly most: number
  readonly seed: number
  readonly context: CliContext
  readonly hostOf?: () => RunHost
}

const TIMEOUT_MS = 120_000
const MOST_AT_ONCE = 8

/** Lets a model judge the descriptions of some tools. @throws {InputError} `judge-unfit`, and what opening it throws. */
export async function judgeCatalog({
  catalog,
  judge,
  most,
  seed,
  context,
  hostOf = runHost,
}: LintJudgeRequest): Promise<DescriptionJudgement> {
  const host = hostOf()
  try {
    const subject = await openSubject(
      judge,
      {
        files: context.files,
        http: host.http ?? context.http,
        clock: context.clock,
        notify: context.notify,
        templates: host.templates,
        variable: context.variable,
        mayExecute: true,
        signal: context.signal,
        options: {},
      },
      host.kinds,
    )
    try {
      if (!subject.answers.has('chat')) throw unfit(subject)
      const described = catalog.tools.filter(({ description = '' }) => description.trim() !== '')
      const tools = shuffled(described, randomStream(seed, 'judged descriptions')).slice(0, most)
      context.notify(`${subject.label}: judging the descriptions of ${tools.length} tools, one request each`)
      return await judgeDescriptions({
        tools,
        ask: askOf(subject, context.signal),
        concurrency: Math.min(MOST_AT_ONCE, subject.maxConcurrency),
        done: (count) => {
          if (count % 25 === 0) context.notify(`${count} of ${tools.length} judged`)
        },
      })
    } finally {
      await subject.close?.()
    }
  } finally {
    host.http?.close()
  }
}

function askOf(subject: Subject, stop: AbortSignal): Ask {
  return async ({ prompt, maxTokens, id }) => {
    stop.throwIfAborted()
    const signal = AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT_MS)])
    try {
      const { output } = await subject.ask(
        {
          kind: 'chat',
          messages: [{ role: 'user', content: prompt }],
          tools: [],
          settings: { maxTokens, temperature: 0 },
        },
        { signal, timeoutMs: TIMEOUT_MS, sample: { benchmark: 'description-parts', item: id, trial: 0 } },
      )
      const spoken = spokenText(output)
      if (spoken.kind === 'none') return { kind: 'failed', reason: spoken.why, what: 'Nothing was answered.' }
      return { kind: 'said', text: spoken.text, isCut: output.stopReason === 'length' }
    } catch (error) {
      stop.throwIfAborted()
      if (error instanceof SubjectFailure) return { kind: 'failed', reason: error.failure, what: error.what }
      if (signal.aborted) return { kind: 'failed', reason: 'timeout', what: 'There was no answer in time.' }
      throw error
    }
  }
}

function unfit({ spec }: Subject): InputError {
  return new InputError({
    code: 'judge-unfit',
    what: 'A judge is asked in conversation, and this subject does not answer chats.',
    where: spec,
    fix: 'Name a model that does with --judge.',
  })
}
