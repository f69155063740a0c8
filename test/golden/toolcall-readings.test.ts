import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from '../../src/text/json.js'
import { dialects } from '../../src/toolcall/dialects/index.js'
import { parseOutput } from '../../src/toolcall/parse-output.js'
import type { CallFault, ParsedCall, Parsing, Repair } from '../../src/toolcall/parsed-call.js'
import { toolTable } from '../../src/toolcall/tool-table.js'
import { weatherSchema } from '../generators/broken-outputs.js'
import { parsedObject } from '../generators/parsed-json.js'

/*
 * What is read in outputs that are broken, cut or odd, in full: levels, places and reasons of faults, repairs, what servers
 * hand on, flags. Scores of outputs that were kept must not move with a new version; where a reading is meant to change,
 * `npx vitest run -u` writes it anew and the difference shows every output that it touches.
 */

const tools = toolTable([
  { name: 'get_weather', inputSchema: { ...weatherSchema, additionalProperties: false } },
  { name: 'ping', inputSchema: { type: 'object', properties: {} } },
  {
    name: 'python',
    inputSchema: { type: 'object', properties: { code: { type: 'string' } }, required: ['code'] },
  },
  {
    name: 'calendar.list',
    inputSchema: {
      type: 'object',
      properties: {
        on: { type: 'boolean' },
        share: { type: 'number' },
        who: { type: ['string', 'null'] },
        tags: { type: 'array', items: { type: 'string' } },
        at: { type: 'object', properties: { hour: { type: 'integer' } } },
      },
    },
  },
])

interface Output {
  readonly text: string
  readonly isCut: boolean
}

/** By dialect. */
function outputs(): ReadonlyMap<string, readonly Output[]> {
  const file = new URL('../fixtures/readings/outputs.jsonl', import.meta.url)
  const found = new Map<string, Output[]>()
  for (const line of readFileSync(file, 'utf8').trimEnd().split('\n')) {
    const { dialect, text, cut } = parsedObject(line)
    const list = found.get(String(dialect)) ?? []
    list.push({ text: String(text), isCut: cut === true })
    found.set(String(dialect), list)
  }
  return found
}

/** One line a thing; what is empty, or the same as in the reading before it, is left out. */
function told({ outcome, strict, vendor, lenient, keyword, inReasoning }: Parsing): readonly string[] {
  const lists = [strict.calls, vendor.calls, lenient.calls].map((calls) => calls.map(toldCall))
  const [called = [], handed = [], repaired = []] = lists
  const isHandedSame = handed.join('\n') === called.join('\n')
  const isRepairedSame = repaired.join('\n') === handed.join('\n')
  const keywords = [keyword.released ?? '-', ...keyword.anywhere].join(' ')
  return [
    `${outcome} ${strict.level}${strict.ok ? ' ok' : ''}`,
    ...called.map((call) => `call ${call}`),
    ...strict.faults.map((fault) => `fault ${toldFault(fault)}`),
    ...(strict.flags.length > 0 ? [`flags ${strict.flags.join(' ')}`] : []),
    ...(vendor.ok === strict.ok ? [] : [`servers ${vendor.ok ? 'accept' : 'refuse'}`]),
    ...(isHandedSame ? [] : handed.length > 0 ? handed.map((call) => `served ${call}`) : ['served nothing']),
    ...(isRepairedSame ? [] : repaired.map((call) => `lenient ${call}`)),
    ...lenient.repairs.map((repair) => `repair ${toldRepair(repair)}`),
    ...(keywords === '-' ? [] : [`keywords ${keywords}`]),
    ...(inReasoning > 0 ? [`in reasoning ${inReasoning}`] : []),
  ]
}

function toldCall({ name, arguments: args, span, id }: ParsedCall): string {
  return `${name} ${canonicalJson(args)} ${span.start}-${span.end}${id === undefined ? '' : ` #${id}`}`
}

function toldFault({ code, what, at, line, column, call, path }: CallFault): string {
  return `${code} at ${at} ${line}:${column}${call === undefined ? '' : ` call ${call}${path ?? ''}`} ${what}`
}

function toldRepair({ code, at, what }: Repair): string {
  return `${code} at ${at}${what === undefined ? '' : ` ${what}`}`
}

describe('what is read in odd outputs', () => {
  const all = outputs()

  it.each(dialects.map((dialect) => ({ id: dialect.id, dialect })))('in $id', async ({ id, dialect }) => {
    const parts = (all.get(id) ?? []).map(({ text, isCut }) => {
      const parsing = parseOutput({ text, stopReason: isCut ? 'length' : 'stop' }, { dialect, tools })
      return [`=== ${isCut ? 'cut ' : ''}${JSON.stringify(text)}`, ...told(parsing)].join('\n')
    })
    expect(parts.length).toBeGreaterThan(0)
    await expect(`${parts.join('\n')}\n`).toMatchFileSnapshot(`../fixtures/readings/${id}.txt`)
  })
})
