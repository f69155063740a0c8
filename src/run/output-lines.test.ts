import { describe, expect, it } from 'vitest'
import { memoryFiles } from '../../test/contract/memory-files.js'
import { ExactNumber } from '../text/json.js'
import { type Output, readOutputLines } from './output-lines.js'

async function read(text: string): Promise<readonly Output[]> {
  const outputs: Output[] = []
  for await (const output of readOutputLines('o.jsonl', memoryFiles({ 'o.jsonl': text })))
    outputs.push(output)
  return outputs
}

describe('readOutputLines', () => {
  it('reads every way in which something can be said', async () => {
    const outputs = await read(
      [
        '{"id": "a", "text": "hi"}',
        '{"id": 2, "tokenIds": [1, 2], "stopReason": "length"}',
        '',
        '{"id": "c", "message": {"role": "assistant", "n": 5.0, "n": 6}, "stopReason": "tool_calls", "other": 1}',
        '{"id": "d", "calls": [{"name": "t", "arguments": {"n": 12345678901234567890}}], "stopReason": null}',
      ].join('\n'),
    )
    expect(outputs).toMatchObject([
      { id: 'a', said: { kind: 'text', text: 'hi' }, stopReason: 'stop', where: 'o.jsonl, line 1' },
      { id: '2', said: { kind: 'tokens', tokenIds: [1, 2] }, stopReason: 'length' },
      {
        id: 'c',
        said: {
          kind: 'message',
          text: '{"role": "assistant", "n": 5.0, "n": 6}',
          message: { role: 'assistant', n: 6 },
        },
        stopReason: 'stop',
      },
      {
        id: 'd',
        said: {
          kind: 'calls',
          calls: [{ name: 't', arguments: { n: new ExactNumber('12345678901234567890') } }],
        },
      },
    ])
  })

  it.each(['length', 'max_tokens', 'MAX_TOKENS', 'max_output_tokens'])(
    'knows %s as cut',
    async (stopReason) => {
      const [output] = await read(JSON.stringify({ id: 'a', text: '', stopReason }))
      expect(output?.stopReason).toBe('length')
    },
  )

  it.each([
    ['[1]', /holds no object/],
    ['{"text": "a"}', /no "id"/],
    ['{"id": "a"}', /nothing that was said/],
    ['{"id": "a", "text": "x", "calls": []}', /two ways/],
    ['{"id": "a", "text": 5}', /wrong kind/],
    ['{"id": "a", "text": null}', /wrong kind/],
    ['{"id": "a", "tokenIds": [1.5]}', /wrong kind/],
    ['{"id": "a", "tokenIds": [-1]}', /wrong kind/],
    ['{"id": "a", "message": "hi"}', /wrong kind/],
    ['{"id": "a", "text": "x", "text": "y"}', /twice/],
    ['{"id": "a", "calls": [{"name": "t"}]}', /no object of arguments/],
    ['{"id": "a", "text": "x", "stopReason": 1}', /"stopReason"/],
    ['{"id": "a", "text": "x"', /not valid JSON/],
    ['{"id": "a", "calls": [{"name": "t", "arguments": {"x": 1, "x": 2}}]}', /twice/],
  ])('refuses %s, naming the line', async (line, message) => {
    await expect(read(`{"id": "z", "text": ""}\n${line}`)).rejects.toThrow(message)
    await expect(read(`{"id": "z", "text": ""}\n${line}`)).rejects.toThrow(/o\.jsonl, line 2/)
  })

  it('ends on a message that nests a hundred thousand deep', async () => {
    await expect(read(`{"id": "a", "message": ${'['.repeat(100_000)}`)).rejects.toThrow(/^Nesting is deeper/)
  })
})
