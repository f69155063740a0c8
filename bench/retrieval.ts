import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isSameSet, isSameTop } from './retrieval/agreement.js'
import { benchCorpus, type Corpus, TOOLS } from './retrieval/corpus.js'
import { BATCH, type DenseResult, DIMENSIONS, denseContenders, NEAREST, runDense } from './retrieval/dense.js'
import { DEPTH, type Found, type LexicalResult, lexicalContenders, runLexical } from './retrieval/lexical.js'
import { hasPeer, versionOf } from './retrieval/peers.js'
import { median, spread, table } from './retrieval/table.js'

/*
 * BM25 and dense search against the peers in bench/peers (npm ci --prefix bench/peers). Every contender runs in a process
 * of its own, several times, in turns. --runs N (default 3), --quick (one run), --only lexical|dense.
 */
/** Contenders that need no package. */
const OURS: ReadonlySet<string> = new Set(['assay', 'plain JavaScript'])

const [mode, ...rest] = process.argv.slice(2)
if (mode === '--child') child(rest)
else await main(process.argv.slice(2))

function child([kind = '', name = '', folder = '']: readonly string[]): void {
  const lexical = lexicalContenders[name]
  const dense = denseContenders[name]
  const output = join(folder, 'result.json')
  if (kind === 'lexical' && lexical !== undefined) {
    const corpus = JSON.parse(readFileSync(join(folder, 'corpus.json'), 'utf8')) as Corpus // written by `main`
    writeFileSync(output, JSON.stringify(runLexical(lexical, corpus)))
  } else if (dense !== undefined) {
    writeFileSync(output, JSON.stringify(runDense(dense)))
  }
}

async function main(flags: readonly string[]): Promise<void> {
  const after = (flag: string): string | undefined =>
    flags.includes(flag) ? flags[flags.indexOf(flag) + 1] : undefined
  const runs = flags.includes('--quick') ? 1 : Number(after('--runs') ?? 3)
  const only = after('--only')
  console.log(
    `Retrieval, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}, ${runs} run(s)`,
  )
  const isThere = (name: string): boolean => OURS.has(name) || hasPeer(name)
  const peers = [...Object.keys(lexicalContenders), ...Object.keys(denseContenders)]
  const missing = peers.filter((name) => !isThere(name))
  if (missing.length > 0) console.log(`Not installed (npm ci --prefix bench/peers): ${missing.join(', ')}`)
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'))
  try {
    if (only !== 'dense') {
      const corpus = await benchCorpus()
      writeFileSync(join(folder, 'corpus.json'), JSON.stringify(corpus))
      const names = Object.keys(lexicalContenders).filter(isThere)
      showLexical(corpus, inTurns<LexicalResult>('lexical', names, { folder, runs }))
    }
    if (only !== 'lexical') {
      const names = Object.keys(denseContenders).filter(isThere)
      showDense(inTurns<DenseResult>('dense', names, { folder, runs }))
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Results by contender, one of each run. */
function inTurns<Result>(
  kind: string,
  names: readonly string[],
  { folder, runs }: { readonly folder: string; readonly runs: number },
): ReadonlyMap<string, readonly Result[]> {
  const results = new Map<string, Result[]>(names.map((name) => [name, []]))
  for (let run = 0; run < runs; run++) {
    for (const [name, ofName] of results) {
      execFileSync(process.execPath, [fileURLToPath(import.meta.url), '--child', kind, name, folder], {
        stdio: 'inherit',
      })
      const text = readFileSync(join(folder, 'result.json'), 'utf8')
      ofName.push(JSON.parse(text) as Result) // written by `child`, which runs the same code
    }
  }
  return results
}

function showLexical(corpus: Corpus, results: ReadonlyMap<string, readonly LexicalResult[]>): void {
  const totalOf = ({ indexMs, queriesMs }: LexicalResult): number => indexMs + queriesMs
  const ours = median((results.get('assay') ?? []).map(totalOf))
  const rows = Array.from(results, ([name, all]) => {
    const total = all.map(totalOf)
    return [
      titled(name),
      spread(
        all.map(({ indexMs }) => indexMs / 1000),
        2,
      ),
      spread(
        all.map(({ queryMs }) => median(queryMs)),
        3,
      ),
      spread(
        total.map((ms) => ms / 1000),
        2,
      ),
      `${(median(total) / ours).toFixed(1)}`,
      spread(
        all.map(({ peakBytes }) => peakBytes / 1e6),
        0,
      ),
      (100 * recall(corpus, all[0]?.found ?? [])).toFixed(1),
    ]
  })
  console.log(
    `\nBM25: ${corpus.name}; ${corpus.texts.length} texts, ${corpus.queries.length} queries, best ${DEPTH}`,
  )
  console.log(
    table([
      ['', 'index s', 'median query ms', 'index + queries s', 'times Assay', 'peak MB', `recall@${DEPTH} %`],
      ...rows,
    ]),
  )
  console.log(
    'Median of the runs (least–most). Peaks are of the whole process, the texts included. Recall counts ties in the order\n' +
      'in which they come. MiniSearch scores BM25+ with a tokenizer of its own, FTS5 BM25 with idf and k1 of its own:\n' +
      'neither is the Okapi formula. wink is, with our tokenizer: the like-for-like row.',
  )
  const [first, oracle] = [results.get('assay')?.[0], results.get('wink-bm25-text-search')?.[0]]
  if (first !== undefined && oracle !== undefined) {
    const same = corpus.queries.filter((_, at) =>
      isSameTop(first.found[at] ?? [], oracle.found[at] ?? []),
    ).length
    console.log(`Same best 10 as wink, up to ties: ${same} of ${corpus.queries.length} queries.`)
  }
}

function showDense(results: ReadonlyMap<string, readonly DenseResult[]>): void {
  const singleOf = (all: readonly DenseResult[]): number =>
    median(all.map(({ singleMs }) => median(singleMs)))
  const batchOf = (all: readonly DenseResult[]): number => median(all.map(({ batchMs }) => batchMs))
  const ours = results.get('assay') ?? []
  const [plain] = results.get('plain JavaScript') ?? []
  const rows = Array.from(results, ([name, all]) => {
    const agreeing =
      plain?.found.filter((wanted, at) => isSameSet(wanted, all[0]?.found[at] ?? [])).length ?? 0
    return [
      titled(name),
      spread(
        all.map(({ prepareMs }) => prepareMs),
        0,
      ),
      spread(
        all.map(({ singleMs }) => median(singleMs)),
        2,
      ),
      spread(
        all.map(({ batchMs }) => batchMs),
        0,
      ),
      (singleOf(all) / singleOf(ours)).toFixed(1),
      (batchOf(all) / batchOf(ours)).toFixed(1),
      spread(
        all.map(({ peakBytes }) => peakBytes / 1e6),
        0,
      ),
      `${agreeing}/${BATCH}`,
    ]
  })
  console.log(
    `\nExact dense search: ${TOOLS} × ${DIMENSIONS} made-up unit vectors, best ${NEAREST}, one thread, inner product`,
  )
  const head = [
    '',
    'prepare ms',
    'single ms',
    `batch of ${BATCH} ms`,
    'single × Assay',
    'batch × Assay',
    'peak MB',
    'as plain',
  ]
  console.log(table([head, ...rows]))
  console.log(
    '"as plain": queries whose best are the same set as those of the plain loop, which sums in doubles and compares in\n' +
      'single precision, so that a near-tie may differ. Preparation is done once for a catalog.',
  )
}

function titled(name: string): string {
  if (OURS.has(name)) return name
  return `${name === 'better-sqlite3' ? 'SQLite FTS5, ' : ''}${name} ${versionOf(name)}`
}

/** Mean share of the needs that are met. */
function recall({ gold }: Corpus, found: readonly Found[]): number {
  const shares = gold.map((needs, at) => {
    const positions = new Set((found[at] ?? []).slice(0, DEPTH).map(({ position }) => position))
    return needs.filter((need) => need.some((position) => positions.has(position))).length / needs.length
  })
  return shares.reduce((sum, share) => sum + share, 0) / shares.length
}
