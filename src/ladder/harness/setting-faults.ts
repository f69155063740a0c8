import { isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'
import { doubleOf } from '../../text/json-members.js'
import { penaltyLoss } from './penalty-loss.js'

/** A setting of requests that changes what is measured. */
export interface SettingFault {
  readonly code: 'repeat-penalty' | 'output-penalty' | 'output-constrained'
  readonly severity: 'blocking' | 'warn'
  readonly what: string
}

/** Names of servers for a divisor of the logits of tokens that occurred, the prompt's among them. */
const REPEAT_PENALTIES = ['repeat_penalty', 'repetition_penalty', 'repeatPenalty', 'repetitionPenalty']
/** What is subtracted from tokens of the answer alone. */
const OUTPUT_PENALTIES = ['frequency_penalty', 'presence_penalty', 'frequencyPenalty', 'presencePenalty']
/** Whatever holds an answer to a form, by the names of vLLM, SGLang, llama.cpp, Ollama and OpenAI. */
const CONSTRAINTS = [
  'grammar',
  'json_schema',
  'guided_json',
  'guided_regex',
  'guided_choice',
  'guided_grammar',
  'structured_outputs',
  'regex',
  'ebnf',
  'format',
]

/** Penalties and constraints among the members of a request, those of `options` (Ollama) included. */
export function settingFaults({
  members = {},
  toolChoice,
}: {
  readonly members?: JsonObject
  readonly toolChoice?: 'auto' | 'none' | 'required'
}): readonly SettingFault[] {
  const all = isJsonObject(members.options) ? { ...members.options, ...members } : members
  const penalty = REPEAT_PENALTIES.map((key) => ({ key, value: doubleOf(all[key]) })).find(
    ({ value }) => value !== undefined && value !== 1,
  )
  const output = OUTPUT_PENALTIES.find((key) => (doubleOf(all[key]) ?? 0) !== 0)
  const constraint = CONSTRAINTS.find((key) => isSet(all[key]))
  const format = isJsonObject(all.response_format) && all.response_format.type !== 'text'
  const choice = toolChoice === 'required' || isForced(all.tool_choice)
  const holds = constraint ?? (format ? 'response_format' : choice ? 'tool_choice' : undefined)
  return [
    ...(penalty?.value === undefined
      ? []
      : [
          {
            code: 'repeat-penalty' as const,
            severity: 'blocking' as const,
            what: `"${penalty.key}" is ${penalty.value}, which counts tokens of the prompt in most servers: ${penaltyLoss(penalty.value)}.`,
          },
        ]),
    ...(output === undefined
      ? []
      : [
          {
            code: 'output-penalty' as const,
            severity: 'warn' as const,
            what: `"${output}" lowers what the answer has said already, such as brackets and quotes.`,
          },
        ]),
    ...(holds === undefined
      ? []
      : [
          {
            code: 'output-constrained' as const,
            severity: 'blocking' as const,
            what: `"${holds}" holds the answer to a form: any model is well formed then, or calls where it would not.`,
          },
        ]),
  ]
}

function isSet(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null && value !== '' && value !== false
}

/** A tool that must be called, or any: `required`, `any`, or an object that names one. */
function isForced(value: JsonValue | undefined): boolean {
  if (isJsonObject(value)) return value.type !== 'auto' && value.type !== 'none'
  return value === 'required' || value === 'any'
}
