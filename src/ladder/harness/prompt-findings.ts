import type { Tool } from '../../catalog/tool.js'
import type { RenderedPrompt } from '../../subject/subject.js'
import type { JsonObject } from '../../text/json.js'
import { quoted } from '../../text/printable.js'
import type { HarnessFinding } from '../harness-finding.js'
import { findingOf, listed } from './finding-of.js'
import { settingFaults } from './setting-faults.js'

/** A prompt as the subject gets it, beside what training would have shown. */
export interface SeenPrompt {
  /** Id of the case. */
  readonly id: string
  readonly prompt: RenderedPrompt
  /** What the ids of the prompt read back as, special tokens written out; what the ids say counts. */
  readonly readBack?: string
  /** The same messages as training renders them. */
  readonly trained?: RenderedPrompt
  /** Tools that the prompt is to declare; empty for cases that leave the declaration out on purpose. */
  readonly tools: readonly Tool[]
  /** What the user says last: tools that are only named there are not declared. */
  readonly userText: string
  /** The declaration as the corpus writes it, where it is a text. */
  readonly preamble?: string
  /** Id of the beginning-of-sequence token. */
  readonly bos?: number
  readonly toolChoice?: 'auto' | 'none' | 'required'
  /** Members of the request body beside the messages, where they are known. */
  readonly members?: JsonObject
}

/** What one prompt shows, before those of all are put together. */
interface PromptFault {
  readonly code: string
  readonly severity: HarnessFinding['severity']
  /** Of this prompt. */
  readonly what: string
  readonly at?: number
}

/**
 * What is wrong with prompts as they are asked: `template-differs` (with the first token, else character, that differs),
 * `preamble-missing`, `preamble-differs`, `bos-doubled`, `repeat-penalty`, `output-constrained`, `output-penalty`. One
 * finding a code, which tells of the first prompt that has it.
 */
export function promptFindings(prompts: readonly SeenPrompt[]): readonly HarnessFinding[] {
  const found = new Map<string, { readonly first: PromptFault; readonly ids: string[] }>()
  for (const prompt of prompts) {
    for (const fault of faultsOf(prompt)) {
      const known = found.get(fault.code)
      if (known === undefined) found.set(fault.code, { first: fault, ids: [prompt.id] })
      else known.ids.push(prompt.id)
    }
  }
  return Array.from(found.values(), ({ first: { code, severity, what, at }, ids }) => ({
    ...findingOf({
      code,
      severity,
      what: `In ${ids.length} of ${prompts.length} prompts that were looked at, ${what}`,
      cases: ids,
    }),
    ...(at === undefined ? {} : { at }),
  }))
}

function faultsOf(seen: SeenPrompt): readonly PromptFault[] {
  return [
    ...preambleFaults(seen),
    ...parityFaults(seen),
    ...bosFaults(seen),
    ...settingFaults({
      ...(seen.members === undefined ? {} : { members: seen.members }),
      ...(seen.toolChoice === undefined ? {} : { toolChoice: seen.toolChoice }),
    }),
  ]
}

function preambleFaults({ prompt, readBack, tools, userText, preamble }: SeenPrompt): readonly PromptFault[] {
  if (tools.length === 0) return []
  const text = readBack ?? prompt.text
  const at = userText === '' ? -1 : text.lastIndexOf(userText)
  const around = at === -1 ? text : text.slice(0, at) + text.slice(at + userText.length)
  const missing = tools.filter(({ name }) => !around.includes(name)).map(({ name }) => name)
  if (missing.length > 0) {
    return [
      {
        code: 'preamble-missing',
        severity: 'blocking',
        what: `${missing.length} of ${tools.length} tools are not declared (${listed(missing, 3)}), which training always did: what is asked was never trained.`,
      },
    ]
  }
  const wanted = preamble?.trim() ?? ''
  if (wanted === '' || around.includes(wanted)) return []
  return [
    {
      code: 'preamble-differs',
      severity: 'warn',
      what: 'the tools are declared in other words than in training.',
    },
  ]
}

function parityFaults({ prompt, trained }: SeenPrompt): readonly PromptFault[] {
  if (trained === undefined) return []
  const [ids, wanted] = [prompt.tokenIds, trained.tokenIds]
  if (ids !== undefined && wanted !== undefined) {
    const at = firstDifference(ids, wanted)
    if (at === undefined) return []
    return [
      {
        code: 'template-differs',
        severity: 'blocking',
        what: `the prompt differs from training's at token ${at}: ${idsAt(ids, at)} instead of ${idsAt(wanted, at)} (${ids.length} tokens and ${wanted.length}).`,
        at,
      },
    ]
  }
  const [own, other] = [Array.from(prompt.text), Array.from(trained.text)]
  const at = firstDifference(own, other)
  if (at === undefined) return []
  const excerpt = (characters: readonly string[]): string => quoted(characters.slice(at, at + 30).join(''))
  return [
    {
      code: 'template-differs',
      severity: 'blocking',
      what: `the prompt differs from training's at character ${at}: ${excerpt(own)} instead of ${excerpt(other)}.`,
      at,
    },
  ]
}

function bosFaults({ prompt: { tokenIds = [] }, bos }: SeenPrompt): readonly PromptFault[] {
  if (bos === undefined || tokenIds[0] !== bos || tokenIds[1] !== bos) return []
  const count = tokenIds.findIndex((id) => id !== bos)
  return [
    {
      code: 'bos-doubled',
      severity: 'blocking',
      what: `${count === -1 ? tokenIds.length : count} beginning-of-sequence tokens (id ${bos}) stand where training has one: template and tokenizer both write it.`,
    },
  ]
}

/** Undefined where the two are equal. */
function firstDifference<T>(left: readonly T[], right: readonly T[]): number | undefined {
  const length = Math.max(left.length, right.length)
  for (let at = 0; at < length; at++) if (left[at] !== right[at]) return at
  return undefined
}

function idsAt(ids: readonly number[], at: number): string {
  const some = ids.slice(at, at + 4)
  return some.length === 0 ? 'the end' : `[${some.join(', ')}${ids.length > at + 4 ? ', …' : ''}]`
}
