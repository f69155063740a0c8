import type { JsonValue } from '../text/json.js'
import { canonicalJson } from '../text/json.js'
import { JsonTreeReader, nodeAtPath } from '../text/json-tree.js'
import type { Dialect } from './dialect.js'
import { dialects } from './dialects/index.js'
import { readKeywords } from './keyword.js'
import { type Attempt, findAttempt, readBlockLoosely } from './loose/attempt.js'
import { coerceArguments } from './loose/coerce-arguments.js'
import { Repairs } from './loose/repairs.js'
import { resolveName } from './loose/resolve-name.js'
import {
  type Flag,
  levels,
  type Outcome,
  type ParsedCall,
  type Parsing,
  type Repair,
  type RepairCode,
} from './parsed-call.js'
import type { Block, LooseReading, RawCall, RawFault } from './scan/block.js'
import { FaultList } from './scan/fault-list.js'
import { commonReasoning } from './scan/reasoning.js'
import { Scan } from './scan/scan.js'
import { type Walk, walkMarks, walk as walkText } from './scan/walk.js'
import { preparedSchema, STRICT } from './schema/check-schema.js'
import { keysOfPointer } from './schema/json-pointer.js'
import type { ToolTable } from './tool-table.js'

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

/** All readings of one output. Never throws on a text, whatever it holds, and takes time in proportion to its length. */
export function parseOutput(output: OutputText, options: ParseOptions): Parsing {
  return new OutputParse(output, options).result()
}

class OutputParse {
  readonly #output: OutputText
  readonly #options: ParseOptions
  readonly #scan: Scan
  readonly #walk: Walk
  readonly #content: Content | undefined
  readonly #flags = new Set<Flag>()
  readonly #faults: FaultList

  constructor(output: OutputText, options: ParseOptions) {
    this.#output = output
    this.#options = options
    const text = withoutTurnEnds(output, options.dialect.endOfTurn)
    this.#scan = new Scan({
      json: new JsonTreeReader(text),
      tools: options.tools,
      isCut: output.stopReason === 'length',
      ...(output.isGenuine !== undefined && { isGenuine: output.isGenuine }),
    })
    this.#walk = options.dialect.parse(this.#scan)
    this.#faults = new FaultList(output.text)
    const { content } = this.#walk
    this.#content = content === undefined ? undefined : contentOf(content, this.#scan)
  }

  result(): Parsing {
    const { tools } = this.#options
    const walk = this.#walk
    const blocks = walk.blocks.filter((block) => !isNoCallOnly(block))
    const isNoCall = walk.isExplicit === true || blocks.length < walk.blocks.length
    const judged = this.#judge(blocks)
    const attempt = blocks.length === 0 && !isNoCall ? this.#attempt() : undefined
    const inReasoning = this.#inReasoning()
    const loose = this.#lenient(blocks, judged.calls, attempt)
    const keyword = readKeywords(this.#output.text, tools)
    const outcome = this.#outcome({ blocks, calls: judged.calls, attempt, isNoCall })
    const level = blocks.length === 0 || outcome === 'abstained' || outcome === 'empty' ? 0 : judged.level
    this.#flag({
      blocks,
      judged,
      attempt,
      isNoCall,
      outcome,
      isNamed: keyword.anywhere.length > 0,
      inReasoning,
    })
    const ok = level === 6 && judged.calls.length > 0 && outcome === 'called'
    return {
      outcome,
      strict: {
        ok,
        level: levels[level] ?? 'S0',
        calls: judged.calls.map(published),
        faults: this.#faults.list,
        flags: FLAG_ORDER.filter((flag) => this.#flags.has(flag)),
      },
      vendor: loose.vendor,
      lenient: { calls: loose.calls, repairs: loose.repairs },
      keyword,
      inReasoning,
    }
  }

  /** The lowest level over all blocks, and the calls of level 4 and up. */
  #judge(blocks: readonly Block[]): { readonly level: number; readonly calls: readonly JudgedCall[] } {
    const calls: JudgedCall[] = []
    let level = 6
    for (const block of blocks) {
      level = Math.min(level, block.level < 4 ? block.level : 6)
      for (const fault of block.faults) this.#faults.add(fault)
      for (const call of block.calls) {
        const judged = this.#judgeCall(call, calls.length)
        level = Math.min(level, judged.level)
        calls.push(judged)
      }
    }
    return { level: blocks.length === 0 ? 0 : level, calls }
  }

  #judgeCall(call: RawCall, index: number): JudgedCall {
    const { tools } = this.#options
    const schema = tools.schemaOf(call.name)
    if (schema === undefined) {
      const what = `No tool is named ${JSON.stringify(call.name.slice(0, 200))}.`
      this.#faults.add({ code: 'unknown-tool', what, at: call.span.start }, { call: index })
      if (resolveName(call.name, tools).repair !== undefined) this.#flags.add('name_normalisable')
      return { call, level: 4 }
    }
    const check = preparedSchema(schema, STRICT).check(call.arguments)
    if (check.ok) return { call, level: 6 }
    for (const { code, message, path } of check.faults) {
      const at = this.#placeOf(call, path)
      this.#faults.add({ code: `schema-${code}`, what: message, at }, { call: index, path })
    }
    if (check.verdict === 'undecided') {
      const gap = check.unsupported[0]
      const what = `Whether the arguments fit the schema cannot be told. ${gap?.reason ?? ''}`.trim()
      this.#faults.add({ code: 'schema-undecided', what, at: call.span.start }, { call: index })
    }
    return { call, level: 5 }
  }

  /** Where in the text the value stands that a schema refuses. */
  #placeOf({ span, tree }: RawCall, path: string): number {
    return tree === undefined ? span.start : nodeAtPath(tree, keysOfPointer(path) ?? []).start
  }

  #attempt(): Attempt | undefined {
    const { dialect, known = dialects } = this.#options
    if (this.#content === undefined) {
      return findAttempt(this.#scan, this.#walk, { dialect, dialects: known })
    }
    const { scan, walk } = this.#content
    return findAttempt(scan, walk, { dialect: undefined, dialects: known })
  }

  /** Calls in reasoning; of an API those that any dialect would find there. */
  #inReasoning(): number {
    const { thoughts = [] } = this.#walk
    const { known = dialects } = this.#options
    const hidden = this.#content?.walk.reasoningSpans.map((span) =>
      this.#content?.scan.text.slice(span.start, span.end),
    )
    let calls = this.#walk.inReasoning
    for (const text of [...thoughts, ...(hidden ?? [])]) {
      const content = contentOf(text ?? '', this.#scan)
      const attempt = findAttempt(content.scan, content.walk, { dialect: undefined, dialects: known })
      calls += attempt?.reading.calls.length ?? 0
    }
    return calls
  }

  #lenient(blocks: readonly Block[], strict: readonly JudgedCall[], attempt: Attempt | undefined) {
    const { dialect } = this.#options
    const repairs = new Repairs()
    const calls: ParsedCall[] = []
    const vendorCalls: ParsedCall[] = []
    let isVendorWhole = true
    let next = 0
    for (const block of blocks) {
      const own = strict.slice(next, next + block.calls.length)
      next += own.length
      const loose = readBlockLoosely(this.#scan, block, dialect)
      if (loose === undefined) {
        for (const { call, level } of own) {
          calls.push(level === 6 ? published({ call }) : this.#fitted(call, repairs))
          vendorCalls.push(published({ call }))
        }
        if (block.level < 4) isVendorWhole = false
        continue
      }
      if (loose.repairs.length === 0) repairs.add('spelling', block.start)
      repairs.addAll(loose.repairs)
      for (const call of loose.calls) calls.push(this.#fitted(call, repairs))
      if (isVendorReading(loose)) vendorCalls.push(...loose.calls.map((call) => published({ call })))
      else {
        vendorCalls.push(...own.map(published))
        isVendorWhole = false
      }
    }
    if (attempt !== undefined) {
      const { reading } = attempt
      repairs.addAll(reading.repairs)
      for (const call of reading.calls) calls.push(this.#fitted(call, repairs))
      if (isVendorReading(reading)) vendorCalls.push(...reading.calls.map((call) => published({ call })))
      else isVendorWhole = false
    }
    const vendor = { ok: isVendorWhole && vendorCalls.length > 0, calls: vendorCalls }
    const list: readonly Repair[] = repairs.list
    return { calls, repairs: list, vendor }
  }

  /** The call under the one declared name that it can mean, its arguments changed where that loses nothing. */
  #fitted(call: RawCall, repairs: Repairs): ParsedCall {
    const { tools } = this.#options
    const at = call.span.start
    const { name, repair } = resolveName(call.name, tools)
    if (repair !== undefined) repairs.add(repair, at, call.name.slice(0, 200))
    const schema = tools.schemaOf(name)
    if (schema === undefined || preparedSchema(schema, STRICT).check(call.arguments).ok) {
      return published({ call: { ...call, name } })
    }
    return published({
      call: { ...call, name, arguments: coerceArguments(call.arguments, { schema, repairs, at }) },
    })
  }

  #outcome({ blocks, calls, attempt, isNoCall }: OutcomeParts): Outcome {
    const isCut = this.#scan.isCut && (blocks.some(({ isOpen }) => isOpen) || attempt?.isOpen === true)
    if (isCut) return 'truncated'
    if (calls.length > 0) return 'called'
    if (blocks.length > 0 || attempt !== undefined) return 'attempted'
    const { prose } = this.#content === undefined ? this.#walk : this.#content.walk
    return isNoCall || prose !== undefined ? 'abstained' : 'empty'
  }

  #flag({ blocks, judged, attempt, isNoCall, outcome, isNamed, inReasoning }: FlagParts): void {
    const flags = this.#flags
    const walk = this.#walk
    const { text } = this.#scan
    if (blocks.length > 0 && walk.proseBefore !== undefined) flags.add('prose_before')
    if (blocks.length > 0 && walk.proseAfter !== undefined) flags.add('prose_after')
    if (judged.calls.length > 1) flags.add('multi_call')
    if (blocks.length > 0 && walk.isDelayed) flags.add('trigger_not_first')
    if (outcome === 'truncated') flags.add('truncated')
    for (const { code } of blocks.flatMap(({ faults }) => faults)) {
      const flag = FLAG_OF_FAULT.get(code)
      if (flag !== undefined) flags.add(flag)
    }
    for (const { call } of judged.calls) if (this.#holdsMarker(call)) flags.add('special_token_inside_json')
    if (outcome === 'abstained' && isNamed) flags.add('name_in_prose_only')
    if (this.#isEcho(blocks)) flags.add('echo_of_preamble_example')
    if (attempt?.reading.repairs.some(({ code }) => code === 'pseudo-trigger')) flags.add('pseudo_trigger')
    if (isLoop(judged.calls)) flags.add('loop')
    if (inReasoning > 0) flags.add('call_in_reasoning')
    if (blocks.some(({ isMisplaced }) => isMisplaced)) flags.add('unexpected_channel')
    if (attempt?.isForeign) flags.add('dialect_mismatch')
    if (isNoCall) flags.add('explicit_no_call')
    if (walk.end < text.length && /\S/.test(text.slice(walk.end, walk.end + 10_000)))
      flags.add('text_after_turn')
    if (walk.isForeign) flags.add('not_a_message')
  }

  #holdsMarker({ tree }: RawCall): boolean {
    if (tree === undefined) return false
    const { markers } = this.#options.dialect
    return markers.some((marker) => this.#scan.next(marker, tree.start) < tree.end)
  }

  #isEcho(blocks: readonly Block[]): boolean {
    const { preamble } = this.#output
    if (preamble === undefined) return false
    return blocks.some(({ payload }) => {
      const raw = this.#scan.text.slice(payload.start, payload.end).trim()
      return raw !== '' && preamble.includes(raw)
    })
  }
}

interface Content {
  readonly scan: Scan
  readonly walk: Walk
}

/** What an API hands on as text, which no dialect marks. */
function contentOf(content: string, { tools, isCut }: Scan): Content {
  const scan = new Scan({ json: new JsonTreeReader(content), tools, isCut })
  return { scan, walk: walkText(scan, CONTENT_MARKS, { read: () => undefined }) }
}

const CONTENT_MARKS = walkMarks({ openers: [], reasoning: commonReasoning, turnEnds: [] })

interface JudgedCall {
  readonly call: RawCall
  readonly level: 4 | 5 | 6
}

interface OutcomeParts {
  readonly blocks: readonly Block[]
  readonly calls: readonly JudgedCall[]
  readonly attempt: Attempt | undefined
  readonly isNoCall: boolean
}

interface FlagParts extends Omit<OutcomeParts, 'calls'> {
  readonly judged: { readonly calls: readonly JudgedCall[] }
  readonly outcome: Outcome
  readonly isNamed: boolean
  readonly inReasoning: number
}

function isNoCallOnly(block: Block): boolean {
  return block.isNoCall && block.calls.length === 0 && block.level === 4
}

function published({ call }: { readonly call: RawCall }): ParsedCall {
  const { name, span, id } = call
  return id === undefined
    ? { name, arguments: call.arguments, span }
    : { name, arguments: call.arguments, span, id }
}

/** One call twice in a row. */
function isLoop(calls: readonly JudgedCall[]): boolean {
  let last: RawCall | undefined
  let lastText: string | undefined
  for (const { call } of calls) {
    if (last?.name === call.name) {
      lastText ??= canonicalJson(last.arguments as JsonValue)
      const text = canonicalJson(call.arguments as JsonValue)
      if (text === lastText) return true
      lastText = text
    } else {
      lastText = undefined
    }
    last = call
  }
  return false
}

/** What common servers forgive without a word. */
const VENDOR_REPAIRS: ReadonlySet<RepairCode> = new Set([
  'closer-missing',
  'array-for-object',
  'object-for-array',
  'several-values',
  'alias-key',
  'extra-key',
  'arguments-null',
  'text-in-block',
  'text-around',
  'separator',
  'list-missing',
  'json-literal',
])

function isVendorReading({ repairs }: LooseReading): boolean {
  return repairs.every(({ code }) => VENDOR_REPAIRS.has(code))
}

const FLAG_OF_FAULT: ReadonlyMap<RawFault['code'], Flag> = new Map([
  ['json-duplicate-key', 'duplicate_keys'],
  ['duplicate-key', 'duplicate_keys'],
  ['duplicate-argument', 'duplicate_keys'],
  ['trailing-text', 'trailing_garbage'],
  ['second-value', 'trailing_garbage'],
  ['closer-missing', 'closer_missing'],
])

const FLAG_ORDER: readonly Flag[] = [
  'prose_before',
  'prose_after',
  'multi_call',
  'trigger_not_first',
  'truncated',
  'duplicate_keys',
  'trailing_garbage',
  'special_token_inside_json',
  'closer_missing',
  'name_in_prose_only',
  'echo_of_preamble_example',
  'pseudo_trigger',
  'name_normalisable',
  'loop',
  'call_in_reasoning',
  'unexpected_channel',
  'dialect_mismatch',
  'explicit_no_call',
  'text_after_turn',
  'not_a_message',
]

/** Without the end-of-turn texts and the white space at the end. */
function withoutTurnEnds({ text, isGenuine }: OutputText, endOfTurn: readonly string[]): string {
  let end = text.length
  for (;;) {
    let start = end
    while (start > 0 && isSpace(text.charCodeAt(start - 1))) start--
    const ended = endOfTurn.find(
      (marker) => text.endsWith(marker, start) && isGenuine?.(start - marker.length, marker) !== false,
    )
    if (ended === undefined) return end === text.length ? text : text.slice(0, end)
    end = start - ended.length
  }
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}
