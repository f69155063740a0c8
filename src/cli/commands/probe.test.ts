import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordCli } from '../../../test/contract/cli-run.js'
import {
  type Answer,
  answeringSubject,
  lastMessage,
  saying,
  scratchFolder,
  testHost,
} from '../../../test/contract/run-fixtures.js'
import { hostClock } from '../../adapters/clock.js'
import { hostFiles } from '../../adapters/files.js'
import { SubjectError } from '../../errors.js'
import type { Sample } from '../../run/sample.js'
import type { ChatRequest, SubjectRequest } from '../../subject/request.js'
import type { Subject } from '../../subject/subject.js'
import type { ProbeFlags } from '../probe/probe-flags.js'
import { runProbe } from './probe-run.js'
import { runRun } from './run-action.js'
import { runScoreRun } from './score-run-run.js'

let scratch: Awaited<ReturnType<typeof scratchFolder>>
const at = (name: string): string => join(scratch.path, name)
const SERVICES = 12

beforeEach(async () => {
  scratch = await scratchFolder()
  const numbers = Array.from({ length: SERVICES }, (_, number) => number)
  const lines = (values: readonly object[]): string =>
    values.map((value) => `${JSON.stringify(value)}\n`).join('')
  await writeFile(
    at('catalog.jsonl'),
    lines(
      numbers.map((number) => ({
        name: `Service${number}&&go`,
        service: `Service${number}`,
        endpoint: 'go',
        // One tool says nothing of itself.
        ...(number === 3 ? {} : { description: `It does thing ${'abcdefghijkl'.charAt(number)}${number}.` }),
        inputSchema: { type: 'object', properties: {} },
      })),
    ),
  )
  await writeFile(
    at('items.jsonl'),
    lines(
      numbers.flatMap((number): readonly object[] => [
        {
          id: `m${number}`,
          kind: 'mcq',
          tool: `Service${number}&&go`,
          question: 'What does this tool do?',
          answer: `thing ${number}`,
          distractors: ['nothing', 'everything', 'something else'],
          cluster: `Service${number}`,
        },
        {
          id: `q${number}`,
          kind: 'qa',
          tool: `Service${number}&&go`,
          question: `Does this tool do thing ${number % 2 === 0 ? number : 'none'}?`,
          answer: number % 2 === 0 ? 'yes' : 'no',
          cluster: `Service${number}`,
        },
      ]),
    ),
  )
})
afterEach(() => scratch.remove())

/** Knows a tool when it is shown by its token, its name or its description; else it always says the first. */
const knowing: Answer = (request) => {
  const text = lastMessage(request)
  const number = /(?:Service|thing [a-l])(\d+)/.exec(text.split('\n')[0] ?? '')?.[1]
  const labels = (request as ChatRequest).choices ?? []
  const letter = new RegExp(`^([A-Z])\\. thing ${number}$`, 'm').exec(text)?.[1]
  const said = labels.includes('yes')
    ? number !== undefined && text.includes(`do thing ${number}?`)
      ? ' Yes'
      : 'No'
    : (letter ?? 'A')
  const other = labels.includes('yes') ? (said === ' Yes' ? 'No' : ' Yes') : said === 'A' ? 'B' : 'A'
  return saying(said, { choices: { [said]: -0.1, [other]: -3 }, choiceMethod: 'logprobs' })
}

interface Given extends Partial<ProbeFlags> {
  readonly answer?: Answer
  readonly parts?: Partial<Subject>
  readonly signal?: AbortSignal
}

async function probe({ answer = knowing, parts = {}, signal, ...flags }: Given = {}) {
  const cli = recordCli(undefined, {
    files: hostFiles,
    clock: hostClock,
    ...(signal === undefined ? {} : { signal }),
  })
  const isNew = flags.resume === undefined
  let error: unknown
  try {
    await runProbe(
      {
        concurrency: 4,
        timeout: 10,
        cache: false,
        resamples: 200,
        ...(isNew
          ? {
              items: [at('items.jsonl')],
              catalog: [at('catalog.jsonl')],
              tokens: 'flat',
              output: at('run'),
              ...(flags.checkpoints === undefined ? { subject: 'answering:' } : {}),
            }
          : {}),
        ...flags,
      },
      cli.context,
      () =>
        testHost(answeringSubject(answer, { answers: new Set(['chat', 'choices', 'logprobs']), ...parts })),
    )
  } catch (thrown) {
    error = thrown
  }
  return { out: cli.out(), err: cli.err(), exitCode: cli.exitCode(), error }
}

const samplesIn = (folder: string): readonly Sample[] =>
  readFileSync(join(folder, 'samples.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Sample)

// What the command prints, as far as the tests look.
interface Printed {
  readonly schema: string
  readonly scores: readonly { metric: string; group?: string; value?: number; reason?: string; n: number }[]
  readonly items: readonly { id: string; variant?: string }[]
  readonly details: {
    readonly kinds: readonly {
      kind: string
      controls: readonly { control: string; difference: number }[]
      nulls: readonly { null: string; value: number }[]
      unshown: unknown
      gaps: { errors: { count: number }; missing: { count: number } }
    }[]
    readonly probe: Record<string, unknown>
  }
}
const read = (out: string): Printed => JSON.parse(out) as Printed
const scoreAt = ({ scores }: Printed, metric: string, group?: string): number | undefined =>
  scores.find((one) => one.metric === metric && one.group === group)?.value

describe('assay probe', () => {
  it('asks every showing in every rotation, and scores controls beside', async () => {
    const { out, error, exitCode } = await probe({ json: true })
    expect(error).toBeUndefined()
    expect(exitCode).toBe(0)
    const printed = read(out)
    expect(printed.schema).toBe('assay.scores/1')
    expect(scoreAt(printed, 'accuracy')).toBe(1)
    expect(scoreAt(printed, 'balanced-accuracy')).toBe(1)
    expect(scoreAt(printed, 'accuracy', 'name')).toBe(1)
    expect(scoreAt(printed, 'accuracy', 'no-token')).toBe(0.25)
    expect(scoreAt(printed, 'balanced-accuracy', 'no-token')).toBe(0.5)
    const [mcq, qa] = printed.details.kinds
    expect(mcq?.controls.map(({ control }) => control)).toEqual([
      'no-token',
      'other-token',
      'description',
      'name',
    ])
    expect(mcq?.controls[0]?.difference).toBe(0.75)
    expect(mcq?.nulls.map((one) => one.null)).toContain('shortest')
    expect(qa?.nulls.map((one) => one.null)).toEqual(['constant', 'random', 'word-rule'])
    // The tool without a description is unmeasured there, and told.
    expect(mcq?.unshown).toEqual({ description: { 'the tool has no description': 1 } })
    expect(mcq?.gaps.missing.count).toBe(0)
    const samples = samplesIn(at('run'))
    // 12 items in 5 showings but one, in 4 rotations; and the same without rotations.
    expect(samples).toHaveLength(59 * 4 + 59)
    expect(new Set(samples.map(({ variant }) => variant)).size).toBe(5 * 4 + 5)
  })

  it('prints one table a kind for people', async () => {
    const { out } = await probe()
    expect(out).toMatch(/answering on items.jsonl: 24 of 24 items, tools shown by token/)
    expect(out).toMatch(/^token +100\.0 .*12$/m)
    expect(out).toMatch(/^no-token +25\.0\* +12 +\+75\.0 \[/m)
    expect(out).toMatch(/^null shortest /m)
    expect(out).toMatch(/Letters chosen: A \d/)
    expect(out).toMatch(/Recall of yes 100\.0/)
    expect(out).not.toMatch(/NaN|undefined|Infinity/)
  })

  it('is scored again from its folder, to the same bytes', async () => {
    const { out } = await probe({ json: true })
    const cli = recordCli(undefined, { files: hostFiles, clock: hostClock })
    const flags = {
      k: [1, 5, 10],
      seed: 0,
      resamples: 200,
      onDuplicate: 'error',
      timeout: 30,
      json: true,
    } as const
    await runScoreRun(at('run'), flags, cli.context)
    expect(cli.out()).toBe(out)
    const text = recordCli(undefined, { files: hostFiles, clock: hostClock })
    await runScoreRun(at('run'), { ...flags, json: undefined as never }, text.context)
    expect(text.out()).toMatch(/tools shown by token/)
  })

  it('trusts the token alone, and asks for both spellings of a letter', async () => {
    const asked: SubjectRequest[] = []
    await probe({
      answer: (request, context) => {
        asked.push(request)
        return knowing(request, context)
      },
      only: ['m0'],
      rotations: 'one',
    })
    expect(asked).toHaveLength(5)
    for (const request of asked as ChatRequest[]) {
      expect(request.spellings?.texts.A).toEqual(['A', ' A'])
      expect(request.literal).toContain('What does this tool do?')
      expect(request.literal?.some((part) => part.startsWith('<<'))).toBe(false)
    }
    const texts = asked.map(lastMessage)
    expect(texts.filter((text) => text.startsWith('Tool: <<Service0&&go>>'))).toHaveLength(1)
    expect(texts.filter((text) => /^Tool: <<Service(?!0&&)/.test(text))).toHaveLength(1)
    expect(texts.filter((text) => text.startsWith('What does'))).toHaveLength(1)
  })

  it('goes on where it was interrupted, and asks nothing twice', async () => {
    const stop = new AbortController()
    let count = 0
    const first = await probe({
      answer: (request, context) => {
        if (++count === 40) stop.abort()
        return knowing(request, context)
      },
      signal: stop.signal,
    })
    expect(first.exitCode).toBe(130)
    expect(first.out).toBe('')
    const before = samplesIn(at('run')).length
    expect(before).toBeLessThan(60)
    let again = 0
    const { out, error } = await probe({
      resume: at('run'),
      subject: 'answering:',
      json: true,
      answer: (request, context) => {
        again++
        return knowing(request, context)
      },
    })
    expect(error).toBeUndefined()
    expect(again).toBe(59 * 5 - before)
    expect(scoreAt(read(out), 'accuracy')).toBe(1)
  })

  it('goes on neither with other tokens nor as a plain run', async () => {
    await probe()
    const changed = await probe({ resume: at('run'), subject: 'answering:', tokens: 'hier' })
    expect(changed.error).toMatchObject({ code: 'run-changed' })
    const cli = recordCli(undefined, { files: hostFiles, clock: hostClock })
    await expect(
      runRun(
        { concurrency: 1, timeout: 10, resume: at('run'), subject: 'answering:' },
        cli.context,
        testHost(answeringSubject(knowing)),
      ),
    ).rejects.toThrow(/begun by `assay probe`/)
  })

  it('counts what a subject cannot answer as unmeasured, with the reason', async () => {
    const { out, exitCode } = await probe({
      json: true,
      answer: (request, context) => {
        if (context.sample?.item === 'm1')
          return saying('', { choices: { A: Number.NaN }, choiceMethod: 'logprobs' })
        return knowing(request, context)
      },
    })
    expect(exitCode).toBe(0)
    const printed = read(out)
    expect(printed.details.kinds[0]?.gaps.errors.count).toBe(20)
    expect(scoreAt(printed, 'accuracy')).toBe(1)
    expect(printed.scores.find(({ metric }) => metric === 'accuracy')?.n).toBe(11)
  })

  it('says so where every sample failed, and exits 3', async () => {
    const { out, exitCode, err } = await probe({
      json: true,
      answer: () => {
        throw new SubjectError({ code: 'http-400', what: 'The request was refused.', retryable: false })
      },
    })
    expect(exitCode).toBe(3)
    expect(err).toMatch(/All \d+ samples ended in an error[^]*The request was refused/)
    expect(read(out).scores[0]).toMatchObject({ kind: 'unscored' })
  })

  it('draws a curve over checkpoints, and holds the last against the first', async () => {
    let opened = 0
    const cli = recordCli(undefined, { files: hostFiles, clock: hostClock })
    const subject = (): Subject => {
      const knows = opened++ === 0
      return answeringSubject(
        (request, context) =>
          knows
            ? knowing(request, context)
            : saying('A', { choices: { A: -0.1, no: -0.1 }, choiceMethod: 'logprobs' }),
        { answers: new Set(['chat', 'choices', 'logprobs']) },
      )
    }
    await runProbe(
      {
        concurrency: 4,
        timeout: 10,
        cache: false,
        resamples: 200,
        items: [at('items.jsonl')],
        catalog: [at('catalog.jsonl')],
        tokens: 'flat',
        checkpoints: ['answering:one', 'answering:two'],
        output: at('curve'),
        json: true,
      },
      cli.context,
      () => testHost(subject),
    )
    const printed = JSON.parse(cli.out()) as {
      readonly checkpoints: readonly Printed[]
      readonly curve: {
        readonly rows: readonly { metric: string; group?: string; values: readonly number[] }[]
      }
      readonly change: readonly { kind: string; difference: number; n: number }[]
    }
    expect(printed.checkpoints.map((one) => scoreAt(one, 'accuracy'))).toEqual([1, 0.25])
    const curve = (metric: string, group: string): readonly number[] | undefined =>
      printed.curve.rows.find((row) => row.metric === metric && row.group === group)?.values
    expect(curve('accuracy', 'mcq')).toEqual([1, 0.25])
    expect(curve('balanced-accuracy', 'qa')).toEqual([1, 0.5])
    expect(curve('accuracy', 'mcq, no-token')).toEqual([0.25, 0.25])
    expect(printed.change).toEqual([
      expect.objectContaining({ kind: 'mcq', difference: -0.75, n: 12 }),
      expect.objectContaining({ kind: 'qa', difference: -0.5, n: 12 }),
    ])
    expect(await readFile(join(at('curve'), 'checkpoint-2', 'run.json'), 'utf8')).toContain('"probe"')
  })

  it('tells the tokens that the subject writes as several', async () => {
    const { err, out } = await probe({
      json: true,
      parts: {
        prompts: {
          render: async () => ({ text: '' }),
          tokenize: async (text) => Array.from({ length: text.includes('2') ? 3 : 1 }, () => 1),
        },
        spec: 'answering:',
      },
    })
    expect(err).toMatch(
      /tokens of tools that this model writes as several: 1 of 12, such as <<Service2&&go>>/,
    )
    expect(read(out).details.probe.tokens).toMatchObject({
      split: { shown: 12, split: 1, first: ['<<Service2&&go>>'] },
    })
  })

  it.each([
    ['tokens-missing', { tokens: undefined, show: 'token' }],
    ['catalog-missing', { catalog: undefined }],
    ['subject-missing', { subject: undefined }],
    ['flags-clash', { checkpoints: ['answering:', 'answering:'], subject: 'answering:' }],
    ['flags-clash', { checkpoints: ['answering:'], subject: undefined }],
    ['flags-clash', { resume: 'run', output: 'elsewhere' }],
  ] as const)('refuses with %s', async (code, flags) => {
    const { error, out } = await probe(flags as Given) // undefined takes a default away
    expect(error).toMatchObject({ code })
    expect(out).toBe('')
  })

  it('shows names where there are no tokens, and does without a catalog', async () => {
    const { out, err } = await probe({
      tokens: undefined as never,
      catalog: undefined as never,
      json: true,
    })
    const printed = read(out)
    expect(printed.details.probe).toMatchObject({
      show: 'name',
      leftOut: { description: 'no catalog is named' },
    })
    expect(err).toMatch(/control description left out: no catalog is named/)
    expect(scoreAt(printed, 'accuracy')).toBe(1)
    expect(printed.scores.find(({ group }) => group === 'description')).toMatchObject({
      reason: 'no catalog is named',
      n: 0,
    })
  })
})
