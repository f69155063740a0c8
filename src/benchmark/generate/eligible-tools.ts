import type { Catalog } from '../../catalog/catalog.js'
import type { RuleContext } from '../../catalog/lint/rule.js'
import { testLike } from '../../catalog/lint/rules/test-like.js'
import { texts } from '../../catalog/lint/rules/texts.js'
import { subjectOf } from '../../catalog/lint/subject.js'
import { wordsOfTool } from '../../catalog/lint/tool-words.js'
import { type ToolClasses, toolClasses } from '../../corpus/hard-negatives.js'
import { InputError } from '../../errors.js'
import { Tally } from './tally.js'

/** Tools that questions can be asked about, and which of them say the same. */
export interface EligibleTools {
  /** Positions in the catalog, rising. */
  readonly positions: readonly number[]
  readonly isEligible: (position: number) => boolean
  /** By position; equal numbers are one class. */
  readonly classes: ToolClasses
  /** Eligible tools of each class, by its number, in catalog order. */
  readonly members: ReadonlyMap<number, readonly number[]>
  /** Whether two tools say the same, word for word. */
  readonly isSame: (left: number, right: number) => boolean
  /** Tools that were left out, by reason: a code of the lint. */
  readonly left: Tally
}

/** Findings of the lint by which a tool is left out: nothing can be asked of it that could be judged. */
const LEFT_OUT: ReadonlySet<string> = new Set(['test-like', 'name-only', 'content-free'])

const context: RuleContext = { providers: [], equivalence: undefined, patterns: () => undefined }

/**
 * Leaves out what no question can be made from: tools with no text of their own or of their service, test-like ones and
 * those whose text says no more than their name.
 *
 * @throws {InputError} `catalog-too-small` when fewer than two classes are left.
 */
export async function eligibleTools(catalog: Catalog, pause?: () => Promise<void>): Promise<EligibleTools> {
  const left = new Tally()
  const positions: number[] = []
  for (const [position, tool] of catalog.tools.entries()) {
    if (position % 2048 === 2047) await pause?.()
    const subject = subjectOf(tool)
    const found: string[] = []
    testLike.check(subject, ({ code, severity }) => void (severity === 'info' || found.push(code)), context)
    texts.check(subject, ({ code }) => void found.push(code), context)
    const hasText =
      tool.description !== undefined || tool.serviceDescription !== undefined || tool.title !== undefined
    const reason = found.find((code) => LEFT_OUT.has(code)) ?? (hasText ? undefined : 'description-missing')
    if (reason === undefined) positions.push(position)
    else left.add(reason)
  }
  const classes = await toolClasses(catalog.tools, pause)
  const members = new Map<number, number[]>()
  for (const position of positions) {
    const group = classes[position] as number // one number a tool
    const known = members.get(group)
    if (known === undefined) members.set(group, [position])
    else known.push(position)
  }
  if (members.size < 2) throw tooSmall(catalog.tools.length, { positions, members, left })
  const keys = new Map<number, string>()
  const keyOf = (position: number): string => {
    const tool = catalog.tools[position]
    const known = keys.get(position) ?? (tool === undefined ? '' : wordsOfTool(tool).key)
    keys.set(position, known)
    return known
  }
  const eligible = new Set(positions)
  return {
    positions,
    isEligible: (position) => eligible.has(position),
    classes,
    members,
    isSame: (one, other) => classes[one] === classes[other] && keyOf(one) === keyOf(other),
    left,
  }
}

function tooSmall(
  tools: number,
  { positions, members, left }: Pick<EligibleTools, 'positions' | 'members' | 'left'>,
): InputError {
  const reasons = left.ranked().map(([reason, count]) => `${reason} ${count}`)
  const out = reasons.length === 0 ? '' : ` Left out: ${reasons.join(', ')}.`
  return new InputError({
    code: 'catalog-too-small',
    what: `Of ${tools} tools, ${positions.length} can be asked about, and they are ${members.size} ${members.size === 1 ? 'class' : 'classes'} of tools that say the same: with fewer than two there is nothing to tell apart.${out}`,
    where: '--catalog',
    fix: 'Name a catalog with more tools, or describe those it has; `assay catalog lint` says what they lack.',
  })
}
