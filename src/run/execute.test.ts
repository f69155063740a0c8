import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Answer, answeringSubject, saying, scratchFolder } from '../../test/contract/run-fixtures.js'
import { hostClock } from '../adapters/clock.js'
import { hostFiles } from '../adapters/files.js'
import { hostHash } from '../adapters/hash.js'
import { hostJournals } from '../adapters/journal.js'
import { InputError } from '../errors.js'
import { randomStream } from '../numeric/random.js'
import { type FailureDetails, SubjectFailure } from '../subject/failure.js'
import type { Subject } from '../subject/subject.js'
import { AdaptiveLimit } from './adaptive-limit.js'
import { Budget, type BudgetLimits } from './budget.js'
import { type ExecuteOutcome, type ExecuteRequest, execute } from './execute.js'
import type { PlannedSample } from './plan-run.js'
import { RunStore } from './run-store.js'
import type { Sample } from './sample.js'
import { SecretBook } from './secret-book.js'

let folder: Awaited<ReturnType<typeof scratchFolder>>
beforeEach(async () => {
  folder = await scratchFolder()
})
afterEach(() => folder.remove())

function* planned(count: number): Generator<PlannedSample> {
  for (let at = 0; at < count; at++) {
    const content = `question ${at}`
    const settings = { temperature: 0, seed: 0 }
    const request = {
      kind: 'chat' as const,
      messages: [{ role: 'user' as const, content }],
      tools: [],
      settings,
    }
    yield { benchmark: 'b', item: `i${at}`, trial: 0, request, seed: 0 }
  }
}

interface Given extends Partial<Omit<ExecuteRequest, 'budget' | 'subject'>> {
  readonly count?: number
  readonly subject?: Partial<Subject>
  readonly limits?: BudgetLimits
}

async function run(
  answer: Answer,
  { count = 20, subject = {}, limits = {}, ...more }: Given = {},
): Promise<{
  readonly outcome: ExecuteOutcome
  readonly samples: readonly Sample[]
  readonly told: readonly string[]
}> {
  const told: string[] = []
  const store = await RunStore.open({
    folder: folder.path,
    files: hostFiles,
    journals: hostJournals,
    hash: hostHash,
    secrets: new SecretBook(),
    notify: (line) => told.push(line),
  })
  try {
    const outcome = await execute({
      samples: planned(count),
      subject: answeringSubject(answer, subject),
      store,
      limit: new AdaptiveLimit({ clock: hostClock, most: 8 }),
      concurrency: 8,
      timeoutMs: 5000,
      budget: new Budget(limits),
      cacheOnly: false,
      drain: new AbortController().signal,
      clock: hostClock,
      hash: hostHash,
      random: randomStream(0, 'test'),
      notify: (line) => told.push(line),
      finished: () => undefined,
      waitScale: 0.002,
      ...more,
    })
    return { outcome, samples: await kept(), told }
  } finally {
    await store.close()
  }
}

async function kept(): Promise<readonly Sample[]> {
  const text = await readFile(join(folder.path, 'samples.jsonl'), 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Sample)
}

function failing(failure: FailureDetails['failure'], more: Partial<FailureDetails> = {}): SubjectFailure {
  return new SubjectFailure({ code: `test-${failure}`, what: `It failed: ${failure}.`, failure, ...more })
}

describe('execute', () => {
  it('keeps every answer once, with what was asked, used and spent', async () => {
    const usage = { promptTokens: 1000, completionTokens: 500 }
    const { outcome, samples } = await run(
      (request) => saying(`to ${JSON.stringify(request).length}`, { usage }),
      {
        subject: { price: { input: 1, output: 2 } },
      },
    )
    expect(outcome.ending).toEqual({ kind: 'complete' })
    expect(new Set(samples.map(({ item }) => item)).size).toBe(20)
    expect(samples[0]).toMatchObject({ benchmark: 'b', trial: 0, subject: 'answering', seed: 0, attempts: 1 })
    expect(samples[0]?.decode).toEqual({ temperature: 0 })
    expect(samples[0]?.cost).toBeCloseTo(0.002, 12)
    expect(samples[0]?.request.hash).toMatch(/^[0-9a-f]{64}$/)
  })

  it('tries again what may pass, and counts the attempts', async () => {
    let asked = 0
    const kinds = ['rate-limit', 'server', 'transport', 'schema'] as const
    const { samples } = await run(
      () => {
        const kind = kinds[asked++]
        if (kind !== undefined) throw failing(kind)
        return saying('at last')
      },
      { count: 1 },
    )
    expect(samples).toMatchObject([{ output: { text: 'at last' }, attempts: 5 }])
    expect(samples[0]?.timing.waitedMs).toBeGreaterThanOrEqual(0)
  })

  it.each(['overflow', 'refusal'] as const)(
    'keeps %s as an error at once, apart from a wrong answer',
    async (kind) => {
      const { outcome, samples } = await run(() => {
        throw failing(kind, { raw: new TextEncoder().encode('{"why":"so"}') })
      })
      expect(outcome.ending.kind).toBe('complete')
      expect(samples).toHaveLength(20)
      expect(samples[3]).toMatchObject({
        attempts: 1,
        error: { kind, code: `test-${kind}`, retryable: false },
      })
      expect(samples[3]).not.toHaveProperty('output')
      expect(samples[3]?.raw?.hash).toBe(hostHash('{"why":"so"}'))
    },
  )

  it('keeps a request that the subject cannot take as an error of that item alone', async () => {
    const { samples } = await run(
      (request) => {
        if (JSON.stringify(request).includes('question 3'))
          throw new InputError({ code: 'template-refused', what: 'No.' })
        return saying('fine')
      },
      { count: 5 },
    )
    const wrong = samples.filter(({ error }) => error !== undefined)
    expect(wrong).toMatchObject([{ item: 'i3', error: { kind: 'refusal', code: 'template-refused' } }])
  })

  it.each(['auth', 'missing'] as const)("stops at %s, which is nobody's answer", async (kind) => {
    let asked = 0
    const { outcome, samples } = await run(
      () => {
        if (asked++ < 5) return saying('fine')
        throw failing(kind)
      },
      { count: 1000 },
    )
    expect(outcome.ending).toMatchObject({ kind: 'subject', failure: { failure: kind } })
    expect(samples.every(({ error }) => error === undefined)).toBe(true)
    expect(asked).toBeLessThan(20)
  })

  it('stops when an endpoint was never up', async () => {
    const { outcome, samples } = await run(
      () => {
        throw failing('transport')
      },
      { count: 1000 },
    )
    expect(outcome.ending).toMatchObject({ kind: 'subject' })
    expect(samples.length).toBeLessThan(10)
  })

  it('stops when it is asked to wait for longer than anybody would', async () => {
    const { outcome } = await run(() => {
      throw failing('rate-limit', { retryAfterMs: 3_600_000 })
    })
    expect(outcome.ending).toMatchObject({ kind: 'subject', failure: { failure: 'rate-limit' } })
  })

  it('ends an attempt that takes too long, heeded or not, and the sample after three', async () => {
    let asked = 0
    const { samples } = await run(
      (_, { signal }) =>
        new Promise((_, reject) => {
          asked++
          signal.addEventListener('abort', () => reject(signal.reason))
        }),
      { count: 1, timeoutMs: 100 },
    )
    expect(asked).toBeLessThanOrEqual(3)
    expect(samples).toMatchObject([{ error: { kind: 'timeout', retryable: true } }])
    const deaf = await run(() => new Promise(() => undefined), { count: 1, timeoutMs: 50 })
    expect(deaf.samples.at(-1)).toMatchObject({ error: { kind: 'timeout' } })
  })

  it('stays within a budget of tokens, and says that it cannot be kept', async () => {
    const usage = { promptTokens: 60, completionTokens: 40 }
    const { outcome, samples } = await run(() => saying('fine', { usage }), {
      count: 1000,
      limits: { tokens: 1550 },
    })
    expect(outcome.ending).toEqual({ kind: 'budget', limit: '--max-tokens 1550' })
    expect(samples, 'all that fit, and none beyond').toHaveLength(15)
    const tight = await run(() => saying('fine', { usage }), { count: 1000, limits: { tokens: 100 } })
    expect(tight.samples.length - samples.length, 'one that tells what they cost').toBe(1)
    const whole = await run(() => saying('fine', { usage }), { count: 2, limits: { tokens: 250 } })
    expect(whole.outcome.ending, 'nothing is left to stop before').toEqual({ kind: 'complete' })
    const blind = await run(() => saying('fine'), { limits: { tokens: 1550 } })
    expect(blind.outcome.ending).toEqual({ kind: 'budget-blind', limit: '--max-tokens' })
  })

  it('finishes what is under way when it is to stop, and begins nothing', async () => {
    const stop = new AbortController()
    let begun = 0
    const { outcome, samples } = await run(
      async () => {
        if (++begun === 10) stop.abort()
        await new Promise((done) => setTimeout(done, 20))
        return saying('fine')
      },
      { count: 1000, drain: stop.signal },
    )
    expect(outcome.ending).toEqual({ kind: 'interrupted' })
    expect(samples).toHaveLength(begun)
    expect(begun).toBeLessThan(30)
  })

  it('does not wait for another attempt when it is to stop', async () => {
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 50)
    const { outcome, samples } = await run(
      () => {
        throw failing('rate-limit', { retryAfterMs: 60_000 })
      },
      { drain: stop.signal },
    )
    expect(outcome.ending).toEqual({ kind: 'interrupted' })
    expect(samples).toEqual([])
  })

  it('asks no more at once than the subject bears', async () => {
    let [underWay, most] = [0, 0]
    await run(
      async () => {
        most = Math.max(most, ++underWay)
        await new Promise((done) => setTimeout(done, 2))
        underWay--
        return saying('fine')
      },
      { subject: { maxConcurrency: 3 } },
    )
    expect(most).toBe(3)
  })

  it('records how a label was chosen', async () => {
    const labels = { A: 'one', B: 'two' }
    const one = [...planned(1)].map((sample) => ({ ...sample, labels }))
    const chosen = async (answer: Answer): Promise<Partial<Sample> | undefined> =>
      (await run(answer, { samples: one })).samples.at(-1)
    expect(await chosen(() => saying('A'))).toMatchObject({ choiceMethod: 'generation' })
    expect(await chosen(() => saying('A', { choiceMethod: 'constrained' }))).toMatchObject({
      choiceMethod: 'constrained',
    })
    const byTokens = await chosen(() =>
      saying('A', {
        firstTokens: [
          { text: 'A', logprob: Math.log(0.5) },
          { text: ' A', logprob: Math.log(0.25) },
          { text: 'B', logprob: -3 },
        ],
      }),
    )
    expect(byTokens).toMatchObject({ choiceMethod: 'logprobs', choices: { B: -3 } })
    expect(byTokens?.choices?.A).toBeCloseTo(Math.log(0.75), 9)
  })

  it('keeps an answer whose message is no JSON as an error, with its body', async () => {
    const { samples } = await run(
      () => ({ output: { message: '{"a":', stopReason: 'stop' }, raw: new TextEncoder().encode('{"a":') }),
      { count: 1 },
    )
    expect(samples).toMatchObject([
      { error: { kind: 'schema', code: 'message-broken' }, raw: { hash: hostHash('{"a":') } },
    ])
  })

  it('takes what a subject of plain JavaScript gives at once, without a promise', async () => {
    const ask = (() => saying('at once')) as unknown as Subject['ask']
    const { samples } = await run(() => saying('never asked'), { count: 2, subject: { ask } })
    expect(samples.map(({ output }) => output?.text)).toEqual(['at once', 'at once'])
  })

  it('lets a fault of our own through, what was answered before kept', async () => {
    let asked = 0
    await expect(
      run(() => {
        if (++asked > 10) throw new TypeError('a fault')
        return saying('fine')
      }),
    ).rejects.toThrow('a fault')
    expect((await kept()).length).toBeGreaterThanOrEqual(3)
  })
})
