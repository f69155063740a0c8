import type { OpeningReading } from '../case-reading.js'
import type { LadderCase } from '../ladder-case.js'
import type { OpeningPosition } from './opening-requests.js'

/**
 * What a prompt asks for: `call`: a call is right, and the tools are declared. `no-call`: prose is right. `no-preamble`: a
 * call would be right, but no tools are declared. `neutral`: nothing of tools.
 */
export type PromptSet = 'call' | 'no-call' | 'no-preamble' | 'neutral'

export const promptSets: readonly PromptSet[] = ['call', 'no-call', 'no-preamble', 'neutral']

/** Undefined for cases that belong to no set, such as those without a right answer. */
function promptSetOf({ battery, gold }: LadderCase): PromptSet | undefined {
  switch (battery) {
    case 'no-preamble':
    case 'neutral':
      return battery
    case 'verbatim':
    case 'novel':
    case 'unseen':
    case 'suppression':
      return gold === undefined ? undefined : gold.calls.length > 0 ? 'call' : 'no-call'
    default:
      return undefined
  }
}

/** Where an opening was looked at; what does not say so is at the first token. */
function positionOf(opening: OpeningReading & { readonly position?: OpeningPosition }): OpeningPosition {
  return opening.position ?? 'first'
}

/** Openings of one set, one for each case. */
export type OpeningSets = Readonly<Record<PromptSet, readonly OpeningReading[]>>

export function openingSets(openings: readonly OpeningReading[], position: OpeningPosition): OpeningSets {
  const sets: Record<PromptSet, OpeningReading[]> = {
    call: [],
    'no-call': [],
    'no-preamble': [],
    neutral: [],
  }
  const seen = new Set<string>()
  for (const opening of openings) {
    const set = promptSetOf(opening.case)
    if (set === undefined || positionOf(opening) !== position || seen.has(opening.case.id)) continue
    seen.add(opening.case.id)
    sets[set].push(opening)
  }
  return sets
}

/** Where a call begins: behind an empty think block for models that were looked at there. */
export function contentPosition(openings: readonly OpeningReading[]): OpeningPosition {
  return openings.some((opening) => positionOf(opening) === 'content') ? 'content' : 'first'
}
