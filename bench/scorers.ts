/**
 * False accepts and false rejects of tool-call scorers on pairs of calls and on whole outputs, and of a parser on texts:
 * ours beside npm peers, in one run.
 * Usage: npm ci --ignore-scripts --omit=optional --prefix bench/call-peers && npm run bench -- scorers [--json]
 */
import { cpus } from 'node:os'
import type { EmittedCall } from '../src/score/calls/call-comparison.js'
import { type CallVerdict, judgeCalls } from '../src/score/calls/call-verdict.js'
import { OutputReader } from '../src/score/calls/read-output.js'
import { isSameValue } from '../src/score/calls/value-equality.js'
import { isJsonObject, parseJson, writeJson } from '../src/text/json.js'
import { parseOutput } from '../src/toolcall/parse-output.js'
import { toolTable } from '../src/toolcall/tool-table.js'
import {
  type CallPair,
  type CallText,
  type ReadingCase,
  readPairs,
  readReadingCases,
  readTexts,
} from './scorers/battery.js'
import { loadPeers, type PeerCall, peerCalls } from './scorers/peers.js'
import { plainGolds } from './scorers/plain-gold.js'
import { type Row, rowsOf, Tally, tallyTable } from './scorers/tally.js'

/** How often all pairs are judged for the time, after they were judged once. */
const ROUNDS = 200

const isJson = process.argv.includes('--json')
const tables: { readonly title: string; readonly rows: readonly Row[] }[] = []
const peers = await loadPeers()
const cpu = cpus()[0]?.model ?? 'unknown'
say(`Scorers of tool calls, ${cpus().length} × ${cpu}, Node ${process.version}\n`)
await pairTable(readPairs())
await textTable(readTexts())
await readingTable(readReadingCases())
if (isJson) console.log(JSON.stringify({ schema: 'assay.bench-scorers/1', tables }))
// A peer keeps the process alive.
process.exit()

function say(text: string): void {
  if (!isJson) console.log(text)
}

function show(
  title: string,
  tallies: ReadonlyMap<string, Tally>,
  microseconds: ReadonlyMap<string, number>,
): void {
  tables.push({ title, rows: rowsOf(tallies, microseconds) })
  say(title)
  say(tallyTable(tallies, microseconds))
}

type Judge<Case> = (one: Case) => boolean | undefined | Promise<boolean | undefined>

async function pairTable(pairs: readonly CallPair[]): Promise<void> {
  const reader = new OutputReader({})
  const judges = new Map<string, Judge<CallPair>>([
    ['assay match', ({ task, actual }) => verdictOnCalls(reader, task, actual).match],
  ])
  // Written once, so that their time is their own.
  const written = new Map(
    pairs.map(({ id, task, actual }) => [
      id,
      { golds: plainGolds(task)?.map(peerCalls), actual: peerCalls(actual) },
    ]),
  )
  for (const peer of peers?.scorers ?? []) {
    judges.set(peer.id, async ({ id, task }) => {
      const { golds = [], actual = [] } = written.get(id) ?? {}
      const verdicts = []
      // Peers know no acceptable values: they may try each way of reading gold, and one that agrees is enough.
      for (const expected of golds) {
        verdicts.push(await peer.judge({ expected, actual, order: task.gold.order }))
        if (verdicts.includes(true)) return true
      }
      return verdicts.length === 0 || verdicts.includes(undefined) ? undefined : false
    })
  }
  const tallies = new Map<string, Tally>()
  const microseconds = new Map<string, number>()
  for (const [id, judge] of judges) {
    tallies.set(id, await tallyOf(pairs, judge))
    const started = process.cpuUsage()
    for (let round = 0; round < ROUNDS; round++) for (const pair of pairs) await judge(pair)
    const { user, system } = process.cpuUsage(started)
    microseconds.set(id, (user + system) / (ROUNDS * pairs.length))
  }
  show(
    `${pairs.length} pairs of gold and emitted calls, ${rightIn(pairs)} of them right`,
    tallies,
    microseconds,
  )
}

async function textTable(texts: readonly CallText[]): Promise<void> {
  const judges = new Map<string, Judge<CallText>>([
    ['assay exact', (one) => verdictOnText(one).exact],
    ['keyword rule, released', (one) => verdictOnText(one).keyword?.released],
    ['keyword rule, anywhere', (one) => verdictOnText(one).keyword?.anywhere],
  ])
  const reader = new OutputReader({})
  if (peers !== undefined) {
    judges.set('@ai-sdk-tool/parser, then assay match', async ({ dialect, text, tools, task }) => {
      const found = await peers.parseText({ dialect: dialect.id, text, tools: plain(tools) })
      return found && verdictOnCalls(reader, task, readCalls(found)).match
    })
  }
  const tallies = new Map<string, Tally>()
  for (const [id, judge] of judges) tallies.set(id, await tallyOf(texts, judge))
  show(`${texts.length} whole outputs, ${rightIn(texts)} of them right`, tallies, new Map())
}

async function readingTable(cases: readonly ReadingCase[]): Promise<void> {
  const tallies = new Map<string, Tally>()
  const count = (
    id: string,
    {
      found,
      expected,
      name,
    }: Record<'found' | 'expected', readonly EmittedCall[]> & { readonly name: string },
  ): void => {
    const tally = tallies.get(id) ?? new Tally()
    tallies.set(id, tally)
    tally.judged++
    // Any text can be misread either way.
    tally.ofRight++
    tally.ofWrong++
    if (areSameCalls(found, expected)) return
    const faults = expected.length === 0 || found.length > 0 ? tally.falseAccepts : tally.falseRejects
    faults.push(name)
  }
  for (const { dialect, task, tools, text, stopReason, strict, lenient } of cases) {
    const name = task.id
    const parsing = parseOutput({ text, stopReason }, { dialect, tools: toolTable(task.tools) })
    const calls = parsing.strict.ok ? parsing.strict.calls : []
    count('assay strict, against strict', { found: calls, expected: strict, name })
    count('assay lenient, against lenient', { found: parsing.lenient.calls, expected: lenient, name })
    const found = await peers?.parseText({ dialect: dialect.id, text, tools: plain(tools) })
    if (found === undefined) continue
    count('@ai-sdk-tool/parser, against strict', { found: readCalls(found), expected: strict, name })
    count('@ai-sdk-tool/parser, against lenient', { found: readCalls(found), expected: lenient, name })
  }
  show(
    `${cases.length} texts of all dialects; a false accept is any call that the cases do not have`,
    tallies,
    new Map(),
  )
}

async function tallyOf<Case extends { readonly id: string; readonly isRight: boolean }>(
  cases: readonly Case[],
  judge: Judge<Case>,
): Promise<Tally> {
  const tally = new Tally()
  for (const one of cases) tally.add(one.id, await judge(one), one.isRight)
  return tally
}

function verdictOnCalls(
  reader: OutputReader,
  task: CallPair['task'],
  calls: readonly EmittedCall[],
): CallVerdict {
  const said = { kind: 'calls' as const, calls }
  return judgeCalls(task, reader.read(task, { id: task.id, said, stopReason: 'stop', where: '' }))
}

function verdictOnText({ dialect, task, text, stopReason }: CallText): CallVerdict {
  const said = { kind: 'text' as const, text }
  return judgeCalls(
    task,
    new OutputReader({ dialect }).read(task, { id: task.id, said, stopReason, where: '' }),
  )
}

function rightIn(cases: readonly { readonly isRight: boolean }[]): number {
  return cases.filter(({ isRight }) => isRight).length
}

function readCalls(calls: readonly PeerCall[]): readonly EmittedCall[] {
  return calls.map(({ name, arguments: text }) => {
    const reading = parseJson(text)
    const isRead = reading.kind === 'value' && isJsonObject(reading.value)
    return { name, arguments: isRead ? reading.value : {} }
  })
}

function plain(tools: CallText['tools']): readonly unknown[] {
  return JSON.parse(writeJson(tools)) as readonly unknown[]
}

function areSameCalls(left: readonly EmittedCall[], right: readonly EmittedCall[]): boolean {
  return (
    left.length === right.length &&
    left.every((call, index) => {
      const other = right[index]
      return call.name === other?.name && isSameValue(call.arguments, other.arguments)
    })
  )
}
