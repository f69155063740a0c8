import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

export interface BenchRedis {
  readonly url: string
  /** Processor time of the server, milliseconds. */
  cpuMs(): number
  /** Largest memory that its data took, bytes. */
  peakBytes(): number
  /** Kills it as a crash would, and starts it again on the same data. */
  crash(downMs: number): Promise<void>
  stop(): Promise<void>
}

/** A Redis of its own, which writes every command to disk. */
export async function startRedis(): Promise<BenchRedis> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-redis-'))
  const port = await freePort()
  const begin = async (): Promise<ChildProcess> => {
    const options = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '']
    const child = spawn('redis-server', [...options, '--appendonly', 'yes'], { stdio: 'ignore' })
    for (let tries = 0; tries < 100; tries++) {
      if (ask(port, 'ping') === 'PONG') return child
      await setTimeout(50)
    }
    throw new Error('redis-server did not start; on Debian: apt-get install redis-server')
  }
  let child = await begin()
  const number = (section: string, name: string): number =>
    Number(new RegExp(`^${name}:([0-9.]+)`, 'm').exec(ask(port, 'info', section))?.[1] ?? 0)
  return {
    url: `redis://127.0.0.1:${port}`,
    cpuMs: () => 1000 * (number('cpu', 'used_cpu_user') + number('cpu', 'used_cpu_sys')),
    peakBytes: () => number('memory', 'used_memory_peak'),
    async crash(downMs) {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await gone
      await setTimeout(downMs)
      child = await begin()
    },
    async stop() {
      child.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function ask(port: number, ...command: readonly string[]): string {
  try {
    return execFileSync('redis-cli', ['-p', String(port), ...command], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return ''
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}
