import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordCli } from '../../../test/contract/cli-run.js'
import { hostFiles } from '../../adapters/files.js'
import { hostJournals } from '../../adapters/journal.js'
import { hostLocks } from '../../adapters/locks.js'
import { runAgreement } from './agreement-run.js'
import { type AnnotateFlags, runAnnotate } from './annotate-run.js'

const ITEMS = Array.from({ length: 6 }, (_, at) =>
  JSON.stringify({
    id: `q${at}`,
    kind: 'qa',
    tool: 'book',
    question: `Is this tool about \u001b[31mthing ${at}?`,
    answer: at % 2 === 0 ? 'yes' : 'no',
  }),
).join('\n')

let folder = ''
let items = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-annotate-'))
  items = join(folder, 'items.jsonl')
  await hostFiles.write(items, [ITEMS])
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function* typed(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines
}

async function annotate(annotator: string, lines: readonly string[], flags: Partial<AnnotateFlags> = {}) {
  const record = recordCli(hostFiles)
  const host = { lines: () => typed(lines), journals: hostJournals, locks: hostLocks }
  await runAnnotate(items, { annotator, seed: 0, ...flags }, record.context, host)
  return record.out()
}

async function agreement(json?: true): Promise<string> {
  const record = recordCli(hostFiles)
  const flags = { seed: 0, resamples: 200, ...(json === undefined ? {} : { json }) }
  await runAgreement(items, flags, record.context)
  return record.out()
}

const file = (annotator: string): Promise<string> =>
  readFile(join(folder, 'annotations', `${annotator}.jsonl`), 'utf8')

describe('assay annotate', () => {
  it('keeps every answer, goes on where it stopped, and says when all is done', async () => {
    expect(await annotate('ana', ['1', '2 not sure', 'q', '1'])).toContain('2 of 6 answered and kept; 4 left')
    expect((await file('ana')).trim().split('\n')).toHaveLength(3)
    const rest = await annotate('ana', ['1', '1', '1', '1', '1'])
    expect(rest).toContain('3 of 6')
    expect(rest).toContain('6 of 6 answered and kept.')
    expect((await file('ana')).trim().split('\n')).toHaveLength(7)
  })

  it('never shows what is right, nor lets a terminal obey an item', async () => {
    const out = await annotate('ana', ['1', '1', '1', '1', '1', '1'])
    expect(out).not.toContain('\u001b')
    expect(out).toContain('\\u{1b}[31mthing')
    expect(out).not.toMatch(/answer"|gold|judged/)
  })

  it('takes an answer back and comes back to what was skipped', async () => {
    await annotate('ana', ['1', 'u', '2', 's', '1', '1', '1', '1', '1'])
    const lines = (await file('ana'))
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => JSON.parse(line))
    expect(lines[1]).toEqual({ unit: lines[0].unit, undone: true })
    expect(lines[2]).toMatchObject({ unit: lines[0].unit, answer: 'no' })
    expect(new Set(lines.map(({ unit }) => unit)).size).toBe(6)
  })

  it('says what it did not understand, and has nothing to take back at first', async () => {
    const out = await annotate('ana', ['u', 'yes', '9', '?'])
    expect(out).toContain('There is no answer to take back.')
    expect(out).toContain('Type a number from 1 to 3')
    expect(out).toContain('There is no choice 9.')
    expect(out).toContain('0 of 6 answered')
  })

  it('heals a torn last line and asks that item again', async () => {
    await annotate('ana', ['1', '1'])
    const path = join(folder, 'annotations', 'ana.jsonl')
    await hostFiles.append(path, '{"unit":"q')
    expect(await annotate('ana', [])).toContain('2 of 6 answered')
  })

  it('refuses to go on under another seed or sample, and names that no file can have', async () => {
    await annotate('ana', ['1'])
    await expect(annotate('ana', [], { seed: 1 })).rejects.toThrow(/--seed was 0/)
    await expect(annotate('ana', [], { stratified: 3 })).rejects.toThrow(/all items were asked/)
    await expect(annotate('../eve', [])).rejects.toThrow(/cannot be called/)
  })
})

describe('assay agreement', () => {
  it('prints kappa, disagreements with notes, and the benchmark against the majority', async () => {
    await annotate('ana', ['1', '2', '1', '2', '1', '2'])
    await annotate('ben', ['1 clear', '1', '1', '1', '1', '1'])
    await annotate('eve', ['1', '2', '1'])
    const out = await agreement()
    expect(out).toContain('3 annotators (answers: ana 6, ben 6, eve 3)')
    const document = JSON.parse(await agreement(true))
    expect(document.schema).toBe('assay.agreement/1')
    expect(document.kinds[0]).toMatchObject({ kind: 'qa', units: 6, complete: expect.any(Number) })
    expect(document.kinds[0].disagreements.length).toBeGreaterThan(0)
  })

  it('refuses copies, answers outside the choices and to what is not asked, and to replace answers', async () => {
    await annotate('ana', ['1', '1'])
    const path = join(folder, 'annotations', 'ana.jsonl')
    const text = await file('ana')
    const copy = join(folder, 'annotations', 'ben.jsonl')
    await hostFiles.write(copy, [text])
    await expect(agreement()).rejects.toThrow(/a copy, or was renamed/)
    await rm(copy)
    await hostFiles.write(path, [text.replace('"answer":"yes"', '"answer":"maybe"')])
    await expect(agreement()).rejects.toThrow(/none of its choices/)
    await hostFiles.write(path, [text.replace(/"unit":"q\d"/, '"unit":"zz"')])
    await expect(agreement()).rejects.toThrow(/not asked here/)
    await hostFiles.write(path, [text])
    expect(await agreement()).toMatch(/Krippendorff's alpha +unmeasured: too few answers/)
    const record = recordCli(hostFiles)
    const flags = { seed: 0, resamples: 200, output: path }
    await expect(runAgreement(items, flags, record.context)).rejects.toThrow(/replace an input/)
  })

  it('leaves a file alone that holds no answers', async () => {
    const path = join(folder, 'annotations', 'ana.jsonl')
    await hostFiles.write(path, ['{"id":"q0"}'])
    await expect(annotate('ana', ['1'])).rejects.toThrow(/holds no answers of an annotator/)
    expect(await file('ana')).toBe('{"id":"q0"}')
  })

  it('keeps no answers where a file stands in place of the folder', async () => {
    await hostFiles.write(join(folder, 'annotations'), ['mine'])
    await expect(annotate('ana', ['1'])).rejects.toMatchObject({ code: 'output-is-file' })
  })

  it('refuses answers to other items, and an empty folder', async () => {
    await expect(agreement()).rejects.toThrow(/Nobody has annotated/)
    await annotate('ana', ['1'])
    await hostFiles.write(items, [ITEMS.replace('thing 0', 'thing 7')])
    await expect(agreement()).rejects.toThrow(/ana answered other items/)
  })
})
