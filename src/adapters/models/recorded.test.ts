import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { recordCli } from '../../../test/contract/cli-run.js'
import { memoryFiles } from '../../../test/contract/memory-files.js'
import type { SubjectOptions } from '../../subject/kind.js'
import { openSubject } from '../../subject/open.js'
import type { ChatRequest } from '../../subject/request.js'
import type { AskContext } from '../../subject/subject.js'
import { hostTemplates } from '../chat-template.js'
import { functionKind } from './function.js'
import { replayKind } from './replay.js'
import { scriptedKind } from './scripted.js'

const folder = mkdtempSync(join(tmpdir(), 'assay-recorded-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function open(
  spec: string,
  files: Readonly<Record<string, string>> = {},
  more: { readonly options?: SubjectOptions; readonly mayExecute?: boolean } = {},
) {
  const { context } = recordCli(memoryFiles(files))
  const { options = {}, mayExecute = true } = more
  return openSubject(spec, { ...context, templates: hostTemplates(), mayExecute, options }, [
    functionKind,
    replayKind,
    scriptedKind,
  ])
}

const chat: ChatRequest = {
  kind: 'chat',
  messages: [{ role: 'user', content: 'Where?' }],
  tools: [],
  settings: {},
}
const asked = (
  item?: string,
  more: { readonly variant?: string; readonly trial?: number; readonly benchmark?: string } = {},
): AskContext => ({
  signal: new AbortController().signal,
  timeoutMs: 500,
  ...(item === undefined ? {} : { sample: { benchmark: 'b', item, trial: 0, ...more } }),
})

describe('replay:', () => {
  const lines = [
    '{"id":"q1","text":"one","stopReason":"max_tokens","usage":{"completionTokens":3}}',
    '{"id":"q2","message":{"role":"assistant","content":1.0,"content":2}}',
    '{"id":"q3","tokenIds":[1,2,3]}',
    '{"id":"q4","calls":[{"name":"f","arguments":{"n":9007199254740993}}]}',
    '{"id":"q5","variant":"rotation-1","text":"turned"}',
    '{"id":"q5","text":"plain"}',
    '{"id":"q5","trial":1,"text":"again"}',
    '{"id":"q6","choices":{"A":-0.10,"B":-3},"text":"A"}',
  ]

  it('answers by the id of the item, as it was recorded', async () => {
    const subject = await open('replay:outputs.jsonl', { 'outputs.jsonl': `${lines.join('\n')}\n` })
    const said = async (...of: Parameters<typeof asked>) => (await subject.ask(chat, asked(...of))).output
    expect(await subject.ask(chat, asked('q1'))).toEqual({
      output: { text: 'one', stopReason: 'length' },
      usage: { completionTokens: 3 },
    })
    expect((await said('q2')).message).toBe('{"role":"assistant","content":1.0,"content":2}')
    expect((await said('q3')).tokenIds).toEqual([1, 2, 3])
    expect((await said('q4')).message).toContain('9007199254740993')
    expect((await said('q5')).text).toBe('plain')
    expect((await said('q5', { variant: 'rotation-1', trial: 3 })).text).toBe('turned')
    expect((await said('q5', { variant: 'rotation-2', trial: 1 })).text).toBe('again')
    expect((await subject.ask(chat, asked('q6'))).choices).toEqual({ A: -0.1, B: -3 })
  })

  it('is silent about items that were not recorded: unmeasured, not wrong, and not tried again', async () => {
    const subject = await open('replay:outputs.jsonl', { 'outputs.jsonl': lines.join('\n') })
    await expect(subject.ask(chat, asked('q99'))).rejects.toMatchObject({
      code: 'replay-missing',
      retryable: false,
    })
    await expect(subject.ask(chat, asked())).rejects.toMatchObject({ code: 'replay-missing' })
  })

  it('reads the samples of a run, the later line of two, failures passed over', async () => {
    const samples = [
      '{"benchmark":"b","item":"q1","trial":0,"subject":"s","error":{"kind":"server"}}',
      '{"benchmark":"b","item":"q1","trial":0,"subject":"s","output":{"text":"early","stopReason":"stop"}}',
      '{"benchmark":"b","item":"q1","trial":0,"subject":"s","output":{"message":{"a":1,"a":2},"stopReason":"length"},"usage":{"promptTokens":5}}',
    ]
    const subject = await open('replay:runs/1/samples.jsonl', { 'runs/1/samples.jsonl': samples.join('\n') })
    expect(await subject.ask(chat, asked('q1'))).toEqual({
      output: { message: '{"a":1,"a":2}', stopReason: 'length' },
      usage: { promptTokens: 5 },
    })
    await expect(subject.ask(chat, asked('q1', { trial: 1 }))).rejects.toMatchObject({
      code: 'replay-missing',
    })
  })

  it('answers with message and text of a sample as they stand, and tells benchmarks apart', async () => {
    const sample = (benchmark: string, text: string): string =>
      `{"benchmark":"${benchmark}","item":"q1","trial":0,"output":{"message":{"content": "${text}"},"text":"${text}","tokenIds":[1],"stopReason":"stop"}}`
    const subject = await open('replay:samples.jsonl', {
      'samples.jsonl': `${sample('b', 'one')}\n${sample('c', 'two')}\n`,
    })
    const said = async (benchmark: string): Promise<unknown> =>
      (await subject.ask(chat, asked('q1', { benchmark }))).output
    expect(await said('b')).toEqual({
      text: 'one',
      message: '{"content": "one"}',
      tokenIds: [1],
      stopReason: 'stop',
    })
    expect(await said('c')).toMatchObject({ text: 'two' })
    expect(await said('elsewhere')).toMatchObject({ text: 'one' })
  })

  it.each([
    ['{"id":"a","text":"x","message":{"a":1}}', 'replay-broken', /in two ways/],
    ['{"id":"a","text":"x"}\n{"id":"a","text":"y"}', 'replay-doubled', /line 2/],
    ['{"text":"x"}', 'replay-broken', /no "id"/],
    ['[1]', 'replay-broken', /no object/],
    ['{"id":"a"}', 'replay-broken', /says nothing/],
    ['{"id":"a","text":"x"', 'json-broken', /line 1/],
    ['{"id":"a","text":"x","trial":-1}', 'replay-broken', /trial/],
  ])('refuses %s', async (text, code, reason) => {
    const opening = open('replay:o.jsonl', { 'o.jsonl': text })
    await expect(opening).rejects.toMatchObject({ code, message: expect.stringMatching(reason) })
  })

  it('says that a file is missing', async () => {
    await expect(open('replay:none.jsonl')).rejects.toMatchObject({ code: 'file-missing' })
    await expect(open('replay:')).rejects.toMatchObject({ code: 'subject-spec' })
  })
})

describe('scripted:', () => {
  const script =
    'label: demo\nrules:\n  - when: { contains: Where }\n    answers: [Here., There.]\notherwise: What?\n'

  it('reads a script in YAML or JSON', async () => {
    const subject = await open('scripted:demo.yaml', { 'demo.yaml': script })
    expect(subject).toMatchObject({ label: 'demo', spec: 'scripted:demo.yaml' })
    expect((await subject.ask(chat, asked())).output.text).toBe('Here.')
    expect((await subject.ask(chat, asked())).output.text).toBe('There.')
    const other = await open(
      'scripted:s.json',
      { 's.json': '{"otherwise": "x"}' },
      { options: { label: 'mine' } },
    )
    expect(other.label).toBe('mine')
    expect(other.facts.fingerprint).toMatch(/^[0-9a-f]{64}$/)
  })

  it('plays the script of the docs', async () => {
    const doc = readFileSync('docs/subjects/scripted.md', 'utf8')
    const [, yaml = ''] = /<!-- script -->\n\n```yaml\n([^]*?)```/.exec(doc) ?? []
    const subject = await open('scripted:demo.yaml', { 'demo.yaml': yaml })
    const tool = { name: 'get_weather', inputSchema: {}, source: { format: 'assay', at: 'test' } }
    const weather: ChatRequest = {
      ...chat,
      messages: [{ role: 'user', content: 'the weather' }],
      tools: [tool],
    }
    await expect(subject.ask(weather, asked('q1'))).rejects.toMatchObject({ failure: 'rate-limit' })
    expect((await subject.ask(weather, asked('q1'))).output.text).toMatch(/<tool_call>[^]*Lima/)
    expect((await subject.ask(chat, asked('q1'))).output.text).toBe('I do not know.')
  })

  it.each([
    ['s.yaml', 'rules: [', 'script-broken'],
    ['s.json', '{', 'json-broken'],
    ['s.yaml', '', 'script-broken'],
    ['s.yaml', `a: &a [x, x]\nb: &b [*a, *a]\n${'c: [*b, *b]\n'.repeat(1)}`, 'script-broken'],
  ])('refuses %s holding %j', async (name, text, code) => {
    await expect(open(`scripted:${name}`, { [name]: text })).rejects.toMatchObject({ code })
  })
})

describe('function:', () => {
  const file = join(folder, 'agents.ts')
  writeFileSync(
    file,
    `interface Ask { readonly messages: readonly { readonly content: string }[] }
export const shout = (request: Ask): string => request.messages.at(-1)?.content.toUpperCase() ?? ''
export default async () => ({ message: { role: 'assistant', content: 'hi' }, usage: { promptTokens: 2 } })
export const nothing = () => undefined
export const never = () => new Promise(() => undefined)
export const throws = () => { throw new Error('no idea') }
export const whole = () => ({ output: { text: 'x', stopReason: 'length' }, cost: 0.5 })
export const number = 7
export const subject = {
  spec: 'mine', label: 'mine', facts: { model: 'mine' }, answers: new Set(['chat']), endpoint: 'mine', maxConcurrency: 1,
  ask: async () => ({ output: { text: 'from a subject', stopReason: 'stop' } }),
}
export const silent = { ...subject, ask: () => undefined }
export const flatSaid = { ...subject, ask: async () => ({ text: 'x' }) }
export const throwing = { ...subject, ask: () => { throw null } }
export class Kept {
  spec = 'kept'; label = 'kept'; facts = { model: 'kept' }; answers = new Set(['chat']); endpoint = 'kept'; maxConcurrency = 2
  ask() { return { output: { text: this.label, stopReason: 'stop' } } }
  async close() { this.label = 'closed' }
}
export const kept = new Kept()
`,
  )

  it('asks an export in TypeScript', async () => {
    const said = async (name: string) => (await open(`function:${file}${name}`)).ask(chat, asked('q1'))
    expect((await said('#shout')).output).toEqual({ text: 'WHERE?', stopReason: 'stop' })
    expect(await said('')).toMatchObject({
      output: { message: '{"role":"assistant","content":"hi"}' },
      usage: { promptTokens: 2 },
    })
    expect(await said('#whole')).toEqual({ output: { text: 'x', stopReason: 'length' }, cost: 0.5 })
    expect((await said('#subject')).output.text).toBe('from a subject')
    expect((await said('#kept')).output.text).toBe('kept')
    expect((await open(`function:${file}#shout`)).facts).toMatchObject({
      model: 'shout',
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  })

  it.each([
    ['nothing', 'function-answer', 'schema'],
    ['throws', 'function-threw', 'server'],
    ['never', 'function-timeout', 'timeout'],
    ['silent', 'function-answer', 'schema'],
    ['flatSaid', 'function-answer', 'schema'],
    ['throwing', 'function-threw', 'server'],
  ])('takes %s for a failure, not an answer', async (name, code, failure) => {
    const subject = await open(`function:${file}#${name}`)
    await expect(subject.ask(chat, asked())).rejects.toMatchObject({ code, failure })
  })

  it('refuses what is not there, and what a stored run names', async () => {
    await expect(open(`function:${file}#shoot`)).rejects.toMatchObject({
      code: 'subject-missing',
      message: expect.stringMatching(/no export "shoot"[^]*shout/),
    })
    await expect(open(`function:${file}#number`)).rejects.toThrow(/neither a function nor a subject/)
    await expect(open(`function:${join(folder, 'none.ts')}`)).rejects.toMatchObject({
      code: 'subject-missing',
    })
    await expect(open('function:#x')).rejects.toMatchObject({ code: 'subject-spec' })
    await expect(open(`function:${file}`, {}, { mayExecute: false })).rejects.toMatchObject({
      code: 'subject-executes',
    })
  })
})
