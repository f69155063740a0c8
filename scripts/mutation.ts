import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { drawMutants } from '../bench/mutation/draw.js'
import { FOLDER_TESTS } from '../bench/mutation/folders.js'
import { loadStryker } from '../bench/mutation/load-stryker.js'
import type { EquivalentMutant, Mutant, MutantStatus, ReadMutant } from '../bench/mutation/mutant.js'
import { wilsonInterval } from '../src/stats/wilson.js'
import { percent } from '../src/text/number-text.js'

/**
 * Changes the sources of a folder, one place at a time, and asks whether its tests notice.
 * Usage: npm run mutation -- stats [--mutants 300] [--seed 0] [--concurrency 2] [--again]
 * With --again only those are tried that nobody noticed the last time, after tests were added.
 * What was found lies in .cache/mutation/<folder>-<seed>.json. Ends with exit 1 where fewer than 80 % are noticed.
 */
const LEAST_SHARE = 0.8
const CACHE = '.cache/mutation'
const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    mutants: { type: 'string', default: '300' },
    seed: { type: 'string', default: '0' },
    concurrency: { type: 'string', default: '2' },
    again: { type: 'boolean', default: false },
  },
})
const folder = positionals[0] ?? ''
const tests = FOLDER_TESTS[folder]
if (tests === undefined) {
  console.error(`Name a folder: ${Object.keys(FOLDER_TESTS).join(', ')}.`)
  process.exit(2)
}
const started = performance.now()
const stryker = await loadStryker()
const every = (await stryker.listMutants(sourcesOf(`src/${folder}`))).filter(({ isIgnored }) => !isIgnored)
const drawn = drawMutants(every, Number(flags.mutants), Number(flags.seed))
/** As they are before the run, by path: they may change while it lasts. */
const sources = new Map(
  [...new Set(drawn.map(({ fileName }) => fileName))].map((path) => [
    path,
    readFileSync(path, 'utf8').split('\n'),
  ]),
)
const found = `${CACHE}/${folder}-${flags.seed}.json`
const known = flags.again && existsSync(found) ? noticedBefore(found) : new Map<string, MutantStatus>()
const asked = drawn.filter(({ key }) => !known.has(key))
const statuses = new Map([...known, ...(await statusesOf(asked))])
report()

/** Sources below a folder, tests left out, in the order of their names. */
function sourcesOf(path: string): readonly string[] {
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.endsWith('.d.ts'))
    .map((name) => join(path, name))
    .sort()
}

async function statusesOf(mutants: readonly Mutant[]): Promise<ReadonlyMap<string, MutantStatus>> {
  if (mutants.length === 0) return new Map()
  mkdirSync(CACHE, { recursive: true })
  const keys = resolve(`${CACHE}/drawn-${folder}-${process.pid}.json`)
  writeFileSync(keys, JSON.stringify(mutants.map(({ key }) => key)))
  process.env.ASSAY_MUTATION_TESTS = tests?.join(',')
  const ranges = new Set(mutants.map(rangeOf))
  const temporary = `${CACHE}/copy-${folder}-${process.pid}`
  const results = await stryker.runMutants({
    drawn: keys,
    ranges: [...ranges],
    concurrency: Number(flags.concurrency),
    temporary,
  })
  for (const path of [temporary, keys]) rmSync(path, { recursive: true, force: true })
  const wanted = new Set(mutants.map(({ key }) => key))
  const told = new Map<string, MutantStatus>()
  for (const { key, status } of results) {
    if (wanted.has(key) && status !== 'CompileError') told.set(key, status)
  }
  const untold = mutants.filter(({ key }) => !told.has(key))
  if (untold.length > 0) throw new Error(`Stryker said nothing of ${untold.map(rangeOf).join(', ')}.`)
  return told
}

function rangeOf({ fileName, location: { start, end } }: Mutant): string {
  return `${fileName}:${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`
}

function noticedBefore(path: string): Map<string, MutantStatus> {
  // The file is our own, from an earlier run.
  const { statuses: before } = JSON.parse(readFileSync(path, 'utf8')) as {
    readonly statuses: Readonly<Record<string, MutantStatus>>
  }
  return new Map(Object.entries(before).filter(([, status]) => isNoticed(status)))
}

function isNoticed(status: MutantStatus | undefined): boolean {
  return status === 'Killed' || status === 'Timeout'
}

function report(): void {
  // A committed list, checked by whoever reads the change to it.
  const equivalents = JSON.parse(
    readFileSync('bench/mutation/equivalent.json', 'utf8'),
  ) as readonly EquivalentMutant[]
  const counts: Partial<Record<MutantStatus | 'Equivalent', number>> = {}
  const survivors: ReadMutant[] = []
  for (const mutant of drawn) {
    const read = readMutant(mutant)
    const isEquivalent =
      !isNoticed(read.status) && equivalents.some((one) => isSame(one, mutant.fileName, read))
    const kind = isEquivalent ? 'Equivalent' : read.status
    counts[kind] = (counts[kind] ?? 0) + 1
    if (!isEquivalent && !isNoticed(read.status)) survivors.push(read)
  }
  const successes = (counts.Killed ?? 0) + (counts.Timeout ?? 0)
  const n = successes + (counts.Survived ?? 0) + (counts.NoCoverage ?? 0)
  const interval = n === 0 ? undefined : wilsonInterval({ successes, n })
  const minutes = (performance.now() - started) / 60_000
  writeFileSync(
    found,
    `${JSON.stringify({ folder, seed: Number(flags.seed), of: every.length, n, noticed: successes, interval, counts, tests, minutes, survivors, statuses: Object.fromEntries(statuses) }, undefined, 2)}\n`,
  )
  for (const { at, original, replacement, status } of survivors) {
    console.log(`${at}  ${status}  ${shown(original)} → ${shown(replacement)}`)
  }
  const share = n === 0 ? Number.NaN : successes / n
  const bounds = interval?.map(percent).join('–') ?? 'none'
  console.log(
    `${folder}: ${percent(share)} % of ${n} noticed [${bounds}], of ${every.length} mutants, seed ${flags.seed}, ${asked.length} tried in ${minutes.toFixed(1)} minutes; ${JSON.stringify(counts)}; ${found}`,
  )
  process.exitCode = share >= LEAST_SHARE ? 0 : 1
}

function readMutant(mutant: Mutant): ReadMutant {
  const { fileName, location, mutatorName, replacement, key } = mutant
  const lines = sources.get(fileName) ?? []
  const { start, end } = location
  const part = lines.slice(start.line, end.line + 1)
  const last = part.length - 1
  part[last] = (part[last] ?? '').slice(0, end.column)
  part[0] = (part[0] ?? '').slice(start.column)
  const status = statuses.get(key)
  if (status === undefined) throw new Error(`Nobody tried ${rangeOf(mutant)}.`)
  return {
    at: `${fileName}:${start.line + 1}:${start.column + 1}`,
    line: (lines[start.line] ?? '').trim(),
    original: part.join('\n'),
    replacement,
    mutator: mutatorName,
    status,
  }
}

function isSame(one: EquivalentMutant, file: string, read: ReadMutant): boolean {
  return (
    one.file === file &&
    one.line === read.line &&
    one.original === read.original &&
    one.replacement === read.replacement
  )
}

function shown(text: string): string {
  const flat = text.replace(/\s+/g, ' ')
  return flat.length > 90 ? `${flat.slice(0, 87)}…` : flat
}
