import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { recordCli } from '../../../test/contract/cli-run.js'
import type { Tool } from '../../catalog/tool.js'
import type { SubjectOptions } from '../../subject/kind.js'
import { openSubject } from '../../subject/open.js'
import type { ChatRequest } from '../../subject/request.js'
import type { AskContext, Subject } from '../../subject/subject.js'
import { hostTemplates } from '../chat-template.js'
import { commandKind } from './command.js'

const folder = mkdtempSync(join(tmpdir(), 'assay-command-'))
const opened: Subject[] = []
afterAll(async () => {
  await Promise.all(opened.map((subject) => subject.close?.()))
  rmSync(folder, { recursive: true, force: true })
})

const doc = readFileSync('docs/subjects/command.md', 'utf8')
function example(language: 'python' | 'node'): string {
  const [, code = ''] =
    new RegExp(`<!-- runs: ${language} -->\\n\\n\`\`\`\\w+\\n([^]*?)\`\`\``).exec(doc) ?? []
  return code
}

function script(name: string, code: string): string {
  writeFileSync(join(folder, name), code)
  return join(folder, name)
}

/** A Node program whose function `answer` is given each request. */
function program(name: string, body: string): string {
  const lines = `import { createInterface } from 'node:readline'
const say = (value) => console.log(JSON.stringify(value))
${body}
for await (const line of createInterface({ input: process.stdin })) await answer(JSON.parse(line))`
  return `${process.execPath} ${script(name, lines)}`
}

interface Opening {
  readonly options?: SubjectOptions
  readonly variables?: Readonly<Record<string, string>>
  readonly mayExecute?: boolean
}

async function open(line: string, { options = {}, variables = {}, mayExecute = true }: Opening = {}) {
  const { context } = recordCli()
  const subject = await openSubject(
    `command:${line}`,
    { ...context, templates: hostTemplates(), mayExecute, options, variable: (name) => variables[name] },
    [commandKind],
  )
  opened.push(subject)
  return subject
}

const asked = (more: Partial<AskContext> = {}): AskContext => ({
  signal: new AbortController().signal,
  timeoutMs: 15_000,
  ...more,
})
const tool: Tool = {
  name: 'find_flights',
  inputSchema: { type: 'object', properties: {} },
  source: { format: 'assay', at: 'test' },
}
const chat = (content: string, tools: readonly Tool[] = []): ChatRequest => ({
  kind: 'chat',
  messages: [{ role: 'user', content }],
  tools,
  settings: { maxTokens: 16, temperature: 0 },
})

/** What ended may still be listed where nobody collects it. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  const stat = `/proc/${pid}/stat`
  return !existsSync(stat) || !/\) Z/.test(readFileSync(stat, 'utf8'))
}

describe('command:', () => {
  it.each(['python', 'node'] as const)('runs the example in %s of the docs', async (language) => {
    const line =
      language === 'python'
        ? `python3 ${script('agent.py', example('python'))}`
        : `${process.execPath} ${script('agent.mjs', example('node'))}`
    const subject = await open(line)
    expect((await subject.ask(chat('grüße\n'), asked())).output).toEqual({
      text: 'GRÜSSE\n',
      stopReason: 'stop',
    })
    const { output, raw } = await subject.ask(chat('fly', [tool]), asked())
    expect(JSON.parse(output.message ?? '')).toMatchObject({
      tool_calls: [{ function: { name: 'find_flights', arguments: '{}' } }],
    })
    expect(raw?.length).toBeGreaterThan(10)
  })

  it('takes answers in any order', async () => {
    const line = program(
      'late.mjs',
      'const answer = async ({ id, messages }) => { const ms = Number(messages[0].content); setTimeout(() => say({ id, text: String(ms) }), ms) }',
    )
    const subject = await open(line, { options: { maxConcurrency: 4 } })
    const order: string[] = []
    const times = ['300', '20', '150', '80']
    const texts = await Promise.all(
      times.map(async (time) => {
        const { output } = await subject.ask(chat(time), asked())
        order.push(time)
        return output.text
      }),
    )
    expect(texts).toEqual(times)
    expect(order).toEqual(['20', '80', '150', '300'])
    expect(subject.maxConcurrency).toBe(4)
  })

  it('keeps a message byte for byte, doubled keys included', async () => {
    const line = program(
      'verbatim.mjs',
      `const answer = ({ id }) => console.log('{"id":"' + id + '","message":{"role":"assistant","n":1.0,"n":2}}')`,
    )
    const { output } = await (await open(line)).ask(chat('x'), asked())
    expect(output.message).toBe('{"role":"assistant","n":1.0,"n":2}')
  })

  it('shows a line that is no answer, and what stands on stderr', async () => {
    const line = program(
      'noise.mjs',
      `console.error('loading weights'); console.log('Hello there'); const answer = ({ id }) => say({ id, text: 'x' })`,
    )
    const subject = await open(line)
    await expect(subject.ask(chat('x'), asked())).rejects.toMatchObject({
      code: 'command-noise',
      failure: 'schema',
      retryable: false,
      message: expect.stringMatching(/"Hello there"[^]*stderr: loading weights[^]*fix:.*stderr/),
    })
  })

  it.each([
    ['{"id":"0"}', /says nothing/],
    ['{"id":"0","text":"a","message":{}}', /same in two ways/],
    ['{"id":"0","text":7}', /"text" is no text/],
    ['{"id":"0","choices":{"A":0.5},"text":"A"}', /at most 0/],
    ['{"id":"0","calls":[{"name":1}],"tokenIds":null}', /A call is/],
  ])('says what is wrong with the answer %s', async (answer, reason) => {
    const line = program('wrong.mjs', `const answer = () => console.log(${JSON.stringify(answer)})`)
    await expect((await open(line)).ask(chat('x'), asked())).rejects.toMatchObject({
      code: 'command-answer',
      message: expect.stringMatching(reason),
    })
  })

  it('refuses an answer to a question that was not asked, or twice', async () => {
    const line = program(
      'twice.mjs',
      'const answer = ({ id }) => { say({ id, text: "a" }); say({ id, text: "b" }) }',
    )
    const subject = await open(line)
    await expect(subject.ask(chat('x'), asked())).resolves.toMatchObject({ output: { text: 'a' } })
    await pause(50)
    await expect(subject.ask(chat('x'), asked())).rejects.toMatchObject({
      code: 'command-noise',
      message: expect.stringContaining('nobody waits for'),
    })
    // That ended the program; the next question starts it anew.
    await expect(subject.ask(chat('x'), asked())).resolves.toMatchObject({ output: { text: 'a' } })
  })

  it('keeps a long answer whole, and characters that a terminal would not show', async () => {
    const line = program(
      'long.mjs',
      `const answer = ({ id }) => say({ id, text: '\\u0000\\u001b[2J' + 'é'.repeat(5_000_000) + '\\ud800' })`,
    )
    const { output } = await (await open(line)).ask(chat('x'), asked())
    expect(output.text?.length).toBe(5 + 5_000_000 + 1)
    expect(output.text?.slice(0, 6)).toBe('\u0000\u001b[2Jé')
    expect(output.text?.endsWith('\ud800')).toBe(true)
  })

  it.each([
    ['ten megabytes of one line', `'x'.repeat(10_000_000) + '\\n'`],
    ['bytes of no text', `Buffer.from([0xff, 0xfe, 0x00, 0x0a])`],
    ['a NUL', `'\\u0000\\n'`],
    ['JSON that is nested without end', `'['.repeat(1_000_000) + '\\n'`],
  ])('shows %s as noise, shortened, and asks the next question of a new process', async (what, noise) => {
    const flag = join(folder, what.replaceAll(' ', '-'))
    const line = program(
      `${what.replaceAll(' ', '-')}.mjs`,
      `import { existsSync, writeFileSync } from 'node:fs'
if (!existsSync(${JSON.stringify(flag)})) { writeFileSync(${JSON.stringify(flag)}, ''); process.stdout.write(${noise}) }
const answer = ({ id }) => setTimeout(() => say({ id, text: 'well' }), 300)`,
    )
    const subject = await open(line)
    const failed = await subject.ask(chat('x'), asked()).catch((error: unknown) => error)
    expect(failed).toMatchObject({ code: 'command-noise', failure: 'schema', retryable: false })
    expect(String(failed).length).toBeLessThan(1000)
    await expect(subject.ask(chat('x'), asked())).resolves.toMatchObject({ output: { text: 'well' } })
  })

  it('tells the next one to ask of an answer that came before it was asked', async () => {
    const flag = join(folder, 'early')
    const line = program(
      'early.mjs',
      `import { existsSync, writeFileSync } from 'node:fs'
if (!existsSync(${JSON.stringify(flag)})) say({ id: '0', text: 'early' })
writeFileSync(${JSON.stringify(flag)}, '')
const answer = ({ id }) => say({ id, text: 'well' })`,
    )
    const subject = await open(line)
    while (!existsSync(flag)) await pause(20)
    await pause(100)
    await expect(subject.ask(chat('x'), asked())).rejects.toMatchObject({
      code: 'command-noise',
      message: expect.stringContaining('nobody waits for'),
    })
    await expect(subject.ask(chat('x'), asked())).resolves.toMatchObject({ output: { text: 'well' } })
  })

  it('refuses an answer that is no UTF-8 rather than changing it, and goes on', async () => {
    const line = program(
      'latin.mjs',
      `const answer = ({ id, messages }) => messages[0].content === 'latin'
  ? process.stdout.write(Buffer.from('{"id":"' + id + '","text":"gr\\u00fc\\u00df"}\\n', 'latin1'))
  : say({ id, text: 'grüß' })`,
    )
    const subject = await open(line)
    const failed = await subject.ask(chat('latin'), asked()).catch((error: unknown) => error)
    expect(failed).toMatchObject({
      code: 'command-answer',
      failure: 'schema',
      message: expect.stringMatching(/no UTF-8/),
    })
    // The body is kept as it came.
    expect((failed as { raw?: Uint8Array }).raw?.includes(0xfc)).toBe(true)
    await expect(subject.ask(chat('x'), asked())).resolves.toMatchObject({ output: { text: 'grüß' } })
  })

  it('passes on what the program says of its own failure', async () => {
    const line = program(
      'limited.mjs',
      `const answer = ({ id }) => say({ id, error: { kind: 'rate-limit', message: 'slow down', retryAfterMs: 250 } })`,
    )
    await expect((await open(line)).ask(chat('x'), asked())).rejects.toMatchObject({
      failure: 'rate-limit',
      retryAfterMs: 250,
      retryable: true,
      message: expect.stringContaining('slow down'),
    })
  })

  it('starts a program again that ended, and gives up one that ends three times without an answer', async () => {
    const line = program(
      'dies.mjs',
      "const answer = () => { console.error('out of memory'); process.exit(3) }",
    )
    const subject = await open(line)
    for (const failure of ['transport', 'transport', 'missing']) {
      await expect(subject.ask(chat('x'), asked())).rejects.toMatchObject({
        code: 'command-ended',
        failure,
        message: expect.stringMatching(/exit code 3[^]*out of memory/),
      })
    }
  })

  it('does not give up a program that answers between its deaths', async () => {
    const line = program(
      'moody.mjs',
      "let count = 0\nconst answer = ({ id }) => (count++ === 0 ? say({ id, text: 'ok' }) : process.exit(1))",
    )
    const subject = await open(line)
    for (let death = 0; death < 4; death++) {
      await expect(subject.ask(chat('x'), asked())).resolves.toMatchObject({ output: { text: 'ok' } })
      await expect(subject.ask(chat('x'), asked())).rejects.toMatchObject({ failure: 'transport' })
    }
  })

  it('ends a program that is late with all that it started, and asks the next question of a new one', async () => {
    const sleeper = `import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
const answer = ({ id, messages }) => {
  if (messages[0].content !== 'sleep') return say({ id, text: 'awake' })
  const child = spawn('sleep', ['600'], { stdio: 'ignore' })
  writeFileSync(${JSON.stringify(join(folder, 'pid'))}, String(child.pid))
}`
    const subject = await open(program('sleeps.mjs', sleeper))
    await expect(subject.ask(chat('sleep'), asked({ timeoutMs: 1500 }))).rejects.toMatchObject({
      failure: 'timeout',
    })
    await expect(subject.ask(chat('x'), asked())).resolves.toMatchObject({ output: { text: 'awake' } })
    const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'))
    await pause(50)
    expect(isRunning(pid)).toBe(false)
  })

  it.runIf(process.platform === 'linux')(
    'ends what has begun a session of its own, and its children',
    async () => {
      const place = join(folder, 'session')
      const line = program(
        'session.mjs',
        `import { spawn } from 'node:child_process'
const answer = ({ id }) => {
  const shell = spawn('sh', ['-c', 'trap "" TERM; sleep 600 & echo $$ $! > ${place}; wait'], { stdio: 'ignore', detached: true })
  shell.unref()
  say({ id, text: 'started' })
}`,
      )
      const subject = await open(line)
      await subject.ask(chat('x'), asked())
      while (!existsSync(place) || !/\d+ \d+\n/.test(readFileSync(place, 'utf8'))) await pause(20)
      const pids = readFileSync(place, 'utf8').trim().split(' ').map(Number)
      expect(pids.map(isRunning)).toEqual([true, true])
      await subject.close?.()
      await vi.waitFor(() => expect(pids.map(isRunning)).toEqual([false, false]), 5000)
    },
  )

  it('ends at once when the run stops', async () => {
    const subject = await open(program('silent.mjs', 'const answer = () => undefined'))
    const stop = new AbortController()
    const answer = subject.ask(chat('x'), asked({ signal: stop.signal }))
    stop.abort()
    await expect(answer).rejects.toMatchObject({ failure: 'stopped' })
    await expect(subject.ask(chat('x'), asked({ signal: stop.signal }))).rejects.toMatchObject({
      failure: 'stopped',
    })
  })

  it('gives the program named variables and no others, and shows none of their values', async () => {
    process.env.ASSAY_TEST_NAMED = 'planted-secret-value'
    process.env.ASSAY_TEST_OTHER = 'other-secret-value'
    const line = program(
      'environment.mjs',
      `const answer = ({ id, messages }) => messages[0].content === 'names'
  ? say({ id, text: Object.keys(process.env).sort().join() })
  : console.log('key is ' + process.env.ASSAY_TEST_NAMED)`,
    )
    const variables = { ASSAY_TEST_NAMED: 'planted-secret-value' }
    const subject = await open(line, { options: { extra: { env: ['ASSAY_TEST_NAMED'] } }, variables })
    const { output } = await subject.ask(chat('names'), asked())
    expect(output.text?.split(',')).toContain('ASSAY_TEST_NAMED')
    expect(output.text).not.toContain('ASSAY_TEST_OTHER')
    await expect(subject.ask(chat('tell'), asked())).rejects.toThrow(/key is «secret:ASSAY_TEST_NAMED»/)
  })

  it('refuses what it cannot start', async () => {
    await expect(open('no-such-program-anywhere --x')).rejects.toMatchObject({ code: 'subject-missing' })
    await expect(open('')).rejects.toMatchObject({ code: 'subject-spec' })
    await expect(open('python3 "x')).rejects.toMatchObject({ code: 'subject-spec' })
    await expect(open('python3 x.py', { mayExecute: false })).rejects.toMatchObject({
      code: 'subject-executes',
    })
    for (const extra of [{ env: 'PATH' }, { env: [3] }, { answers: ['flying'] }]) {
      await expect(open('python3 x.py', { options: { extra } })).rejects.toMatchObject({
        code: 'subject-options',
      })
    }
    await expect(open('python3 x.py', { options: { extra: { env: ['NOT_SET'] } } })).rejects.toMatchObject({
      code: 'variable-missing',
    })
  })

  it('is another subject when its script changes', async () => {
    const path = script('changing.mjs', example('node'))
    const before = (await open(`${process.execPath} ${path}`)).facts.fingerprint
    await pause(20)
    writeFileSync(path, `${example('node')}\n// changed`)
    expect((await open(`${process.execPath} ${path}`)).facts.fingerprint).not.toBe(before)
  })
})
