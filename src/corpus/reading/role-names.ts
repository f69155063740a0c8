export type TurnRole = 'system' | 'user' | 'assistant' | 'tool' | 'call'

/** Names of roles as corpora write them, in lower case. `call`: a message of the assistant that is a call and nothing else. */
const NAMES: Readonly<Record<TurnRole, readonly string[]>> = {
  system: ['system', 'developer', 'context', 'sistema'],
  user: ['user', 'human', 'prompter', 'usuario', 'client', 'instruction', 'question', 'input'],
  assistant: [
    'assistant',
    'gpt',
    'bot',
    'model',
    'chatbot',
    'chatgpt',
    'ai',
    'asistente',
    'response',
    'answer',
  ],
  tool: [
    'tool',
    'observation',
    'function',
    'ipython',
    'environment',
    'tool_response',
    'tool_result',
    'tool_results',
    'function_response',
    'function_result',
  ],
  call: ['function_call', 'tool_call', 'function-call'],
}

const ROLES: ReadonlyMap<string, TurnRole> = new Map(
  (Object.keys(NAMES) as TurnRole[]) // the keys of a record of that type
    .flatMap((role) => NAMES[role].map((name) => [name, role] as const)),
)

/** What a name of a role means; undefined for one that is not known. */
export function turnRoleOf(name: string): TurnRole | undefined {
  return ROLES.get(name.toLowerCase())
}

/** Names that stand for what a corpus is written in, for patterns; no calls. */
export const speakerNames: readonly string[] = [
  ...NAMES.system,
  ...NAMES.user,
  ...NAMES.assistant,
  ...NAMES.tool,
]
