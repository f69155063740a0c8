import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CliRecord, recordCli } from '../../../test/contract/cli-run.js'
import { hostFacts } from '../../adapters/host-facts.js'
import { peers } from '../../adapters/peers.js'
import { redisAddress } from '../../adapters/queue/redis-address.js'
import { type DoctorCheck, type DoctorDocument, doctorDocument } from '../doctor/doctor-document.js'
import { textOfDoctor } from '../doctor/doctor-text.js'
import { addressesIn, endpointCheck } from '../doctor/endpoint-checks.js'
import { folderCheck, hostChecks, isOlder } from '../doctor/host-checks.js'
import { keyChecks, peerChecks } from '../doctor/peer-checks.js'
import { queueCheck } from '../doctor/queue-check.js'
import { buildProgram } from '../program.js'

const seen: { readonly url: string; readonly authorization: string | undefined }[] = []
let server: Server
let base = ''

beforeAll(async () => {
  server = createServer((request, response) => {
    const url = request.url ?? ''
    seen.push({ url, authorization: request.headers.authorization })
    if (url.startsWith('/closed')) response.writeHead(401).end('{}')
    else if (url.startsWith('/v1/'))
      response.end('{"data":[{"id":"small\\u001b[2J"},{"id":"b"},{"id":"c"},{"id":"d"}]}')
    else if (url.startsWith('/away')) response.writeHead(302, { location: 'http://elsewhere.example/' }).end()
    else response.writeHead(404).end('no')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

async function doctor(
  argv: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<CliRecord> {
  const record = recordCli(undefined, { variable: (name) => variables[name] })
  await buildProgram(record.context).parseAsync(['node', 'assay', 'doctor', '--timeout', '1', ...argv])
  return record
}

async function checksOf(argv: readonly string[], variables?: Readonly<Record<string, string>>) {
  const record = await doctor([...argv, '--json'], variables)
  const document = JSON.parse(record.out()) as DoctorDocument
  const find = (name: string): DoctorCheck | undefined => document.checks.find((check) => check.name === name)
  return { document, find, exitCode: record.exitCode() }
}

describe('assay doctor', () => {
  it('says what is here, and is content where nothing was named', async () => {
    const { document, find, exitCode } = await checksOf([])
    expect(document).toMatchObject({ schema: 'assay.doctor/1', verdict: 'ready' })
    expect(exitCode).toBe(0)
    expect(find('Node')).toMatchObject({ state: 'ok', found: process.versions.node, isDemanded: true })
    expect(document.checks.filter(({ group }) => group === 'peers').map(({ name }) => name)).toEqual(
      peers.map(({ name }) => name),
    )
  })

  it('asks a server that is named for its models, and shows no stranger’s control characters', async () => {
    const { find, exitCode } = await checksOf(['--endpoint', `${base}/v1`])
    expect(find(`${base}/v1`)).toMatchObject({
      state: 'ok',
      found: 'answers: small\\u{1b}[2J, b, c and 1 more',
      isDemanded: true,
    })
    expect(exitCode).toBe(0)
  })

  it('counts a server that wants a key as one that answers, and sends none', async () => {
    seen.length = 0
    const record = await doctor(
      ['--endpoint', `${base.replace('://', '://me:secret-word@')}/closed?token=secret-word`],
      {
        OPENAI_API_KEY: 'secret-word',
      },
    )
    expect(record.out()).toContain('answers, and wants a key (none was sent)')
    expect(record.out()).toMatch(/ok\s+OPENAI_API_KEY\s+set/)
    expect(record.out()).not.toContain('secret-word')
    expect(seen).toEqual([{ url: '/closed/models', authorization: undefined }])
  })

  it('ends with 1 where what was named does not answer, and says what to do', async () => {
    const record = await doctor(['--endpoint', 'http://127.0.0.1:9/v1', '--need', 'node-llama-cpp'])
    expect(record.exitCode()).toBe(1)
    expect(record.out()).toContain('Lacking: node-llama-cpp, http://127.0.0.1:9/v1.')
    expect(record.out()).toMatch(/node-llama-cpp: npm i -E --omit=optional node-llama-cpp@/)
  })

  it('goes nowhere that nobody named', async () => {
    const { find, exitCode } = await checksOf([], { OPENAI_BASE_URL: 'https://models.example/v1' })
    expect(find('https://models.example/v1')).toMatchObject({
      state: 'careful',
      found: 'not tried: it is not on this machine',
      fix: 'Name it to have it tried: assay doctor --endpoint https://models.example/v1',
    })
    expect(exitCode).toBe(0)
  })

  it('tries the servers of subjects, and follows no redirect', async () => {
    const record = recordCli()
    const path = 'desk.config.json'
    await record.context.files.write(path, [
      JSON.stringify({ catalog: ['x'], subjects: ['bm25', `compatible:${base}/away#small`] }),
    ])
    await buildProgram(record.context).parseAsync([
      'node',
      'assay',
      'doctor',
      path,
      '--json',
      '--timeout',
      '1',
    ])
    const { checks } = JSON.parse(record.out()) as DoctorDocument
    expect(checks.find(({ name }) => name === `${base}/away`)).toMatchObject({
      found: 'answers with status 302',
      purpose: `compatible:${base}/away#small`,
    })
  })

  it('refuses a package that is none of its peers', async () => {
    await expect(doctor(['--need', 'bullmqq'])).rejects.toThrow('Did you mean "bullmq"?')
  })
})

describe('the checks', () => {
  it('compare versions number by number', () => {
    expect(isOlder('20.18.9', '20.19.0')).toBe(true)
    expect(isOlder('20.19.0', '20.19.0')).toBe(false)
    expect(isOlder('26.0.0', '20.19.0')).toBe(false)
    expect(isOlder('9.99.99', '20.19.0')).toBe(true)
    const [node] = hostChecks({ ...hostFacts(), node: '18.20.0' }, undefined)
    expect(node).toMatchObject({ state: 'bad', fix: expect.stringContaining('later Node') })
    expect(doctorDocument('1', node === undefined ? [] : [node]).verdict).toBe('lacking')
  })

  it('tell another version of a peer from the right one', () => {
    const checks = peerChecks(
      (name) => (name === 'bullmq' ? { version: '5.0.0' } : undefined),
      new Set(['ioredis']),
    )
    expect(checks.find(({ name }) => name === 'bullmq')).toMatchObject({ state: 'careful', found: '5.0.0' })
    expect(checks.find(({ name }) => name === 'ioredis')).toMatchObject({ state: 'absent', isDemanded: true })
  })

  it('say of a folder that it cannot be written, or is nearly full', () => {
    const facts = { nearest: '/', exists: false, isWritable: false, freeBytes: undefined }
    expect(folderCheck('runs', facts, true)).toMatchObject({
      state: 'bad',
      found: 'cannot be written: /, made when needed',
    })
    const full = { nearest: '/x', exists: true, isWritable: true, freeBytes: 1024 ** 2 }
    expect(folderCheck('runs', full, true)).toMatchObject({
      state: 'careful',
      fix: expect.stringContaining('room'),
    })
  })

  it('know keys by name alone', () => {
    const text = JSON.stringify(keyChecks(() => 'a-secret'))
    expect(text).not.toContain('a-secret')
    expect(text).toContain('"found":"set"')
  })

  it('find addresses in specs of every kind', () => {
    expect(addressesIn('hybrid:bm25+dense:compatible:http://localhost:1/v1#m')).toEqual([
      'http://localhost:1/v1',
    ])
    expect(addressesIn('openai:gpt')).toEqual([])
  })

  it('say of an address that is none that it is none', async () => {
    const trial = {
      http: { send: () => Promise.reject(new Error('no')) },
      timeoutMs: 1,
      signal: new AbortController().signal,
    }
    const endpoint = { url: 'localhost:8000', namedBy: '--endpoint', isDemanded: true, isNamed: true }
    expect(await endpointCheck(endpoint, trial)).toMatchObject({
      state: 'bad',
      found: 'no address of a server',
    })
  })

  it('want a queue that forgets nothing', async () => {
    const facts = { server: 'redis 7.0.15', evictionPolicy: 'noeviction', isAppendOnly: true }
    const check = (changed: Partial<typeof facts>) =>
      queueCheck(
        redisAddress('redis://me:word@127.0.0.1:1/0', () => undefined),
        1,
        async () => ({ ...facts, ...changed }),
      )
    expect(await check({})).toMatchObject({ state: 'ok', name: 'redis://127.0.0.1:1/0' })
    expect(await check({ evictionPolicy: 'allkeys-lru' })).toMatchObject({
      state: 'bad',
      wanted: 'maxmemory-policy noeviction',
    })
    expect(await check({ isAppendOnly: false })).toMatchObject({ state: 'careful', wanted: 'appendonly yes' })
    const refused = await queueCheck(
      redisAddress('redis://127.0.0.1:1', () => undefined),
      1,
      () => Promise.reject(new Error('WRONGPASS word')),
    )
    expect(refused).toMatchObject({ state: 'bad', found: 'refuses the password, or wants one' })
    expect(JSON.stringify([refused, await check({})])).not.toContain('word@')
  })

  it('are told as a table, with what to do', () => {
    const text = textOfDoctor(
      doctorDocument('9.9.9', [
        {
          group: 'peers',
          name: 'a',
          state: 'absent',
          found: 'not installed',
          fix: 'npm i a',
          isDemanded: false,
        },
      ]),
    )
    expect(text).toContain('  a: if you need it: npm i a')
    expect(text).toContain('Ready.')
  })
})
