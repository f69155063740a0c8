import { canonicalJson } from '../text/json.js'
import type { JudgedCall } from './judged-call.js'
import type { Attempt } from './loose/attempt-type.js'
import type { Flag, Outcome } from './parsed-call.js'
import type { Block, RawCall, RawFault } from './scan/block.js'
import type { Walk } from './scan/walk.js'

/** What flags are about. */
export interface FlagParts {
  readonly text: string
  /** Texts with a meaning of their own in the dialect. */
  readonly markers: readonly string[]
  readonly walk: Walk
  readonly blocks: readonly Block[]
  readonly calls: readonly JudgedCall[]
  readonly attempt: Attempt | undefined
  readonly isNoCall: boolean
  readonly outcome: Outcome
  /** A declared tool is named somewhere. */
  readonly isNamed: boolean
  readonly inReasoning: number
  /** A call whose trigger is only spelled stands beside the others. */
  readonly isTyped: boolean
  readonly preamble: string | undefined
}

const NONE: readonly Flag[] = []

/** The flags of an output, in the order of their list. */
export function flagsOf(parts: FlagParts): readonly Flag[] {
  const { text, walk, blocks, calls, attempt, outcome } = parts
  const raised = new Set<Flag>()
  const raise = (flag: Flag, isRaised: boolean): void => {
    if (isRaised) raised.add(flag)
  }
  if (blocks.length > 0) {
    raise('prose_before', walk.proseBefore !== undefined)
    raise('prose_after', walk.proseAfter !== undefined)
    raise('trigger_not_first', walk.isDelayed)
    raise('echo_of_preamble_example', isEcho(parts))
    for (const { faults, isMisplaced } of blocks) {
      raise('unexpected_channel', isMisplaced)
      for (const { code } of faults) {
        const flag = FLAG_OF_FAULT.get(code)
        if (flag !== undefined) raised.add(flag)
      }
    }
    raise('multi_call', calls.length > 1)
    raise(
      'special_token_inside_json',
      calls.some(({ call }) => holdsMarker(call, parts)),
    )
    raise(
      'name_normalisable',
      calls.some(({ isNormalisable }) => isNormalisable),
    )
    raise('loop', isLoop(calls))
  }
  raise('pseudo_trigger', parts.isTyped)
  raise('truncated', outcome === 'truncated')
  raise('name_in_prose_only', outcome === 'abstained' && parts.isNamed)
  if (attempt !== undefined) {
    raise(
      'pseudo_trigger',
      attempt.reading.repairs.some(({ code }) => code === 'pseudo-trigger'),
    )
    raise('dialect_mismatch', attempt.isForeign)
  }
  raise('call_in_reasoning', parts.inReasoning > 0)
  raise('explicit_no_call', parts.isNoCall)
  raise('text_after_turn', walk.end < text.length && /\S/.test(text.slice(walk.end, walk.end + 10_000)))
  raise('not_a_message', walk.isForeign === true)
  return raised.size === 0 ? NONE : ORDER.filter((flag) => raised.has(flag))
}

function holdsMarker({ tree }: RawCall, { text, markers }: FlagParts): boolean {
  if (tree === undefined) return false
  const raw = text.slice(tree.start, tree.end)
  return markers.some((marker) => raw.includes(marker))
}

function isEcho({ text, blocks, preamble }: FlagParts): boolean {
  if (preamble === undefined) return false
  return blocks.some(({ payload }) => {
    const raw = text.slice(payload.start, payload.end).trim()
    return raw !== '' && preamble.includes(raw)
  })
}

/** One call twice in a row. */
function isLoop(calls: readonly JudgedCall[]): boolean {
  let last: RawCall | undefined
  let lastText: string | undefined
  for (const { call } of calls) {
    if (last?.name === call.name) {
      lastText ??= canonicalJson(last.arguments)
      const text = canonicalJson(call.arguments)
      if (text === lastText) return true
      lastText = text
    } else {
      lastText = undefined
    }
    last = call
  }
  return false
}

const FLAG_OF_FAULT: ReadonlyMap<RawFault['code'], Flag> = new Map([
  ['json-duplicate-key', 'duplicate_keys'],
  ['duplicate-key', 'duplicate_keys'],
  ['duplicate-argument', 'duplicate_keys'],
  ['trailing-text', 'trailing_garbage'],
  ['second-value', 'trailing_garbage'],
  ['closer-missing', 'closer_missing'],
])

const ORDER: readonly Flag[] = [
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
