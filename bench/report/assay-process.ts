import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'

/** What a command took. */
export interface Taken {
  readonly seconds: number
  readonly cpuSeconds: number
  /** Largest resident set, megabytes of 10⁶ bytes. */
  readonly peakMb: number
}

/** Has the process tell what it took when it ends. */
const TELLING = `data:text/javascript,${encodeURIComponent(
  `process.on('exit', () => {
     const { user, system } = process.cpuUsage()
     process.stderr.write('\\n' + JSON.stringify({ cpu: (user + system) / 1e6, peak: process.resourceUsage().maxRSS }) + '\\n')
   })`,
)}`

/** Whether the command and its pages are built, as the package ships them. */
export function isBuilt(): boolean {
  return ['dist/cli/main.js', 'dist/report-template.html', 'dist/live.js'].every((path) => existsSync(path))
}

/** Runs `assay` to its end. @throws when it fails. */
export async function runAssay(...args: readonly string[]): Promise<Taken> {
  const started = performance.now()
  const child = spawn(process.execPath, ['--import', TELLING, 'bin/assay.js', ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let told = ''
  child.stderr.on('data', (piece: Buffer) => {
    told += piece.toString()
  })
  const code = await new Promise((ended) => child.once('exit', ended))
  if (code !== 0) throw new Error(`assay ${args.join(' ')} ended with ${code}:\n${told}`)
  const line = told.trim().split('\n').at(-1) ?? ''
  const { cpu, peak } = JSON.parse(line) as { cpu: number; peak: number } // as TELLING writes it
  return {
    seconds: (performance.now() - started) / 1000,
    cpuSeconds: cpu,
    peakMb: (peak * 1024) / 1e6,
  }
}

export interface Served {
  readonly url: string
  readonly process: ChildProcess
  close(): Promise<void>
}

/** Starts `assay serve` on a folder. */
export async function serveAssay(folder: string): Promise<Served> {
  const child = spawn(process.execPath, ['bin/assay.js', 'serve', folder, '--quiet'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((told, failed) => {
    let text = ''
    child.stdout.on('data', (piece: Buffer) => {
      text += piece.toString()
      if (text.includes('\n')) told(text.trim())
    })
    child.once('exit', (code) => failed(new Error(`assay serve ended with ${code}`)))
  })
  return {
    url,
    process: child,
    async close() {
      const ended = new Promise((done) => child.once('exit', done))
      child.kill('SIGINT')
      await ended
    },
  }
}
