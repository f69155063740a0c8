import type { CallTask } from '../../benchmark/call-item.js'
import { outputText } from '../../run/output-text.js'
import type { StoredSample } from '../../run/sample-lines.js'
import { judgeCalls, readOutputOf } from '../../score/calls/call-verdict.js'
import { OutputReader, type OutputReaderOptions } from '../../score/calls/read-output.js'
import { saidBy } from '../../score/run/sample-said.js'
import { type JsonValue, writeJson } from '../../text/json.js'
import type { Dialect } from '../../toolcall/dialect.js'
import { parseOutput } from '../../toolcall/parse-output.js'
import type { ParsedCall, Parsing } from '../../toolcall/parsed-call.js'
import { type ToolTable, toolTable } from '../../toolcall/tool-table.js'
import type { AskedItem, CallEvidence, ShownCall } from '../pages/items-page.js'
import { toCutText } from './cut-text.js'
import { OFFERED, PROMPT_LENGTH } from './item-caps.js'
import type { ItemJudge, JudgedSample } from './item-judge.js'

export interface CallJudgeOptions extends OutputReaderOptions {
  /** Whether nothing is right or wrong: a case that only looks. */
  readonly isOpen?: boolean
  readonly tables: WeakMap<CallTask['tools'], ToolTable>
}

/** Faults, repairs, flags and calls that are shown of one output. */
const SHOWN = 50
const ARGUMENTS_LENGTH = 2000

/** Reads outputs of a call item in all readings. */
export function callJudge(task: CallTask, options: CallJudgeOptions): ItemJudge {
  const { dialect, isOpen = false } = options
  return {
    kind: 'call',
    ...(task.cluster === undefined ? {} : { cluster: task.cluster }),
    tools: [...new Set(task.gold.calls.map(({ name }) => name))],
    asked: () => askedOf(task, isOpen),
    judge(sample) {
      if (dialect === undefined) return withoutDialect()
      return judged(task, sample, { ...options, dialect, isOpen })
    },
  }
}

function askedOf({ messages, gold, tools }: CallTask, isOpen: boolean): AskedItem {
  const prompt = messages
    .map(({ role, text }) => (messages.length === 1 ? text : `${role}: ${text}`))
    .join('\n\n')
  const right = isOpen
    ? 'Nothing is right or wrong here.'
    : gold.calls.length === 0
      ? 'No call.'
      : gold.calls.map(({ name, json }) => `${name}(${writeJson(json)})`).join('\n')
  return {
    prompt: toCutText(prompt, PROMPT_LENGTH),
    gold: toCutText(right, PROMPT_LENGTH),
    offered: tools.slice(0, OFFERED).map(({ name }) => name),
  }
}

function withoutDialect(): JudgedSample {
  return { row: { verdict: 'unmeasured', outcome: 'dialect unknown' }, evidence: {} }
}

interface Reading extends CallJudgeOptions {
  readonly dialect: Dialect
  readonly isOpen: boolean
}

function judged(task: CallTask, { output, where }: StoredSample, options: Reading): JudgedSample {
  const { dialect, vocabulary, tables, isOpen } = options
  const said = output && saidBy(output, dialect.isApi === true)
  if (output === undefined || said === undefined || said.kind === 'calls') {
    const reading = new OutputReader(options).readNull(task, { kind: 'text', text: '' })
    const verdict = judgeCalls(task, reading)
    return {
      row: { verdict: isOpen ? 'unmeasured' : verdict.exact ? 'right' : 'wrong', outcome: 'empty' },
      evidence: {},
      call: { verdict },
    }
  }
  const stopReason = output.stopReason === 'length' ? 'length' : 'stop'
  const text = outputText({ said, stopReason, where, dialect, vocabulary })
  const parsing = parseOutput(text, { dialect, tools: tableOf(task, tables) })
  const verdict = judgeCalls(task, readOutputOf(parsing))
  const value = verdict.exact ? 1 : 0
  return {
    row: {
      verdict: isOpen ? 'unmeasured' : verdict.exact ? 'right' : 'wrong',
      ...(isOpen ? {} : { value }),
      outcome: verdict.outcome,
      level: isOpen ? parsing.strict.level : verdict.level,
    },
    // Made where it is looked at: of most samples of a long run only the row is.
    get evidence() {
      const { perCall, exact } = verdict
      return { calls: evidenceOf(task, { dialect, parsing, perCall, isExact: exact }) }
    },
    text: text.text,
    call: { parsing, verdict },
  }
}

function tableOf({ tools }: CallTask, tables: Reading['tables']): ToolTable {
  const known = tables.get(tools)
  if (known !== undefined) return known
  const table = toolTable(tools)
  tables.set(tools, table)
  return table
}

interface EvidenceParts {
  readonly dialect: Dialect
  readonly parsing: Parsing
  readonly perCall: readonly { readonly partner: number | undefined; readonly isEqual: boolean }[]
  readonly isExact: boolean
}

function evidenceOf(task: CallTask, { dialect, parsing, perCall, isExact }: EvidenceParts): CallEvidence {
  const { outcome, strict, vendor, lenient, keyword } = parsing
  return {
    dialect: dialect.id,
    outcome,
    level: isExact && task.gold.calls.length > 0 ? 'S7' : strict.level,
    isExact,
    strict: shownCalls(strict.calls),
    ...unlessSame('vendor', vendor.calls, strict.calls),
    ...unlessSame('lenient', lenient.calls, strict.calls),
    keyword: { released: keyword.released, anywhere: keyword.anywhere.slice(0, SHOWN) },
    faults: strict.faults.slice(0, SHOWN),
    flags: strict.flags,
    repairs: lenient.repairs.slice(0, SHOWN),
    perGold: task.gold.calls.slice(0, SHOWN).map(({ name, json }, index) => {
      const { partner, isEqual = false } = perCall[index] ?? {}
      return { name, arguments: argumentsText(json), ...(partner === undefined ? {} : { partner }), isEqual }
    }),
  }
}

function shownCalls(calls: readonly ParsedCall[]): readonly ShownCall[] {
  return calls.slice(0, SHOWN).map(shownCall)
}

function unlessSame<Key extends 'vendor' | 'lenient'>(
  key: Key,
  calls: readonly ParsedCall[],
  strict: readonly ParsedCall[],
): { readonly [K in Key]?: readonly ShownCall[] } {
  const shown = shownCalls(calls)
  if (JSON.stringify(shown) === JSON.stringify(shownCalls(strict))) return {}
  // A computed key loses its type.
  return { [key]: shown } as { readonly [K in Key]: readonly ShownCall[] }
}

function shownCall({ name, arguments: given, span }: ParsedCall): ShownCall {
  return { name, arguments: argumentsText(given), span }
}

function argumentsText(json: JsonValue): string {
  return toCutText(writeJson(json), ARGUMENTS_LENGTH).text
}
