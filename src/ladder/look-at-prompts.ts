import type { CorpusExample, ToolCorpus } from '../corpus/tool-corpus.js'
import { AssayError } from '../errors.js'
import { type PreflightOptions, preflight } from '../subject/preflight.js'
import type { PreflightFinding } from '../subject/preflight-finding.js'
import type { AskContext, Subject } from '../subject/subject.js'
import type { JsonObject } from '../text/json.js'
import type { Dialect } from '../toolcall/dialect.js'
import { caseChat } from './case-requests.js'
import { promptFindings, type SeenPrompt } from './harness/prompt-findings.js'
import type { HarnessFinding } from './harness-finding.js'
import type { LadderCase } from './ladder-case.js'
import { forcedPrefixRequest, readForcedPrefix } from './opening/forced-prefix.js'

export interface LookOptions extends Pick<PreflightOptions, 'reference' | 'trial'> {
  readonly corpus: ToolCorpus
  readonly cases: readonly LadderCase[]
  /** In which answers are read. */
  readonly dialect: Dialect
  readonly seed: number
  /** Members of requests beside messages and tools, where the user set some. */
  readonly members?: JsonObject
}

/** Prompts that are looked at: those of every case would cost a rendering each. */
const LOOKED_AT = 24
/** Of these, how many preflight looks at. */
const PREFLIGHT = 8
/** Batteries whose prompts leave the declaration of tools out on purpose. */
const UNDECLARED: ReadonlySet<string> = new Set(['no-preamble', 'neutral', 'qualitative', 'eval'])

/**
 * Looks at the instrument with the prompts of the ladder: whether each declares its tools, stands as training wrote it, and
 * whether a call can come back whole. Nobody is asked but for `trial`.
 */
export async function lookAtPrompts(
  subject: Pick<Subject, 'prompts' | 'ask' | 'label' | 'findings' | 'answers'>,
  options: LookOptions,
): Promise<readonly HarnessFinding[]> {
  const { cases, corpus, seed, dialect, reference, trial, members } = options
  const declared = cases.filter(({ battery }) => !UNDECLARED.has(battery))
  const step = Math.max(1, Math.ceil(declared.length / LOOKED_AT))
  const looked = declared.filter((_, at) => at % step === 0)
  const examples = new Map(corpus.examples.map((example) => [example.id, example]))
  const seen: SeenPrompt[] = []
  for (const one of looked) {
    const prompt = await seenPrompt(one, { subject, seed, examples, members })
    if (prompt !== undefined) seen.push(prompt)
  }
  const chats = looked.slice(0, PREFLIGHT).map((one) => caseChat(one, { seed }))
  const findings = await preflight(subject, chats, {
    dialect,
    ...(reference === undefined ? {} : { reference }),
    ...(trial === undefined || chats.length === 0 ? {} : { trial }),
  })
  const unlisted = trial === undefined ? undefined : await forcedPrefixControl(subject, options, trial)
  return [
    ...promptFindings(seen),
    ...findings.map(harnessFindingOf),
    ...(unlisted === undefined ? [] : [unlisted]),
  ]
}

/**
 * Whether a server lists special tokens at all: behind a whole call only what closes it can come. Undefined where it does,
 * and where it cannot be asked: no closer is trained, no case calls, the request fails.
 */
async function forcedPrefixControl(
  { answers, prompts, ask }: Pick<Subject, 'prompts' | 'ask' | 'answers'>,
  { cases, dialect, seed }: LookOptions,
  trial: AskContext,
): Promise<HarnessFinding | undefined> {
  const [closer] = dialect.closer
  const one = cases.find(({ battery, gold }) => battery === 'verbatim' && gold?.calls.length === 1)
  const [call] = one?.gold?.calls ?? []
  if (closer === undefined || one === undefined || call === undefined || !answers.has('next-token'))
    return undefined
  try {
    const rendered = await prompts?.render(caseChat(one, { seed }))
    const written = dialect.renderCalls([{ name: call.name, arguments: call.json }], { tools: one.tools })
    const end = written.lastIndexOf(closer)
    if (rendered === undefined || end === -1) return undefined
    const prompt = rendered.text + written.slice(0, end)
    const { firstTokens = [] } = await ask(forcedPrefixRequest({ prompt, closer }), trial)
    return readForcedPrefix(firstTokens, closer)
  } catch (error) {
    if (error instanceof AssayError) return undefined
    throw error
  }
}

interface Looking {
  readonly subject: Pick<Subject, 'prompts'>
  readonly seed: number
  readonly examples: ReadonlyMap<string, CorpusExample>
  readonly members: JsonObject | undefined
}

async function seenPrompt(
  one: LadderCase,
  { subject: { prompts }, seed, examples, members }: Looking,
): Promise<SeenPrompt | undefined> {
  if (prompts === undefined) return undefined
  const { bos } = prompts.specials ?? {}
  try {
    const prompt = await prompts.render(caseChat(one, { seed }))
    const { tokenIds } = prompt
    const readBack = tokenIds === undefined ? undefined : await prompts.detokenize?.(tokenIds)
    const trained = one.battery === 'verbatim' ? examples.get(one.example ?? '')?.promptText : undefined
    return {
      id: one.id,
      // A training file holds text: ids of it would be this very tokenizer's.
      prompt: trained === undefined ? prompt : { text: prompt.text },
      ...(readBack === undefined ? {} : { readBack }),
      ...(trained === undefined ? {} : { trained: { text: trained } }),
      tools: one.tools,
      userText: one.messages.findLast(({ role }) => role === 'user')?.content ?? '',
      ...(bos === undefined ? {} : { bos }),
      ...(members === undefined ? {} : { members }),
    }
  } catch (error) {
    // Preflight says which conversation the template refuses.
    if (error instanceof AssayError) return undefined
    throw error
  }
}

function harnessFindingOf({ code, severity, what, fix, requests }: PreflightFinding): HarnessFinding {
  return {
    code,
    severity: severity === 'blocking' ? 'blocking' : 'info',
    what: `${what} ${fix}`,
    cases: [],
    count: requests ?? 1,
  }
}
