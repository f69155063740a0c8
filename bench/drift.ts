/**
 * Two bfloat16 checkpoints compared in full, at one and two threads, against a chunked float32 NumPy reference (one and two
 * processes), with what it takes to read both files once beside it. Every side runs in a process of its own.
 * Usage: npm run bench -- drift [--size BYTES_IN_GB] [--rounds N] [--moved SHARE] [--folder DIR]; ASSAY_PYTHON names a Python with NumPy.
 */
import { spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hostFileParts } from '../src/adapters/checkpoint-files.js'
import { driftThreads } from '../src/adapters/drift-threads.js'
import { hostFiles } from '../src/adapters/files.js'
import { measureDrift } from '../src/checkpoint/measure-drift.js'
import { openCheckpoint } from '../src/checkpoint/open-checkpoint.js'

interface Measured {
  readonly wallMs: number
  readonly cpuMs: number
  readonly peakMb: number
  readonly results?: Readonly<Record<string, Compared>>
}

interface Compared {
  readonly relativeNorm: number
  readonly identicalShare: number
  readonly maxAbs: number
  readonly meanAbs: number
  readonly rowsTouched: number
}

const COLUMNS = 4096
const ROWS = 4096
const TENSOR_BYTES = 2 * ROWS * COLUMNS
const READ_BYTES = 1 << 20

const [command, ...rest] = process.argv.slice(2)
if (command === '--compare') await compareHere(rest)
else if (command === '--read') readHere(rest)
else await measure()

async function measure(): Promise<void> {
  const sizeGb = Number(flag('--size') ?? 2)
  const rounds = Number(flag('--rounds') ?? 3)
  const moved = Number(flag('--moved') ?? 0.1)
  const python = process.env.ASSAY_PYTHON ?? 'python3'
  const folder = mkdtempSync(join(flag('--folder') ?? tmpdir(), 'assay-drift-'))
  const [a, b] = [join(folder, 'a.safetensors'), join(folder, 'b.safetensors')]
  const tensors = Math.max(2, Math.round((sizeGb * 1e9) / TENSOR_BYTES))
  try {
    writeCheckpoints([a, b], tensors, moved)
    const gigabytes = (2 * tensors * TENSOR_BYTES) / 1e9
    console.log(
      `two files of ${(gigabytes / 2).toFixed(2)} GB, ${tensors} tensors of ${ROWS} × ${COLUMNS} bfloat16, ${100 * moved} % of the weights moved; Node ${process.version}; best of ${rounds}`,
    )
    const self = fileURLToPath(import.meta.url)
    const script = fileURLToPath(new URL('../drift/reference.py', import.meta.url))
    const sides = new Map<string, Measured>()
    for (let round = 0; round < rounds; round++) {
      keep(sides, 'reading both files once', await child(process.execPath, [self, '--read', a, b]))
      for (const threads of [1, 2]) {
        keep(
          sides,
          `assay, ${threads}`,
          await child(process.execPath, [self, '--compare', a, b, `${threads}`]),
        )
        const parts = await Promise.all(
          Array.from({ length: threads }, (_, first) =>
            child(python, [script, a, b, `${first}`, `${threads}`]),
          ),
        )
        keep(sides, `numpy, ${threads}`, together(parts))
      }
    }
    report(sides, gigabytes)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function flag(name: string): string | undefined {
  const at = process.argv.indexOf(name)
  return at === -1 ? undefined : process.argv[at + 1]
}

/** The fastest of the rounds. */
function keep(sides: Map<string, Measured>, name: string, measured: Measured): void {
  const before = sides.get(name)
  if (before === undefined || measured.wallMs < before.wallMs) sides.set(name, measured)
}

/** Processes side by side: the time of the slowest, without its start, and what all of them took together. */
function together(parts: readonly Measured[]): Measured {
  return {
    wallMs: Math.max(...parts.map(({ wallMs }) => wallMs)),
    cpuMs: parts.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    peakMb: parts.reduce((sum, { peakMb }) => sum + peakMb, 0),
    results: Object.assign({}, ...parts.map(({ results }) => results)),
  }
}

function report(sides: ReadonlyMap<string, Measured>, gigabytes: number): void {
  for (const [name, { wallMs, cpuMs, peakMb }] of sides) {
    const figures = [
      `${(wallMs / 1000).toFixed(2)} s`,
      `${(cpuMs / 1000).toFixed(2)} s of CPU`,
      `${(gigabytes / (wallMs / 1000)).toFixed(2)} GB/s`,
      `${peakMb.toFixed(0)} MB at most`,
    ]
    console.log(`${name.padEnd(24)} ${figures.map((figure) => figure.padStart(15)).join(' ')}`)
  }
  for (const threads of [1, 2]) {
    const [ours, theirs] = [sides.get(`assay, ${threads}`), sides.get(`numpy, ${threads}`)]
    if (ours === undefined || theirs === undefined) continue
    console.log(
      `${threads} ${threads === 1 ? 'thread ' : 'threads'}: ${(theirs.wallMs / ours.wallMs).toFixed(2)} times as fast, ${(theirs.cpuMs / ours.cpuMs).toFixed(2)} times less CPU; largest difference of results ${difference(ours, theirs).toExponential(1)} (float32 sums)`,
    )
  }
}

function difference({ results: ours = {} }: Measured, { results: theirs = {} }: Measured): number {
  let largest = 0
  for (const [name, found] of Object.entries(theirs)) {
    const own = ours[name]
    for (const key of ['relativeNorm', 'identicalShare', 'maxAbs', 'meanAbs', 'rowsTouched'] as const) {
      if (own?.[key] === found[key]) continue
      largest = Math.max(
        largest,
        own === undefined ? Infinity : Math.abs(own[key] - found[key]) / Math.abs(found[key]),
      )
    }
  }
  return largest
}

function child(program: string, args: readonly string[]): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const running = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    let out = ''
    running.stdout.on('data', (piece: Buffer) => {
      out += piece.toString()
    })
    running.on('error', reject)
    running.on('close', (code) => {
      if (code === 0) resolve(JSON.parse(out) as Measured)
      else reject(new Error(`${program} ended with ${code}. ASSAY_PYTHON names a Python that has NumPy.`))
    })
  })
}

async function compareHere([a = '', b = '', threads = '1']: readonly string[]): Promise<void> {
  const cpu = process.cpuUsage()
  const started = performance.now()
  const host = { files: hostFiles, parts: hostFileParts }
  const comparer = driftThreads(Number(threads))
  const document = await measureDrift({
    a: { path: a, checkpoint: await openCheckpoint(a, host) },
    b: { path: b, checkpoint: await openCheckpoint(b, host) },
    tokens: [],
    groups: [],
    ordinary: () => '',
    learningRate: 1e-5,
    seed: 0,
    parts: hostFileParts,
    comparer,
    signal: new AbortController().signal,
    progress: () => undefined,
  })
  const wallMs = performance.now() - started
  const { user, system } = process.cpuUsage(cpu)
  await comparer.close()
  const results = Object.fromEntries(document.tensors.map((tensor) => [tensor.name, tensor]))
  console.log(JSON.stringify({ wallMs, cpuMs: (user + system) / 1000, peakMb: peak(), results }))
}

function readHere(paths: readonly string[]): void {
  const cpu = process.cpuUsage()
  const started = performance.now()
  const buffer = new Uint8Array(READ_BYTES)
  for (const path of paths) {
    const file = openSync(path, 'r')
    while (readSync(file, buffer) > 0);
    closeSync(file)
  }
  const wallMs = performance.now() - started
  const { user, system } = process.cpuUsage(cpu)
  console.log(JSON.stringify({ wallMs, cpuMs: (user + system) / 1000, peakMb: peak() }))
}

function peak(): number {
  return process.resourceUsage().maxRSS / 1024
}

/** Gaussian weights of deviation 0.02, a share of which moved by about a percent. */
function writeCheckpoints([a, b]: readonly [string, string], tensors: number, moved: number): void {
  let end = 0
  const header: Record<string, unknown> = {}
  for (let index = 0; index < tensors; index++) {
    header[`model.layers.${index}.mlp.up_proj.weight`] = {
      dtype: 'BF16',
      shape: [ROWS, COLUMNS],
      data_offsets: [end, end + TENSOR_BYTES],
    }
    end += TENSOR_BYTES
  }
  const text = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(text.length))
  const before = new Uint16Array(ROWS * COLUMNS)
  const after = new Uint16Array(ROWS * COLUMNS)
  const word = new Uint32Array(1)
  const value = new Float32Array(word.buffer)
  let state = 1
  const uniform = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return (state + 0.5) / 2 ** 32
  }
  for (let at = 0; at < before.length; at++) {
    value[0] = 0.02 * Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())
    const bits = (word[0] ?? 0) >>> 16
    before[at] = bits
    after[at] = bits + (uniform() < moved ? 1 : 0)
  }
  for (const [path, words] of [
    [a, before],
    [b, after],
  ] as const) {
    const file = openSync(path, 'wx')
    writeSync(file, length)
    writeSync(file, text)
    for (let index = 0; index < tensors; index++) writeSync(file, new Uint8Array(words.buffer))
    closeSync(file)
  }
}
