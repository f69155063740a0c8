import { AssayError, InputError } from '../errors.js'
import type { Dialect } from '../toolcall/dialect.js'
import { stopFindings, triggerFindings } from './preflight-calls.js'
import type { PreflightFinding } from './preflight-finding.js'
import { bosFindings, decodingFindings, parityFindings, preambleFindings } from './preflight-prompt.js'
import { parsingFindings, reproducibilityFindings, strippingFindings } from './preflight-replies.js'
import type { SubjectReply } from './reply.js'
import type { ChatRequest, GenerationSettings } from './request.js'
import type { AskContext, RenderedPrompt, Subject } from './subject.js'

export interface PreflightOptions {
  /** The dialect in which outputs will be read; without it nothing is said of calls. */
  readonly dialect?: Dialect
  /** What the prompt should be: a training renderer, or the model's own template where the prompt is made elsewhere. */
  readonly reference?: {
    /** E.g. `the training renderer`. */
    readonly name: string
    render(request: ChatRequest): Promise<RenderedPrompt>
  }
  /** Allows two trial requests, by which the server's own doings show; without it nothing is asked. */
  readonly trial?: AskContext
}

/** Answers of a trial are cut at this length: markers and parsing show early. */
const TRIAL_TOKENS = 128

/**
 * Looks at the instrument before a run counts: whether the subject gets the prompt that it was trained on, whether calls
 * can come back whole, and whether it is asked as the settings say. A blocking finding makes the run `unmeasured`.
 *
 * @param requests a sample of the planned requests; those with tools tell most.
 * @returns findings, blocking ones first, one for each code.
 */
export async function preflight(
  subject: Pick<Subject, 'prompts' | 'ask' | 'label' | 'findings'>,
  requests: readonly ChatRequest[],
  options: PreflightOptions,
): Promise<readonly PreflightFinding[]> {
  const findings: PreflightFinding[] = [...(subject.findings ?? [])]
  const { dialect, trial } = options
  for (const request of requests) {
    findings.push(...(await promptFindings(subject, request, options)))
    findings.push(...settingFindings(request.settings))
    if (dialect !== undefined)
      findings.push(...stopFindings(request.settings.stop ?? [], request.tools, dialect))
  }
  if (dialect !== undefined && subject.prompts !== undefined) {
    findings.push(...(await triggerFindings(dialect, subject.prompts)))
  }
  const tried = requests.find(({ tools }) => tools.length > 0) ?? requests[0]
  if (trial !== undefined && tried !== undefined) {
    findings.push(...(await trialFindings(subject, tried, { dialect, trial })))
  }
  return merged(findings)
}

/** Whether a run of these findings must not be scored. */
export function isBlocked(findings: readonly PreflightFinding[]): boolean {
  return findings.some(({ severity }) => severity === 'blocking')
}

async function promptFindings(
  { prompts, label }: Pick<Subject, 'prompts' | 'label'>,
  request: ChatRequest,
  { reference }: PreflightOptions,
): Promise<readonly PreflightFinding[]> {
  if (prompts === undefined) {
    return [
      {
        code: 'prompt-unseen',
        severity: 'notice',
        what: `${label} renders prompts where nobody can see them, so template, beginning token and tools were not checked.`,
        fix: 'Where weights are open, compare with a GGUF file or a completions endpoint.',
      },
    ]
  }
  try {
    const prompt = await prompts.render(request)
    const parts = { prompt, prompts }
    const tools = request.toolChoice === 'none' ? [] : request.tools
    return [
      ...bosFindings(parts),
      ...(await decodingFindings(parts)),
      ...(await preambleFindings(parts, tools)),
      ...(reference === undefined
        ? []
        : await parityFindings({
            ...parts,
            reference: await reference.render(request),
            referenceName: reference.name,
          })),
    ]
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    return [
      {
        code: 'prompt-refused',
        severity: 'blocking',
        what: error.what,
        fix: error.fix ?? 'Ask in a way that the template takes.',
      },
    ]
  }
}

function settingFindings({ temperature, seed }: GenerationSettings): readonly PreflightFinding[] {
  if (temperature === undefined) {
    return [
      {
        code: 'sampling-unset',
        severity: 'notice',
        what: "No temperature is set, so the subject's own default decides.",
        fix: 'Set "temperature", 0 for the likeliest answer.',
      },
    ]
  }
  if (temperature === 0 || seed !== undefined) return []
  return [
    {
      code: 'seed-missing',
      severity: 'notice',
      what: `Answers are sampled at temperature ${temperature} without a seed, so they cannot be drawn again.`,
      fix: 'Set "seed".',
    },
  ]
}

async function trialFindings(
  subject: Pick<Subject, 'prompts' | 'ask'>,
  request: ChatRequest,
  { dialect, trial }: { readonly dialect: Dialect | undefined; readonly trial: AskContext },
): Promise<readonly PreflightFinding[]> {
  const maxTokens = Math.min(TRIAL_TOKENS, request.settings.maxTokens ?? TRIAL_TOKENS)
  const settings = { ...request.settings, maxTokens }
  const replies: SubjectReply[] = []
  try {
    for (let count = 0; count < 2; count++) replies.push(await subject.ask({ ...request, settings }, trial))
  } catch (error) {
    if (!(error instanceof AssayError)) throw error
    return [
      {
        code: 'trial-failed',
        severity: 'notice',
        what: `A trial request failed: ${error.what}`,
        fix: error.fix ?? 'See whether the endpoint answers at all.',
      },
    ]
  }
  const [first, second] = replies
  if (first === undefined || second === undefined) return []
  return [
    ...(dialect === undefined ? [] : parsingFindings(first, { dialect, tools: request.tools })),
    ...(subject.prompts === undefined ? [] : await strippingFindings(first, subject.prompts, dialect)),
    ...reproducibilityFindings([first, second], settings),
  ]
}

function merged(findings: readonly PreflightFinding[]): readonly PreflightFinding[] {
  const counts = new Map<string, number>()
  for (const { code } of findings) counts.set(code, (counts.get(code) ?? 0) + 1)
  const firsts = findings.filter(({ code }, at) => findings.findIndex((other) => other.code === code) === at)
  const all = firsts.map((finding) => ({ ...finding, requests: counts.get(finding.code) ?? 1 }))
  return [
    ...all.filter(({ severity }) => severity === 'blocking'),
    ...all.filter(({ severity }) => severity === 'notice'),
  ]
}
