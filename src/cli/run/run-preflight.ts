import { promptText } from '../../adapters/models/gguf-prompt.js'
import { planSamples } from '../../run/plan-run.js'
import type { RunPreflight } from '../../run/run-document.js'
import { isBlocked, type PreflightOptions, preflight } from '../../subject/preflight.js'
import type { ChatRequest } from '../../subject/request.js'
import type { TemplateRenderer } from '../../toolcall/template-renderer.js'
import type { TemplateSource } from '../../toolcall/template-source.js'
import type { OpenedRun } from './run-opening.js'

/** Requests that are looked at, and how many are looked through for some with tools. */
const LOOKED_AT = 8
const LOOKED_THROUGH = 200

export interface RunPreflightOptions {
  /** Whether the subject may be asked twice for its own sake. */
  readonly isTrial: boolean
  readonly timeoutMs: number
  /** The template that prompts are compared with, and the file that it came from. */
  readonly template?: { readonly source: TemplateSource; readonly file: string }
  readonly templates: TemplateRenderer
}

/** Looks at the instrument with some of the planned requests, those with tools first. */
export async function runPreflight(
  { plan, subject, dialect }: OpenedRun,
  { isTrial, timeoutMs, template, templates }: RunPreflightOptions,
): Promise<RunPreflight> {
  const chats: ChatRequest[] = []
  let seen = 0
  for (const { request } of planSamples(plan, () => true)) {
    if (request.kind === 'chat') chats.push(request)
    if (++seen >= LOOKED_THROUGH) break
  }
  const sample = chats.sort((left, right) => right.tools.length - left.tools.length).slice(0, LOOKED_AT)
  // A recording or a script would give away answers. A program is asked only to see how it calls.
  const isEndpoint = /^https?:/.test(subject.facts.endpoint ?? '')
  const isProgram = dialect !== undefined && /^(?:command|function):/.test(subject.spec)
  const hasTools = sample.some(({ tools }) => tools.length > 0)
  const findings = await preflight(subject, sample, {
    ...(dialect === undefined ? {} : { dialect }),
    ...(template === undefined ? {} : { reference: referenceOf(template, templates) }),
    ...(isTrial && (isEndpoint || isProgram) && hasTools
      ? { trial: { signal: new AbortController().signal, timeoutMs } }
      : {}),
  })
  return { verdict: isBlocked(findings) ? 'unmeasured' : 'passed', findings }
}

function referenceOf(
  { source, file }: NonNullable<RunPreflightOptions['template']>,
  templates: TemplateRenderer,
): NonNullable<PreflightOptions['reference']> {
  const parts = { template: source, dialect: undefined, templates, where: file }
  return {
    name: `the template in ${file}`,
    render: async (request) => ({ text: await promptText(request, parts) }),
  }
}
