import { TextFinder } from '../../text/text-finder.js'
import { dialects } from '../../toolcall/dialects/index.js'
import type { RoleTokens } from '../tool-corpus.js'
import { isBorder, type RoleFamily, roleFamilies } from './role-families.js'
import { type TurnRole, turnRoleOf } from './role-names.js'

type Speaker = Exclude<TurnRole, 'call'>

/** One segment of a text with role tokens. */
export interface RoleSegment {
  readonly role: Speaker
  readonly content: string
  /** Where the content starts in the text. */
  readonly start: number
}

/** How the texts of a corpus are cut. */
export interface RoleTextFormat {
  readonly tokens: RoleTokens
  /** Undefined for a text that is not written in this way. */
  split(text: string): readonly RoleSegment[] | undefined
}

/** Share of the samples that a format must cut. */
const MIN_SHARE = 0.5

/**
 * Learns from sample texts how segments open and close: the family whose marks begin most texts, the one mark for each
 * role that is met most, the text that ends a segment, and the white space that always follows either. A mark counts
 * only where a segment may begin, so one that a user typed opens nothing as long as segments have an end.
 */
export function detectRoleText(samples: readonly string[]): RoleTextFormat | undefined {
  let best: { readonly family: RoleFamily; readonly marked: readonly MarkedText[] } | undefined
  for (const family of roleFamilies) {
    const marked = samples.flatMap((text) => markedText(text, family) ?? [])
    if (marked.length > (best?.marked.length ?? 0)) best = { family, marked }
  }
  if (best === undefined || best.marked.length < MIN_SHARE * samples.length) return undefined
  return formatOf(best.family, best.marked)
}

interface Mark {
  readonly role: Speaker
  readonly text: string
  readonly at: number
}

interface MarkedText {
  readonly text: string
  readonly marks: readonly Mark[]
}

function markedText(text: string, family: RoleFamily): MarkedText | undefined {
  const marks: Mark[] = []
  for (const match of text.matchAll(family.mark)) {
    const { role, role1, role2 } = match.groups ?? {}
    const name = (role ?? role1 ?? role2 ?? '').toLowerCase()
    const speaker = turnRoleOf(family.roles?.[name] ?? name)
    if (speaker !== undefined && speaker !== 'call')
      marks.push({ role: speaker, text: match[0], at: match.index })
  }
  const [first] = marks
  if (first === undefined || !marks.some(({ role }) => role === 'assistant')) return undefined
  const hasPrompt = marks.some(({ role }) => role === 'user' || role === 'system')
  return hasPrompt && (family.hasLeading === true || isBorder(text.slice(0, first.at)))
    ? { text, marks }
    : undefined
}

interface Opener {
  readonly role: Speaker
  readonly mark: string
  /** White space that always follows it. */
  readonly space: string
}

function formatOf(family: RoleFamily, marked: readonly MarkedText[]): RoleTextFormat {
  const openers = openersOf(marked)
  const { ends, space } = endsOf(family, marked)
  const cutter = {
    openers,
    ends,
    joins: family.joins === true,
    isUnclosed: family.isUnclosed === true,
    hasLeading: family.hasLeading === true,
  }
  const starts = new Map<string, number>()
  for (const { text, marks } of marked) {
    const start = text.slice(0, marks[0]?.at)
    if (isBorder(start)) starts.set(start, (starts.get(start) ?? 0) + 1)
  }
  const start = mostCommon(starts) ?? ''
  const openerOf = (role: Speaker): string => {
    const opener = openers.find((one) => one.role === role)
    return opener === undefined ? '' : opener.mark + opener.space
  }
  const tool = openerOf('tool')
  return {
    tokens: {
      ...(start === '' ? {} : { start }),
      system: openerOf('system'),
      user: openerOf('user'),
      assistant: openerOf('assistant'),
      ...(tool === '' ? {} : { tool }),
      end: (ends[0] ?? '') + space,
    },
    split: (text) => split(text, cutter),
  }
}

/** Every mark of the samples, the most common of each role first, with the white space that all of its kind share. */
function openersOf(marked: readonly MarkedText[]): readonly Opener[] {
  const found = new Map<string, { readonly role: Speaker; space: string; count: number }>()
  for (const { text, marks } of marked) {
    for (const { role, text: mark, at } of marks) {
      const space = spaceAt(text, at + mark.length)
      const known = found.get(mark)
      if (known === undefined) found.set(mark, { role, space, count: 1 })
      else {
        known.space = sharedStart(known.space, space)
        known.count++
      }
    }
  }
  return [...found]
    .sort(([, left], [, right]) => right.count - left.count)
    .map(([mark, { role, space }]) => ({ role, mark, space }))
}

/** The ends that stand before marks, the most common first, and the white space between an end and the next mark. */
function endsOf(
  family: RoleFamily,
  marked: readonly MarkedText[],
): { readonly ends: readonly string[]; readonly space: string } {
  const counts = new Map<string, number>()
  let space: string | undefined
  let segments = 0
  for (const { text, marks } of marked) {
    for (const [index, { at }] of marks.entries()) {
      if (index === 0) continue
      segments++
      const before = text.slice(Math.max(0, at - 64), at)
      const bare = before.trimEnd()
      const gap = before.slice(bare.length)
      space = space === undefined ? gap : sharedStart(space, gap)
      const end = family.ends.find((known) => bare.endsWith(known)) ?? closingMark(bare)
      if (end !== undefined) counts.set(end, (counts.get(end) ?? 0) + 1)
    }
  }
  const gap = space ?? ''
  const tags = tagEnds(family, marked)
  if (tags.length > 0) return { ends: tags, space: gap }
  const frequent = [...counts].filter(([, count]) => count >= MIN_SHARE * segments).map(([end]) => end)
  // Which of a family's ends is meant depends on the turn (`<|call|>`, `<|eom_id|>`, `</s>` after answers alone).
  const others = family.ends.filter((end) => !frequent.includes(end))
  if (frequent.length === 0 && !family.isUnclosed) return { ends: [], space: gap }
  return {
    ends: [...frequent.sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0)), ...others],
    space: gap,
  }
}

/** `</user>` for `<user>`: where the texts hold such ends, each role has its own, that of users first. */
function tagEnds({ id }: RoleFamily, marked: readonly MarkedText[]): readonly string[] {
  if (id !== 'role-tags') return []
  const ends = new Set<string>()
  for (const role of ['user', 'assistant', 'system', 'tool'] as const) {
    for (const { text, marks } of marked) {
      for (const mark of marks) {
        const end = `${mark.text[0]}/${mark.text.slice(1)}`
        if (mark.role === role && text.includes(end)) ends.add(end)
      }
    }
  }
  return [...ends]
}

/** Ends of calls stand at the end of turns too. */
const CALL_ENDS: ReadonlySet<string> = new Set(
  dialects.flatMap(({ closer, markers, endOfTurn }) =>
    [...closer, ...markers].filter((text) => !endOfTurn.includes(text)),
  ),
)

/** A marker at the end of a segment, where the family knows none. */
function closingMark(text: string): string | undefined {
  const mark = /(?:<[^<>\s]{1,40}>|\[\/[^[\]\s]{1,40}\])$/.exec(text)?.[0]
  return mark === undefined || CALL_ENDS.has(mark) ? undefined : mark
}

interface Cutter {
  readonly openers: readonly Opener[]
  readonly ends: readonly string[]
  readonly joins: boolean
  readonly isUnclosed: boolean
  /** Text before the first mark is the system message. */
  readonly hasLeading: boolean
}

function split(text: string, cutter: Cutter): readonly RoleSegment[] | undefined {
  const segments: RoleSegment[] = []
  const first = firstMark(text, cutter)
  if (first === undefined) return undefined
  const leading = text.slice(0, first)
  if (!isBorder(leading)) {
    if (!cutter.hasLeading) return undefined
    segments.push({ role: 'system', content: leading.replace(/^<[^<>]*>/, ''), start: 0 })
  }
  const cut = cutter.ends.length > 0 && !cutter.isUnclosed ? cutByEnds : cutByMarks
  const rest = cut(text, first, cutter)
  if (rest === undefined) return undefined
  segments.push(...rest)
  return cutter.joins ? joined(segments, text) : segments
}

function firstMark(text: string, { openers }: Cutter): number | undefined {
  let first = -1
  for (const { mark } of openers) {
    const at = text.indexOf(mark)
    if (at !== -1 && (first === -1 || at < first)) first = at
  }
  return first === -1 ? undefined : first
}

function cutByEnds(
  text: string,
  from: number,
  { openers, ends }: Cutter,
): readonly RoleSegment[] | undefined {
  const finders = ends.map((end) => ({ finder: new TextFinder(text, end), length: end.length }))
  const segments: RoleSegment[] = []
  let at = from
  while (at < text.length) {
    const opener = openers.find(({ mark }) => text.startsWith(mark, at))
    if (opener === undefined) return isBorder(text.slice(at)) ? segments : undefined
    const start = contentStart(text, at, opener)
    let end = text.length
    let after = text.length
    for (const { finder, length } of finders) {
      const found = finder.next(start)
      if (found >= end) continue
      end = found
      after = found + length
    }
    segments.push({ role: opener.role, content: text.slice(start, end), start })
    at = after
    while (at < text.length && /\s/.test(text[at] as string)) at++ // within the text
  }
  return segments
}

function cutByMarks(text: string, from: number, { openers, ends }: Cutter): readonly RoleSegment[] {
  const marks: { readonly at: number; readonly opener: Opener }[] = []
  for (const opener of openers) {
    const needsLine = /:\**$/.test(opener.mark)
    for (let at = text.indexOf(opener.mark, from); at !== -1; at = text.indexOf(opener.mark, at + 1)) {
      if (!needsLine || at === 0 || text[at - 1] === '\n') marks.push({ at, opener })
    }
  }
  marks.sort((left, right) => left.at - right.at)
  return marks.map(({ at, opener }, index) => {
    const start = contentStart(text, at, opener)
    const next = marks[index + 1]?.at ?? text.length
    let content = text.slice(start, next)
    const bare = content.trimEnd()
    const end = ends.find((known) => bare.endsWith(known))
    // Without an end in sight the white space before the next mark is the end.
    content = end === undefined ? bare : bare.slice(0, -end.length)
    return { role: opener.role, content, start }
  })
}

function contentStart(text: string, at: number, { mark, space }: Opener): number {
  const start = at + mark.length
  return text.startsWith(space, start) ? start + space.length : start
}

/** Neighbouring segments of the assistant as one, with all that stands between them. */
function joined(segments: readonly RoleSegment[], text: string): readonly RoleSegment[] {
  const turns: RoleSegment[] = []
  for (const segment of segments) {
    const last = turns.at(-1)
    if (last?.role === 'assistant' && segment.role === 'assistant') {
      const end = segment.start + segment.content.length
      turns[turns.length - 1] = { ...last, content: text.slice(last.start, end) }
    } else turns.push(segment)
  }
  return turns
}

function spaceAt(text: string, at: number): string {
  return /^[ \n]{0,2}/.exec(text.slice(at, at + 2))?.[0] ?? ''
}

function sharedStart(left: string, right: string): string {
  let length = 0
  while (length < left.length && left[length] === right[length]) length++
  return left.slice(0, length)
}

function mostCommon(counts: ReadonlyMap<string, number>): string | undefined {
  let best: string | undefined
  for (const [text, count] of counts) if (best === undefined || count > (counts.get(best) ?? 0)) best = text
  return best
}
