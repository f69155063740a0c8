import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  document,
  everything,
  interruptAfter,
  place,
  run,
  samples,
  setUp,
  tearDown,
  yes,
} from '../../../test/contract/run-command.js'
import { type Answer, answeringSubject, lastMessage, saying } from '../../../test/contract/run-fixtures.js'
import { hostJournals, journalOn } from '../../adapters/journal.js'
import { commandKind } from '../../adapters/models/command.js'
import { SubjectFailure } from '../../subject/failure.js'
import type { SubjectKind } from '../../subject/kind.js'
import type { RunHost } from '../run/run-host.js'

beforeEach(setUp)
afterEach(tearDown)

describe('a run place.folder from a stranger', () => {
  async function edited(change: (run: Record<string, Record<string, unknown>>) => void): Promise<void> {
    const { answer, context } = interruptAfter(3)
    await run(answer, { context })
    const stored = document() as Record<string, Record<string, unknown>>
    change(stored)
    await writeFile(join(place.folder, 'run.json'), JSON.stringify(stored))
  }

  it('starts no program', async () => {
    await edited((stored) => {
      Object.assign(stored.subject ?? {}, { spec: 'executing:rm -rf /' })
    })
    let isOpened = false
    const open: SubjectKind['open'] = () => {
      isOpened = true
      return answeringSubject(yes, { spec: 'executing:rm -rf /' })
    }
    expect((await run(yes, { resume: place.folder, open })).error).toMatchObject({ code: 'subject-executes' })
    expect(isOpened).toBe(false)
    await run(yes, { resume: place.folder, open, subject: 'executing:rm -rf /' })
    expect(isOpened).toBe(true)
  })

  it('gets no key for an address of its own', async () => {
    await edited((stored) => {
      Object.assign(stored.subject ?? {}, { spec: 'answering:https://evil.example/v1#m', key: 'MY_KEY' })
    })
    const context = { variable: () => 'sk-planted-key' }
    const open: SubjectKind['open'] = (argument, { variable }) => {
      variable('MY_KEY')
      return answeringSubject(yes, { spec: `answering:${argument}` })
    }
    const { error } = await run(yes, { resume: place.folder, open, context })
    expect(error).toMatchObject({ code: 'subject-repeat' })
    expect(String(error)).not.toContain('planted')
    const subject = 'answering:https://evil.example/v1#m'
    expect(
      (await run(yes, { resume: place.folder, open, context, subject, key: 'MY_KEY' })).error,
    ).toBeUndefined()
  })

  it.each([
    'http:/evil.example/v1',
    'http:evil.example/v1',
    'HTTP:\\\\evil.example/v1',
    'https://127.0.0.1.evil.example/v1',
    'https://127.0.0.1@evil.example/v1',
  ])('gets no key for %s, which browsers take for an address', async (address) => {
    await edited((stored) => {
      Object.assign(stored.subject ?? {}, { spec: `answering:${address}#m`, key: 'MY_KEY' })
    })
    const context = { variable: () => 'sk-planted-key' }
    const open: SubjectKind['open'] = (argument, { variable }) => {
      variable('MY_KEY')
      return answeringSubject(yes, { spec: `answering:${argument}` })
    }
    expect((await run(yes, { resume: place.folder, open, context })).error).toMatchObject({
      code: 'subject-repeat',
    })
  })

  it('runs no program that describes a dialect', async () => {
    const program = join(place.scratch, 'dialect.mjs')
    await writeFile(program, 'globalThis.wasDialectRun = true; export default {}')
    await edited((stored) => {
      Object.assign(stored.subject ?? {}, { dialect: program })
    })
    expect((await run(yes, { resume: place.folder })).error).toMatchObject({ code: 'dialect-executes' })
    expect(globalThis).not.toHaveProperty('wasDialectRun')
  })

  it('reaches no catalog but files', async () => {
    await edited((stored) => {
      stored.catalog = { sources: ['mcp:touch /tmp/started'], fingerprint: 'f' }
    })
    expect((await run(yes, { resume: place.folder })).error).toMatchObject({ code: 'catalog-executes' })
  })
})

describe('secrets', () => {
  const key = 'sk-planted/0123+"456789é'

  it('stand in no byte that is written, whoever echoes them, however spelled', async () => {
    const cache = join(place.scratch, 'cache')
    let asked = 0
    const { error, out, err } = await run(yes, {
      context: { variable: (name) => (name === 'MY_KEY' ? key : undefined) },
      cache,
      open: (_, { variable, notify }) => {
        const value = variable('MY_KEY') ?? ''
        notify(`using ${value}`)
        return answeringSubject(
          (request) => {
            if (++asked % 5 === 0) {
              throw new SubjectFailure({
                code: 'x',
                what: `Wrong key ${value}.`,
                failure: 'refusal',
                raw: new TextEncoder().encode(JSON.stringify({ error: value })),
              })
            }
            const spelled = [
              value,
              encodeURIComponent(value),
              JSON.stringify(value),
              Buffer.from(`Bearer ${value}`).toString('base64'),
            ]
            const message = JSON.stringify({
              content: spelled.join(' '),
              tool_calls: [{ arguments: JSON.stringify({ spelled }) }],
            })
            return {
              output: { text: spelled.join('\n'), message, stopReason: 'stop' },
              raw: new TextEncoder().encode(`${message} ${lastMessage(request)}`),
            }
          },
          { facts: { model: 'm', endpoint: `https://host/?key=${value}` } },
        )
      },
    })
    expect(error).toBeUndefined()
    expect(samples()).toHaveLength(20)
    const written = everything(place.scratch) + out + err
    const planted = [
      key,
      JSON.stringify(key).slice(1, -1),
      Buffer.from(key).toString('latin1'),
      encodeURIComponent(key),
      'planted',
      '0123+',
      Buffer.from(key).toString('base64').slice(2, -4),
      Buffer.from(`Bearer ${key}`).toString('base64').slice(12, -4),
    ]
    for (const text of planted) expect(written).not.toContain(text)
    expect(written).toContain(Buffer.from('«secret:MY_KEY»').toString('latin1'))
    expect(samples().every(({ redacted }) => redacted === true)).toBe(true)
    const again = await run(yes, {
      resume: place.folder,
      context: { variable: () => key },
      open: (_, { variable }) =>
        answeringSubject(yes, { facts: { model: 'm', endpoint: `https://host/?key=${variable('MY_KEY')}` } }),
    })
    expect(again.error).toBeUndefined()
  })

  it('are known where a config holds them as headers', async () => {
    const config = join(place.scratch, 'c.json')
    const literal = 'literal-key-0123456789'
    const headers = { Authorization: `Bearer ${literal}` }
    await writeFile(config, JSON.stringify({ subjects: [{ spec: 'answering:', headers }] }))
    const spelled = `${literal} ${Buffer.from(`x:${literal}`).toString('base64')}`
    const { error, out } = await run(() => saying(spelled), { config })
    expect(error).toBeUndefined()
    await rm(config)
    const written = everything(place.folder) + out
    expect(written).not.toContain(literal)
    expect(written).not.toContain(Buffer.from(`x:${literal}`).toString('base64').slice(4, -4))
    expect(written).toContain('secret:Authorization')
  })

  it('stand in no error that ends the run', async () => {
    const { error } = await run(yes, {
      context: { variable: () => key },
      open: (_, { variable }) => {
        throw new SubjectFailure({ code: 'x', what: `No such key: ${variable('MY_KEY')}`, failure: 'auth' })
      },
    })
    expect(String(error)).toContain('«secret:MY_KEY»')
    expect(String(error)).not.toContain('planted')
  })
})

describe('a full disk', () => {
  it('ends the run with one message; what was acknowledged is kept, and a resume completes it', async () => {
    const journals: RunHost['journals'] = {
      ...hostJournals,
      async open(path, healed, isSynced) {
        if (!path.endsWith('samples.jsonl')) return hostJournals.open(path, healed, isSynced)
        const { open } = await import('node:fs/promises')
        const file = await open(path, 'a')
        let left = 1500
        const disk = {
          async appendFile(data: string | Uint8Array) {
            const bytes = Buffer.from(data)
            await file.appendFile(bytes.subarray(0, left))
            left -= bytes.length
            if (left < 0) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
          },
          datasync: () => file.datasync(),
          truncate: (length?: number) => file.truncate(length),
          close: () => file.close(),
        }
        return journalOn(disk, { path, sizeBytes: 0, isSynced: true })
      },
    }
    const slow: Answer = async () => {
      await new Promise((done) => setTimeout(done, 10))
      return saying('yes')
    }
    const { error } = await run(slow, { host: { journals }, concurrency: 2 })
    expect(error).toMatchObject({
      code: 'journal-unwritable',
      what: expect.stringMatching(/the disk is full/),
    })
    const before = samples().length
    expect(before).toBeGreaterThan(0)
    expect(before).toBeLessThan(20)
    await run(yes, { resume: place.folder })
    expect(samples()).toHaveLength(20)
  })
})

describe('a program that writes calls as text', () => {
  const call = { role: 'user', content: 'Go.' }
  const tool = { name: 'go', inputSchema: { type: 'object' } }
  const item = { id: 'c1', kind: 'call', messages: [call], tools: [tool], gold: { none: true } }
  const program = `import { createInterface } from 'node:readline'
for await (const line of createInterface({ input: process.stdin })) {
  const text = '<tool_call>\\n{"name": "go", "arguments": {}}\\n</tool_call>'
  console.log(JSON.stringify({ id: JSON.parse(line).id, text }))
}`

  it.each([
    ['openai', 'unmeasured', ['server-leaves-calls']],
    ['hermes', 'passed', []],
    ['glm', 'passed', ['calls-in-other-dialect']],
  ] as const)('is found out before the run counts, read as %s', async (dialect, verdict, found) => {
    const items = join(place.scratch, 'calls.jsonl')
    await writeFile(items, `${JSON.stringify(item)}\n`)
    await writeFile(join(place.scratch, 'agent.mjs'), program)
    const subject = `command:${process.execPath} ${join(place.scratch, 'agent.mjs')}`
    const asked = { items: [items], subject, dialect, host: { kinds: [commandKind] } }
    const { error, exitCode, out } = await run(yes, asked)
    expect(error).toBeUndefined()
    const preflight = document().preflight as { findings: { code: string }[] }
    expect(preflight).toMatchObject({ verdict })
    const codes = preflight.findings.map(({ code }) => code)
    expect(codes.filter((code) => code !== 'prompt-unseen')).toEqual(found)
    expect(exitCode).toBe(verdict === 'passed' ? 0 : 1)
    if (dialect === 'openai')
      expect(out).toMatch(/in the dialect hermes.*\n +Read outputs with --dialect hermes/)
    place.folder = join(place.scratch, 'untried')
    await run(yes, { ...asked, output: place.folder, trialRequests: false })
    expect(document().preflight).toMatchObject({ verdict: 'passed' })
  })
})
