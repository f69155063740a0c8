/**
 * Fault drill: a run against a server that fails in eight ways, killed with -9 again and again at random moments and
 * resumed, must end with the samples of a run without faults: none lost, none doubled, none changed.
 * Usage: npm run drill -- [--kills 40] [--items 4000] [--seed 0] [--scale 0.1]
 * Stalls are 30 s and an attempt may take 10 s, both times the scale; the default of a tenth keeps the drill to minutes.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { hostFiles } from '../src/adapters/files.js'
import { hostHash } from '../src/adapters/hash.js'
import { randomStream } from '../src/numeric/random.js'
import { readRawBodies } from '../src/run/raw-bodies.js'
import type { Sample } from '../src/run/sample.js'
import { ownRun, runIfAsked } from './asking/own-run.js'
import { questionLines } from './asking/questions.js'
import { serveFaultsIfAsked, startFaultyServer } from './drill/faulty-server.js'

await serveFaultsIfAsked()
await runIfAsked()

const option = (name: string, byDefault: number): number => {
  const at = process.argv.indexOf(`--${name}`)
  return at === -1 ? byDefault : Number(process.argv[at + 1])
}
const kills = option('kills', 40)
const count = option('items', 4000)
const seed = option('seed', 0)
const scale = option('scale', 0.1)
/** A quarter of the kills come at random within this time of the start, the others within this time of the first sample. */
const START_MS = 1500
const WORK_MS = 1500
/** How long a process may take to its first sample before it is killed all the same. */
const PATIENCE_MS = 10_000
/** Resumes after the kills, until no error is left. */
const MOST_RESUMES = 10

const folder = await mkdtemp(join(tmpdir(), 'assay-drill-'))
let isRight = false
try {
  isRight = await drill()
} finally {
  await rm(folder, { recursive: true, force: true })
}
process.exit(isRight ? 0 : 1)

async function drill(): Promise<boolean> {
  const items = join(folder, 'items.jsonl')
  await writeFile(items, [...questionLines(count)].join(''))
  const expected = await faultless(items)
  const server = await startFaultyServer({ seed, share: 0.35, stallMs: 30_000 * scale })
  const random = randomStream(seed, 'kills')
  const output = join(folder, 'faulty')
  const common = { concurrency: 64, timeout: 10 * scale }
  const first = { ...common, items: [items], subject: subjectAt(server.url), output }
  let killed = 0
  let torn = 0
  const startedMs = performance.now()
  try {
    while (killed < kills) {
      const isBegun = (await hostFiles.facts(join(output, 'run.json'))) !== undefined
      const { child, report } = ownRun(isBegun ? { ...common, resume: output } : first)
      const isEarly = random.uniform() < 0.25
      const delayMs = random.uniform() * (isEarly ? START_MS : WORK_MS)
      const over = report.then(() => true)
      if (!isEarly) await Promise.race([over, growth(join(output, 'samples.jsonl'))])
      await Promise.race([over, setTimeout(delayMs)])
      child.kill('SIGKILL')
      const ended = await report
      if (ended !== undefined) {
        if (ended.exitCode !== 3) break
        continue
      }
      killed++
      const text = await readFile(join(output, 'samples.jsonl'), 'utf8').catch(() => '')
      if (text !== '' && !text.endsWith('\n')) torn++
    }
    const before = await samplesOf(output)
    let resumes = 0
    let left = Number.POSITIVE_INFINITY
    while (left > 0 && resumes < MOST_RESUMES) {
      await ownRun({ ...common, resume: output, retryErrors: true }).report
      resumes++
      const { byItem } = await samplesOf(output)
      left = count - [...byItem.values()].filter(({ error }) => error === undefined).length
    }
    const served = await server.counts()
    console.log(
      `${killed} kills in ${((performance.now() - startedMs) / 1000).toFixed(0)} s, ${torn} of them left a torn line; ` +
        `${before.byItem.size} of ${count} samples were kept by then; ${resumes} more sessions to the end.`,
    )
    console.log(
      `Served: ${Object.entries(served)
        .map(([name, times]) => `${name} ${times}`)
        .join(', ')}.`,
    )
    return await compare(output, expected, killed)
  } finally {
    server.stop()
  }
}

/** Resolves when a file has become longer. */
async function growth(path: string): Promise<void> {
  const size = async (): Promise<number> => (await hostFiles.facts(path))?.sizeBytes ?? 0
  const before = await size()
  for (let waitedMs = 0; waitedMs < PATIENCE_MS && (await size()) <= before; waitedMs += 10)
    await setTimeout(10)
}

async function faultless(items: string): Promise<ReadonlyMap<string, string>> {
  const server = await startFaultyServer({ seed, share: 0, stallMs: 0 })
  const output = join(folder, 'faultless')
  await ownRun({ concurrency: 64, items: [items], subject: subjectAt(server.url), output }).report
  server.stop()
  const { byItem } = await samplesOf(output)
  return new Map([...byItem].map(([item, sample]) => [item, said(sample)]))
}

function subjectAt(url: string): string {
  return `compatible:${url}#mock,server=other,logprobs=off`
}

function said({ output, request, seed: drawn }: Sample): string {
  return JSON.stringify({ output, request, drawn })
}

interface Kept {
  /** The last line of each item. */
  readonly byItem: ReadonlyMap<string, Sample>
  /** Lines with an answer, by item. */
  readonly answers: ReadonlyMap<string, number>
}

async function samplesOf(output: string): Promise<Kept> {
  const byItem = new Map<string, Sample>()
  const answers = new Map<string, number>()
  const text = await readFile(join(output, 'samples.jsonl'), 'utf8')
  for (const line of text.slice(0, text.lastIndexOf('\n') + 1).split('\n')) {
    if (line === '') continue
    const sample = JSON.parse(line) as Sample // written by Assay
    byItem.set(sample.item, sample)
    if (sample.error === undefined) answers.set(sample.item, (answers.get(sample.item) ?? 0) + 1)
  }
  return { byItem, answers }
}

async function compare(
  output: string,
  expected: ReadonlyMap<string, string>,
  killed: number,
): Promise<boolean> {
  const { byItem, answers } = await samplesOf(output)
  const items = [...expected.keys()]
  const lost = items.filter((item) => !byItem.has(item)).length
  const failed = [...byItem.values()].filter(({ error }) => error !== undefined).length
  const changed = items.filter((item) => {
    const sample = byItem.get(item)
    return sample !== undefined && sample.error === undefined && said(sample) !== expected.get(item)
  }).length
  const doubled = [...answers.values()].filter((times) => times > 1).length
  const bodies = new Set<string>()
  let spoilt = 0
  for await (const { hash, bytes } of readRawBodies(join(output, 'raw'), hostFiles)) {
    bodies.add(hash)
    if (hostHash(bytes) !== hash) spoilt++
  }
  const bodiless = [...byItem.values()].filter(({ raw }) => raw === undefined || !bodies.has(raw.hash)).length
  console.log(
    `Against the run without faults (${expected.size} samples): lost ${lost}, doubled ${doubled}, changed ${changed}, ` +
      `left as errors ${failed}, without their body ${bodiless}, bodies spoilt ${spoilt}.`,
  )
  const isRight =
    expected.size === count && lost + doubled + changed + failed + bodiless + spoilt === 0 && killed >= kills
  console.log(isRight ? 'As it should be.' : 'NOT as it should be.')
  if (killed < kills) console.log(`The run was over after ${killed} kills; give more --items.`)
  return isRight
}
