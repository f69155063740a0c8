import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { ReportDocument } from '../../src/report/document.js'

/*
 * The reference subjects, examined by the built command from one end to the other: what a report with every page is made of.
 * Seeded, so that two batteries hold the same numbers.
 */

const command = promisify(execFile)
const root = resolve('.')
const peers = resolve(process.env.ASSAY_PEERS ?? 'test/assets/local-models')

export const chromiumPath = process.env.ASSAY_CHROMIUM ?? '/usr/bin/chromium'

/** What the built pages in a browser lack here; empty where nothing is missing. */
export function lackingForPages(): string {
  return lackingOf([
    [['dist/cli/main.js', 'dist/report-template.html', 'dist/live.js'], 'npm run build'],
    [[chromiumPath], `${chromiumPath} (ASSAY_CHROMIUM names another)`],
  ])
}

/** The same for a battery of the reference subjects. */
export function lackingForBattery(): string {
  const models = lackingOf([
    [[join(peers, 'node_modules/node-llama-cpp')], 'npm ci --prefix test/assets/local-models'],
    [['reference/models/caller/model.gguf'], 'the weights in reference/models'],
  ])
  return [lackingForPages(), models].filter(Boolean).join(', ')
}

function lackingOf(needs: readonly (readonly [paths: readonly string[], what: string])[]): string {
  return needs.flatMap(([paths, what]) => (paths.every((path) => existsSync(path)) ? [] : [what])).join(', ')
}

export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** How the built command is started in a folder: paths of its arguments are shown as they are given, from there. */
export function startOf(folder: string, argv: readonly string[]) {
  return {
    file: 'node',
    argv: [join(root, 'bin/assay.js'), ...argv],
    options: { cwd: folder, env: { ...process.env, ASSAY_PEERS: peers } },
  }
}

export async function assay(folder: string, ...given: readonly string[]): Promise<Ended> {
  const { file, argv, options } = startOf(folder, [...given, '--quiet'])
  return command(file, argv, { ...options, maxBuffer: 256 * 1024 * 1024 }).then(
    (ended) => ({ code: 0, ...ended }),
    // What a command that ends with another code than 0 rejects with.
    (error: { readonly code?: number; readonly stdout?: string; readonly stderr?: string }) => ({
      code: error.code ?? -1,
      stdout: error.stdout ?? '',
      stderr: error.stderr ?? '',
    }),
  )
}

const CATALOG = ['--catalog', 'reference/catalog.jsonl'] as const
const REQUESTS = ['items/verbose.jsonl', 'items/realistic.jsonl'] as const
const PROMPTS = ['--items', 'reference/ladder/novel.jsonl', '--items', 'reference/ladder/no-call.jsonl']

/** Subjects of the ladder set that get its prompts; `repaired` climbs the ladder. */
const ASKED = ['talker', 'caller', 'eager'] as const

/** Both designs of tokens, by the names of subjects and of the option. */
const TOKENS = [
  ['flat', 'flat'],
  ['hier', 'hierarchical'],
] as const

/** What is asked, in the order in which the report lists it. Each leaves its source in `runs/`. */
const STEPS: readonly (readonly string[])[] = [
  [
    ...['audit', ...CATALOG, '--subject', 'bm25', '--subject', 'hybrid:bm25+bm25:t3', '--subject', 'random'],
    ...[...REQUESTS, 'items/mcq.jsonl', 'items/qa.jsonl'].flatMap((path) => ['--benchmark', path]),
    ...['--k', '1,5,10,50', '--resamples', '2000', '-o', 'runs/audit'],
  ],
  ...REQUESTS.flatMap((path) =>
    TOKENS.map(([name, tokens]) => [
      ...['parametric', ...CATALOG, '--benchmark', path, '--tokens', tokens],
      ...['--subject', `reference:${name}-s2`, '--k', '1,5,10', '--beams', '10', '--max-new-tokens', '16'],
      ...['-o', `runs/recalls-${name}-${path.includes('verbose') ? 'verbose' : 'realistic'}/scores.json`],
    ]),
  ),
  ...ASKED.map((name) => [
    ...['run', ...PROMPTS, '--subject', `reference:${name}`, '--no-cache', '-o', `runs/${name}`],
  ]),
  [
    ...['run', '--items', 'examples/calls/items.jsonl', '--catalog', 'examples/calls/tools.jsonl'],
    ...[
      '--subject',
      'replay:examples/calls/caller.jsonl',
      '--dialect',
      'hermes',
      '--label',
      'recorded caller',
    ],
    ...['-o', 'runs/recorded'],
  ],
  [
    ...['ladder', '--subject', 'reference:repaired', '--corpus', 'reference/ladder/corpus.jsonl'],
    ...['--novel', 'reference/ladder/novel.jsonl', '--suppression', 'reference/ladder/no-call.jsonl'],
    ...['--checkpoints', 'reference/models/repaired/checkpoints', '--size', 'quick'],
    ...['--parent', 'reference/models/talker/model.safetensors'],
    ...['--weights', 'reference/models/repaired/model.safetensors'],
    ...['--vocabulary', 'reference/models/repaired/model.gguf', '-o', 'runs/ladder'],
  ],
  ...['re-search', 'gold'].map((name) => [
    ...['converse', '--pack', 'security-desk', '--small', '--subject', name, '-o', `runs/desk-${name}`],
  ]),
  [
    ...['probe', '--items', 'items/mcq.jsonl', '--items', 'items/qa.jsonl', ...CATALOG, '--tokens', 'flat'],
    ...['--subject', 'reference:flat-s2', '--no-cache', '-o', 'runs/knows'],
  ],
]

/**
 * Every so manieth item of each set: enough for intervals, few enough for minutes. The right option of mcq.jsonl is the
 * shortest, second, third and longest in turn, so that every fourth item would be one that always taking the shortest answers.
 */
const EVERY = [
  ['verbose', 4],
  ['realistic', 3],
  ['mcq', 3],
  ['qa', 3],
] as const

export interface Battery {
  /** Holds `runs/`, `report.html` and the subjects and items that were asked for. */
  readonly folder: string
  readonly report: ReportDocument
  /** Path of the page. */
  readonly page: string
  /** A JSON document in `runs/`. */
  readonly document: <Document>(path: string) => Document
}

/** Examines the reference subjects in an empty folder. Throws with what a command said where one fails. */
export async function makeBattery(folder: string, said: (line: string) => void): Promise<Battery> {
  cpSync('reference', join(folder, 'reference'), { recursive: true })
  cpSync('examples/calls', join(folder, 'examples/calls'), { recursive: true })
  mkdirSync(join(folder, 'items'))
  for (const [name, every] of EVERY) writeFileSync(join(folder, `items/${name}.jsonl`), someOf(name, every))
  for (const argv of STEPS) await succeed(folder, argv, said)
  for (const name of [...ASKED, 'recorded']) await succeed(folder, ['score', `runs/${name}`], said)
  const sources = STEPS.map((argv) => argv[argv.indexOf('-o') + 1] ?? '')
  await succeed(
    folder,
    ['report', ...sources, ...CATALOG, '--html', 'report.html', '-o', 'report.json'],
    said,
  )
  // What the built command writes is read here as what it says it is.
  const document = <Document>(path: string): Document =>
    JSON.parse(readFileSync(join(folder, path), 'utf8')) as Document
  return {
    folder,
    report: document<ReportDocument>('report.json'),
    page: join(folder, 'report.html'),
    document,
  }
}

/** Pairs of yes-or-no questions stay together. */
function someOf(name: string, every: number): string {
  const lines = readFileSync(`reference/items/${name}.jsonl`, 'utf8').trim().split('\n')
  const together = name === 'qa' ? 2 : 1
  return lines.filter((_, at) => Math.floor(at / together) % every === 0).join('\n')
}

/** An audit whose catalog has faults ends with 1, and has been made. */
async function succeed(folder: string, argv: readonly string[], said: (line: string) => void): Promise<void> {
  const startedMs = Date.now()
  const { code, stderr } = await assay(folder, ...argv)
  said(`${((Date.now() - startedMs) / 1000).toFixed(1)} s  assay ${argv.slice(0, 12).join(' ')}`)
  if (code !== 0 && !(argv[0] === 'audit' && code === 1))
    throw new Error(`assay ${argv.join(' ')} ended with ${code}: ${stderr}`)
}
