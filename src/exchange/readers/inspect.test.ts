import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { memoryFiles } from '../../../test/contract/memory-files.js'
import { describeRunReader, readLog } from '../../../test/contract/run-reader.js'
import { hostFiles } from '../../adapters/files.js'
import { inspectLog } from './inspect.js'

const EVAL = { path: 'test/fixtures/logs/inspect-concierge.eval', files: hostFiles }
const JSON_LOG = { path: 'test/fixtures/logs/inspect-concierge.json', files: hostFiles }

const log = (sample: object) => {
  const text = JSON.stringify({ version: 2, eval: { task: 't', model: 'm' }, samples: [sample] })
  return { path: 'log.json', files: memoryFiles({ 'log.json': text }) }
}
const said = (content: string, more: object = {}) => ({
  event: 'model',
  model: 'm',
  input: [{ role: 'user', content: 'Hi' }],
  tools: [],
  output: { choices: [{ message: { role: 'assistant', content }, stop_reason: 'stop' }] },
  ...more,
})

describeRunReader({
  reader: inspectLog,
  samples: [
    { ...EVAL, exchanges: 8 },
    { ...JSON_LOG, exchanges: 8 },
  ],
  broken: [
    {
      name: 'a file that is no archive',
      path: 'a.eval',
      files: { ...memoryFiles({ 'a.eval': 'PK\u0003\u0004' }) },
      code: 'archive-unread',
    },
    {
      name: 'a document that is cut',
      path: 'a.json',
      files: memoryFiles({ 'a.json': '{"version":2,"eval":{"task":"t"},"samples":[' }),
      code: 'log-broken',
    },
    { name: 'a sample that says nothing', ...log({ id: 1, messages: [], input: [] }), code: 'sample-broken' },
    { name: 'a sample without events', ...log({ id: 1, input: 'Hi' }), code: 'tools-unknown' },
    { name: 'attachments that grow without end', ...bomb(), code: 'exchange-too-large' },
  ],
  foreign: [{ path: 'a.json', files: memoryFiles({ 'a.json': '{"version":2}' }) }],
})

/** Ten messages, each of which names one long attachment. */
function bomb() {
  const name = 'a'.repeat(32)
  const input = Array.from({ length: 10 }, () => ({ role: 'user', content: `attachment://${name}` }))
  return log({ id: 1, attachments: { [name]: 'x'.repeat(10_000_000) }, events: [said('', { input })] })
}

describe('inspectLog', () => {
  it('says the same of an archive and of a document, and names the version', async () => {
    const [archive, document] = [await readLog(inspectLog, EVAL), await readLog(inspectLog, JSON_LOG)]
    expect(archive.version).toBe('0.3.285')
    expect(document.version).toBe('0.3.285')
    const asked = ({ exchanges }: typeof archive) =>
      exchanges.map(({ id, messages, tools, settings }) => ({ id, messages, tools, settings }))
    expect(asked(archive)).toEqual(asked(document))
  })

  it('reads tools, calls, settings, usage, epochs and errors', async () => {
    const { exchanges } = await readLog(inspectLog, EVAL)
    const table = exchanges.filter(({ id }) => id === 'table')
    expect(table).toHaveLength(2)
    expect(table[1]).toMatchObject({
      subject: { model: 'mockllm/model' },
      settings: { maxTokens: 200, temperature: 0, seed: 7 },
      usage: { promptTokens: 60, completionTokens: 12 },
      answer: { message: expect.stringContaining(String.raw`{\"guests\":\"four\",\"time\":\"19:30\"}`) },
    })
    expect(table[0]?.tools.map(({ name }) => name)).toEqual(['get_weather', 'book_table'])
    // The system message is long enough to be set aside.
    expect(table[0]?.messages[0]).toMatchObject({
      role: 'system',
      content: expect.stringMatching(/^You are a concierge\. You/),
    })
    expect(exchanges.filter(({ answer }) => answer?.kind === 'failed')).toMatchObject([
      { id: 'odd', answer: { message: expect.stringContaining('the endpoint is down') } },
    ])
  })

  it('makes an item of every answer on demand', async () => {
    const { exchanges } = await readLog(inspectLog, EVAL, { turns: 'all' })
    expect(exchanges).toHaveLength(13)
    const second = exchanges.find(({ id, turn }) => id === 'weather' && turn === 2)
    expect(second?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool'])
  })

  it('leaves graders out, and attempts that were repeated', async () => {
    const events = [
      said('', { error: 'busy' }),
      said('Hello'),
      said('4', { role: 'grader' }),
      said('x', { model: 'other' }),
    ]
    const { exchanges, notices } = await readLog(inspectLog, log({ id: 7, events }), { turns: 'all' })
    expect(exchanges).toMatchObject([
      { id: '7', answer: { kind: 'said', message: expect.stringContaining('Hello') } },
    ])
    expect(notices.map(({ code }) => code)).toEqual(['other-model', 'attempt-failed'])
  })

  it('does not repair a call that could not be parsed', async () => {
    const message = {
      role: 'assistant',
      content: '',
      tool_calls: [{ id: 'c', function: 'f', arguments: {}, parse_error: 'Error parsing {"a":' }],
    }
    const { exchanges, notices } = await readLog(
      inspectLog,
      log({ id: 1, events: [said('', { output: { choices: [{ message }] } })] }),
    )
    expect(notices.map(({ code }) => code)).toEqual(['call-unparsed'])
    const [exchange] = exchanges
    const answer = exchange?.answer?.kind === 'said' ? JSON.parse(exchange.answer.message) : undefined
    expect(answer.tool_calls[0].function.arguments).toBe('Error parsing {"a":')
  })

  it('is tried on a log as it is written while it runs, whose events refer to a pool of messages', () => {
    expect(readFileSync(JSON_LOG.path, 'utf8')).toContain('"input_refs"')
  })
})
