import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { memoryFiles } from '../../../test/contract/memory-files.js'
import { describeRunReader, readLog } from '../../../test/contract/run-reader.js'
import { hostFiles } from '../../adapters/files.js'
import { promptfooConfig } from './promptfoo.js'
import { promptfooResults } from './promptfoo-results.js'

const CONFIG = { path: 'test/fixtures/logs/promptfoo/promptfooconfig.yaml', files: hostFiles }
const RESULTS = { path: 'test/fixtures/logs/promptfoo/output.json', files: hostFiles }

const config = (json: object, files: Readonly<Record<string, string>> = {}) => ({
  path: 'evals/promptfooconfig.json',
  files: memoryFiles({ 'evals/promptfooconfig.json': JSON.stringify(json), ...files }),
})
const test = (more: object) => ({ prompts: ['{{q}}'], tests: [{ vars: { q: 'Hi' }, ...more }] })
const asserting = (...assert: readonly object[]) => config(test({ assert }))

async function goldOf(...assert: readonly object[]) {
  const { exchanges, notices } = await readLog(promptfooConfig, asserting(...assert))
  return { gold: exchanges[0]?.gold, codes: notices.map(({ code }) => code) }
}

describeRunReader({
  reader: promptfooConfig,
  samples: [
    { ...CONFIG, exchanges: 4 },
    { ...CONFIG, path: 'test/fixtures/logs/promptfoo', exchanges: 4 },
    { ...config({ prompts: ['{{q}}', 'Say: {{ q }}'], tests: [{ vars: { q: ['a', 'b'] } }] }), exchanges: 4 },
  ],
  broken: [
    {
      name: 'a config that is a program',
      path: 'promptfooconfig.yaml',
      files: memoryFiles({ 'promptfooconfig.yaml': 'export default {}' }),
      code: 'log-broken',
    },
    {
      name: 'a prompt that is a program',
      ...config({ prompts: ['file://prompt.js'], tests: [{}] }, { 'evals/prompt.js': '' }),
      code: 'reference-unread',
    },
    {
      name: 'a reference that leads out',
      ...config({ prompts: ['file://../secret.txt'], tests: [{}] }, { 'secret.txt': 'x' }),
      code: 'reference-unread',
    },
    {
      name: 'an absolute reference',
      ...config({ prompts: ['file:///etc/passwd'], tests: [{}] }),
      code: 'reference-unread',
    },
    {
      name: 'a template that is a program',
      ...config({ prompts: ['{% for x in y %}{% endfor %}'], tests: [{}] }),
      code: 'template-unread',
    },
    {
      name: 'a filter',
      ...config({ prompts: ['{{ q | upper }}'], tests: [{ vars: { q: 'a' } }] }),
      code: 'template-unread',
    },
    {
      name: 'a variable that is not there',
      ...config({ prompts: ['{{ constructor }}'], tests: [{}] }),
      code: 'template-unread',
    },
    {
      name: 'more combinations than are read',
      ...config(
        test({
          vars: Object.fromEntries(['q', 'r', 's'].map((name) => [name, Array.from({ length: 50 }, String)])),
        }),
      ),
      code: 'template-unread',
    },
    {
      name: 'an assert that is none of ours',
      ...asserting({ type: 'llm-rubric', value: 'x' }),
      code: 'assert-unread',
    },
  ],
  foreign: [{ path: 'openapi.yaml', files: memoryFiles({ 'openapi.yaml': 'openapi: 3.1.0\n' }) }],
})

describeRunReader({
  reader: promptfooResults,
  samples: [{ ...RESULTS, exchanges: 4 }],
  broken: [
    {
      name: 'no results',
      path: 'a.json',
      files: memoryFiles({ 'a.json': '{"evalId":"a"}' }),
      code: 'log-broken',
    },
  ],
  foreign: [{ path: 'a.json', files: memoryFiles({ 'a.json': '{"results":{}}' }) }],
})

describe('promptfooConfig', () => {
  it('fills prompts, offers the tools of the provider, and takes gold from asserts', async () => {
    const { exchanges } = await readLog(promptfooConfig, CONFIG)
    expect(exchanges.map(({ gold }) => gold)).toEqual([
      { calls: [{ name: 'get_weather', arguments: { $any: true } }], order: 'any' },
      { calls: [{ name: 'book_table', arguments: { $any: true } }], order: 'any' },
      undefined,
      {
        calls: ['get_weather', 'book_table'].map((name) => ({ name, arguments: { $any: true } })),
        order: 'any',
      },
    ])
    expect(exchanges[0]).toMatchObject({
      messages: [
        { role: 'system', content: 'You are a concierge.' },
        { role: 'user', content: 'What is the weather like in Oslo?' },
      ],
      tools: [{ name: 'get_weather', inputSchema: { required: ['city'] } }, { name: 'book_table' }],
    })
  })

  it('asks what the results of the same config answer', async () => {
    const [asked, answered] = [
      await readLog(promptfooConfig, CONFIG),
      await readLog(promptfooResults, RESULTS),
    ]
    const question = ({ exchanges }: typeof asked) =>
      exchanges.map(({ messages, tools, gold }) => JSON.stringify({ messages, tools, gold }))
    expect(question(answered)).toEqual(question(asked))
    expect(answered.version).toBe('0.121.20')
    expect(answered.exchanges[1]).toMatchObject({
      subject: { model: 'openai:chat:gpt-4o-mini' },
      usage: { promptTokens: 80, completionTokens: 20 },
      settings: { temperature: 0, maxTokens: 200 },
      answer: { dialect: 'openai', stopReason: 'stop', message: expect.stringContaining('four') },
    })
  })

  it('takes names from JavaScript of a fixed form and runs none', async () => {
    const one = (value: string) => goldOf({ type: 'javascript', value })
    const named = (...names: readonly string[]) => ({
      calls: names.map((name) => ({ name, arguments: { $any: true } })),
      order: 'any',
    })
    expect(await one("output[0].function.name === 'a'")).toEqual({ gold: named('a'), codes: [] })
    expect(
      await one(
        'return output.length === 2 && output[1].function.name == "b" && output[0].function.name == "a";',
      ),
    ).toEqual({ gold: named('a', 'b'), codes: [] })
    expect(await one("output[0].function.name === 'a' && check(output)")).toEqual({
      gold: named('a'),
      codes: ['assert-partial'],
    })
    for (const unread of [
      "output[0].function.name !== 'a'",
      "output.name === 'a' || true",
      'process.exit()',
      "output.includes('a')",
      'file://check.js',
    ])
      expect(await one(unread)).toEqual({ gold: undefined, codes: ['assert-unread'] })
  })

  it('takes whole calls, says where a part would pass, and never the second of two', async () => {
    const calls = [{ type: 'function', function: { name: 'a', arguments: '{"x":1}' } }]
    expect(await goldOf({ type: 'equals', value: calls })).toEqual({
      gold: { calls: [{ name: 'a', arguments: { x: 1 } }], order: 'any' },
      codes: [],
    })
    expect((await goldOf({ type: 'tool-call-f1', value: 'a', threshold: 0.5 })).codes).toEqual([
      'assert-threshold',
    ])
    expect(
      (await goldOf({ type: 'tool-call-f1', value: ['a'] }, { type: 'tool-call-f1', value: ['b'] })).codes,
    ).toEqual(['assert-unread'])
    expect(await goldOf({ type: 'is-valid-openai-tools-call' })).toEqual({ gold: undefined, codes: [] })
  })

  it('reads data files of its own folder', async () => {
    const log = config(
      {
        prompts: ['file://prompt.yaml'],
        providers: [{ id: 'openai:x', config: { tools: 'file://tools.json' } }],
        tests: 'file://tests/all.yaml',
      },
      {
        'evals/prompt.yaml': '- role: system\n  content: Be brief.\n- role: user\n  content: "{{ q }}"\n',
        'evals/tools.json': '[{"type":"function","function":{"name":"a"}}]',
        'evals/tests/all.yaml': '- vars: {q: "Hi {{ there }}"}\n',
      },
    )
    const { exchanges, notices } = await readLog(promptfooConfig, log)
    expect(notices).toEqual([])
    expect(exchanges).toMatchObject([
      {
        tools: [{ name: 'a' }],
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'Hi {{ there }}' },
        ],
      },
    ])
  })
})

describe('references of a config', () => {
  it('leave the folder neither by name nor through a link', async () => {
    const scratch = mkdtempSync(join(tmpdir(), 'assay-promptfoo-'))
    try {
      mkdirSync(join(scratch, 'evals'))
      writeFileSync(join(scratch, 'secret.txt'), 'a secret of the machine')
      symlinkSync(join(scratch, 'secret.txt'), join(scratch, 'evals', 'link.txt'))
      symlinkSync(scratch, join(scratch, 'evals', 'up'))
      const path = join(scratch, 'evals', 'promptfooconfig.json')
      const prompts = ['../secret.txt', 'link.txt', 'up/secret.txt', join(scratch, 'secret.txt')].map(
        (name) => `file://${name}`,
      )
      writeFileSync(path, JSON.stringify({ prompts: [...prompts, 'Hi'], tests: [{}] }))
      const { exchanges, notices } = await readLog(promptfooConfig, { path, files: hostFiles })
      expect(exchanges.map(({ messages }) => messages[0]?.content)).toEqual(['Hi'])
      expect(notices.map(({ code }) => code)).toEqual(prompts.map(() => 'reference-unread'))
    } finally {
      rmSync(scratch, { recursive: true })
    }
  })
})

describe('promptfooResults', () => {
  const row = (provider: string, response: object, more: object = {}) => ({
    path: 'r.json',
    files: memoryFiles({
      'r.json': JSON.stringify({
        evalId: 'e',
        results: { results: [{ provider: { id: provider }, prompt: { raw: 'Hi' }, response, ...more }] },
        config: {},
      }),
    }),
  })

  it('reads the text that stands for blocks of Anthropic', async () => {
    const block = { type: 'tool_use', id: 't', name: 'a', input: { x: 1 } }
    const { exchanges } = await readLog(
      promptfooResults,
      row('anthropic:messages:c', { output: `One moment.\n\n${JSON.stringify(block)}` }),
    )
    expect(exchanges[0]?.answer).toMatchObject({
      dialect: 'anthropic',
      message: JSON.stringify({ role: 'assistant', content: [{ type: 'text', text: 'One moment.' }, block] }),
    })
  })

  it('tells an answer that failed its asserts from one that never came', async () => {
    const failed = await readLog(promptfooResults, row('p', { output: 'no' }, { error: 'Expected a call' }))
    expect(failed.exchanges[0]?.answer).toMatchObject({ kind: 'said' })
    const broken = await readLog(promptfooResults, row('p', { error: 'API error: 500' }))
    expect(broken.exchanges[0]?.answer).toEqual({ kind: 'failed', message: 'API error: 500' })
  })
})
