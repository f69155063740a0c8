import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hostClock } from '../../adapters/clock.js'
import { hostFiles } from '../../adapters/files.js'
import { hostJournals } from '../../adapters/journal.js'
import { qaJudge } from '../../report/items/choice-judge.js'
import type { ItemQuery } from '../../report/live/live-view.js'
import { pacedFiles } from './paced-files.js'
import { type JudgeOfItem, RunItems } from './run-items.js'

let folder = ''
let path = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-items-'))
  path = join(folder, 'samples.jsonl')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const all: ItemQuery = { text: '', verdict: '', benchmark: '', sort: '' }
const judgeOf: JudgeOfItem = (_, id) =>
  qaJudge({ id, kind: 'qa', tool: 'book', question: '?', answer: 'yes', json: {} } as Parameters<
    typeof qaJudge
  >[0]) // what is read of it

const line = (at: number, more: object = { output: { text: 'yes', stopReason: 'stop' } }): string =>
  `${JSON.stringify({ benchmark: 'desk', item: `q${at}`, trial: 0, ...more })}\n`

function opened(judges: Promise<JudgeOfItem>): RunItems {
  return new RunItems({
    path,
    subject: 'desk-1',
    files: hostFiles,
    journals: hostJournals,
    clock: hostClock,
    judges,
  })
}

describe('RunItems', () => {
  it('shows the first rows before the benchmark is read, and their verdicts after', async () => {
    const failed = { error: { kind: 'refusal', code: 'refused', message: 'No.' } }
    await writeFile(
      path,
      Array.from({ length: 3000 }, (_, at) => line(at, at === 1 ? failed : undefined)).join(''),
    )
    let read: (judges: JudgeOfItem) => void = () => {}
    const items = opened(
      new Promise((done) => {
        read = done
      }),
    )
    const early = await items.part(all, { from: 0, count: 3 })
    expect(early).toMatchObject({ isJudged: false })
    expect(early.total).toBeGreaterThanOrEqual(500)
    expect(early.total).toBeLessThan(3000)
    expect(early.read).toBeLessThan(1)
    expect(early.rows.map(({ row }) => [row.verdict, row.outcome])).toEqual([
      ['unmeasured', 'not judged yet'],
      ['error', 'refused'],
      ['unmeasured', 'not judged yet'],
    ])
    read(judgeOf)
    await items.whole()
    const late = await items.part(all, { from: 0, count: 3 })
    expect(late).toMatchObject({ total: 3000, matched: 3000, isJudged: true, read: 1, unread: 0 })
    expect(late.rows.map(({ row }) => row.verdict)).toEqual(['right', 'error', 'right'])
    expect((await items.part({ ...all, verdict: 'right' }, { from: 0, count: 1 })).matched).toBe(2999)
  })

  it('waits for the benchmark where one sample is looked at', async () => {
    await writeFile(path, line(0))
    const items = opened(hostClock.sleep(100).then(() => judgeOf))
    expect(await items.placeOf({ item: 'q0' })).toBe(0)
    expect(await items.item(0)).toMatchObject({ row: { verdict: 'right' }, asked: { gold: { text: 'yes' } } })
  })

  it('tells why a benchmark could not be read, each time it is asked', async () => {
    await writeFile(path, line(0))
    const judges = Promise.reject(new Error('no such pack'))
    judges.catch(() => undefined)
    const items = opened(judges)
    await expect(items.part(all, { from: 0, count: 1 })).rejects.toThrow('no such pack')
    await expect(items.part(all, { from: 0, count: 1 })).rejects.toThrow('no such pack')
  })

  it('outlives a file that vanishes, shrinks, or ends within a line', async () => {
    await writeFile(path, line(0) + line(1) + line(2).slice(0, 20))
    const items = opened(Promise.resolve(judgeOf))
    expect(await items.part(all, { from: 0, count: 9 })).toMatchObject({ total: 2, unread: 0 })
    await appendFile(path, line(2).slice(20))
    expect(await items.part(all, { from: 0, count: 9 })).toMatchObject({ total: 3, unread: 0 })
    await writeFile(path, line(7))
    const other = await items.part(all, { from: 0, count: 9 })
    expect(other.rows.map(({ row }) => row.item)).toEqual(['q7'])
    await rm(path)
    expect(await items.item(0)).toBeUndefined()
    expect(await items.part(all, { from: 0, count: 9 })).toMatchObject({ total: 1, read: 1 })
  })
})

describe('pacedFiles', () => {
  it('gives the same bytes in small pieces', async () => {
    const bytes = new Uint8Array(200_000).map((_, at) => at % 251)
    await writeFile(path, bytes)
    const pieces: Uint8Array[] = []
    for await (const piece of pacedFiles(hostFiles, hostClock).stream(path)) pieces.push(piece)
    expect(pieces.length).toBeGreaterThan(3)
    expect(Buffer.concat(pieces).equals(Buffer.from(bytes))).toBe(true)
  })
})
