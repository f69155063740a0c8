import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordCli } from '../../../test/contract/cli-run.js'
import { type MemoryObjects, memoryObjects } from '../../../test/contract/memory-objects.js'
import { interruptAfter, place, run, setUp, tearDown, yes } from '../../../test/contract/run-command.js'
import { type Answer, saying } from '../../../test/contract/run-fixtures.js'
import { hostClock } from '../../adapters/clock.js'
import { hostDrafts } from '../../adapters/drafts.js'
import { hostFiles } from '../../adapters/files.js'
import { hostJournals } from '../../adapters/journal.js'
import { hostLocks, isLockHeld } from '../../adapters/locks.js'
import { addressedPlaces, type Places } from '../../adapters/store/addressed-places.js'
import { type Objects, PassingFault } from '../../adapters/store/objects.js'
import { retriedObjects } from '../../adapters/store/retried-objects.js'
import { storePlaces } from '../../adapters/store/store-places.js'
import { StoreError } from '../../errors.js'
import { buildProgram } from '../program.js'

const FOLDER = 's3://bucket/team/run 1'
const host = {
  files: hostFiles,
  drafts: hostDrafts,
  journals: hostJournals,
  locks: hostLocks,
  isLockHeld,
}
/** Requests are tried again without waiting. */
const hasty = { ...hostClock, sleep: async () => undefined }

function placesOn(objects: Objects, isBreaking = false): Places {
  const places = storePlaces({
    objects: retriedObjects(objects, { clock: hasty, random: Math.random }),
    clock: hasty,
    notify: () => undefined,
    isBreaking: () => isBreaking,
    gatherMs: 1,
  })
  return addressedPlaces({ host, open: async () => places })
}

/** A run of the twenty questions in a store; it resumes where there is one. */
function runIn(objects: Objects, answer: Answer, given: Parameters<typeof run>[1] = {}) {
  const places = placesOn(objects, given.only !== undefined)
  const { context = {}, host: more = {}, ...flags } = given
  return run(answer, {
    ...(flags.resume === undefined ? { output: FOLDER } : {}),
    ...flags,
    context: { ...context, files: places.files },
    host: { journals: places.journals, locks: places.locks, ...more },
  })
}

async function samplesIn(objects: Objects): Promise<readonly string[]> {
  const text = new TextDecoder().decode(await placesOn(objects).files.read(`${FOLDER}/samples.jsonl`))
  return text
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { readonly item: string }).item)
}

const all = Array.from({ length: 20 }, (_, at) => `q${at}`)

beforeEach(setUp)
afterEach(tearDown)

describe('assay run in a store', () => {
  it('keeps a run there, and what reads a run reads it there', async () => {
    const objects = memoryObjects()
    const { out, error } = await runIn(objects, yes)
    expect(error).toBeUndefined()
    expect(out).toContain(FOLDER)
    expect([...(await samplesIn(objects))].sort()).toEqual([...all].sort())
    expect([...objects.contents.keys()].every((key) => key.startsWith('team/run 1/'))).toBe(true)

    const { files } = placesOn(objects)
    const cli = recordCli(files, { clock: hostClock })
    const typed = (...argv: string[]) => buildProgram(cli.context).parseAsync(['node', 'assay', ...argv])
    await typed('score', FOLDER)
    expect(objects.contents.has('team/run 1/scores.json')).toBe(true)
    await typed('compare', FOLDER, FOLDER, '--json')
    const report = join(place.scratch, 'report.json')
    await typed('report', FOLDER, '-o', report)
    expect(cli.out()).toContain('"difference": 0')
    expect(JSON.parse(await readFile(report, 'utf8'))).toMatchObject({ schema: 'assay.report/1' })
  })

  it('goes on where it was interrupted, and asks nothing twice', async () => {
    const objects = memoryObjects()
    const { answer, context } = interruptAfter(5)
    expect((await runIn(objects, answer, { context, concurrency: 1 })).exitCode).toBe(130)
    let asked = 0
    const rest = await runIn(
      objects,
      () => {
        asked++
        return saying('yes')
      },
      { resume: FOLDER },
    )
    expect(rest.error).toBeUndefined()
    expect(asked).toBe(20 - 5)
    expect([...(await samplesIn(objects))].sort()).toEqual([...all].sort())
  })

  it('refuses a second run in its place, and a second process while one works', async () => {
    const objects = memoryObjects()
    await runIn(objects, yes)
    expect((await runIn(objects, yes)).error).toMatchObject({ code: 'run-exists' })
    const lock = await placesOn(objects).locks.take(`${FOLDER}/run.lock`)
    expect((await runIn(objects, yes, { resume: FOLDER })).error).toMatchObject({ code: 'lock-held' })
    await lock.release()
  })

  it('lets one of two new runs in', async () => {
    const objects = memoryObjects()
    const results = await Promise.all([runIn(objects, yes), runIn(objects, yes)])
    const codes = results.map(({ error }) =>
      error instanceof StoreError ? error.code : (error as { code?: string })?.code,
    )
    expect(codes.filter((code) => code === undefined)).toHaveLength(1)
    expect(codes.find((code) => code !== undefined)).toMatch(/^(?:lock-held|run-exists)$/)
    expect([...(await samplesIn(objects))].sort()).toEqual([...all].sort())
  })

  it('writes nothing of a run into a store that accepts both writers', async () => {
    const objects = memoryObjects()
    const both = {
      ...objects,
      create: (key: string, bytes: Uint8Array) => objects.put(key, bytes).then(() => true),
    }
    const { error } = await runIn(both, yes)
    expect(error).toMatchObject({ name: 'StoreError', code: 'store-unfit', where: 'memory:team/run 1/' })
    expect(objects.contents.size).toBe(0)
  })

  it('ends with a store error where the store goes away, loses nothing and resumes', async () => {
    let isDown = false
    const objects: MemoryObjects = memoryObjects({
      before() {
        if (isDown) throw new PassingFault(new StoreError({ code: 'store-unreachable', what: 'Busy.' }))
      },
    })
    let asked = 0
    const answer: Answer = async () => {
      await hostClock.sleep(4)
      if (++asked === 12) isDown = true
      return saying('yes')
    }
    const broken = await runIn(objects, answer, { concurrency: 1 })
    expect(broken.error).toMatchObject({ name: 'StoreError', code: 'store-unreachable' })
    isDown = false
    const kept = await samplesIn(objects)
    expect(kept.length).toBeGreaterThan(0)
    expect(kept.length).toBeLessThan(12)
    // The lock could not be let go of either; this process is the same, so it is broken like another's.
    const rest = await runIn(objects, yes, { resume: FOLDER, only: all })
    expect(rest.error).toBeUndefined()
    const after = await samplesIn(objects)
    expect(after.slice(0, kept.length)).toEqual(kept)
    expect([...after].sort()).toEqual([...all].sort())
  })

  it('keeps the keys of the store out of everything that it writes', async () => {
    const objects = memoryObjects()
    const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLE'
    const variable = (name: string): string | undefined =>
      name === 'AWS_SECRET_ACCESS_KEY' ? secret : undefined
    const raw = new TextEncoder().encode(JSON.stringify({ said: secret }))
    const { out, err } = await runIn(objects, () => saying(`it is ${secret}`, { raw }), {
      context: { variable },
    })
    const written = [...objects.contents.values()].map((bytes) => new TextDecoder().decode(bytes)).join('\n')
    expect(written).toContain('«secret:AWS_SECRET_ACCESS_KEY»')
    for (const text of [written, out, err]) expect(text).not.toContain('wJalrXUtnFEMI')
  })

  it('does not fetch items from another bucket because a stored run names them', async () => {
    const objects = memoryObjects()
    await runIn(objects, yes)
    const key = 'team/run 1/run.json'
    const text = new TextDecoder().decode(objects.contents.get(key))
    const path = join(place.scratch, 'qa.jsonl')
    objects.contents.set(key, new TextEncoder().encode(text.replaceAll(path, 's3://elsewhere/qa.jsonl')))
    const { files } = placesOn(objects)
    const cli = recordCli(files, { clock: hostClock })
    await expect(
      buildProgram(cli.context).parseAsync(['node', 'assay', 'score', FOLDER]),
    ).rejects.toMatchObject({ code: 'items-elsewhere' })
    expect((await runIn(objects, yes, { resume: FOLDER })).error).toMatchObject({ code: 'items-elsewhere' })
  })
})
