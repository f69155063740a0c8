import { speakerNames } from './role-names.js'

/** How a family of chat templates marks who speaks. */
export interface RoleFamily {
  readonly id: string
  /** Marks of speakers, flags `giu`, the role in the group `role`; white space behind a mark is not part of it. */
  readonly mark: RegExp
  /** Texts that end a segment. */
  readonly ends: readonly string[]
  /** Several segments of one speaker in a row are one turn. */
  readonly joins?: boolean
  /** Segments of users have no end of their own: the next mark is their end. */
  readonly isUnclosed?: boolean
  /** The system message stands before the first mark. */
  readonly hasLeading?: boolean
  /** Roles of marks that name no role. */
  readonly roles?: Readonly<Record<string, string>>
}

const NAMES = speakerNames.join('|')

/** Markers first, plain words last: a text is read by the first family that fits it best. */
export const roleFamilies: readonly RoleFamily[] = [
  {
    id: 'chatml',
    mark: /<\|im_start\|>(?<role>[a-z_]{2,20})(?=[\n ])/giu,
    ends: ['<|im_end|>'],
  },
  {
    id: 'llama-3',
    mark: /<\|(?:start_header_id|header_start)\|>(?<role>[a-z_]{2,20})<\|(?:end_header_id|header_end)\|>/giu,
    ends: ['<|eot_id|>', '<|eom_id|>', '<|eot|>', '<|eom|>', '<|end_of_text|>'],
  },
  {
    id: 'gemma',
    mark: /<start_of_turn>(?<role>[a-z_]{2,20})(?=\n)/giu,
    ends: ['<end_of_turn>'],
  },
  {
    id: 'granite',
    mark: /<\|start_of_role\|>(?<role>[a-z_]{2,20})<\|end_of_role\|>/giu,
    ends: ['<|end_of_text|>'],
  },
  {
    id: 'harmony',
    mark: /<\|start\|>(?:(?<role>assistant)|(?<role1>system|developer|user)<\|message\|>|(?<role2>functions)\.[^<]{1,128}<\|message\|>)/giu,
    ends: ['<|end|>', '<|call|>', '<|return|>'],
    joins: true,
    roles: { functions: 'tool' },
  },
  {
    id: 'cohere',
    mark: /<\|START_OF_TURN_TOKEN\|><\|(?<role>SYSTEM|USER|CHATBOT)_TOKEN\|>/giu,
    ends: ['<|END_OF_TURN_TOKEN|>'],
  },
  {
    id: 'deepseek',
    mark: /<｜(?<role>User|Assistant)｜>/giu,
    ends: ['<｜end▁of▁sentence｜>'],
    isUnclosed: true,
    hasLeading: true,
  },
  {
    id: 'mistral',
    mark: /(?<role>\[INST\]|\[\/INST\]|\[AVAILABLE_TOOLS\]|\[SYSTEM_PROMPT\]|\[TOOL_RESULTS\])/giu,
    ends: ['</s>', '[/AVAILABLE_TOOLS]', '[/SYSTEM_PROMPT]', '[/TOOL_RESULTS]'],
    isUnclosed: true,
    roles: {
      '[inst]': 'user',
      '[/inst]': 'assistant',
      '[available_tools]': 'system',
      '[system_prompt]': 'system',
      '[tool_results]': 'tool',
    },
  },
  {
    id: 'role-tokens',
    mark: new RegExp(`<[|｜](?<role>${NAMES})[|｜]>`, 'giu'),
    ends: ['<|end|>', '</s>', '<|endoftext|>', '<|eot|>', '<|end_of_turn|>', '<|im_end|>', '<|end_of_text|>'],
  },
  {
    id: 'role-tags',
    mark: new RegExp(`<(?<role>${NAMES})>|\\[(?<role1>${NAMES})\\]`, 'giu'),
    ends: [],
  },
  {
    id: 'role-words',
    mark: new RegExp(`(?:^|(?<=\\n))(?:#{1,4} ?|\\*\\*)?(?<role>${NAMES})(?:\\*\\*)?:(?:\\*\\*)?`, 'giu'),
    ends: ['</s>', '<|endoftext|>'],
  },
]

/** Longest text that can be a border. */
const MAX_BORDER = 1000
const BORDER =
  /^(?:<s>|<\/s>|<bos>|<eos>|<\|begin_of_text\|>|<\|end_of_text\|>|<\|endoftext\|>|<\|startoftext\|>|<｜begin▁of▁sentence｜>|<｜end▁of▁sentence｜>|<BOS_TOKEN>|<EOS_TOKEN>|\[gMASK\]|<sop>|\s)*$/u

/** Whether a text may stand before the first mark or behind the last end: tokens that begin or end a text, white space. */
export function isBorder(text: string): boolean {
  return text.length <= MAX_BORDER && BORDER.test(text)
}
