import { describe, expect, it } from 'vitest'
import { parseJson, writeJson } from '../../text/json.js'
import { callLine, headerLine, readToolLog, replayServer } from './tool-log.js'
import type { ServerReply } from './tool-server.js'

const bytes = async function* (text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text)
}

const listing = { server: { name: 'desk', version: '1' }, tools: [{ name: 'count' }] }
const answer = (words: string): ServerReply => ({ kind: 'answer', result: { content: [], words } })

describe('a file of recorded results', () => {
  it('gives back what was written, digits included', async () => {
    const result = parseJson('{"structuredContent":{"a":1.0,"b":9007199254740993}}')
    if (result.kind === 'fault') throw new Error('written above')
    const calls = [
      {
        place: 'turn 3',
        tool: 'count',
        arguments: { a: 1 },
        reply: { kind: 'answer', result: result.value } as ServerReply,
      },
      {
        tool: 'count',
        arguments: {},
        reply: { kind: 'failure', reason: 'timeout', message: 'No answer within 1 s.' } as ServerReply,
      },
    ]
    const header = { address: 'mcp:desk', allowsWrites: true, listing }
    const text = [headerLine(header), ...calls.map(callLine), ''].join('\n')
    const log = await readToolLog(bytes(text), 'r.jsonl')
    expect(log).toMatchObject({ address: 'mcp:desk', allowsWrites: true, listing })
    expect(log.calls.map(callLine)).toEqual(calls.map(callLine))
    expect(writeJson(log.listing.tools)).toBe('[{"name":"count"}]')
  })

  it.each([
    ['', /The file is empty/],
    ['{}\n', /"schema": "assay\.tool-results\/1"/],
    ['{"schema":"assay.tool-results/1","tools":{}}\n', /list the tools/],
    ['{"schema":"assay.tool-results/1","tools":[]}\n7\n', /no object/],
    ['{"schema":"assay.tool-results/1","tools":[]}\n{"tool":"a"}\n', /names no tool with arguments/],
    ['{"schema":"assay.tool-results/1","tools":[]}\n{"tool":"a","arguments":{}}\n', /neither a result nor/],
    [
      '{"schema":"assay.tool-results/1","tools":[]}\n{"tool":"a","arguments":{},"failure":{"reason":"mood","message":""}}\n',
      /line 2/,
    ],
    ['not json\n', /line 1/],
  ])('that holds %j is refused', async (text, message) => {
    await expect(readToolLog(bytes(text), 'r.jsonl')).rejects.toThrow(message)
  })
})

describe('replayServer', () => {
  const replayed = () =>
    replayServer({
      address: 'mcp:desk',
      allowsWrites: false,
      listing,
      calls: [
        { tool: 'count', arguments: { a: 1, b: 2 }, reply: answer('first') },
        { tool: 'count', arguments: {}, reply: answer('other') },
        { tool: 'count', arguments: { b: 2, a: 1 }, reply: answer('second') },
      ],
    })

  it('answers in the order of the record, the last reply ever after', async () => {
    const server = replayed()
    const said = []
    for (let time = 0; time < 3; time++) said.push(await server.call('count', { b: 2, a: 1 }))
    expect(said).toEqual([answer('first'), answer('second'), answer('second')])
    expect(await server.call('count', {})).toEqual(answer('other'))
  })

  it('refuses what was not recorded', async () => {
    const server = replayed()
    const failure = { kind: 'failure', reason: 'refused', message: 'not recorded' }
    expect(await server.call('count', { a: 1 })).toEqual(failure)
    expect(await server.call('constructor', {})).toEqual(failure)
  })
})
