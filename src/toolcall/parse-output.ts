import { JsonTreeReader } from '../text/json-tree.js'
import type { Dialect } from './dialect.js'
import { walkBy } from './dialect-walk.js'
import { dialects } from './dialects/index.js'
import { flagsOf } from './flags.js'
import { type JudgedCall, judgeCall } from './judged-call.js'
import { readKeywords } from './keyword.js'
import { readLeniently } from './lenient-reading.js'
import { findAttempt } from './loose/attempt.js'
import type { Attempt } from './loose/attempt-type.js'
import { withText } from './loose/block-reading.js'
import { levels, type Outcome, type Parsing } from './parsed-call.js'
import type { Block } from './scan/block.js'
import { FaultList } from './scan/fault-list.js'
import { commonReasoning } from './scan/reasoning.js'
import { Scan } from './scan/scan.js'
import { type Walk, walkMarks, walk as walkText } from './scan/walk.js'
import type { ToolTable } from './tool-table.js'
import { withoutTurnEnds } from './turn-end.js'

/** One output of a subject. */
export interface OutputText {
  readonly text: string
  /** Why the turn ended; default `stop`. */
  readonly stopReason?: 'stop' | 'length'
  /**
   * Where the text came from token ids: whether the marker at an offset is a token of its own. Markers that ordinary
   * tokens spell open nothing in the strict reading.
   */
  readonly isGenuine?: (at: number, marker: string) => boolean
  /** The text that declared the tools, to tell a call from an echo of its examples. */
  readonly preamble?: string
}

export interface ParseOptions {
  readonly dialect: Dialect
  readonly tools: ToolTable
  /** Dialects in which a misplaced call is looked for; default all that Assay knows. */
  readonly known?: readonly Dialect[]
}

/**
 * All readings of one output. Never throws on a text, whatever it holds, and takes time in proportion to its length.
 *
 * @throws {InputError} `dialect-broken` where a dialect of the caller's own throws, or gives no reading.
 */
export function parseOutput(output: OutputText, { dialect, tools, known = dialects }: ParseOptions): Parsing {
  const { stopReason, isGenuine, preamble } = output
  const scan = new Scan({
    json: new JsonTreeReader(withoutTurnEnds(output, dialect.endOfTurn)),
    tools,
    isCut: stopReason === 'length',
    ...(isGenuine !== undefined && { isGenuine }),
  })
  const walk = walkBy(dialect, scan)
  const content = walk.content === undefined ? undefined : contentOf(walk.content, scan)
  const blocks = walk.blocks.some(isNoCallOnly)
    ? walk.blocks.filter((block) => !isNoCallOnly(block))
    : walk.blocks
  const isNoCall = walk.isExplicit === true || blocks.length < walk.blocks.length
  const faults = new FaultList(output.text)
  const { level: lowest, calls } = judge(blocks, { tools, faults })
  const attempt =
    blocks.length > 0 || isNoCall
      ? undefined
      : findAttempt(content?.scan ?? scan, content?.walk ?? walk, {
          dialect: content === undefined ? dialect : undefined,
          dialects: known,
        })
  const keyword = readKeywords(output.text, tools)
  const outcome = outcomeOf({ scan, prose: (content?.walk ?? walk).prose, blocks, calls, attempt, isNoCall })
  const level = outcome === 'abstained' || outcome === 'empty' ? 0 : lowest
  const inReasoning = walk.inReasoning + hiddenCalls(walk, { content, scan, known })
  const { lenient, vendor } = readLeniently({ scan, dialect, blocks, calls, attempt })
  const flags = flagsOf({
    text: scan.text,
    markers: dialect.markers,
    walk,
    blocks,
    calls,
    attempt,
    isNoCall,
    outcome,
    isNamed: keyword.anywhere.length > 0,
    inReasoning,
    isTyped: blocks.length > 0 && holdsTypedCall(scan, dialect),
    preamble,
  })
  return {
    outcome,
    strict: {
      ok: level === 6 && calls.length > 0 && outcome === 'called',
      level: levels[level] ?? 'S0',
      calls: calls.map(({ shown }) => shown),
      faults: faults.list,
      flags,
    },
    vendor,
    lenient,
    keyword,
    inReasoning,
  }
}

/** States that nothing is called, and calls nothing. */
function isNoCallOnly(block: Block): boolean {
  return block.isNoCall && block.calls.length === 0 && block.level === 4
}

/** The lowest level over all blocks, and the calls of level 4 and up. */
function judge(
  blocks: readonly Block[],
  { tools, faults }: { readonly tools: ToolTable; readonly faults: FaultList },
): { readonly level: number; readonly calls: readonly JudgedCall[] } {
  const calls: JudgedCall[] = []
  let level = blocks.length === 0 ? 0 : 6
  for (const block of blocks) {
    if (block.level < 4 && block.level < level) level = block.level
    for (const fault of block.faults) faults.add(fault)
    for (const call of block.calls) {
      const judged = judgeCall(call, { tools, faults, index: calls.length })
      if (judged.level < level) level = judged.level
      calls.push(judged)
    }
  }
  return { level, calls }
}

/** Whether a call with a trigger of ordinary tokens stands beside those that strict reads. */
function holdsTypedCall(scan: Scan, dialect: Dialect): boolean {
  if (!scan.mayBeTyped) return false
  const { text } = scan
  const isTypedAt = (at: number): boolean =>
    dialect.trigger.some((trigger) => text.startsWith(trigger, at) && !scan.isGenuine(at, trigger))
  const mayBe = dialect.trigger.some((trigger) => {
    let at = text.indexOf(trigger)
    while (at !== -1 && scan.isGenuine(at, trigger)) at = text.indexOf(trigger, at + 1)
    return at !== -1
  })
  return mayBe && walkBy(dialect, withText(scan, text)).blocks.some(({ start }) => isTypedAt(start))
}

interface OutcomeParts {
  readonly scan: Scan
  readonly prose: Walk['prose']
  readonly blocks: readonly Block[]
  readonly calls: readonly JudgedCall[]
  readonly attempt: Attempt | undefined
  readonly isNoCall: boolean
}

function outcomeOf({ scan, prose, blocks, calls, attempt, isNoCall }: OutcomeParts): Outcome {
  if (scan.isCut && (blocks.some(({ isOpen }) => isOpen) || attempt?.isOpen === true)) return 'truncated'
  if (calls.length > 0) return 'called'
  if (blocks.length > 0 || attempt !== undefined) return 'attempted'
  return isNoCall || prose !== undefined ? 'abstained' : 'empty'
}

interface Content {
  readonly scan: Scan
  readonly walk: Walk
}

const CONTENT_MARKS = walkMarks({ openers: [], reasoning: commonReasoning, turnEnds: [] })

/** What an API hands on as text, which no dialect marks. */
function contentOf(content: string, { tools, isCut }: Scan): Content {
  const scan = new Scan({ json: new JsonTreeReader(content), tools, isCut })
  return { scan, walk: walkText(scan, CONTENT_MARKS, { read: () => undefined }) }
}

/** Calls in the reasoning of an API message: those that any dialect would find there. */
function hiddenCalls(
  { thoughts = [] }: Walk,
  {
    content,
    scan,
    known,
  }: {
    readonly content: Content | undefined
    readonly scan: Scan
    readonly known: readonly Dialect[]
  },
): number {
  if (content === undefined) return 0
  const hidden = content.walk.reasoningSpans.map(({ start, end }) => content.scan.text.slice(start, end))
  let calls = 0
  for (const text of [...thoughts, ...hidden]) {
    const thought = contentOf(text, scan)
    const attempt = findAttempt(thought.scan, thought.walk, { dialect: undefined, dialects: known })
    calls += attempt?.reading.calls.length ?? 0
  }
  return calls
}
