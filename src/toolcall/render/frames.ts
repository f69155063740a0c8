import type { ChatFrame, Role } from './chat.js'

function frame(
  id: string,
  {
    begin = '',
    open,
    close,
    roles = {},
  }: {
    readonly begin?: string
    readonly open: (role: string) => string
    readonly close: string
    readonly roles?: Readonly<Partial<Record<Role, string>>>
  },
  habits: Pick<ChatFrame, 'trims' | 'foldsSystem'> = {},
): ChatFrame {
  const of = (role: Role): string => open(roles[role] ?? role)
  return {
    id,
    begin,
    open: { system: of('system'), user: of('user'), assistant: of('assistant'), tool: of('tool') },
    close: { system: close, user: close, assistant: close, tool: close },
    ...habits,
  }
}

export const chatml = frame('chatml', { open: (role) => `<|im_start|>${role}\n`, close: '<|im_end|>\n' })

export const llama3 = frame(
  'llama3',
  {
    begin: '<|begin_of_text|>',
    open: (role) => `<|start_header_id|>${role}<|end_header_id|>\n\n`,
    close: '<|eot_id|>',
    roles: { tool: 'ipython' },
  },
  { trims: true },
)

/** Gemma 1 to 3: users and models only. */
const gemma = frame(
  'gemma',
  {
    begin: '<bos>',
    open: (role) => `<start_of_turn>${role}\n`,
    close: '<end_of_turn>\n',
    roles: { assistant: 'model', system: 'user', tool: 'user' },
  },
  { trims: true, foldsSystem: true },
)

/** FunctionGemma declares its tools in a turn of a developer. */
export const functiongemma = frame('functiongemma', {
  begin: '<bos>',
  open: (role) => `<start_of_turn>${role}\n`,
  close: '<end_of_turn>\n',
  roles: { assistant: 'model', system: 'developer', tool: 'user' },
})

export const glm = frame('glm', {
  begin: '[gMASK]<sop>',
  open: (role) => `<|${role}|>\n`,
  close: '',
  roles: { tool: 'observation' },
})

export const phi = frame('phi', {
  open: (role) => `<|${role}|>`,
  close: '<|end|>',
  roles: { tool: 'tool_response' },
})

export const granite = frame('granite', {
  open: (role) => `<|start_of_role|>${role}<|end_of_role|>`,
  close: '<|end_of_text|>\n',
  roles: { tool: 'tool_response' },
})

export const cohere = frame('cohere', {
  begin: '<BOS_TOKEN>',
  open: (role) => `<|START_OF_TURN_TOKEN|><|${role}_TOKEN|>`,
  close: '<|END_OF_TURN_TOKEN|>',
  roles: { system: 'SYSTEM', user: 'USER', assistant: 'CHATBOT', tool: 'SYSTEM' },
})

export const vectrayx = frame('vectrayx', { open: (role) => `<|${role}|>`, close: '<|end|>' })

export const jamba = frame('jamba', {
  begin: '<|startoftext|>',
  open: (role) => `<|bom|><|${role}|> `,
  close: '<|eom|>',
})

export const nemotron: ChatFrame = {
  id: 'nemotron',
  begin: '',
  open: {
    system: '<SPECIAL_10>System\n',
    user: '<SPECIAL_11>User\n',
    assistant: '<SPECIAL_11>Assistant\n',
    tool: '<SPECIAL_11>User\n',
  },
  close: { system: '\n', user: '\n', assistant: '\n<SPECIAL_12>\n', tool: '\n' },
}

export const kimi: ChatFrame = {
  id: 'kimi',
  begin: '',
  open: {
    system: '<|im_system|>system<|im_middle|>',
    user: '<|im_user|>user<|im_middle|>',
    assistant: '<|im_assistant|>assistant<|im_middle|>',
    tool: '<|im_system|>tool<|im_middle|>',
  },
  close: { system: '<|im_end|>', user: '<|im_end|>', assistant: '<|im_end|>', tool: '<|im_end|>' },
}

export const mistral: ChatFrame = {
  id: 'mistral',
  begin: '<s>',
  open: { system: '[SYSTEM_PROMPT]', user: '[INST]', assistant: '', tool: '[TOOL_RESULTS]' },
  close: { system: '[/SYSTEM_PROMPT]', user: '[/INST]', assistant: '</s>', tool: '[/TOOL_RESULTS]' },
}

export const deepseek: ChatFrame = {
  id: 'deepseek',
  begin: '<｜begin▁of▁sentence｜>',
  open: { system: '', user: '<｜User｜>', assistant: '<｜Assistant｜>', tool: '<｜tool▁output▁begin｜>' },
  close: { system: '', user: '', assistant: '<｜end▁of▁sentence｜>', tool: '<｜tool▁output▁end｜>' },
}

/** Nothing around messages but a line end: for dialects that are met in many frames. */
export const plain: ChatFrame = {
  id: 'plain',
  begin: '',
  open: { system: '', user: '', assistant: '', tool: '' },
  close: { system: '\n\n', user: '\n\n', assistant: '\n\n', tool: '\n\n' },
}

/** Frames that users' own dialects can name. */
export const frames: readonly ChatFrame[] = [
  chatml,
  llama3,
  gemma,
  functiongemma,
  glm,
  phi,
  granite,
  cohere,
  vectrayx,
  jamba,
  nemotron,
  kimi,
  mistral,
  deepseek,
  plain,
]
