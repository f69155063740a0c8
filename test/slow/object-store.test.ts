import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hostClock } from '../../src/adapters/clock.js'
import { hostDrafts } from '../../src/adapters/drafts.js'
import { hostFiles } from '../../src/adapters/files.js'
import { hostJournals } from '../../src/adapters/journal.js'
import { hostLocks, isLockHeld } from '../../src/adapters/locks.js'
import { addressedPlaces, type Places } from '../../src/adapters/store/addressed-places.js'
import type { Objects } from '../../src/adapters/store/objects.js'
import { retriedObjects } from '../../src/adapters/store/retried-objects.js'
import { connectS3, importS3 } from '../../src/adapters/store/s3-module.js'
import { s3Objects } from '../../src/adapters/store/s3-objects.js'
import { storePlaces } from '../../src/adapters/store/store-places.js'
import type { Sample } from '../../src/run/sample.js'
import { objectsSuite } from '../contract/objects-suite.js'
import { scratchFolder } from '../contract/run-fixtures.js'
import { type OpenedPlaces, runStoreSuite } from '../contract/run-store-suite.js'
import { type S3Stub, type S3StubOptions, type StubFault, startS3Stub } from '../contract/s3-stub.js'

/*
 * The real client of S3 over a loopback server that enforces conditional puts, over one that does not, and the built command
 * line over both.
 */
const peers = resolve('test/assets/s3')
const isInstalled = existsSync(join(peers, 'node_modules', '@aws-sdk', 'client-s3'))
const KEYS = { AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI-K7MDENG-bPxRfiCY' }
const ENVIRONMENT = {
  ...KEYS,
  ASSAY_PEERS: peers,
  AWS_REGION: 'us-east-1',
  AWS_EC2_METADATA_DISABLED: 'true',
}
const before = { ...process.env }

beforeAll(() => {
  Object.assign(process.env, ENVIRONMENT)
})
afterAll(() => {
  for (const name of Object.keys(ENVIRONMENT)) {
    const value = before[name]
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
})

async function clientOf(url: string, bucket = 'runs'): Promise<Objects> {
  const module = await importS3()
  const connection = connectS3(module, { endpoint: url, variable: (name) => process.env[name] })
  return s3Objects({ module, connection, bucket, timeoutMs: 2000 })
}

const hasty = (objects: Objects): Objects =>
  retriedObjects(objects, { clock: { ...hostClock, sleep: async () => undefined }, random: Math.random })

function placesOn(objects: Objects): Places {
  const places = storePlaces({
    objects,
    clock: hostClock,
    notify: () => undefined,
    isBreaking: () => false,
    gatherMs: 1,
  })
  const host = { files: hostFiles, drafts: hostDrafts, journals: hostJournals, locks: hostLocks, isLockHeld }
  return addressedPlaces({ host, open: async () => places })
}

/** Faults of every kind, one request in `every`. */
function faultsEvery(every: number): (request: { readonly number: number }) => StubFault | undefined {
  const kinds: readonly StubFault[] = [
    { kind: 'error', status: 503, code: 'SlowDown' },
    { kind: 'lose' },
    { kind: 'truncate' },
    { kind: 'refuse' },
    { kind: 'error', status: 500, code: 'InternalError' },
    { kind: 'slow', durationMs: 20 },
    { kind: 'error', status: 409, code: 'ConditionalRequestConflict' },
  ]
  return ({ number }) => (number % every === 0 ? kinds[(number / every) % kinds.length] : undefined)
}

describe.skipIf(!isInstalled)('S3 (npm ci --prefix test/assets/s3)', () => {
  objectsSuite('S3 over the stub', async () => {
    const stub = await startS3Stub({ pageKeys: 5 })
    return { objects: await clientOf(stub.url), other: await clientOf(stub.url), close: stub.close }
  })

  runStoreSuite('S3 over the stub', async (): Promise<OpenedPlaces> => {
    const stub = await startS3Stub({ pageKeys: 5 })
    const places = placesOn(hasty(await clientOf(stub.url)))
    const other = placesOn(hasty(await clientOf(stub.url)))
    return { places, other, folder: 's3://runs/team/run', close: stub.close }
  })

  runStoreSuite('S3 with a fault in every fifth request', async (): Promise<OpenedPlaces> => {
    const stub = await startS3Stub({ pageKeys: 5, fault: faultsEvery(5) })
    const places = placesOn(hasty(await clientOf(stub.url)))
    const other = placesOn(hasty(await clientOf(stub.url)))
    return { places, other, folder: 's3://runs/team/run', close: stub.close }
  })

  describe('an answer of S3', () => {
    let stub: S3Stub
    afterEach(() => stub.close())

    const failing = async (options: S3StubOptions, bucket?: string): Promise<Objects> => {
      stub = await startS3Stub(options)
      return hasty(await clientOf(stub.url, bucket))
    }
    const error = (status: number, code: string): StubFault => ({ kind: 'error', status, code })

    it('that half of a body is the whole of it is not believed', async () => {
      let isHalving = false
      const objects = await failing({
        fault: ({ method }) => (isHalving && method === 'GET' ? { kind: 'halve' } : undefined),
      })
      await objects.put('a', new Uint8Array(1000))
      isHalving = true
      await expect(objects.get('a')).rejects.toMatchObject({ code: 'store-truncated' })
    })

    it('that half of a list is the whole of it is not believed', async () => {
      let isHalving = false
      const objects = await failing({
        fault: ({ isList }) => (isHalving && isList ? { kind: 'halve' } : undefined),
      })
      for (let at = 0; at < 9; at++) await objects.put(`a/${at}`, new Uint8Array(1))
      isHalving = true
      await expect(async () => {
        for await (const _ of objects.list('a/')) break
      }).rejects.toMatchObject({ code: expect.stringMatching(/^store-(?:truncated|unreachable)$/) })
    })

    it.each<[string, S3StubOptions, string, RegExp]>([
      ['503 for ever', { fault: () => error(503, 'SlowDown') }, 'store-unreachable', /too busy[^]*resume/],
      ['nothing', { fault: () => ({ kind: 'refuse' }) }, 'store-unreachable', /does not answer/],
      [
        'that the clock is wrong',
        { fault: () => error(403, 'RequestTimeTooSkewed') },
        'store-clock',
        /clock of this host/,
      ],
      ['that a key is not known', { accessKey: 'OTHER' }, 'store-denied', /credentials[^]*AWS_ACCESS_KEY_ID/],
      ['that there is no bucket', { bucket: 'others' }, 'store-missing', /no such bucket/],
      [
        'that lists are not allowed',
        { fault: ({ isList }) => (isList ? error(403, 'AccessDenied') : undefined) },
        'store-denied',
        /list objects[^]*s3:ListBucket/,
      ],
      [
        'that it does not know the condition',
        { fault: ({ method }) => (method === 'PUT' ? error(501, 'NotImplemented') : undefined) },
        'store-unfit',
        /If-None-Match/,
      ],
    ])('is told as what it is: %s', async (_, options, code, message) => {
      const taking = placesOn(await failing(options)).locks.take('s3://runs/team/run.lock')
      const told = await taking.then(
        () => undefined,
        (thrown: unknown) => thrown as { readonly code: string; readonly message: string },
      )
      expect(told?.code).toBe(code)
      expect(told?.message).toMatch(message)
      for (const key of Object.values(KEYS)) expect(told?.message).not.toContain(key)
    })

    it('that the clock is wrong is heeded by the client, whose next try has the time of the store', async () => {
      let left = 1
      const objects = await failing({
        fault: () => (left-- > 0 ? error(403, 'RequestTimeTooSkewed') : undefined),
      })
      await objects.put('a', new Uint8Array(3))
      expect((await objects.get('a'))?.bytes).toHaveLength(3)
    })

    it('that was lost does not double what took effect', async () => {
      const objects = await failing({
        fault: ({ method, number }) => (method === 'PUT' && number === 1 ? { kind: 'lose' } : undefined),
      })
      expect(await objects.create('a', new TextEncoder().encode('mine'))).toBe(true)
      expect(await objects.create('a', new TextEncoder().encode('his'))).toBe(false)
      expect(stub.counts.get('PUT')).toBe(3)
    })
  })

  describe('the command line', () => {
    let scratch: Awaited<ReturnType<typeof scratchFolder>>
    let server: Server
    let stub: S3Stub
    let fault: S3StubOptions['fault']
    let model: string
    beforeEach(async () => {
      scratch = await scratchFolder()
      fault = undefined
      stub = await startS3Stub({ pageKeys: 50, fault: (request) => fault?.(request) })
      server = createServer((request, response) => {
        request.resume().on('end', async () => {
          await setTimeout(20)
          response.writeHead(request.method === 'POST' ? 200 : 404, { 'content-type': 'application/json' })
          const message = { role: 'assistant', content: 'yes' }
          response.end(
            JSON.stringify({ model: 'm', choices: [{ index: 0, message, finish_reason: 'stop' }] }),
          )
        })
      })
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
      const address = server.address()
      model = `compatible:http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/v1#m,server=other,logprobs=off`
      const items = Array.from({ length: 300 }, (_, at) => ({
        id: `q${at}`,
        kind: 'qa',
        tool: 't',
        question: `Number ${at}?`,
        answer: 'yes',
      }))
      const lines = items.map((item) => `${JSON.stringify(item)}\n`).join('')
      await writeFile(join(scratch.path, 'items.jsonl'), lines)
    })
    afterEach(async () => {
      server.closeAllConnections()
      server.close()
      await stub.close()
      await scratch.remove()
    })

    const address = 's3://runs/team/first run'
    const flags = (): readonly string[] => [
      ...[
        '--items',
        join(scratch.path, 'items.jsonl'),
        '--subject',
        model,
        '--concurrency',
        '4',
        '--no-cache',
      ],
      '--no-trial-requests',
    ]
    const begin = (): Process => assay(stub.url, 'run', ...flags(), '-o', address, '--quiet')
    const goOn = (...more: string[]): Process =>
      assay(stub.url, 'run', '--resume', address, ...flags(), ...more)
    const items = async (): Promise<readonly string[]> => {
      const { files } = placesOn(hasty(await clientOf(stub.url)))
      const path = `${address}/samples.jsonl`
      if ((await files.facts(path)) === undefined) return []
      const lines = new TextDecoder()
        .decode(await files.read(path))
        .split('\n')
        .slice(0, -1)
      return lines.map((line) => (JSON.parse(line) as Sample).item)
    }
    const untilKept = async (count: number): Promise<void> => {
      while ((await items()).length < count) await setTimeout(20)
    }
    const all = Array.from({ length: 300 }, (_, at) => `q${at}`).sort()

    it('runs, scores and reports there, and no key is in anything that it wrote or said', async () => {
      const { code, out, err } = await begin().over
      expect([code, err]).toEqual([0, ''])
      expect([...(await items())].sort()).toEqual(all)
      const scored = await assay(stub.url, 'score', address, '--json').over
      expect(JSON.parse(scored.out)).toMatchObject({ schema: 'assay.scores/1' })
      const page = join(scratch.path, 'report.html')
      expect((await assay(stub.url, 'report', address, '--html', page).over).code).toBe(0)
      expect((await assay(stub.url, 'compare', address, address, '--json').over).code).toBe(0)
      const written = [...stub.objects.values()].map(({ bytes }) => Buffer.from(bytes).toString()).join('\n')
      for (const text of [written, out, err, scored.err, await readFile(page, 'utf8')]) {
        for (const key of Object.values(KEYS)) expect(text).not.toContain(key)
      }
    })

    it('killed at five places, goes on each time, with every sample once', async () => {
      let process = begin()
      for (const share of [10, 60, 110, 160, 210]) {
        await untilKept(share)
        process.child.kill('SIGKILL')
        await process.over
        const kept = await items()
        process = goOn()
        await untilKept(kept.length + 1)
        expect((await items()).slice(0, kept.length)).toEqual(kept)
      }
      expect((await process.over).code).toBe(0)
      expect([...(await items())].sort()).toEqual(all)
    })

    it('lets one of two processes work at a run', async () => {
      const first = begin()
      await untilKept(5)
      // So that it is not done before the other has begun.
      first.child.kill('SIGSTOP')
      const { code, err } = await goOn().over
      first.child.kill('SIGCONT')
      expect(code).toBe(3)
      expect(err).toMatch(/StoreError: The run is being continued by process \d+ on[^]*--break-lock/)
      expect((await first.over).code).toBe(0)
      expect([...(await items())].sort()).toEqual(all)
    })

    it('shuts out a process that slept while another broke its lock', async () => {
      const sleeper = begin()
      await untilKept(5)
      sleeper.child.kill('SIGSTOP')
      const { code, err } = await goOn('--break-lock').over
      expect(err).toMatch(/watching process \d+ on .* for 45 s/)
      expect(code).toBe(0)
      const kept = await items()
      sleeper.child.kill('SIGCONT')
      const woken = await sleeper.over
      expect(woken.code).toBe(3)
      expect(woken.err).toMatch(/Another process has (?:written the next segment|taken over the lock)/)
      expect(await items()).toEqual(kept)
      expect([...kept].sort()).toEqual(all)
    })

    it('ends with 3 when the store answers 503 for good, and goes on when it is back', async () => {
      const first = begin()
      await untilKept(20)
      fault = () => ({ kind: 'error', status: 503, code: 'SlowDown' })
      const { code, err } = await first.over
      fault = undefined
      expect(code).toBe(3)
      expect(err).toMatch(/StoreError: The journal cannot be written\. The store is too busy[^]*--resume/)
      const kept = await items()
      expect(kept.length).toBeGreaterThanOrEqual(20)
      expect((await goOn().over).code).toBe(0)
      const after = await items()
      expect(after.slice(0, kept.length)).toEqual(kept)
      expect([...after].sort()).toEqual(all)
    })

    it('comes through faults in every fifth request', async () => {
      fault = faultsEvery(5)
      const { code, err } = await begin().over
      fault = undefined
      expect([code, err]).toEqual([0, ''])
      expect([...(await items())].sort()).toEqual(all)
    })

    it('does what docs/run-store.md says', async () => {
      const page = await readFile('docs/run-store.md', 'utf8')
      const blocks = [
        ...page.matchAll(/<!-- executed: test\/slow\/object-store\.test\.ts -->\n```sh\n([^]*?)```/g),
      ]
      const commands = blocks.flatMap(([, block = '']) => block.trimEnd().split('\n'))
      expect(commands).toHaveLength(7)
      const outputs = all.map((id) => `${JSON.stringify({ id, text: 'yes' })}\n`).join('')
      await writeFile(join(scratch.path, 'outputs.jsonl'), outputs)
      const program = resolve('bin/assay.js')
      for (const command of commands) {
        const [name, ...args] = command.split(' ')
        expect(name).toBe('assay')
        const { code, err } = await processOf(program, args, { endpoint: stub.url, cwd: scratch.path }).over
        expect([command, code, err.includes('Error')]).toEqual([command, 0, false])
      }
      expect(stub.objects.has('team/first/scores.json')).toBe(true)
      expect(existsSync(join(scratch.path, 'team', 'first', 'samples.jsonl.segments'))).toBe(true)
    })

    it('refuses s3rver, which accepts both writers', async () => {
      const port = 24_310
      const program = join(peers, 'node_modules', 's3rver', 'bin', 's3rver.js')
      const folder = join(scratch.path, 's3rver')
      const child = spawn(
        process.execPath,
        [program, '-d', folder, '-a', '127.0.0.1', '-p', `${port}`, '--silent', '--configure-bucket', 'runs'],
        { stdio: 'ignore' },
      )
      try {
        await untilListening(port)
        const keys = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }
        const { code, err } = await assayWith(
          keys,
          `http://127.0.0.1:${port}`,
          'run',
          ...flags(),
          '-o',
          address,
        ).over
        expect(err).toMatch(/StoreError: The store cannot keep two writers apart/)
        expect(code).toBe(3)
        const module = await importS3()
        Object.assign(process.env, keys)
        const connection = connectS3(module, {
          endpoint: `http://127.0.0.1:${port}`,
          variable: () => undefined,
        })
        const objects = s3Objects({ module, connection, bucket: 'runs' })
        const left = []
        for await (const entry of objects.list('team/first run/')) left.push(entry)
        expect(left).toEqual([])
      } finally {
        Object.assign(process.env, KEYS)
        child.kill()
      }
    })
  })
})

interface Process {
  readonly child: ChildProcess
  readonly over: Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>
}

function assay(endpoint: string, ...args: readonly string[]): Process {
  return assayWith({}, endpoint, ...args)
}

function assayWith(
  variables: Readonly<Record<string, string>>,
  endpoint: string,
  ...args: readonly string[]
): Process {
  return processOf('bin/assay.js', args, { endpoint, variables })
}

function processOf(
  program: string,
  args: readonly string[],
  {
    endpoint,
    variables = {},
    cwd,
  }: {
    readonly endpoint: string
    readonly variables?: Readonly<Record<string, string>>
    readonly cwd?: string
  },
): Process {
  const env = { ...process.env, ...ENVIRONMENT, AWS_ENDPOINT_URL: endpoint, ...variables }
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env, cwd })
  let [out, err] = ['', '']
  child.stdout.on('data', (piece: Buffer) => {
    out += piece.toString()
  })
  child.stderr.on('data', (piece: Buffer) => {
    err += piece.toString()
  })
  return { child, over: new Promise((done) => child.on('exit', (code) => done({ code, out, err }))) }
}

async function untilListening(port: number): Promise<void> {
  for (;;) {
    const isOpen = await new Promise<boolean>((settle) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy()
        settle(true)
      })
      socket.once('error', () => settle(false))
    })
    if (isOpen) return
    await setTimeout(50)
  }
}
