/** What was taken from a text besides the plainest form, so that a report can say so. */
export type PlanCodeNote =
  /** Tags in other letters than `<CODE>`. */
  | 'tag-case'
  /** A Markdown fence within a block was taken off. */
  | 'fence'
  /** There were several blocks that hold something. */
  | 'several-blocks'

export type PlanCode =
  | { readonly kind: 'code'; readonly code: string; readonly notes: readonly PlanCodeNote[] }
  /**
   * `empty`: the text holds nothing but white space. `unclosed-tag`: a block was begun and never ended, as where an answer
   * was cut. `no-code`: anything else that is no block with something in it.
   */
  | { readonly kind: 'none'; readonly fault: 'empty' | 'no-code' | 'unclosed-tag' }

export interface PlanCodeOptions {
  /** `first`: as the released agent runs plans; `joined`: all blocks, one below the other, as the released evaluator reads them. */
  readonly blocks: 'first' | 'joined'
  /**
   * `tolerant` (the default): tags in any letters, blocks within a closed `<REASONING>` are none, a Markdown fence within a
   * block is taken off. `released`: none of this.
   */
  readonly reading?: 'tolerant' | 'released'
}

const TAGS = { tolerant: /<\/?code>/gi, released: /<\/?CODE>/g }
const REASONING = /<\/?reasoning>/gi
/** As Python's `str.strip`: unlike JavaScript's `trim`, with the separators U+001C to U+001F and U+0085, without U+FEFF. */
const OUTER_WHITE =
  /^(?:[^\S\ufeff]|[\x1c-\x1f\x85])+|(?<![\s\x1c-\x1f\x85])(?:[^\S\ufeff]|[\x1c-\x1f\x85])+$/g
const FENCE = '```'

/** The plan in what an agent said: what stands between CODE tags, each block trimmed. */
export function planCodeOf(text: string, { blocks, reading = 'tolerant' }: PlanCodeOptions): PlanCode {
  if (stripWhite(text) === '') return { kind: 'none', fault: 'empty' }
  const said = reading === 'tolerant' ? withoutReasoning(text) : text
  const { found, isUnclosed, hasOtherCase } = blocksOf(said, TAGS[reading])
  const notes = new Set<PlanCodeNote>(hasOtherCase ? ['tag-case'] : [])
  const codes = found.map((block) => {
    const fenced = reading === 'tolerant' ? withinFence(block) : undefined
    if (fenced === undefined) return block
    notes.add('fence')
    return stripWhite(fenced)
  })
  if (codes.filter((code) => code !== '').length > 1) notes.add('several-blocks')
  const code = blocks === 'joined' ? codes.join('\n') : (codes[0] ?? '')
  if (stripWhite(code) !== '') return { kind: 'code', code, notes: [...notes] }
  return { kind: 'none', fault: isUnclosed && found.length === 0 ? 'unclosed-tag' : 'no-code' }
}

function blocksOf(
  text: string,
  tags: RegExp,
): { readonly found: readonly string[]; readonly isUnclosed: boolean; readonly hasOtherCase: boolean } {
  const found: string[] = []
  let start: number | undefined
  let hasOtherCase = false
  for (const { 0: tag, index } of text.matchAll(tags)) {
    const isClosing = tag[1] === '/'
    if (!isClosing) start ??= index + tag.length
    else if (start !== undefined) {
      found.push(stripWhite(text.slice(start, index)))
      start = undefined
    } else continue
    if (tag !== tag.toUpperCase()) hasOtherCase = true
  }
  return { found, isUnclosed: start !== undefined, hasOtherCase }
}

/** What stands between the lines of a fence; undefined where the block is not one fence. In linear time, whatever it holds. */
function withinFence(block: string): string | undefined {
  const head = block.indexOf('\n')
  const end = block.length - FENCE.length
  if (head < 0 || end <= head || !block.startsWith(FENCE) || !block.endsWith(FENCE)) return undefined
  return block.slice(FENCE.length, head).includes('`') ? undefined : block.slice(head + 1, end)
}

function withoutReasoning(text: string): string {
  let kept = ''
  let done = 0
  let start: number | undefined
  for (const { 0: tag, index } of text.matchAll(REASONING)) {
    if (tag[1] !== '/') start ??= index
    else if (start !== undefined) {
      kept += text.slice(done, start)
      done = index + tag.length
      start = undefined
    }
  }
  return kept + text.slice(done)
}

function stripWhite(text: string): string {
  return text.replace(OUTER_WHITE, '')
}
