import { describe, expect, it } from 'vitest'
import { ExactNumber, type JsonObject, type JsonValue, parseJson, writeJson } from '../../text/json.js'
import { canonicalArguments } from '../canonical-arguments.js'
import { checkArguments } from '../check-arguments.js'
import { givenOfJson } from '../given-json.js'
import type { GivenArgument, PackTool } from '../pack.js'
import { jsonRows } from './json-rows.js'
import { servedTool } from './served-tool.js'

const schema = (text: string): JsonObject => {
  const reading = parseJson(text)
  return reading.kind === 'value' ? (reading.value as JsonObject) : {} // written below
}

const made = (): { readonly tool: PackTool; readonly sent: string[] } => {
  const sent: string[] = []
  const tool = servedTool({
    tool: {
      name: 'look up',
      description: 'Looks\nup.',
      inputSchema: schema(
        '{"type":"object","properties":{"from":{"type":"integer","minimum":1},"kind":{"enum":["a","b"],"default":"a"},"x-y":{"type":["string","number"]},"deep":{"type":"object"}},"required":["from"]}',
      ),
    },
    name: 'look_up',
    writes: false,
    answer: (args) => {
      sent.push(writeJson(args))
      return { kind: 'value', value: null }
    },
  })
  return { tool, sent }
}

const given = (args: Readonly<Record<string, JsonValue>>): ReadonlyMap<string, GivenArgument> =>
  new Map(Object.entries(args).map(([name, value]) => [name, givenOfJson(value)]))

describe('servedTool', () => {
  it('keeps the schema and gives parameters names that Python can write', () => {
    const { tool } = made()
    expect(
      tool.parameters.map(({ name, isMandatory = false, default: value }) => [name, isMandatory, value]),
    ).toEqual([
      ['from_', true, undefined],
      ['kind', false, 'a'],
      ['x_y', false, undefined],
      ['deep', false, undefined],
    ])
    expect(tool.description).toBe('Looks\\nup. Gives a Result with a row for each thing that it answers.')
    expect(tool.parameters[1]?.description).toBe('One of "a", "b".')
    expect(Object.keys(tool.inputSchema ?? {})).toEqual(['type', 'properties', 'required'])
  })

  it('takes a name in either spelling and sends the server its own', () => {
    const { tool, sent } = made()
    for (const args of [
      { from_: 2, x_y: 'q' },
      { from: 2, 'x-y': 'q' },
    ]) {
      const checked = checkArguments(tool, given(args))
      if (checked.kind === 'fault') throw new Error(checked.message)
      expect(canonicalArguments(tool, checked)).toEqual({ from_: 2, x_y: 'q' })
      tool.run(checked)
    }
    expect(sent).toEqual(['{"from":2,"x-y":"q"}', '{"from":2,"x-y":"q"}'])
  })

  it.each([
    [{}, 'missing', 'from_'],
    [{ from: 1, other: 2 }, 'unknown', 'other'],
    [{ from: 0 }, 'type', 'from_'],
    [{ from: 'one' }, 'type', 'from_'],
    [{ from: 1, kind: 'c' }, 'type', 'kind'],
    [{ from: 1, deep: [] }, 'type', 'deep'],
    [{ from: new ExactNumber('9007199254740993') }, 'range', undefined],
  ])('refuses %j before anything is called', (args, reason, parameter) => {
    const { tool, sent } = made()
    const checked = checkArguments(tool, given(args as Readonly<Record<string, JsonValue>>))
    expect(checked).toMatchObject({
      kind: 'fault',
      reason,
      ...(parameter === undefined ? {} : { parameter }),
    })
    expect(sent).toEqual([])
  })

  it('refuses results, which no server can read, wherever they stand', () => {
    const { tool } = made()
    const { rows } = jsonRows([1])
    const result: GivenArgument = {
      kind: 'result',
      result: { kind: 'result', id: 'x', tool: 't', summary: '', rows },
    }
    for (const argument of [
      result,
      { kind: 'list', items: [result] } as const,
      { kind: 'dict', entries: [[{ kind: 'text', value: 'a' }, result]] } as const,
    ]) {
      expect(checkArguments(tool, new Map([['from', argument]]))).toMatchObject({
        kind: 'fault',
        reason: 'type',
      })
    }
  })

  it('sends floats as the numbers that they are and leaves out None', () => {
    const { tool, sent } = made()
    const checked = checkArguments(
      tool,
      new Map<string, GivenArgument>([
        ['from', { kind: 'float', value: 4 }],
        ['x-y', { kind: 'none' }],
      ]),
    )
    if (checked.kind === 'fault') throw new Error(checked.message)
    tool.run(checked)
    expect(sent).toEqual(['{"from":4}'])
  })
})
