import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { appendFile, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordCli } from '../../../test/contract/cli-run.js'
import { memoryFiles } from '../../../test/contract/memory-files.js'
import {
  type Answer,
  answeringSubject,
  saying,
  scratchFolder,
  testHost,
} from '../../../test/contract/run-fixtures.js'
import { deskRecord, deskRows } from '../../../test/generators/security-desk-corpus.js'
import { hostClock } from '../../adapters/clock.js'
import { hostFiles } from '../../adapters/files.js'
import type { LadderDocument } from '../../ladder/ladder-document.js'
import { SubjectFailure } from '../../subject/failure.js'
import type { Subject } from '../../subject/subject.js'
import type { JsonObject } from '../../text/json.js'
import { vectrayx } from '../../toolcall/dialects/vectrayx.js'
import type { CliContext } from '../command.js'
import type { LadderFlags } from '../ladder/ladder-flags.js'
import { runLadder } from '../ladder/ladder-run.js'
import { ladderCommand } from './ladder.js'

let scratch: Awaited<ReturnType<typeof scratchFolder>>
const at = (...parts: readonly string[]): string => join(scratch.path, ...parts)
const corpusText = deskRows.map((row) => `${deskRecord(row)}\n`).join('')

beforeEach(async () => {
  scratch = await scratchFolder()
  await writeFile(at('desk.jsonl'), corpusText)
})
afterEach(() => scratch.remove())

interface Ended {
  readonly out: string
  readonly err: string
  readonly exitCode: number
  readonly error: unknown
}

async function ended(
  context: Partial<CliContext>,
  work: (context: CliContext) => Promise<void>,
): Promise<Ended> {
  const cli = recordCli(undefined, { files: hostFiles, clock: hostClock, ...context })
  let error: unknown
  try {
    await work(cli.context)
  } catch (thrown) {
    error = thrown
  }
  return { out: cli.out(), err: cli.err(), exitCode: cli.exitCode(), error }
}

/** The command as it is typed. */
function ladder(argv: readonly string[], context: Partial<CliContext> = {}): Promise<Ended> {
  return ended(context, async (recorded) => {
    const program = new Command().exitOverride().configureOutput({ writeErr: () => undefined })
    ladderCommand.register(program, recorded)
    for (const command of program.commands)
      command.exitOverride().configureOutput({ writeErr: () => undefined })
    await program.parseAsync(['node', 'assay', 'ladder', ...argv])
  })
}

/** The command with a subject of the test. */
function climbed(
  answer: Answer,
  flags: Partial<LadderFlags>,
  { parts = {}, context = {} }: { parts?: Partial<Subject>; context?: Partial<CliContext> } = {},
): Promise<Ended> {
  const whole = { size: 'quick', concurrency: 4, timeout: 10, seed: 0, ...flags } as const
  return ended(context, (recorded) =>
    runLadder(whole, recorded, () => testHost(answeringSubject(answer, parts))),
  )
}

interface StoredCase {
  readonly id: string
  readonly gold: { readonly calls?: readonly { readonly name: string; readonly arguments: JsonObject }[] }
  readonly ladder: { readonly generates: boolean; readonly open?: true }
}

function storedCases(folder: string): readonly StoredCase[] {
  return readdirSync(join(folder, 'items')).flatMap(
    (name) =>
      readFileSync(join(folder, 'items', name), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as StoredCase), // what the command wrote
  )
}

/** What a subject that calls as it should would say. */
function rightAnswer({ gold }: StoredCase): string {
  const { calls = [] } = gold
  return calls.length === 0
    ? 'That is a good question, and the answer to it is a matter of plain words.'
    : calls
        .map(({ name, arguments: given }) => vectrayx.renderCalls([{ name, arguments: plain(given) }]))
        .join('')
}

/** The first choice of each matcher. */
function plain(given: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => {
      const choices = (value as { readonly $oneOf?: readonly JsonObject[string][] }).$oneOf // undefined of others
      return [key, choices?.[0] ?? value]
    }),
  )
}

async function plannedOutputs(
  sayOf: (one: StoredCase) => string | undefined,
  name = 'outputs.jsonl',
): Promise<number> {
  const planned = await ladder([
    '--corpus',
    at('desk.jsonl'),
    '--size',
    'quick',
    '--plan-only',
    '-o',
    at('plan'),
  ])
  expect(planned.error).toBeUndefined()
  const lines = storedCases(at('plan')).flatMap((one) => {
    const text = one.ladder.generates ? sayOf(one) : undefined
    return text === undefined ? [] : [`${JSON.stringify({ id: one.id, text })}\n`]
  })
  await writeFile(at(name), lines.join(''))
  return lines.length
}

const documentOf = ({ out }: Ended): LadderDocument => JSON.parse(out) as LadderDocument
const samplesIn = (
  ...parts: readonly string[]
): readonly { readonly item: string; readonly error?: unknown }[] =>
  readFileSync(at(...parts, 'samples.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
const strip = ({ createdAt: _, ...rest }: LadderDocument): Omit<LadderDocument, 'createdAt'> => rest

describe('assay ladder', () => {
  it('looks at the corpus alone where nobody is to be asked, with files in memory', async () => {
    const files = memoryFiles({ 'desk.jsonl': corpusText })
    const { out, error, exitCode } = await ladder(
      ['--corpus', 'desk.jsonl', '--size', 'quick', '--json', '-o', 'out'],
      { files },
    )
    expect(error).toBeUndefined()
    expect(exitCode).toBe(0)
    const document: LadderDocument = JSON.parse(out)
    expect(document).toMatchObject({
      schema: 'assay.ladder/1',
      verdict: 'not-enough-data',
      decidedBy: null,
      subject: null,
      corpus: { path: 'desk.jsonl', dialect: 'vectrayx', rows: deskRows.length, shape: 'role-text' },
    })
    expect(document.rungs.map(({ id }) => id)).toEqual([0, 1, 2, 3, 4, 5])
    for (const { id, claim, verdict, evidence } of document.rungs) {
      expect(claim, `rung ${id}`).not.toBe('')
      expect(['holds', 'mixed', 'measured', 'unmeasured', 'not-enough-data']).toContain(verdict)
      expect(Array.isArray(evidence)).toBe(true)
    }
    expect(files.contents.get('out/ladder.json')).toBe(out)
    expect(files.contents.get('out/ladder.txt')).toContain('VERDICT  not-enough-data')
    expect([...files.contents.keys()].filter((path) => path.startsWith('out/items/')).length).toBeGreaterThan(
      5,
    )
  })

  it('makes the same cases each time, and others for another seed', async () => {
    const items = async (seed: string, folder: string) => {
      const files = memoryFiles({ 'desk.jsonl': corpusText })
      await ladder(
        ['--corpus', 'desk.jsonl', '--size', 'quick', '--seed', seed, '--plan-only', '-o', folder],
        {
          files,
        },
      )
      return [...files.contents].filter(([path]) => path.includes('/items/')).map(([, text]) => text)
    }
    const first = await items('1', 'a')
    expect(await items('1', 'b')).toEqual(first)
    expect(await items('2', 'c')).not.toEqual(first)
  })

  it('judges answers that were made elsewhere for planned cases', async () => {
    const count = await plannedOutputs(rightAnswer)
    const { out, error, exitCode, err } = await ladder([
      ...['--corpus', at('desk.jsonl'), '--size', 'quick', '--subject', `replay:${at('outputs.jsonl')}`],
      ...['--answer-dialect', 'vectrayx', '--json', '-o', at('run')],
    ])
    expect(error).toBeUndefined()
    expect(exitCode).toBe(0)
    const document: LadderDocument = JSON.parse(out)
    expect(document.subject).toMatchObject({ label: 'outputs', dialect: 'vectrayx' })
    const answered = document.batteries.reduce((sum, one) => sum + one.answered, 0)
    expect(answered).toBe(count)
    const of = (rung: number, metric: string, group?: string) =>
      document.rungs
        .find(({ id }) => id === rung)
        ?.evidence.find((score) => score.metric === metric && score.group === group)
    expect(of(3, 'well-formed', 'verbatim')).toMatchObject({ kind: 'scored', value: 1 })
    expect(of(3, 'unseen-pass')).toMatchObject({ kind: 'scored', value: 1 })
    expect(of(1, 'strict-selection')).toMatchObject({ kind: 'scored', value: 1 })
    expect(document.verdict).toBe('capable')
    expect(document.decidedBy).toBe(3)
    expect(err).toContain('answers …')
  })

  it('calls prose that names the right tools a false positive', async () => {
    await plannedOutputs(({ gold }) => {
      const names = gold.calls?.map(({ name }) => name) ?? []
      return names.length === 0
        ? 'Hello, how can I help you with that today?'
        : `You could use ${names.join(' and ')} for this.`
    })
    const { out } = await ladder([
      ...['--corpus', at('desk.jsonl'), '--size', 'quick', '--subject', `replay:${at('outputs.jsonl')}`],
      ...['--json', '-o', at('run')],
    ])
    const document: LadderDocument = JSON.parse(out)
    expect(document).toMatchObject({ verdict: 'false-positive', decidedBy: 1 })
    expect(document.rungs.find(({ id }) => id === 1)).toMatchObject({ verdict: 'fails' })
  })

  it('judges again with --from and asks nobody: the recording is gone, and the document is the same', async () => {
    await plannedOutputs(rightAnswer)
    const first = await ladder([
      ...['--corpus', at('desk.jsonl'), '--size', 'quick', '--subject', `replay:${at('outputs.jsonl')}`],
      ...['--json', '-o', at('run')],
    ])
    await rm(at('outputs.jsonl'))
    const before = readFileSync(at('run', 'answers', 'samples.jsonl'), 'utf8')
    const again = await ladder(['--from', at('run'), '--json'])
    expect(again.error).toBeUndefined()
    expect(strip(documentOf(again))).toEqual(strip(documentOf(first)))
    expect(readFileSync(at('run', 'answers', 'samples.jsonl'), 'utf8')).toBe(before)
    const some = await ladder(['--from', at('run'), '--rungs', '3,0', '--json'])
    expect(documentOf(some).rungs.map(({ id }) => id)).toEqual([0, 3])
    const text = await ladder(['--from', at('run')])
    expect(text.out).toMatch(/VERDICT {2}capable {2}\(decided by rung 3\)[^]*RUNG 0[^]*RUNG 5[^]*Written: /)
  })

  it('goes on where it was interrupted, asks only what is missing, and says 130 before', async () => {
    const stop = new AbortController()
    const asked: string[] = []
    let limit = 12
    const answer: Answer = (_, { sample }) => {
      asked.push(`${sample?.item} ${sample?.trial}`)
      if (--limit === 0) stop.abort()
      return saying('No.')
    }
    const first = await climbed(
      answer,
      { corpus: at('desk.jsonl'), subject: 'answering:', output: at('run') },
      { context: { signal: stop.signal } },
    )
    expect(first.error).toBeUndefined()
    expect(first.exitCode).toBe(130)
    const done = new Set(samplesIn('run', 'answers').map(({ item }) => item))
    expect(done.size).toBeGreaterThan(0)
    const before = [...asked]
    const second = await climbed(answer, { resume: at('run'), json: true })
    expect(second.error).toBeUndefined()
    expect(second.exitCode).toBe(0)
    expect(new Set(asked).size).toBe(asked.length)
    expect(asked.length).toBeGreaterThan(before.length)
    expect(documentOf(second).batteries.every(({ missing }) => missing === 0)).toBe(true)
    const count = asked.length
    const third = await climbed(answer, { resume: at('run'), json: true })
    expect(asked.length).toBe(count)
    expect(strip(documentOf(third))).toEqual(strip(documentOf(second)))
  })

  it('goes on with the rungs that it was begun with, and with more of them when asked', async () => {
    const batteries: string[] = []
    const answer: Answer = (_, { sample }) => {
      batteries.push(sample?.benchmark ?? '')
      return saying('No.')
    }
    const begun = { corpus: at('desk.jsonl'), subject: 'answering:', output: at('run') }
    await climbed(answer, { ...begun, rungs: new Set([2]) })
    expect(new Set(batteries)).toEqual(new Set(['qualitative']))
    const count = batteries.length
    const same = await climbed(answer, { resume: at('run'), json: true })
    expect(batteries).toHaveLength(count)
    expect(documentOf(same).rungs.map(({ id }) => id)).toEqual([0, 2])
    const more = await climbed(answer, { resume: at('run'), rungs: new Set([3]), json: true })
    expect(more.error).toBeUndefined()
    expect(new Set(batteries)).toContain('verbatim')
    expect(batteries.slice(count)).not.toContain('qualitative')
    expect(documentOf(more).rungs.map(({ id }) => id)).toEqual([0, 3])
  })

  it('goes on with a ladder of first tokens alone', async () => {
    const tokens = [{ text: '<|tool_call|>', logprob: -0.1 }]
    const answer: Answer = () => ({ ...saying('<|tool_call|>'), firstTokens: tokens })
    const parts = { answers: new Set(['chat', 'logprobs'] as const) }
    const begun = { corpus: at('desk.jsonl'), subject: 'answering:', output: at('run') }
    const first = await climbed(answer, { ...begun, rungs: new Set([4]), json: true }, { parts })
    expect(first.error).toBeUndefined()
    expect(existsSync(at('run', 'answers'))).toBe(false)
    const prior = documentOf(first)
      .rungs.at(-1)
      ?.evidence.find(({ metric, group }) => metric === 'p-first' && group === 'call')
    expect(prior).toMatchObject({ kind: 'scored', value: expect.closeTo(Math.exp(-0.1), 9) })
    const again = await climbed(answer, { resume: at('run'), json: true }, { parts })
    expect(again.error).toBeUndefined()
    expect(strip(documentOf(again))).toEqual(strip(documentOf(first)))
  })

  it('weighs training rows once, blocks where none is likely, and does not miss answers that nobody wanted', async () => {
    let asked = 0
    const answer: Answer = ({ kind }) => {
      asked++
      const continuation = [{ id: 1, logprob: -9 }]
      return kind === 'continuation' ? { ...saying(''), continuation } : saying('No.')
    }
    const parts = { answers: new Set(['chat', 'continuation'] as const) }
    const vocabulary = at('vocabulary.json')
    const pieces = Object.fromEntries(Array.from({ length: 100 }, (_, id) => [`p${id}`, id]))
    await writeFile(vocabulary, JSON.stringify({ model: { type: 'BPE', vocab: pieces, merges: [] } }))
    const begun = { corpus: at('desk.jsonl'), subject: 'answering:', output: at('run'), vocabulary }
    const first = await climbed(answer, { ...begun, rungs: new Set([0]), json: true }, { parts })
    expect(first.error).toBeUndefined()
    expect(first.exitCode).toBe(0)
    expect(asked).toBe(8)
    const [rung] = documentOf(first).rungs
    expect(rung?.findings[0]).toMatchObject({ code: 'weights-wrong', severity: 'blocking', count: 8 })
    expect(documentOf(first).verdict).toBe('unmeasured')
    const again = await climbed(answer, { resume: at('run'), json: true }, { parts })
    expect(asked).toBe(8)
    expect(strip(documentOf(again))).toEqual(strip(documentOf(first)))
  })

  it('compares first tokens on both paths, and says what cannot be compared', async () => {
    const tokens = [{ text: '<|tool_call|>', logprob: -0.1 }]
    const answer: Answer = () => ({ ...saying('No.'), firstTokens: tokens })
    const begun = {
      corpus: at('desk.jsonl'),
      subject: 'answering:',
      served: 'answering:',
      rungs: new Set([0] as const),
    }
    const parts = { answers: new Set(['chat', 'logprobs'] as const) }
    const both = await climbed(answer, { ...begun, output: at('both'), json: true }, { parts })
    expect(both.error).toBeUndefined()
    const [rung] = documentOf(both).rungs
    expect(rung?.tables.find(({ id }) => id === 'logit-parity')?.rows.map((row) => row.slice(1))).toEqual(
      Array.from({ length: 4 }, () => ['by its own template', 'same', 1, '0.0000']),
    )
    expect(rung?.findings.map(({ code }) => code)).toContain('weights-unchecked')
    const silent = await climbed(() => saying('No.'), { ...begun, output: at('silent'), json: true })
    expect(documentOf(silent).rungs[0]?.findings.map(({ code }) => code)).toContain('logits-unchecked')
  })

  it('says 3 when asking stops early, judges what there is, and goes on', async () => {
    let left = 5
    const answer: Answer = () => {
      if (left-- <= 0) {
        throw new SubjectFailure({
          code: 'auth-refused',
          failure: 'auth',
          what: 'The key was refused.',
          where: 'test',
          retryable: false,
        })
      }
      return saying('No.')
    }
    const first = await climbed(answer, {
      corpus: at('desk.jsonl'),
      subject: 'answering:',
      output: at('run'),
      concurrency: 1,
    })
    expect(first.exitCode).toBe(3)
    expect(first.err).toMatch(/Asking stopped early: [^]*--resume/)
    expect(first.out).toContain('VERDICT')
    left = Number.POSITIVE_INFINITY
    const second = await climbed(answer, { resume: at('run'), json: true })
    expect(second.exitCode).toBe(0)
    expect(documentOf(second).batteries.every(({ missing }) => missing === 0)).toBe(true)
  })

  it('counts a budget of tokens over what was asked before', async () => {
    const answer: Answer = () => saying('No.', { usage: { promptTokens: 5, completionTokens: 5 } })
    const begun = { corpus: at('desk.jsonl'), subject: 'answering:', output: at('run') }
    const first = await climbed(answer, { ...begun, concurrency: 1, maxTokens: 100 })
    expect(first.exitCode).toBe(3)
    expect(first.err).toMatch(/limit of/)
    expect(samplesIn('run', 'answers').length).toBeLessThan(20)
  })

  it('refuses another subject in the folder of one', async () => {
    const begun = { corpus: at('desk.jsonl'), subject: 'answering:', output: at('run') }
    await climbed(() => saying('No.'), { ...begun, rungs: new Set([2]) })
    const other = await climbed(
      () => saying('Yes.'),
      { resume: at('run'), subject: 'answering:' },
      { parts: { spec: 'answering:other' } },
    )
    expect(other.error).toMatchObject({ code: 'run-changed', where: at('run') })
    expect(samplesIn('run', 'answers').length).toBeGreaterThan(0)
  })

  it('takes a recording that comes in parts', async () => {
    await plannedOutputs((one) => (one.id.startsWith('verbatim/') ? rightAnswer(one) : undefined), 'a.jsonl')
    const args = ['--subject', `replay:${at('a.jsonl')}`]
    const corpus = ['--corpus', at('desk.jsonl'), '--size', 'quick']
    await ladder([...corpus, ...args, '-o', at('run'), '--json'])
    await rm(at('plan'), { recursive: true })
    await plannedOutputs((one) => (one.id.startsWith('verbatim/') ? undefined : rightAnswer(one)), 'b.jsonl')
    const whole = await ladder(['--resume', at('run'), '--subject', `replay:${at('b.jsonl')}`, '--json'])
    expect(whole.error).toBeUndefined()
    expect(
      documentOf(whole)
        .batteries.filter(({ id }) => id !== 'qualitative')
        .every(({ missing }) => missing === 0),
    ).toBe(true)
    expect(documentOf(whole).verdict).toBe('capable')
  })

  it('plans, then asks in the same folder', async () => {
    const planned = await ladder([
      ...['--corpus', at('desk.jsonl'), '--size', 'quick', '--plan-only', '--json', '-o', at('run')],
    ])
    expect(JSON.parse(planned.out)).toMatchObject({ schema: 'assay.ladder-plan/1', seed: 0, size: 'quick' })
    const { error, out } = await climbed(() => saying('No.'), {
      resume: at('run'),
      subject: 'answering:',
      rungs: new Set([3]),
      json: true,
    })
    expect(error).toBeUndefined()
    expect(JSON.parse(out)).toMatchObject({ subject: { label: 'answering' } })
  })

  it('climbs over the practice corpus where none is named, weighs no rows of it, and goes on so', async () => {
    const told = 'That is a good question, and the answer to it is a matter of plain words.'
    const first = await climbed(async () => saying(told), { subject: 'answering:x', output: at('run') })
    expect(first.error).toBeUndefined()
    expect(first.err).toContain('asked for them in hermes')
    const document = JSON.parse(readFileSync(at('run', 'ladder.json'), 'utf8')) as LadderDocument
    expect(document.corpus).toMatchObject({ isPractice: true, rows: 240 })
    expect(document.subject?.dialect).toBe('hermes')
    expect(document.rungs.map(({ id }) => id)).toEqual([0, 1, 3, 4])
    expect(document.caveats.at(-1)).toContain('not trained on')
    expect(first.out).toContain('on the practice corpus (240 rows')
    expect(first.out).toContain('--corpus TRAINING.jsonl')
    expect(existsSync(at('run', 'losses'))).toBe(false)
    const again = await climbed(async () => saying('no'), { resume: at('run') })
    expect(again.error).toBeUndefined()
    expect(JSON.parse(readFileSync(at('run', 'ladder.json'), 'utf8'))).toEqual({
      ...document,
      createdAt: expect.any(String),
    })
  })

  describe('refuses', () => {
    const from = () => ['--from', at('run')]

    it('a corpus that is no longer what it was', async () => {
      await ladder(['--corpus', at('desk.jsonl'), '--size', 'quick', '-o', at('run')])
      await appendFile(at('desk.jsonl'), `${deskRecord(['one more', null, 'A row that came later.'])}\n`)
      for (const flag of ['--from', '--resume']) {
        const { error, out } = await ladder([flag, at('run')])
        expect(error).toMatchObject({ code: 'corpus-changed', where: at('desk.jsonl') })
        expect(out).toBe('')
      }
      await rename(at('desk.jsonl'), at('elsewhere.jsonl'))
      expect((await ladder(from())).error).toMatchObject({ code: 'file-missing' })
    })

    it('flags that clash', async () => {
      for (const flags of [
        ['--from', 'a', '--resume', 'a'],
        ['--from', 'a', '--corpus', 'b'],
        ['--resume', 'a', '-o', 'b'],
        ['--from', 'a', '--subject', 'replay:x'],
        ['--corpus', 'a', '--plan-only', '--subject', 'replay:x'],
      ]) {
        expect((await ladder(flags)).error, flags.join(' ')).toMatchObject({ code: 'flags-clash' })
      }
    })

    it('a folder that is not empty, and a file', async () => {
      await mkdir(at('full'))
      await writeFile(at('full', 'mine.txt'), 'mine')
      const corpus = ['--corpus', at('desk.jsonl'), '-o']
      expect((await ladder([...corpus, at('full')])).error).toMatchObject({ code: 'ladder-exists' })
      expect(readdirSync(at('full'))).toEqual(['mine.txt'])
      expect((await ladder([...corpus, at('desk.jsonl')])).error).toMatchObject({ code: 'ladder-exists' })
      expect(readFileSync(at('desk.jsonl'), 'utf8')).toBe(corpusText)
    })

    it('no corpus, a folder that is no ladder, and a plan that is none', async () => {
      expect((await ladder([])).error).toMatchObject({ code: 'corpus-missing' })
      expect((await ladder(from())).error).toMatchObject({ what: 'There is no such folder.' })
      await mkdir(at('run'))
      expect((await ladder(from())).error).toMatchObject({
        code: 'ladder-missing',
        what: 'The folder holds no ladder-plan.json.',
      })
      await writeFile(at('run', 'ladder-plan.json'), '{"schema":"assay.ladder-plan/1","seed":0}')
      expect((await ladder(from())).error).toMatchObject({ code: 'ladder-invalid' })
    })

    it('rungs that are none', async () => {
      for (const rungs of ['6', '0,,3', 'x', '1.5', '-1', '']) {
        const { error } = await ladder(['--corpus', at('desk.jsonl'), '--rungs', rungs])
        expect(error, rungs).toMatchObject({ code: 'commander.invalidArgument' })
      }
    })

    it('to run what a stored plan names: programs as dialects, live catalogs', async () => {
      await ladder(['--corpus', at('desk.jsonl'), '--size', 'quick', '-o', at('run')])
      const path = at('run', 'ladder-plan.json')
      const plan = JSON.parse(readFileSync(path, 'utf8')) as JsonObject
      await writeFile(at('evil.mjs'), 'throw new Error("was run")')
      for (const [change, code] of [
        [{ dialectGiven: at('evil.mjs') }, 'dialect-executes'],
        [{ answerDialect: at('evil.mjs') }, 'dialect-executes'],
        [{ tools: 'mcp:node evil.mjs' }, 'catalog-executes'],
      ] as const) {
        await writeFile(path, JSON.stringify({ ...plan, ...change }))
        expect((await ladder(from())).error).toMatchObject({ code })
      }
    })
  })
})
