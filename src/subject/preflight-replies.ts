import type { Tool } from '../catalog/tool.js'
import { isJsonArray, isJsonObject, parseJson } from '../text/json.js'
import { quoted } from '../text/printable.js'
import type { Dialect } from '../toolcall/dialect.js'
import { dialects } from '../toolcall/dialects/index.js'
import { toolTable } from '../toolcall/tool-table.js'
import type { PreflightFinding } from './preflight-finding.js'
import type { SubjectReply } from './reply.js'
import type { GenerationSettings } from './request.js'
import { type SpokenAnswer, speaks, spokenDialect } from './spoken-dialect.js'
import type { PromptRenderer } from './subject.js'

/**
 * Whether calls stand where they will be looked for, and as they will be read: in the text for a dialect of text, in the
 * message for one of an API.
 */
export function parsingFindings(
  { output }: SubjectReply,
  { dialect, tools }: { readonly dialect: Dialect; readonly tools: readonly Tool[] },
): readonly PreflightFinding[] {
  const facts = output.message === undefined ? undefined : messageFacts(output.message)
  const text = output.text ?? facts?.content
  if (dialect.isApi !== true) {
    if (facts?.hasCalls !== true) return otherDialect({ text }, { dialect, tools })
    return [
      {
        code: 'server-parses-calls',
        severity: 'blocking',
        what: `The answer comes with parsed calls, and outputs are to be read as text in the dialect ${dialect.id}: what a parser repaired or dropped could not be seen.`,
        fix: "Switch the server's tool parser off, have the program write its text, ask it for completions (completions:<url>#<model>), or read outputs with the dialect of its API.",
      },
    ]
  }
  if (facts?.hasCalls === true || text === undefined) return otherDialect(output, { dialect, tools })
  const known =
    spokenDialect({ text }, { tools: toolTable(tools), except: dialect }) ??
    dialects.find(({ isApi, trigger }) => isApi !== true && trigger.some((one) => opens(text, one)))
  if (known === undefined) return otherDialect(output, { dialect, tools })
  return [
    {
      code: 'server-leaves-calls',
      severity: 'blocking',
      what: `The answer holds a call as text, in the dialect ${known.id}, and outputs are to be read as messages of ${dialect.id}: it would count as no call. ${quoted(text, 120)}`,
      fix: `Read outputs with --dialect ${known.id}, have the program give "calls" or a message, or switch the server's tool parser on (vLLM: --enable-auto-tool-choice --tool-call-parser …).`,
    },
  ]
}

/** A trigger that no prose holds: the answer to a trial may be cut before its call is whole. */
function opens(text: string, trigger: string): boolean {
  return trigger.length > 4 && text.includes(trigger)
}

/** A model may mistake its own dialect, so that this does not block. */
function otherDialect(
  answer: SpokenAnswer,
  { dialect, tools }: { readonly dialect: Dialect; readonly tools: readonly Tool[] },
): readonly PreflightFinding[] {
  const table = toolTable(tools)
  if (speaks(dialect, answer, table)) return []
  const spoken = spokenDialect(answer, { tools: table, except: dialect })
  if (spoken === undefined) return []
  return [
    {
      code: 'calls-in-other-dialect',
      severity: 'notice',
      what: `The answer holds a call in the dialect ${spoken.id}, and outputs are to be read in ${dialect.id}: it would count as an attempt at best. ${quoted(answer.text ?? answer.message ?? '', 120)}`,
      fix: `If that is how this subject calls, read outputs with --dialect ${spoken.id}.`,
    },
  ]
}

function messageFacts(message: string): { readonly hasCalls: boolean; readonly content: string | undefined } {
  const reading = parseJson(message, { duplicateKeys: 'last', maxDepth: 1000 })
  if (reading.kind === 'fault' || !isJsonObject(reading.value)) return { hasCalls: false, content: undefined }
  const { tool_calls: calls, content } = reading.value
  return {
    hasCalls: isJsonArray(calls) && calls.length > 0,
    content: typeof content === 'string' ? content : undefined,
  }
}

/** Whether the text of an answer is all of what its token ids say. */
export async function strippingFindings(
  { output }: SubjectReply,
  { detokenize }: Pick<PromptRenderer, 'detokenize'>,
  dialect: Dialect | undefined,
): Promise<readonly PreflightFinding[]> {
  if (output.text === undefined || output.tokenIds === undefined || detokenize === undefined) return []
  const whole = await detokenize(output.tokenIds)
  const markers = [...(dialect?.trigger ?? []), ...(dialect?.closer ?? [])]
  const lost = markers.find((marker) => whole.includes(marker) && !output.text?.includes(marker))
  if (lost === undefined) return []
  return [
    {
      code: 'special-tokens-stripped',
      severity: 'blocking',
      what: `The model said ${quoted(whole, 120)}, and the text that arrived is ${quoted(output.text, 120)}: ${quoted(lost, 120)} was taken out.`,
      fix: 'Have special tokens written out: "skip_special_tokens": false (vLLM, SGLang), "special": true (llama.cpp).',
    },
  ]
}

/** Two answers to one request, greedy or with one seed. */
export function reproducibilityFindings(
  [first, second]: readonly [SubjectReply, SubjectReply],
  { temperature = 0, seed }: GenerationSettings,
): readonly PreflightFinding[] {
  if (temperature > 0 && seed === undefined) return []
  const said = ({ output }: SubjectReply): string | undefined => output.text ?? contentOf(output.message)
  const [one, other] = [said(first), said(second)]
  if (one === undefined || one === other) return []
  return [
    {
      code: 'answers-vary',
      severity: 'notice',
      what: `One request was answered in two ways ${temperature > 0 ? `with the seed ${seed}` : 'at temperature 0'}: ${quoted(one, 120)} and ${quoted(other ?? '', 120)}.`,
      fix: 'The endpoint batches or ignores the seed: run several trials and report their spread.',
    },
  ]
}

/** Messages carry ids and times of their own, so only what was said is compared. */
function contentOf(message: string | undefined): string | undefined {
  return message === undefined ? undefined : messageFacts(message).content
}
