import { planSamples } from '../run/plan-run.js'
import type { RunPreflight } from '../run/run-document.js'
import { isBlocked, preflight } from '../subject/preflight.js'
import type { ChatRequest } from '../subject/request.js'
import type { OpenedRun } from './run-opening.js'

/** Requests that are looked at, and how many are looked through for some with tools. */
const LOOKED_AT = 8
const LOOKED_THROUGH = 200

export interface RunPreflightOptions {
  /** Whether the subject may be asked twice for its own sake. */
  readonly isTrial: boolean
  readonly timeoutMs: number
}

/** Looks at the instrument with some of the planned requests, those with tools first. */
export async function runPreflight(
  { plan, subject, dialect }: OpenedRun,
  { isTrial, timeoutMs }: RunPreflightOptions,
): Promise<RunPreflight> {
  const chats: ChatRequest[] = []
  let seen = 0
  for (const { request } of planSamples(plan, () => true)) {
    if (request.kind === 'chat') chats.push(request)
    if (++seen >= LOOKED_THROUGH) break
  }
  const sample = chats.sort((left, right) => right.tools.length - left.tools.length).slice(0, LOOKED_AT)
  // A recording or a script would give away answers; only an endpoint can be asked for nothing.
  const isEndpoint = /^https?:/.test(subject.facts.endpoint ?? '')
  const hasTools = sample.some(({ tools }) => tools.length > 0)
  const findings = await preflight(subject, sample, {
    ...(dialect === undefined ? {} : { dialect }),
    ...(isTrial && isEndpoint && hasTools
      ? { trial: { signal: new AbortController().signal, timeoutMs } }
      : {}),
  })
  return { verdict: isBlocked(findings) ? 'unmeasured' : 'passed', findings }
}
