import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { redisAddress } from '../../src/adapters/queue/redis-address.js'
import { queueCheck } from '../../src/cli/doctor/queue-check.js'

const hasRedis = spawnSync('redis-server', ['--version']).status === 0
const port = 24_601
const folder = mkdtempSync(join(tmpdir(), 'assay-doctor-'))

const check = (address: string, timeoutMs: number) =>
  queueCheck(
    redisAddress(address, () => undefined),
    timeoutMs,
  )

describe.skipIf(!hasRedis)('assay doctor --queue (needs redis-server)', () => {
  const stopping = new AbortController()
  const tell = (...words: readonly string[]): string =>
    execFileSync('redis-cli', ['-p', String(port), ...words], { encoding: 'utf8' })

  beforeAll(async () => {
    spawn(
      'redis-server',
      ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--appendonly', 'yes', '--save', ''],
      { stdio: 'ignore', signal: stopping.signal },
    ).on('error', () => {})
    for (let trial = 0; trial < 100; trial++) {
      if (spawnSync('redis-cli', ['-p', String(port), 'ping']).status === 0) return
      await new Promise((later) => setTimeout(later, 50))
    }
    throw new Error('redis-server did not start')
  })
  afterAll(() => {
    stopping.abort()
    rmSync(folder, { recursive: true, force: true })
  })

  it('finds a Redis that forgets nothing', async () => {
    expect(await check(`redis://127.0.0.1:${port}`, 2000)).toMatchObject({
      state: 'ok',
      found: expect.stringMatching(/^(?:redis|valkey) \d.*, noeviction, append-only$/),
    })
  })

  it('refuses one that evicts, and looks twice at one that is not append-only', async () => {
    tell('config', 'set', 'maxmemory-policy', 'allkeys-lru')
    expect(await check(`redis://127.0.0.1:${port}`, 2000)).toMatchObject({ state: 'bad' })
    tell('config', 'set', 'maxmemory-policy', 'noeviction')
    tell('config', 'set', 'appendonly', 'no')
    expect(await check(`redis://127.0.0.1:${port}`, 2000)).toMatchObject({ state: 'careful' })
  })

  it('tells a wrong password from a server that is not there', async () => {
    tell('config', 'set', 'requirepass', 'a-word')
    const wrong = await check(`redis://:another-word@127.0.0.1:${port}`, 2000)
    expect(wrong).toMatchObject({ state: 'bad', found: 'refuses the password, or wants one' })
    expect(JSON.stringify(wrong)).not.toContain('another-word')
    expect(await check(`redis://:a-word@127.0.0.1:${port}`, 2000)).toMatchObject({ state: 'careful' })
    expect(await check('redis://127.0.0.1:24602', 500)).toMatchObject({ found: 'does not answer' })
  })
})
