import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Exhibit, InputFacts, Measurement, Need } from './exhibit.js'

/** Where the reader's things lie. */
export interface Places {
  /** Folder of the public data. */
  readonly data: string
  /** File of the small model; undefined where none was named. */
  readonly model: string | undefined
  /** An empty folder for what commands write. */
  readonly out: string
}

const MISSING: Readonly<Record<Need, string>> = {
  data: 'the public data are not at hand',
  model: 'no model was named (MODEL)',
  engine: 'the engine is not installed: npm ci --prefix test/assets/local-models',
  'call-peers':
    'the peers are not installed: npm ci --ignore-scripts --omit=optional --prefix bench/call-peers',
}

/** Exit codes with which a command has measured: 1 is a bad result, 2 and more are none. */
const HIGHEST_RESULT = 1

/** Runs the commands of one exhibit, one after the other. What is not at hand is said, not skipped. */
export async function measure(exhibit: Exhibit, places: Places, assay: string): Promise<Measurement> {
  const { id } = exhibit
  const day = new Date().toISOString().slice(0, 10)
  const lacking = exhibit.needs.filter((need) => !isAtHand(need, places))
  const lost = lacking.length > 0 ? [] : exhibit.inputs.filter((path) => !existsSync(placeOf(path, places)))
  if (lacking.length + lost.length > 0) {
    const why = [...lacking.map((need) => MISSING[need]), ...lost.map((path) => `${path} is not there`)].join(
      '; ',
    )
    return { id, kind: 'not-measured', day, why }
  }
  const inputs = exhibit.inputs.map((path) => factsOf(path, places))
  const started = performance.now()
  const outputs: string[] = []
  const exitCodes: number[] = []
  for (const command of exhibit.commands) {
    const { output, exitCode } = await typed(command, places)
    if (exitCode > HIGHEST_RESULT) {
      return {
        id,
        kind: 'not-measured',
        day,
        why: `the command ended with exit code ${exitCode}: ${command}`,
      }
    }
    outputs.push(output)
    exitCodes.push(exitCode)
  }
  const seconds = Math.round((performance.now() - started) / 100) / 10
  return { id, kind: 'measured', day, assay, seconds, exitCodes, inputs, reading: exhibit.read(outputs) }
}

function isAtHand(need: Need, { data, model }: Places): boolean {
  switch (need) {
    case 'data':
      return existsSync(data)
    case 'model':
      return model !== undefined && existsSync(model)
    case 'engine':
      return existsSync('test/assets/local-models/node_modules/node-llama-cpp')
    case 'call-peers':
      return existsSync('bench/call-peers/node_modules')
    default:
      return need satisfies never
  }
}

/** Progress goes on to the reader's terminal; only stdout is read. */
function typed(command: string, { data, model, out }: Places): Promise<{ output: string; exitCode: number }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, {
      shell: true,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, DATA: data, ASSAY_DATA: data, MODEL: model ?? '', OUT: out },
    })
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.on('error', reject)
    child.on('close', (code) =>
      resolve({ output: Buffer.concat(chunks).toString('utf8'), exitCode: code ?? 70 }),
    )
  })
}

function placeOf(path: string, { data, model }: Places): string {
  if (path === '$MODEL') return model ?? ''
  return path.startsWith('./') ? path : join(data, path)
}

function factsOf(path: string, places: Places): InputFacts {
  const place = placeOf(path, places)
  const named = path === '$MODEL' ? `$MODEL (${place.slice(place.lastIndexOf('/') + 1)})` : path
  if (statSync(place).isFile()) {
    const bytes = readFileSync(place)
    return { path: named, files: 1, bytes: bytes.length, sha256: sha256(bytes) }
  }
  const files = readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(place, join(entry.parentPath, entry.name)))
    .sort((left, right) => (left < right ? -1 : 1))
  let size = 0
  const lines = files.map((name) => {
    const bytes = readFileSync(join(place, name))
    size += bytes.length
    return `${sha256(bytes)}  ${name}\n`
  })
  return { path: named, files: files.length, bytes: size, sha256: sha256(lines.join('')) }
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
