import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { recordCli } from '../../../test/contract/cli-run.js'
import { bigramGguf } from '../../../test/generators/bigram-gguf.js'
import type { Tool } from '../../catalog/tool.js'
import { openSubject } from '../../subject/open.js'
import type { ChatRequest } from '../../subject/request.js'
import type { Message } from '../../toolcall/dialect.js'
import { dialects } from '../../toolcall/dialects/index.js'
import { hostTemplates } from '../chat-template.js'
import { ggufKind } from './gguf.js'
import { NextTokens } from './gguf-distribution.js'
import { checkGguf } from './gguf-file.js'
import { type PromptParts, promptText } from './gguf-prompt.js'

const folder = mkdtempSync(join(tmpdir(), 'assay-gguf-file-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const model = bigramGguf({ tokens: ['a', 'b', 'Ċ', '<end>'], control: [3], eos: 3, logit: () => 0 })
function file(name: string, bytes: Uint8Array | string): string {
  writeFileSync(join(folder, name), bytes)
  return join(folder, name)
}

describe('checkGguf', () => {
  it('passes a whole file', async () => {
    expect(await checkGguf(file('whole.gguf', model))).toMatchObject({
      sizeBytes: model.length,
      metadata: { 'general.architecture': 'llama', tensor_count: 12n },
    })
  })

  it.each([
    ['gguf-broken', 'a text'],
    ['gguf-broken', ''],
    ['gguf-broken', model.subarray(0, 300)],
    ['gguf-truncated', model.subarray(0, model.length - 4)],
    ['gguf-truncated', model.subarray(0, model.length / 2)],
  ] as const)('refuses with %s before native code sees it', async (code, bytes) => {
    await expect(checkGguf(file('broken.gguf', bytes))).rejects.toMatchObject({ code })
  })

  it('refuses a later part of several, and a file that is not there', async () => {
    await expect(checkGguf(file('m-00002-of-00003.gguf', model))).rejects.toMatchObject({
      code: 'gguf-shard',
    })
    await expect(checkGguf(join(folder, 'none.gguf'))).rejects.toMatchObject({ code: 'file-missing' })
  })
})

it.runIf(process.platform !== 'win32')('waits for no pipe', async () => {
  const server = createServer()
  const path = join(folder, 'pipe.gguf')
  await new Promise<void>((listening) => server.listen(path, listening))
  await expect(checkGguf(path)).rejects.toMatchObject({ code: 'gguf-broken' })
  server.close()
})

describe('gguf: without its engine', () => {
  it('says how to install it', async () => {
    const peers = process.env.ASSAY_PEERS
    process.env.ASSAY_PEERS = folder
    const { context } = recordCli()
    const opening = openSubject(
      `gguf:${file('fine.gguf', model)}`,
      { ...context, templates: hostTemplates(), mayExecute: true, options: {} },
      [ggufKind],
    )
    await expect(opening).rejects.toMatchObject({
      code: 'subject-missing',
      message: expect.stringMatching(/npm i -E --omit=optional node-llama-cpp@3\.21\.1 @node-llama-cpp\//),
    })
    if (peers === undefined) delete process.env.ASSAY_PEERS
    else process.env.ASSAY_PEERS = peers
  })
})

it('refuses a number of threads that is none, before the engine is looked for', async () => {
  process.env.ASSAY_THREADS = 'two'
  try {
    const { context } = recordCli()
    const opening = openSubject(
      `gguf:${file('threads.gguf', model)}`,
      { ...context, templates: hostTemplates(), mayExecute: true, options: {} },
      [ggufKind],
    )
    await expect(opening).rejects.toMatchObject({ code: 'subject-options', where: 'ASSAY_THREADS' })
  } finally {
    delete process.env.ASSAY_THREADS
  }
})

describe('promptText', () => {
  const tool: Tool = {
    name: 'look_up',
    inputSchema: { type: 'object', properties: {} },
    source: { format: 'assay', at: 'test' },
  }
  const messages: readonly Message[] = [
    { role: 'user', content: 'Where?' },
    { role: 'assistant', calls: [{ name: 'look_up', arguments: { place: 'Lima' } }] },
    { role: 'tool', content: 'here', name: 'look_up' },
  ]
  const ask = (
    template: string | undefined,
    more: Partial<ChatRequest> = {},
    dialect?: string,
  ): Promise<string> => {
    const parts: PromptParts = {
      template:
        template === undefined ? undefined : { template, tokens: [], variables: { bos_token: '<s>' } },
      dialect: dialects.find(({ id }) => id === dialect),
      templates: hostTemplates(),
      where: 'model.gguf',
    }
    return promptText({ kind: 'chat', messages, tools: [], settings: {}, ...more }, parts)
  }

  it('gives the template messages, tools and its own tokens', async () => {
    const template =
      '{{ bos_token }}{% for m in messages %}[{{ m.role }}:{{ m.content }}{% for c in m.tool_calls or [] %}{{ c.function.name }}({{ c.function.arguments.place }}){% endfor %}]{% endfor %}{% for t in tools or [] %}<{{ t.function.name }}>{% endfor %}{% if add_generation_prompt %}>{% endif %}'
    expect(await ask(template, { tools: [tool] })).toBe(
      '<s>[user:Where?][assistant:look_up(Lima)][tool:here]<look_up>>',
    )
    expect(await ask(template, { tools: [tool], toolChoice: 'none' })).not.toContain('<look_up>')
  })

  it('writes arguments as text for a template that takes them so', async () => {
    const template =
      "{% for m in messages %}{% for c in m.tool_calls or [] %}{% if c.function.arguments is not string %}{{ raise_exception('text only') }}{% endif %}{{ c.function.arguments }}{% endfor %}{% endfor %}"
    expect(await ask(template)).toBe('{"place":"Lima"}')
  })

  it('never leaves tools out in silence', async () => {
    const deaf = '{{ messages[0].content }}'
    await expect(ask(deaf, { tools: [tool] })).rejects.toMatchObject({ code: 'template-without-tools' })
    expect(await ask(deaf, { tools: [tool] }, 'hermes')).toContain('look_up')
    expect(await ask(deaf)).toBe('Where?')
  })

  it('says that a template is missing, refuses, or runs without end', async () => {
    await expect(ask(undefined)).rejects.toMatchObject({ code: 'template-missing' })
    expect(await ask(undefined, {}, 'hermes')).toContain('<|im_start|>')
    await expect(ask("{{ raise_exception('no tools please') }}")).rejects.toMatchObject({
      code: 'template-refused',
      message: expect.stringContaining('no tools please'),
    })
    await expect(ask('{% for %}')).rejects.toMatchObject({ code: 'template-syntax' })
  })
})

describe('NextTokens', () => {
  it('divides by the sum, and says "at most" of what the engine cannot say', () => {
    const next = new NextTokens(
      new Map([
        [7, 0.6],
        [3, 0.3],
        [1, 0.3],
        [2, 0],
      ]),
    )
    const text = (id: number): string => `t${id}`
    const listed = next.list([2, 3], 2, text)
    expect(listed.map(({ id }) => id)).toEqual([2, 3, 7])
    expect(listed[1]).toEqual({ id: 3, text: 't3', logprob: expect.closeTo(Math.log(0.25), 12) })
    expect(listed[0]).toMatchObject({ logprob: Math.log(2 ** -149), bound: 'at-most' })
    expect(next.of(99).bound).toBe('at-most')
  })
})
