import type { AnswerForm, ModelAnswer, ModelQuestion } from '../../benchmark/generate/ask.js'
import { buildTool } from '../../catalog/build-tool.js'
import type { ChatRequest, GenerationSettings } from '../../subject/request.js'
import type { Subject } from '../../subject/subject.js'
import { isJsonObject, parseJson, writeJson } from '../../text/json.js'
import type { Dialect } from '../../toolcall/dialect.js'
import { dialects } from '../../toolcall/dialects/index.js'
import { parseOutput } from '../../toolcall/parse-output.js'
import { toolTable } from '../../toolcall/tool-table.js'
import { heldSchema } from './held-schema.js'

/** Kinds of subjects that can be made to call a tool; other servers, of one's own, often cannot. */
const CALLABLE = /^(?:openai|anthropic|google|ai):/

const TOOL = 'give_answer'

/** Forms in which a subject may be asked, the best one first; the next is tried where one is refused. */
export function formsOf(subject: Subject, when: 'auto' | 'always' | 'never'): readonly AnswerForm[] {
  if (when === 'never') return ['text']
  const holds = subject.answers.has('json-schema')
  // A server that takes schemas speaks an API whose calls it may know as well.
  const calls =
    dialectOf(subject) !== undefined && (when === 'always' || holds || CALLABLE.test(subject.spec))
  return [...(holds ? (['schema'] as const) : []), ...(calls ? (['call'] as const) : []), 'text']
}

export function requestOf(
  { prompt, answerSchema }: ModelQuestion,
  { form, settings }: { readonly form: AnswerForm; readonly settings: GenerationSettings },
): ChatRequest {
  const messages = [{ role: 'user', content: prompt }] as const
  const plain: ChatRequest = { kind: 'chat', messages, tools: [], settings }
  switch (form) {
    case 'text':
      return plain
    case 'schema':
      return { ...plain, answerSchema: heldSchema(answerSchema) }
    case 'call': {
      const tool = buildTool({
        name: TOOL,
        description: 'Takes the answer.',
        inputSchema: answerSchema,
        source: { format: 'assay', at: TOOL },
      })
      return { ...plain, tools: [tool], toolChoice: 'required' }
    }
    default:
      return form satisfies never
  }
}

/** What a sample holds of an answer. */
export interface SaidOutput {
  readonly text?: string
  /** As JSON. */
  readonly message?: string
  readonly stopReason: string
}

export interface AnswerContext {
  readonly question: ModelQuestion
  readonly subject: Subject
  /** In which it was asked. */
  readonly form: AnswerForm
}

/**
 * The text that is read: the arguments of the call where there is one, else what was said, without the token that ends a
 * turn. It came in the form it was asked for only if it shows that: a server that ignores a schema gives text.
 */
export function answerIn(output: SaidOutput, { question, subject, form }: AnswerContext): ModelAnswer {
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
      return { kind: 'said', text: isOne ? writeJson(call.arguments) : '', isCut, form: 'call' }
    }
  }
  const text = (output.text ?? contentOf(message) ?? '').replace(TURN_END, '')
  const isHeld = form === 'schema' && (isCut || isObject(text))
  return { kind: 'said', text, isCut, form: isHeld ? 'schema' : 'text' }
}

/** A special token at the very end, which subjects that give raw text write out. */
const TURN_END = /(?:<[|｜][^<>\s]{1,40}[|｜]>|<\/s>|<end_of_turn>|<eos>)\s*$/

function isObject(text: string): boolean {
  const parsed = parseJson(text.trim())
  return parsed.kind === 'value' && isJsonObject(parsed.value)
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
