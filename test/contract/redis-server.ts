import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** Whether redis-server is installed; tests that need it are left out where it is not. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0
if (!hasRedis) process.stderr.write('Tests on Redis are left out: apt-get install redis-server brings it.\n')

export interface RedisServer {
  readonly port: number
  readonly address: string
  /** What `redis-cli` answers. */
  command(...words: readonly string[]): string
  /** Ends it as a crash would. */
  kill(): Promise<void>
  /** Starts it again on the same port and data. */
  start(): Promise<void>
  remove(): Promise<void>
}

/** A Redis of a test's own, on a free port, which writes every command to disk. */
export async function redisServer(...options: readonly string[]): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-redis-'))
  const port = await freePort()
  const command = (...words: readonly string[]): string => {
    const { stdout } = spawnSync('redis-cli', ['-p', String(port), ...words], { encoding: 'utf8' })
    return stdout.trim()
  }
  let child: ChildProcess | undefined
  const server: RedisServer = {
    port,
    address: `redis://127.0.0.1:${port}`,
    command,
    async kill() {
      const dying = child
      if (dying === undefined || dying.exitCode !== null) return
      const gone = new Promise((resolve) => dying.once('exit', resolve))
      dying.kill('SIGKILL')
      await gone
      child = undefined
    },
    async start() {
      const place = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '']
      child = spawn('redis-server', [...place, '--appendonly', 'yes', ...options], { stdio: 'ignore' })
      for (let tries = 0; tries < 200; tries++) {
        if (/PONG|NOAUTH/.test(command('ping'))) return
        await setTimeout(50)
      }
      throw new Error('redis-server did not start')
    },
    async remove() {
      await server.kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
  await server.start()
  return server
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}
