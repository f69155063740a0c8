/**
 * Playing dialogues: 41,000 turns by a scripted subject that takes 5 ms, journals on disk, memory as the run goes on; then a
 * resume of the whole, and scoring what was kept.
 * Usage: npm run bench -- converse [--quick] [--turns N]
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { hostClock } from '../src/adapters/clock.js'
import { hostFiles } from '../src/adapters/files.js'
import { hostHash } from '../src/adapters/hash.js'
import { limitHeapGrowth } from '../src/adapters/heap-growth.js'
import { hostJournals } from '../src/adapters/journal.js'
import { codeAgent } from '../src/agent/agents/code-agent.js'
import { goldRecords } from '../src/agent/agents/gold-records.js'
import { goldTurns } from '../src/agent/agents/gold-turns.js'
import { executePlan } from '../src/agent/execute-plan.js'
import { randomStream } from '../src/numeric/random.js'
import { AdaptiveLimit } from '../src/run/adaptive-limit.js'
import { Budget } from '../src/run/budget.js'
import { converse } from '../src/run/converse/converse.js'
import { ConverseStore } from '../src/run/converse/converse-store.js'
import { readDialogueTurns } from '../src/run/converse/read-turns.js'
import { SecretBook } from '../src/run/secret-book.js'
import { DialogueScorer } from '../src/score/dialogue/score-dialogues.js'
import { readScript } from '../src/subject/script.js'
import { scriptedSubject } from '../src/subject/scripted.js'
import { countText } from '../src/text/number-text.js'
import { openai } from '../src/toolcall/dialects/openai.js'
import { toyDialogue, toyPlans } from '../test/generators/toy-dialogues.js'
import { toyWorld } from '../test/generators/toy-world.js'

const isQuick = process.argv.includes('--quick')
const TURNS_A_DIALOGUE = 4
const LATENCY_MS = 5
const CONCURRENCY = 32
const given = process.argv.indexOf('--turns')
const turns = given === -1 ? (isQuick ? 4000 : 41_000) : Number(process.argv[given + 1])
const dialogues = Math.ceil(turns / TURNS_A_DIALOGUE)

setFlagsFromString('--expose-gc')
const gc: () => void = runInNewContext('gc')
limitHeapGrowth(60)
const world = toyWorld()
const folder = mkdtempSync(join(tmpdir(), 'assay-bench-converse-'))

const script = readScript(
  {
    latencyMs: LATENCY_MS,
    rules: [1, 3, 5, 7].map((turn, index) => ({
      when: { variant: `turn-${turn}` },
      answer: { text: toyPlans[index] ?? '', usage: { promptTokens: 3000, completionTokens: 80 } },
    })),
  },
  'bench',
)

function* planned() {
  for (let at = 0; at < dialogues; at++) yield { dialogue: toyDialogue(`d${at}`), trial: 0, before: [] }
}

interface Mark {
  readonly turns: number
  readonly heapMiB: number
  readonly rssMiB: number
}

async function play(): Promise<readonly Mark[]> {
  const store = await ConverseStore.open({
    folder,
    files: hostFiles,
    journals: hostJournals,
    hash: hostHash,
    secrets: new SecretBook(),
    notify: () => undefined,
  })
  const subject = scriptedSubject(script, { clock: hostClock })
  const marks: Mark[] = []
  let done = 0
  const mark = (): void => {
    gc()
    gc()
    const { heapUsed, external, rss } = process.memoryUsage()
    marks.push({ turns: done, heapMiB: (heapUsed + external) / 2 ** 20, rssMiB: rss / 2 ** 20 })
  }
  await converse({
    dialogues: planned(),
    benchmark: 'toy',
    worldOf: () => world,
    agent: codeAgent([]),
    asked: { subject, dialect: openai, limit: new AdaptiveLimit({ clock: hostClock, most: CONCURRENCY }) },
    label: 'scripted',
    settings: { running: 'free-running', repairs: 0, maxSteps: 8 },
    generation: { maxTokens: 1024 },
    seed: 0,
    execute: executePlan,
    store,
    concurrency: CONCURRENCY,
    timeoutMs: 10_000,
    budget: new Budget({}),
    drain: new AbortController().signal,
    clock: hostClock,
    hash: hostHash,
    random: randomStream(0, 'bench'),
    notify: () => undefined,
    turned: () => {
      done++
      if (done % Math.floor(turns / 10) === 0) mark()
    },
    finished: () => undefined,
  })
  await store.close()
  return marks
}

async function score(): Promise<{ readonly ms: number; readonly correct: number }> {
  const startedMs = performance.now()
  const scorer = new DialogueScorer({ world, running: 'free-running' })
  let correct = 0
  const isWhole = (_: unknown, found: { readonly size: number }): boolean => found.size >= TURNS_A_DIALOGUE
  for await (const { item, lines } of readDialogueTurns(join(folder, 'turns.jsonl'), hostFiles, isWhole)) {
    const dialogue = toyDialogue(item)
    const gold = await goldTurns({ dialogue, world, now: () => performance.now(), hash: hostHash })
    const verdict = scorer.add({
      dialogue,
      gold: goldRecords(gold, { mode: 'code', hash: hostHash }),
      turns: lines.map(({ record }) => record),
    })
    correct += verdict.turns.filter(({ isCorrect }) => isCorrect).length
  }
  scorer.finish({ resamples: 200 })
  return { ms: performance.now() - startedMs, correct }
}

try {
  console.log(
    `Dialogues, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}, load ${loadavg()[0]?.toFixed(2)}`,
  )
  const cpu = process.cpuUsage()
  const startedMs = performance.now()
  const marks = await play()
  const seconds = (performance.now() - startedMs) / 1000
  const { user, system } = process.cpuUsage(cpu)
  const bytes = statSync(join(folder, 'turns.jsonl')).size
  const played = dialogues * TURNS_A_DIALOGUE
  console.log(
    `${countText(played)} turns, subject of ${LATENCY_MS} ms, ${CONCURRENCY} at once: ${seconds.toFixed(1)} s, ${Math.round(played / seconds)} turns/s, CPU ${((user + system) / 1e3 / played).toFixed(2)} ms a turn, ${(bytes / 2 ** 20).toFixed(0)} MiB of journal`,
  )
  for (const { turns: at, heapMiB, rssMiB } of marks) {
    console.log(
      `  after ${countText(at).padStart(7)}: heap ${heapMiB.toFixed(1)} MiB, rss ${rssMiB.toFixed(0)} MiB`,
    )
  }
  const [first] = marks
  const last = marks.at(-1)
  if (first !== undefined && last !== undefined) {
    console.log(
      `  growth from the first tenth to the last: ${(last.heapMiB - first.heapMiB).toFixed(1)} MiB of heap`,
    )
  }
  const { ms, correct } = await score()
  console.log(
    `scoring: ${(ms / 1000).toFixed(1)} s, ${((ms * 1000) / played).toFixed(0)} µs a turn; ${correct} of ${played} turns right`,
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}
