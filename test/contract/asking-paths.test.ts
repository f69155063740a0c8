import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RunHost } from '../../src/cli/run/run-host.js'
import { askingSuite, type PathGiven, type PathOutcome } from './asking-suite.js'
import { MemoryQueue } from './memory-queue.js'
import { type QueueHarness, queueHarness } from './queue-harness.js'
import { place, run, samples, setUp, tearDown, yes } from './run-command.js'
import { type Answer, answeringSubject, lastMessage, saying } from './run-fixtures.js'

beforeEach(setUp)
afterEach(tearDown)

let queue: MemoryQueue
let harness: QueueHarness
beforeEach(() => {
  queue = new MemoryQueue()
  harness = queueHarness(queue, 'redis://queue.test', queue)
})

askingSuite({ name: 'this process', run: (answer, given = {}) => run(answer, given) })
askingSuite({
  name: 'workers behind a queue',
  run: (answer, given) => harness.run(answer, given),
})

const viaQueue = (answer: Answer, given?: PathGiven): Promise<PathOutcome> => harness.run(answer, given)

describe('workers behind a queue', () => {
  it('give the same samples as this process, times apart', async () => {
    const answer: Answer = (request) =>
      saying(lastMessage(request), { usage: { promptTokens: 1, completionTokens: 1 } })
    await viaQueue(answer)
    const queued = stripped()
    await tearDown()
    await setUp()
    await run(answer)
    expect(queued).toEqual(stripped())
  })

  it('drop what comes a second time', async () => {
    queue.copies = 3
    expect((await viaQueue(yes)).exitCode).toBe(0)
    expect(samples()).toHaveLength(20)
    expect(queue.answers.size).toBe(0)
  })

  it('send large questions and shared tools as parcels, and leave none behind', async () => {
    const long = 'x'.repeat(50_000)
    const items = Array.from({ length: 4 }, (_, at) => ({
      id: `c${at}`,
      kind: 'call',
      messages: [{ role: 'user', content: `${at}: ${long}` }],
      tools: [{ name: 'find', description: long, inputSchema: { type: 'object', properties: {} } }],
      gold: { none: true },
    }))
    await writeFile(
      join(place.scratch, 'calls.jsonl'),
      items.map((item) => `${JSON.stringify(item)}\n`).join(''),
    )
    const seen: string[] = []
    const { exitCode, err } = await viaQueue(
      (request) => {
        if (request.kind === 'chat') seen.push(request.tools[0]?.description ?? '')
        return saying(lastMessage(request).slice(0, 1))
      },
      { items: [join(place.scratch, 'calls.jsonl')] },
    )
    expect(exitCode, err).toBe(0)
    expect(seen).toEqual([long, long, long, long])
    expect(samples().map(({ output }) => output?.text)).toEqual(expect.arrayContaining(['0', '1', '2', '3']))
    expect(queue.seen.filter((text) => text.startsWith('{"run"')).every((text) => text.length < 500)).toBe(
      true,
    )
    expect(queue.parcels.size).toBe(0)
  })

  it('keep keys out of the queue, and mark samples from which one was taken', async () => {
    const secret = 'sk-worker-only-123456'
    const subject = (context: { readonly variable: (name: string) => string | undefined }) => {
      context.variable('MY_KEY')
      return answeringSubject(() =>
        saying(`my key is ${secret}`, { raw: new TextEncoder().encode(`"${secret}"`) }),
      )
    }
    const { exitCode } = await harness.runWith((_, context) => subject(context), {
      context: { variable: (name) => (name === 'MY_KEY' ? secret : undefined) },
    })
    expect(exitCode).toBe(0)
    expect(queue.seen.join('\n')).not.toContain(secret)
    expect(queue.seen.join('\n')).toContain('«secret:MY_KEY»')
    expect(samples().every((sample) => sample.redacted === true)).toBe(true)
  })

  it('make an error of a job that somebody spoiled, and end the run', async () => {
    harness.beforeWork = () => {
      for (const jobs of queue.jobs.values()) {
        const [first, second, third] = [...jobs.values()]
        if (first !== undefined) Object.assign(first, { data: { run: 1, question: 'x' } })
        if (second !== undefined) Object.assign(second, { data: { ...second.data, question: '{"sample":' } })
        if (third !== undefined) Object.assign(third, { data: 'no object at all' })
      }
    }
    const { exitCode, err } = await viaQueue(yes)
    expect(exitCode, err).toBe(3)
    const failed = samples().filter(({ error }) => error?.code === 'job-failed')
    expect(failed.map(({ error }) => error?.message).sort()).toEqual([
      'The job has not the shape of one.',
      'The job has not the shape of one.',
      'The job is no question: it is no JSON.',
    ])
    expect(samples()).toHaveLength(20)
  })

  it('leave jobs to others when version, benchmark or subject differ, and say why', async () => {
    const other: Partial<RunHost> = {}
    harness.spoil = (run) => ({ ...run, assay: '9.9.9' })
    const told = await harness.refusal(other)
    expect(told).toMatch(/left to other workers: it was planned by Assay 9\.9\.9, and this is /)
    harness.spoil = (run) => ({ ...run, subject: { ...run.subject, facts: { model: 'another' } } })
    expect(await harness.refusal(other)).toMatch(/its subject is another one here/)
    harness.spoil = (run) => run
    expect(await harness.refusal(other, { items: [join(place.scratch, 'other.jsonl')] })).toMatch(
      /is not the one that --items names here: the fingerprints differ/,
    )
    harness.spoil = (run) => ({ ...run, subject: { ...run.subject, spec: 'executing:rm -rf /' } })
    expect(await harness.refusal(other)).toMatch(/starts a program or loads code/)
  })

  it('refuse limits that only a queue keeps, when there is none', async () => {
    const { error } = await run(yes, { requestsPerMinute: 600 })
    expect(error).toMatchObject({ code: 'flags-clash', where: '--requests-per-minute' })
  })
})

/** Samples without what differs between two runs, in the order of their items. */
function stripped(): readonly unknown[] {
  return readFileSync(join(place.folder, 'samples.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ ...(JSON.parse(line) as Record<string, unknown>), timing: undefined }))
    .sort((left, right) => JSON.stringify(left).localeCompare(JSON.stringify(right)))
}
