import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordCli } from '../../../test/contract/cli-run.js'
import { scratchFolder, testHost } from '../../../test/contract/run-fixtures.js'
import { hostClock } from '../../adapters/clock.js'
import { hostFiles } from '../../adapters/files.js'
import { scriptedKind } from '../../adapters/models/scripted.js'
import type { ConverseFlags } from '../converse/converse-flags.js'
import { buildProgram } from '../program.js'
import { runConverse } from './converse-run.js'

let scratch: Awaited<ReturnType<typeof scratchFolder>>
let folder = ''
beforeEach(async () => {
  scratch = await scratchFolder()
  folder = join(scratch.path, 'run')
  const bank = join(scratch.path, 'bank')
  await mkdir(bank)
  for (const [at, plant] of ['fern', 'moss'].entries()) {
    const rows = [
      { role: 'User', text: `Two pots of ${plant}, please.` },
      call('AddPlant', { name: plant, pots: 2 }, 'done'),
      { role: 'AI', text: 'They are planted.' },
      { role: 'User', text: 'How many pots are there?' },
      call('CountPots', {}, { pots: 2 + at }),
      { role: 'AI', text: 'There you are.' },
      { role: 'User', text: 'Thank you.' },
    ]
    const text = rows.map((row) => JSON.stringify(row)).join('\n')
    await writeFile(join(bank, `${plant}-level-1-${at + 1}.jsonl`), text)
  }
})
afterEach(() => scratch.remove())

const call = (name: string, given: object, output: unknown) => ({
  role: 'API',
  api_name: name,
  param_dict: given,
  result: { api_name: name, input: given, output, exception: null },
})

interface Given extends Partial<ConverseFlags> {
  readonly signal?: AbortSignal
  readonly variable?: (name: string) => string | undefined
}

async function play({ signal, variable, ...flags }: Given = {}) {
  const cli = recordCli(undefined, {
    files: hostFiles,
    clock: hostClock,
    ...(signal === undefined ? {} : { signal }),
    ...(variable === undefined ? {} : { variable }),
  })
  let error: unknown
  try {
    await runConverse(
      {
        concurrency: 2,
        timeout: 10,
        resamples: 100,
        ...(flags.resume === undefined
          ? {
              pack: 'recorded',
              items: join(scratch.path, 'bank'),
              subject: 'gold',
              mode: 'json',
              output: folder,
            }
          : {}),
        ...flags,
      },
      cli.context,
      testHost(() => Promise.reject(new Error('nobody')), { kinds: [scriptedKind] }),
    )
  } catch (thrown) {
    error = thrown
  }
  return { out: cli.out(), err: cli.err(), exitCode: cli.exitCode(), error }
}

const lines = (name: string): readonly Record<string, unknown>[] =>
  readFileSync(join(folder, name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

async function script(value: object): Promise<string> {
  const path = join(scratch.path, 'script.json')
  await writeFile(path, JSON.stringify(value))
  return `scripted:${path}`
}

const answers = {
  rules: [
    {
      when: { contains: ['Two pots of fern'], variant: 'turn-0' },
      answer: { calls: [{ name: 'AddPlant', arguments: { name: 'fern', pots: 2 } }] },
    },
    {
      when: { contains: ['Two pots of moss'], variant: 'turn-0' },
      answer: { calls: [{ name: 'AddPlant', arguments: { name: 'moss', pots: 3 } }] },
    },
  ],
  otherwise: 'Nothing to do.',
}

describe('assay converse', () => {
  it('plays gold without a model: scores of 1, journals, transcripts', async () => {
    const { out, error, exitCode } = await play({ json: true })
    expect(error).toBeUndefined()
    expect(exitCode).toBe(0)
    const document = JSON.parse(out)
    expect(document).toMatchObject({
      schema: 'assay.scores/1',
      subject: 'gold',
      benchmark: 'bank',
      details: {
        run: { id: 'run', subject: 'gold', trials: 1 },
        converse: {
          mode: 'json',
          running: 'teacher-forced',
          pack: { id: expect.any(String), spec: 'recorded' },
        },
        counts: { planned: 2, played: 2, turns: 6, unmeasured: 0 },
      },
      items: [
        { outcome: 'right', turns: 3 },
        { outcome: 'right', turns: 3 },
      ],
    })
    expect(JSON.parse(readFileSync(join(folder, 'scores.json'), 'utf8'))).toEqual(document)
    expect(lines('turns.jsonl')).toHaveLength(6)
    expect(lines('samples.jsonl')).toMatchObject([{ subject: 'gold' }, { subject: 'gold' }])
    expect(readdirSync(join(folder, 'transcripts')).sort()).toEqual([
      'fern-level-1-1.md',
      'moss-level-1-2.md',
    ])
    expect(existsSync(join(folder, 'run.lock'))).toBe(false)
  })

  it('asks a subject, and prints tables', async () => {
    const { out, error } = await play({ subject: await script(answers) })
    expect(error).toBeUndefined()
    expect(out).toMatch(/on bank: 2 of 2 dialogues, 6 turns/)
    expect(out).toMatch(/turn-correct +\d/)
    expect(out).toMatch(/gold \\ subject/)
    const transcript = readFileSync(join(folder, 'transcripts', 'moss-level-1-2.md'), 'utf8')
    expect(transcript).toContain('"pots":3')
    expect(transcript).toContain('- wrong')
  })

  it('scores again from what was kept, whoever asks, with the same result', async () => {
    await play({ subject: await script(answers) })
    const before = JSON.parse(readFileSync(join(folder, 'scores.json'), 'utf8'))
    const cli = recordCli(undefined, { files: hostFiles, clock: hostClock })
    await buildProgram(cli.context).parseAsync([
      'node',
      'assay',
      'score',
      folder,
      '--json',
      '--resamples',
      '100',
    ])
    const again = JSON.parse(cli.out())
    expect(again.scores).toEqual(before.scores)
    expect(again.items).toEqual(before.items)
  })

  it('goes on where it was interrupted, and ends with the same scores', async () => {
    const subject = await script({ ...answers, latencyMs: 30 })
    const stop = new AbortController()
    const watch = setInterval(() => {
      const path = join(folder, 'turns.jsonl')
      if (existsSync(path) && statSync(path).size > 0) stop.abort(new Error('interrupted'))
    }, 5)
    const part = await play({ subject, concurrency: 1, signal: stop.signal })
    clearInterval(watch)
    expect(part.exitCode).toBe(130)
    expect(part.err).toContain(`assay converse --resume ${folder}`)
    const kept = lines('turns.jsonl').length
    expect(kept).toBeLessThan(6)
    expect(kept).toBeGreaterThan(0)
    const rest = await play({ resume: folder, json: true, subject, pack: 'recorded' })
    expect(rest.error).toBeUndefined()
    const turns = lines('turns.jsonl')
    expect(
      new Set(turns.map(({ item, record }) => `${item} ${(record as { turn: number }).turn}`)).size,
    ).toBe(6)
    expect(turns).toHaveLength(6)
    expect(JSON.parse(rest.out).details.counts).toMatchObject({ played: 2, turns: 6 })
  })

  it('leaves unmeasured what a subject never answered, and plays it on when asked to', async () => {
    const broken = await script({
      rules: [{ when: { variant: 'turn-2' }, answer: { fault: 'overflow', message: 'too long' } }],
      otherwise: 'Nothing to do.',
    })
    const { out, err, exitCode } = await play({ subject: broken, json: true })
    expect(exitCode).toBe(0)
    expect(err).toMatch(/2 dialogues did not come to the end.*too long/)
    expect(JSON.parse(out).items).toMatchObject([{ outcome: 'unmeasured' }, { outcome: 'unmeasured' }])
    const spec = await script(answers)
    const rest = await play({
      resume: folder,
      retryErrors: true,
      subject: spec,
      json: true,
      pack: 'recorded',
    })
    // The script has changed, and with it what would be asked.
    expect(rest.error).toMatchObject({ code: 'run-changed' })
  })

  it('refuses to go on as something else', async () => {
    await play()
    expect((await play()).error).toMatchObject({ code: 'run-exists' })
    const other = await play({ resume: folder, pack: 'recorded', freeRunning: true })
    expect(other.error).toMatchObject({ code: 'run-changed' })
    const cli = recordCli(undefined, { files: hostFiles, clock: hostClock })
    const { runRun } = await import('./run-action.js')
    const host = testHost(() => Promise.reject(new Error('nobody')))
    await expect(
      runRun({ resume: folder, concurrency: 1, timeout: 1 }, cli.context, host),
    ).rejects.toMatchObject({
      code: 'run-changed',
      fix: expect.stringContaining('assay converse --resume'),
    })
  })

  it.each<[string, Given, string]>([
    ['no subject', { subject: undefined as never }, 'subject-missing'],
    ['examples for JSON', { subject: 'SCRIPT', shots: 5 }, 'flags-clash'],
    ['examples for an agent without a model', { mode: 'code', shots: 5 }, 'flags-clash'],
    ['an executor for JSON', { executor: 'tree' }, 'flags-clash'],
    ['repairs in JSON', { repairs: 1 }, 'flags-clash'],
    ['steps in code', { mode: 'code', maxSteps: 3 }, 'flags-clash'],
    ['a rate of nothing', { injectRate: 0.5 }, 'flags-clash'],
    ['turns of nobody', { userTurns: 3 }, 'flags-clash'],
    ['a record for a pack that is no server', { replay: 'calls.jsonl' }, 'flags-clash'],
    ['writes to no server', { allowWrites: true }, 'flags-clash'],
    ['a variable for no server', { env: ['HOME'] }, 'flags-clash'],
    [
      'a summarizer of summaries by rules',
      { subject: 'SCRIPT', summaries: 'rules', summarizer: 'SCRIPT' },
      'flags-clash',
    ],
    ['summaries by nobody', { summaries: 'model' }, 'flags-clash'],
    ['a split that is not there', { split: 'validation' }, 'nothing-to-ask'],
    ['a dialogue that is not there', { only: ['nobody'] }, 'only-unknown'],
    ['a pack that is not there', { pack: 'moon' }, 'pack-unknown'],
    ['a folder in the place of the items', { items: 'RUN' }, 'output-is-input'],
    ['errors of a new run', { retryErrors: true }, 'flags-clash'],
  ])('refuses %s', async (_, flags, code) => {
    const subject = flags.subject === 'SCRIPT' ? { subject: await script(answers) } : {}
    const items = flags.items === 'RUN' ? { items: folder } : {}
    const summarizer = flags.summarizer === 'SCRIPT' ? { summarizer: await script(answers) } : {}
    const { error, out } = await play({ ...flags, ...subject, ...items, ...summarizer })
    expect(error).toMatchObject({ code })
    expect(out).toBe('')
    expect(existsSync(join(folder, 'turns.jsonl'))).toBe(false)
  })

  it.each([
    ['a call that is none', { trace: [null] }],
    ['a cache entry that is none', { cacheAfter: [5] }],
  ])('names the line of a journal that was edited: %s', async (_, members) => {
    await play()
    const path = join(folder, 'turns.jsonl')
    const [first = '', ...rest] = readFileSync(path, 'utf8').trimEnd().split('\n')
    const line = JSON.parse(first)
    Object.assign(line.record.steps[0].execution, members)
    await writeFile(path, `${[JSON.stringify(line), ...rest].join('\n')}\n`)
    const { error, exitCode } = await play({ resume: folder })
    expect({ error, exitCode }).toMatchObject({
      error: { code: 'journal-broken', where: expect.stringContaining('line 1') },
    })
  })

  it('leaves unmeasured what gold itself cannot do, and says so', async () => {
    const items = join(scratch.path, 'items.jsonl')
    const turns = [
      { role: 'user', text: 'A hotel, please.', plan: 'search_hotels(((' },
      { role: 'user', text: 'Thank you.', plan: 'print("No planning needed")' },
    ]
    await writeFile(items, JSON.stringify({ id: 'broken', kind: 'dialogue', turns }))
    const flags = { items, pack: 'travel', small: true, mode: 'code', subject: 'no-op', json: true } as const
    const { out, err, error } = await play(flags)
    expect(error).toBeUndefined()
    expect(err).toContain(
      'Gold of 1 turns ends in an error, and they are unmeasured, e.g. item broken, turn 1: syntax',
    )
    expect(JSON.parse(out).details.counts).toMatchObject({ turns: 1, unmeasured: 1 })
  })

  it('refuses a goal without somebody to play the user', async () => {
    const tasks = [
      {
        id: 1,
        user_scenario: { instructions: 'You want your hedge cut.' },
        evaluation_criteria: { actions: [{ name: 'AddPlant', arguments: { name: 'fern', pots: 2 } }] },
      },
    ]
    const items = join(scratch.path, 'tasks.json')
    await writeFile(items, JSON.stringify(tasks))
    const { error } = await play({ items, pack: 'security-desk', small: true })
    expect(error).toMatchObject({ code: 'goal-without-user' })
  })

  it('writes no key, wherever it turns up', async () => {
    const subject = await script({ otherwise: 'My key is hunter2-hunter2.' })
    const config = join(scratch.path, 'assay.config.json')
    const headers = { Authorization: 'Bearer hunter2-hunter2' }
    await writeFile(config, JSON.stringify({ subjects: [{ spec: subject, label: 'desk', headers }] }))
    const { out, err } = await play({ subject: 'desk', config })
    const files = [...readdirSync(folder, { recursive: true, withFileTypes: true })]
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    expect(files.join('') + out + err).not.toContain('hunter2')
    expect(files.join('')).toContain('«secret:')
  })

  it('shows escapes of a model in transcripts and tables, and obeys none', async () => {
    const { out } = await play({ subject: await script({ otherwise: '\u001b[2J```\n# Heading <script>' }) })
    const text = readFileSync(join(folder, 'transcripts', 'fern-level-1-1.md'), 'utf8')
    expect(text + out).not.toContain('\u001b')
    expect(text).toContain('\\u{1b}[2J')
    expect(text).toContain('````text')
  })
})
