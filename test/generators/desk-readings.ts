import type { CaseReading } from '../../src/ladder/case-reading.js'
import { caseTask, type LadderCase } from '../../src/ladder/ladder-case.js'
import { judgeCalls, readOutputOf } from '../../src/score/calls/call-verdict.js'
import { vectrayx } from '../../src/toolcall/dialects/vectrayx.js'
import { parseOutput } from '../../src/toolcall/parse-output.js'
import { toolTable } from '../../src/toolcall/tool-table.js'

/** An answer to a case, read in the dialect of the desk's corpus. */
export function deskReading(
  one: LadderCase,
  text: string,
  stopReason: 'stop' | 'length' = 'stop',
): CaseReading {
  const parsing = parseOutput({ text, stopReason }, { dialect: vectrayx, tools: toolTable(one.tools) })
  const task = caseTask(one)
  return {
    case: one,
    trial: 0,
    path: 'direct',
    text,
    stopReason,
    parsing,
    ...(task === undefined ? {} : { verdict: judgeCalls(task, readOutputOf(parsing)) }),
  }
}

/** A call as the desk's corpus writes it. */
export function deskCall(name: string, args: Readonly<Record<string, unknown>>): string {
  const json = JSON.stringify({ name, args }).replaceAll('":', '": ').replaceAll(',"', ', "')
  return `<|tool_call|>${json}<|/tool_call|>`
}
