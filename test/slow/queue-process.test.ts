import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hasRedis } from '../contract/redis-server.js'

/** The commands of the page, as they stand there: a clone, real processes, a real Redis. */
let clone: string
beforeEach(async () => {
  clone = await mkdtemp(join(tmpdir(), 'assay-clone-'))
  for (const name of ['bin', 'dist', 'package.json']) await cp(name, join(clone, name), { recursive: true })
  await cp('examples', join(clone, 'examples'), { recursive: true })
  await symlink(resolve('node_modules'), join(clone, 'node_modules'))
})
afterEach(() => rm(clone, { recursive: true, force: true }))

interface Ended {
  readonly code: number | null
  readonly out: string
}

function bash(script: string): Promise<Ended> {
  const child = spawn('bash', ['-c', script], { cwd: clone, stdio: ['ignore', 'pipe', 'pipe'] })
  let out = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece: Buffer) => {
      out += piece.toString()
    })
  }
  return new Promise((done) => child.on('close', (code) => done({ code, out })))
}

/** The commands under the heading, blocks of `sh` in their order. */
function commandsOf(page: string, heading: string): string {
  const section = page.split(/^## /m).find((part) => part.startsWith(heading)) ?? ''
  return [...section.matchAll(/```sh\n([^]*?)```/g)].map(([, block = '']) => block).join('')
}

describe.skipIf(!hasRedis)('docs/many-machines.md', () => {
  const page = readFileSync('docs/many-machines.md', 'utf8')

  it('works as it is written: two workers, one of them killed, the run killed and resumed', async () => {
    const port = String(20_000 + (process.pid % 10_000))
    const commands = commandsOf(page, 'Try it on one machine').replaceAll('6390', port)
    expect(commands.match(/kill -9/g)).toHaveLength(2)
    const { code, out } = await bash(commands)
    expect(code, out).toBe(0)
    expect(out).toMatch(/1000 runs\/many\/samples\.jsonl/)
    expect(out).toMatch(/accuracy/)
    const samples = (await readFile(join(clone, 'runs/many/samples.jsonl'), 'utf8'))
      .split('\n')
      .filter((line) => line !== '')
      .map(
        (line) =>
          JSON.parse(line) as { readonly item: string; readonly trial: number; readonly error?: unknown },
      )
    expect(new Set(samples.map(({ item, trial }) => `${item} ${trial}`)).size).toBe(1000)
    expect(samples.filter(({ error }) => error !== undefined)).toEqual([])
  })

  it('is right about a clock that is an hour ahead', async () => {
    const port = String(30_001 + (process.pid % 10_000))
    const ahead = `--import "data:text/javascript,const now=Date.now;Date.now=()=>now()+3600000"`
    const queue = `redis://127.0.0.1:${port}`
    const { code, out } = await bash(`
      redis-server --port ${port} --save "" --dir "$(mktemp -d)" --daemonize yes > redis.log
      for i in $(seq 12); do echo "{\\"id\\":\\"q$i\\",\\"kind\\":\\"qa\\",\\"tool\\":\\"t\\",\\"question\\":\\"Is it $i?\\",\\"answer\\":\\"yes\\"}"; done > items.jsonl
      cat > failing.yaml <<'END'
rules:
  - when: { contains: "Is it 7?" }
    answers: [{ fault: server, message: busy }, "yes"]
otherwise: "yes"
END
      node ${ahead} bin/assay.js worker --queue ${queue} --folder . --quiet &
      WORKER=$!
      node bin/assay.js run --items items.jsonl --subject scripted:failing.yaml --queue ${queue} -o run
      CODE=$?
      kill $WORKER
      redis-cli -p ${port} shutdown nosave
      exit $CODE`)
    expect(code, out).toBe(0)
    expect((await readFile(join(clone, 'run/samples.jsonl'), 'utf8')).trim().split('\n')).toHaveLength(12)
  })
})
