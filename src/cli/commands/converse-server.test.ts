import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordCli } from '../../../test/contract/cli-run.js'
import { scratchFolder, testHost } from '../../../test/contract/run-fixtures.js'
import { hostClock } from '../../adapters/clock.js'
import { hostFiles } from '../../adapters/files.js'
import { scriptedKind } from '../../adapters/models/scripted.js'
import type { ConverseFlags } from '../converse/converse-flags.js'
import { buildProgram } from '../program.js'
import { runConverse } from './converse-run.js'

const server = fileURLToPath(new URL('../../../test/fixtures/mcp/counting-server.mjs', import.meta.url))
const TOKEN = 'hunter2-hunter2'

let scratch: Awaited<ReturnType<typeof scratchFolder>>
let folder = ''
let log = ''
let pack = ''
let items = ''

beforeEach(async () => {
  scratch = await scratchFolder()
  folder = join(scratch.path, 'run')
  log = join(scratch.path, 'calls.log')
  pack = `mcp:"${process.execPath}" "${server}" "${log}" --token ${TOKEN}`
  items = join(scratch.path, 'items.jsonl')
  const turn = (text: string, plan: string) => ({ role: 'user', text, plan })
  const said = { role: 'assistant', text: 'Done.' }
  const dialogues = ['ada', 'bob'].map((name) => ({
    kind: 'dialogue',
    id: name,
    turns: [
      turn('Put a cup there.', `x = put(item="gold cup of ${name}")\nsave_to_cache(key="cup", value=x)`),
      said,
      turn('And another one.', `put(item="gold cup of ${name}")`),
      said,
      turn('What is there?', 'look()'),
    ],
  }))
  await writeFile(items, dialogues.map((one) => `${JSON.stringify(one)}\n`).join(''))
})
afterEach(() => scratch.remove())

async function play(flags: Partial<ConverseFlags>, signal?: AbortSignal) {
  const cli = recordCli(undefined, {
    files: hostFiles,
    clock: hostClock,
    ...(signal === undefined ? {} : { signal }),
  })
  await runConverse(
    {
      concurrency: 2,
      timeout: 10,
      resamples: 100,
      json: true,
      pack,
      allowWrites: true,
      ...(flags.resume === undefined ? { items, output: folder } : {}),
      ...flags,
    },
    cli.context,
    testHost(() => Promise.reject(new Error('nobody')), { kinds: [scriptedKind] }),
  )
  return cli
}

async function score(...argv: readonly string[]): Promise<string> {
  const cli = recordCli(undefined, { files: hostFiles, clock: hostClock })
  await buildProgram(cli.context).parseAsync([
    'node',
    'assay',
    'score',
    folder,
    '--resamples',
    '100',
    ...argv,
  ])
  return cli.out()
}

/** What the server did, in alphabetical order. */
const calls = (): readonly string[] =>
  existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').sort() : []
const ofGold = ['ada', 'bob'].flatMap((name) => [
  'look',
  `put gold cup of ${name}`,
  `put gold cup of ${name}`,
])

describe('assay converse with a live server', () => {
  it.each(['code', 'json'] as const)(
    'has gold done once, in %s, and scored from the record',
    async (mode) => {
      const document = JSON.parse((await play({ subject: 'gold', mode })).out())
      const before = calls()
      expect(before.map((line) => line.trim())).toEqual([...ofGold].sort())
      const scores = document.scores.filter(({ metric }: { metric: string }) => metric === 'turn-correct')
      expect(scores).toMatchObject([{ value: 1, counted: 6 }])
      expect(JSON.parse(await score('--json')).scores).toEqual(document.scores)
      expect(calls()).toEqual(before)
    },
  )

  it('has gold done once over all trials', async () => {
    await play({ subject: await script(['look()']), trials: 3, concurrency: 6 })
    expect(calls().filter((line) => line.startsWith('put'))).toHaveLength(4)
    expect(calls().filter((line) => line.startsWith('look'))).toHaveLength(2 + 2 * 3 * 3)
  })

  it('does not repeat a write on going on, but what is wanted twice is done twice', async () => {
    const subject = await script(['put(item="cup")', 'put(item="cup")', 'put(item="lid")\nlook()'], 60)
    const stop = new AbortController()
    const watch = setInterval(() => {
      const path = join(folder, 'turns.jsonl')
      if (existsSync(path) && statSync(path).size > 0) stop.abort(new Error('interrupted'))
    }, 5)
    await play({ subject, freeRunning: true, concurrency: 1 }, stop.signal)
    clearInterval(watch)
    expect(calls().filter((line) => line === 'put lid')).toHaveLength(0)
    const out = (await play({ resume: folder, subject })).out()
    expect(JSON.parse(out).details.counts).toMatchObject({ played: 2, turns: 6, unmeasured: 0 })
    expect(calls().filter((line) => line === 'put cup')).toHaveLength(2 * 2)
    expect(calls().filter((line) => line === 'put lid')).toHaveLength(2)
    expect(calls().filter((line) => line.startsWith('put gold'))).toHaveLength(4)
    const before = calls()
    await play({ resume: folder, subject })
    await score()
    expect(calls()).toEqual(before)
  })

  it('answers from a record of another run, and keeps one of its own', async () => {
    await play({ subject: 'gold' })
    const before = calls()
    const record = join(folder, 'tool-results.jsonl')
    folder = join(scratch.path, 'again')
    const document = JSON.parse((await play({ subject: 'gold', replay: record })).out())
    expect(JSON.parse(await score('--json')).scores).toEqual(document.scores)
    expect(calls()).toEqual(before)
  })

  it('keeps no token that the command line of the server holds, not even where the server repeats it', async () => {
    const cli = await play({ subject: 'gold' })
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
      .join('')
    expect(files + cli.out() + cli.err()).not.toContain(TOKEN)
    expect(files).toContain('«secret:pack»')
    expect(files).toContain('--token …')
  })
})

/** A subject that answers its first, second and third turn with these plans, the last one ever after. */
async function script(plans: readonly string[], latencyMs = 0): Promise<string> {
  const path = join(scratch.path, 'script.json')
  const code = (plan: string): string => `<CODE>\n${plan}\n</CODE>`
  const rules = plans.map((plan, index) => ({ when: { variant: `turn-${2 * index}` }, answer: code(plan) }))
  await writeFile(path, JSON.stringify({ rules, otherwise: code(plans.at(-1) ?? ''), latencyMs }))
  return `scripted:${path}`
}
