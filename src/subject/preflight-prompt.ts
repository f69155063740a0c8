import type { Tool } from '../catalog/tool.js'
import { isJsonObject, type JsonValue } from '../text/json.js'
import { quoted } from '../text/printable.js'
import type { PreflightFinding } from './preflight-finding.js'
import type { PromptRenderer, RenderedPrompt } from './subject.js'

export interface PromptParts {
  readonly prompt: RenderedPrompt
  readonly prompts: Pick<PromptRenderer, 'tokenize' | 'detokenize' | 'specials'>
}

/** Whether the prompt begins as the model was trained to see it: with one beginning-of-sequence token, or none. */
export function bosFindings({ prompt, prompts }: PromptParts): readonly PreflightFinding[] {
  const { bos, addsBos } = prompts.specials ?? {}
  const ids = prompt.tokenIds
  if (bos === undefined || ids === undefined) return []
  let count = 0
  while (ids[count] === bos) count++
  if (count > 1) {
    return [
      {
        code: 'bos-doubled',
        severity: 'blocking',
        what: `The prompt begins with ${count} beginning-of-sequence tokens (id ${bos}).`,
        fix: 'Either the template or the tokenizer writes it: send token ids, or a text without it.',
      },
    ]
  }
  if (count === 1 || addsBos !== true) return []
  return [
    {
      code: 'bos-missing',
      severity: 'blocking',
      what: `The prompt begins with token ${ids[0] ?? 'none'}, and the model was trained to begin with ${bos}.`,
      fix: 'Have the template or the tokenizer write the beginning-of-sequence token, once.',
    },
  ]
}

/** Whether the ids say what the text says, special tokens included. */
export async function decodingFindings({
  prompt,
  prompts,
}: PromptParts): Promise<readonly PreflightFinding[]> {
  if (prompt.tokenIds === undefined || prompts.detokenize === undefined) return []
  const { bos } = prompts.specials ?? {}
  const bodies = [prompt.tokenIds, ...(prompt.tokenIds[0] === bos ? [prompt.tokenIds.slice(1)] : [])]
  const texts = await Promise.all(bodies.map((ids) => prompts.detokenize?.(ids)))
  // Tokenizers of the SentencePiece kind put a space before a text.
  if (texts.some((text) => text === prompt.text || text?.trimStart() === prompt.text.trimStart())) return []
  const [text = ''] = texts
  const at = firstDifference(Array.from(text), Array.from(prompt.text))
  return [
    {
      code: 'prompt-decoding',
      severity: 'notice',
      what: `The prompt's token ids read back as another text, from character ${at}: ${excerpt(text, at)} instead of ${excerpt(prompt.text, at)}.`,
      fix: 'See that the tokenizer is the one of the model, and that it reads special tokens that are written out.',
    },
  ]
}

/** Whether the model gets to read of every tool that it is offered: its name, its description, its arguments. */
export async function preambleFindings(
  { prompt, prompts }: PromptParts,
  tools: readonly Tool[],
): Promise<readonly PreflightFinding[]> {
  if (tools.length === 0) return []
  const ids = prompt.tokenIds
  // What the ids say counts, not the text that they were made from.
  const text = ids === undefined ? prompt.text : ((await prompts.detokenize?.(ids)) ?? prompt.text)
  const missing = tools.filter(({ name }) => !holds(text, name))
  if (missing.length > 0) {
    return [
      {
        code: 'preamble-missing',
        severity: 'blocking',
        what: `${missing.length} of ${tools.length} tools that are offered are not named in the prompt, e.g. ${quoted(missing[0]?.name ?? '')}.`,
        fix: 'The template leaves tools out or a limit cut them: name the dialect that tells them, or show fewer.',
      },
    ]
  }
  const partial = tools.filter((tool) => partsOf(tool).some((part) => !holds(text, part)))
  if (partial.length === 0) return []
  const [first] = partial
  const part = first === undefined ? '' : (partsOf(first).find((one) => !holds(text, one)) ?? '')
  return [
    {
      code: 'preamble-partial',
      severity: 'notice',
      what: `The prompt tells ${partial.length} of ${tools.length} tools only in part, e.g. of ${quoted(first?.name ?? '')} not ${quoted(part)}.`,
      fix: 'Some templates leave descriptions or arguments out; know that the model does not see them.',
    },
  ]
}

function partsOf({ description, inputSchema }: Tool): readonly string[] {
  const properties: JsonValue | undefined = inputSchema.properties
  return [
    ...(description === undefined ? [] : [description.trim()]),
    ...(isJsonObject(properties) ? Object.keys(properties) : []),
  ]
}

/** Whether a text stands in a prompt, as it is or escaped as in JSON, with or without `\u` and HTML-safe escapes. */
function holds(prompt: string, part: string): boolean {
  if (part === '' || prompt.includes(part)) return true
  const json = JSON.stringify(part).slice(1, -1)
  if (prompt.includes(json)) return true
  const ascii = json.replace(/[\u0080-\uffff]/g, hexEscape)
  return prompt.includes(ascii) || prompt.includes(ascii.replace(/[<>&']/g, hexEscape))
}

function hexEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

export interface ParityParts extends PromptParts {
  readonly reference: RenderedPrompt
  /** E.g. `the model's own template`. */
  readonly referenceName: string
}

/**
 * Compares the prompt with what it should be, token by token where both have ids (a reference without them is tokenized
 * as the prompt is), else character by character.
 */
export async function parityFindings(parts: ParityParts): Promise<readonly PreflightFinding[]> {
  const { prompt, prompts, reference, referenceName } = parts
  const wanted = reference.tokenIds ?? (await idsLike(parts))
  const fix =
    'Render the prompt as in training, markers, spaces and line breaks included; compare at that place.'
  if (prompt.tokenIds !== undefined && wanted !== undefined) {
    const at = firstDifference(prompt.tokenIds, wanted)
    if (at === undefined) return []
    const piece = async (ids: readonly number[]): Promise<string> => {
      const some = ids.slice(at, at + 5)
      const text = some.length === 0 ? undefined : await prompts.detokenize?.(some)
      return `[${some.join(', ')}${ids.length > at + 5 ? ', …' : ''}]${text === undefined ? '' : ` ${quoted(text)}`}`
    }
    return [
      {
        code: 'template-parity',
        severity: 'blocking',
        what: `The prompt and ${referenceName} differ from token ${at} on: ${await piece(prompt.tokenIds)} instead of ${await piece(wanted)} (${prompt.tokenIds.length} tokens and ${wanted.length}).`,
        fix,
      },
    ]
  }
  const at = firstDifference(Array.from(prompt.text), Array.from(reference.text))
  if (at === undefined) return []
  return [
    {
      code: 'template-parity',
      severity: 'blocking',
      what: `The prompt and ${referenceName} differ from character ${at} on: ${excerpt(prompt.text, at)} instead of ${excerpt(reference.text, at)}.`,
      fix,
    },
  ]
}

async function idsLike({ prompt, prompts, reference }: ParityParts): Promise<readonly number[] | undefined> {
  const ids = await prompts.tokenize?.(reference.text)
  const { bos } = prompts.specials ?? {}
  const isBegun = bos !== undefined && prompt.tokenIds?.[0] === bos
  return ids !== undefined && isBegun && ids[0] !== bos ? [bos, ...ids] : ids
}

/** Undefined when the two are equal. */
function firstDifference<T>(left: readonly T[], right: readonly T[]): number | undefined {
  for (let at = 0; at < Math.max(left.length, right.length); at++) if (left[at] !== right[at]) return at
  return undefined
}

function excerpt(text: string, at: number | undefined): string {
  return quoted(
    Array.from(text)
      .slice(at ?? 0, (at ?? 0) + 30)
      .join(''),
  )
}
