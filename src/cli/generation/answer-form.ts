import type { ModelAnswer, ModelQuestion } from '../../benchmark/generate/ask.js'
import { buildTool } from '../../catalog/build-tool.js'
import type { ChatRequest, GenerationSettings } from '../../subject/request.js'
import type { Subject } from '../../subject/subject.js'
import { isJsonObject, parseJson, writeJson } from '../../text/json.js'
import type { Dialect } from '../../toolcall/dialect.js'
import { dialects } from '../../toolcall/dialects/index.js'
import { parseOutput } from '../../toolcall/parse-output.js'
import { toolTable } from '../../toolcall/tool-table.js'

/** How an answer is asked for. `tool`: as the arguments of a call that the model must make. `text`: as text. */
export type AnswerForm = 'tool' | 'text'

/** Kinds of subjects that can be made to call a tool; servers of one's own often cannot. */
const STRUCTURED = /^(?:openai|anthropic|google|ai):/

const TOOL = 'give_answer'

/** The form in which a subject is asked first. */
export function firstForm(subject: Subject, when: 'auto' | 'always' | 'never'): AnswerForm {
  if (when === 'never' || dialectOf(subject) === undefined) return 'text'
  return when === 'always' || STRUCTURED.test(subject.spec) ? 'tool' : 'text'
}

export function requestOf(
  { prompt, answerSchema }: ModelQuestion,
  { form, settings }: { readonly form: AnswerForm; readonly settings: GenerationSettings },
): ChatRequest {
  const messages = [{ role: 'user', content: prompt }] as const
  if (form === 'text') return { kind: 'chat', messages, tools: [], settings }
  const tool = buildTool({
    name: TOOL,
    description: 'Takes the answer.',
    inputSchema: answerSchema,
    source: { format: 'assay', at: TOOL },
  })
  return { kind: 'chat', messages, tools: [tool], toolChoice: 'required', settings }
}

/** What a sample holds of an answer. */
export interface SaidOutput {
  readonly text?: string
  /** As JSON. */
  readonly message?: string
  readonly stopReason: string
}

/** The text that is read: the arguments of the call where there is one, else what was said. */
export function answerIn(output: SaidOutput, question: ModelQuestion, subject: Subject): ModelAnswer {
  const isCut = output.stopReason === 'length' || output.stopReason === 'refused'
  const { message } = output
  const dialect = dialectOf(subject)
  if (message !== undefined && dialect !== undefined) {
    const tools = toolTable([{ name: TOOL, inputSchema: question.answerSchema }])
    const { strict } = parseOutput(
      { text: message, stopReason: isCut ? 'length' : 'stop' },
      { dialect, tools, known: [] },
    )
    const [call, ...more] = strict.calls
    if (call !== undefined) {
      // Two answers are none, and doubled keys may not be settled by whoever reads last.
      const isOne = more.length === 0 && call.name === TOOL && !strict.flags.includes('duplicate_keys')
      return { kind: 'said', text: isOne ? writeJson(call.arguments) : '', isCut }
    }
  }
  return { kind: 'said', text: output.text ?? contentOf(message) ?? '', isCut }
}

function contentOf(message: string | undefined): string | undefined {
  if (message === undefined) return undefined
  const parsed = parseJson(message, { duplicateKeys: 'last' })
  if (parsed.kind !== 'value' || !isJsonObject(parsed.value)) return undefined
  return typeof parsed.value.content === 'string' ? parsed.value.content : undefined
}

function dialectOf({ facts }: Subject): Dialect | undefined {
  const dialect = dialects.find(({ id }) => id === facts.dialect)
  return dialect?.isApi === true ? dialect : undefined
}
