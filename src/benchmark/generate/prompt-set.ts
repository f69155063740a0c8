import { InputError } from '../../errors.js'
import { hashText } from '../../text/hash.js'
import { writeJson } from '../../text/json.js'

/** The prompts that models are asked with: files in `prompts/`, each with the fields that it must and may hold. */
export const promptFields = {
  'rrb-generate': {
    needs: ['tools', 'anchor', 'task', 'samples'],
    may: ['language', 'feedback'],
  },
  'rrb-judge': { needs: ['tools', 'query', 'needs'], may: ['count'] },
  'rrb-needs': { needs: ['query'], may: ['most'] },
  'mcq-generate': { needs: ['tools', 'samples'], may: ['language', 'feedback'] },
  'mcq-judge': { needs: ['tools', 'question', 'options'], may: [] },
  'qa-generate': { needs: ['tools', 'samples'], may: ['language', 'feedback'] },
  'qa-judge': { needs: ['tools', 'question'], may: [] },
} as const satisfies Readonly<
  Record<string, { readonly needs: readonly string[]; readonly may: readonly string[] }>
>

export type PromptName = keyof typeof promptFields

/** A prompt with its fields still open, as its file has it. */
export interface Prompt {
  readonly name: PromptName
  readonly text: string
  /** SHA-256 of the text. */
  readonly hash: string
}

export type PromptSet = Readonly<Record<PromptName, Prompt>>

/** Longest file of a prompt; those that ship have up to 3,000 characters. */
const MAX_LENGTH = 100_000

/**
 * A prompt from the text of its file. `{{field}}` stands for what is put in.
 *
 * @param where the file, for messages.
 * @throws {InputError} `prompt-broken` when a field is unknown or one that is needed is missing.
 */
export function readPrompt(name: PromptName, text: string, where: string): Prompt {
  const { needs, may } = promptFields[name]
  const known: readonly string[] = [...needs, ...may]
  const fields = new Set(Array.from(text.matchAll(FIELD), ([, field]) => field ?? ''))
  const unknown = [...fields].find((field) => !known.includes(field))
  if (unknown !== undefined) {
    throw broken(`It has a field "${unknown}" that nothing fills.`, where, `Fields are ${known.join(', ')}.`)
  }
  const missing = needs.find((field) => !fields.has(field))
  if (missing !== undefined) {
    throw broken(`It lacks the field "${missing}".`, where, `Write {{${missing}}} where it is to stand.`)
  }
  if (text.length > MAX_LENGTH) throw broken(`It has ${text.length} characters.`, where, 'Shorten it.')
  return { name, text, hash: hashText(text) }
}

const FIELD = /\{\{([^{}]*)\}\}/g

/** The prompt with its fields filled. What is put in is not looked through for fields again. */
export function fillPrompt({ text }: Prompt, fields: Readonly<Record<string, string>>): string {
  return text.replace(FIELD, (_, field: string) => fields[field] ?? '').trim()
}

/** Where text of strangers stands in a prompt. */
export interface DataBlock {
  /** Lines that are shown, each one line. */
  readonly lines: readonly string[]
  /** Makes the marks of the block; no text could know it beforehand. */
  readonly salt: string
}

/** Lines between marks that nothing in them can spell. */
export function dataBlock({ lines, salt }: DataBlock): string {
  const mark = hashText(salt).slice(0, 12)
  return [`--- data ${mark} ---`, ...lines, `--- end of data ${mark} ---`].join('\n')
}

/** A text of a model or a user, quoted as JSON on one line. */
export function quotedLine(text: string): string {
  return writeJson(text)
}

function broken(what: string, where: string, fix: string): InputError {
  return new InputError({ code: 'prompt-broken', what: `The prompt cannot be used: ${what}`, where, fix })
}
