import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { CliContext } from '../../src/cli/command.js'
import type { RunFlags } from '../../src/cli/run/run-flags.js'
import type { Sample } from '../../src/run/sample.js'
import { SubjectFailure } from '../../src/subject/failure.js'
import type { Subject } from '../../src/subject/subject.js'
import { everything, interruptAfter, place, samples, yes } from './run-command.js'
import { type Answer, lastMessage, saying } from './run-fixtures.js'

export interface PathOutcome {
  readonly out: string
  readonly err: string
  readonly exitCode: number
  readonly error: unknown
}

export interface PathGiven extends Partial<RunFlags> {
  readonly subjectParts?: Partial<Subject>
  readonly context?: Partial<CliContext>
}

/** A way in which the questions of a run get answered. */
export interface AskingPath {
  readonly name: string
  /** A run of the twenty questions of `run-command`, or its resumption. */
  run(answer: Answer, given?: PathGiven): Promise<PathOutcome>
}

/** What holds whoever asks: this process, or workers behind a queue. */
export function askingSuite({ name, run }: AskingPath): void {
  describe(`asking by ${name}`, () => {
    it('keeps one sample for each question, with what was said and the body as it came', async () => {
      const raw = new TextEncoder().encode('{"said": 1,\n "said": 2, "n": 25.0}')
      const message = '{"role":"assistant","content":"yes","content":"no"}'
      const { exitCode, err } = await run((request) => ({
        output: { text: lastMessage(request), message, stopReason: 'stop' },
        usage: { promptTokens: 3, completionTokens: 2 },
        raw,
      }))
      expect([exitCode, err.includes('failed')], err).toEqual([0, false])
      expect(new Set(samples().map(({ item }) => item)).size).toBe(20)
      expect(samples()).toHaveLength(20)
      expect(samples().find(({ item }) => item === 'q7')?.output?.text).toMatch(/Is 7 even/)
      expect(readFileSync(join(place.folder, 'samples.jsonl'), 'utf8')).toContain(`"message":${message}`)
      expect(everything(place.folder)).toContain(JSON.stringify(new TextDecoder().decode(raw)).slice(1, -1))
      expect(samples()[0]?.usage).toEqual({ promptTokens: 3, completionTokens: 2 })
    })

    it('keeps a refusal as the error of its sample, and goes on', async () => {
      const refused = new SubjectFailure({ code: 'too-long', what: 'It is too long.', failure: 'overflow' })
      const { exitCode } = await run((request) => {
        if (lastMessage(request).includes('Is 3 even')) throw refused
        return saying('yes')
      })
      expect(exitCode).toBe(0)
      const failed = samples().filter(({ error }) => error !== undefined)
      expect(failed.map(({ item, error }) => [item, error])).toEqual([
        ['q3', { kind: 'overflow', code: 'too-long', message: 'It is too long.', retryable: false }],
      ])
    })

    it('asks again what failed for a reason that passes', async () => {
      const asked = new Map<string, number>()
      const { exitCode } = await run((request) => {
        const question = lastMessage(request)
        const attempt = (asked.get(question) ?? 0) + 1
        asked.set(question, attempt)
        if (attempt === 1 && question.includes('Is 5 even')) {
          throw new SubjectFailure({ code: 'http-500', what: 'It failed.', failure: 'server' })
        }
        return saying('yes')
      })
      expect(exitCode).toBe(0)
      expect(samples().find(({ item }) => item === 'q5')).toMatchObject({
        attempts: 2,
        output: { text: 'yes' },
      })
    })

    it('stops when the key is wrong, and asks the rest after that', async () => {
      const wrong = new SubjectFailure({ code: 'http-401', what: 'Wrong key.', failure: 'auth' })
      const { exitCode, err } = await run(() => {
        throw wrong
      })
      expect(exitCode).toBe(3)
      expect(err).toContain('Wrong key.')
      expect((await run(yes, { resume: place.folder })).exitCode).toBe(0)
      expect(new Set(samples().map(({ item }) => item)).size).toBe(20)
      expect(samples()).toHaveLength(20)
    })

    it('finishes what is under way after Ctrl-C, and goes on without asking anything twice', async () => {
      const { answer, context } = interruptAfter(5)
      expect((await run(answer, { context })).exitCode).toBe(130)
      const before = samples().length
      expect(before).toBeLessThan(20)
      expect((await run(yes, { resume: place.folder })).exitCode).toBe(0)
      expect(samples()).toHaveLength(20)
      expect(new Set(samples().map(({ item }) => item)).size).toBe(20)
    })

    it('keeps the limit of tokens', async () => {
      const usage = { promptTokens: 9, completionTokens: 1 }
      const { exitCode } = await run(() => saying('yes', { usage }), { maxTokens: 95 })
      expect(exitCode).toBe(3)
      const spent = samples().reduce(
        (sum, sample: Sample) => sum + 10 * (sample.usage === undefined ? 0 : 1),
        0,
      )
      // What no worker has in hand yet is taken back when the limit ends the run, so that few may be answered.
      expect(spent).toBeGreaterThanOrEqual(10)
      expect(spent).toBeLessThanOrEqual(95)
    })

    it('keeps log-probabilities of labels, and marks those that are no numbers', async () => {
      await run((request) => ({
        output: { text: 'yes', stopReason: 'stop' },
        firstTokens: [
          { text: 'yes', logprob: lastMessage(request).includes('Is 2 even') ? Number.NaN : -0.25 },
          { text: 'no', logprob: -2 },
        ],
      }))
      expect(samples().find(({ item }) => item === 'q1')?.firstTokens?.[0]?.logprob).toBe(-0.25)
      expect(samples()).toHaveLength(20)
    })
  })
}
