import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { scratchFolder } from '../../test/contract/run-fixtures.js'
import { StoreError } from '../errors.js'
import { hostJournals, type JournalFile, journalOn } from './journal.js'

let folder: Awaited<ReturnType<typeof scratchFolder>>
beforeEach(async () => {
  folder = await scratchFolder()
})
afterEach(() => folder.remove())

describe('hostJournals', () => {
  it('keeps lines in the order in which they were given, and makes folders', async () => {
    const path = join(folder.path, 'a', 'b', 'lines.jsonl')
    const journal = await hostJournals.open(path)
    await Promise.all(Array.from({ length: 500 }, (_, index) => journal.append(`line ${index} ü`)))
    await journal.close()
    expect(await readFile(path, 'utf8')).toBe(
      Array.from({ length: 500 }, (_, at) => `line ${at} ü\n`).join(''),
    )
  })

  it('cuts off a torn last line and tells how long it was', async () => {
    const path = join(folder.path, 'torn.jsonl')
    await writeFile(path, 'whole\nhalf of a')
    let torn = 0
    const journal = await hostJournals.open(path, (bytes) => {
      torn = bytes
    })
    expect([torn, journal.sizeBytes]).toEqual([9, 6])
    await journal.append('next')
    await journal.close()
    expect(await readFile(path, 'utf8')).toBe('whole\nnext\n')
  })

  it.each([
    ['nothing but a torn line', 'x'.repeat(200_000), ''],
    ['a torn line longer than a piece', `one\n${'x'.repeat(200_000)}`, 'one\n'],
    ['nothing torn', 'one\ntwo\n', 'one\ntwo\n'],
    ['an empty file', '', ''],
  ])('heals %s', async (_, before, after) => {
    const path = join(folder.path, 'file.jsonl')
    await writeFile(path, before)
    await (await hostJournals.open(path)).close()
    expect(await readFile(path, 'utf8')).toBe(after)
  })

  it('reads a piece back', async () => {
    const path = join(folder.path, 'parts.jsonl')
    await writeFile(path, 'abcdef')
    expect(Buffer.from(await hostJournals.readPart(path, { start: 2, length: 3 })).toString()).toBe('cde')
    expect(Buffer.from(await hostJournals.readPart(path, { start: 5, length: 9 })).toString()).toBe('f')
    await expect(hostJournals.readPart(join(folder.path, 'no'), { start: 0, length: 1 })).rejects.toThrow(
      /cannot be read/,
    )
  })

  it('says that a folder cannot be a journal', async () => {
    await writeFile(join(folder.path, 'file'), '')
    const opening = hostJournals.open(join(folder.path, 'file', 'x.jsonl'))
    await expect(opening).rejects.toThrow(StoreError)
    await expect(opening).rejects.toThrow(/a part of the path is a file/)
  })
})

describe('journalOn', () => {
  /** A disk that is full after so many bytes, and takes a part of what no longer fits. */
  function fullDisk(capacity: number): JournalFile & { readonly text: () => string; syncs: number } {
    let text = ''
    return {
      text: () => text,
      syncs: 0,
      async appendFile(data) {
        const added = String(data)
        text += added.slice(0, capacity - text.length)
        if (text.length === capacity) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
      },
      async datasync() {
        this.syncs++
      },
      async truncate(length) {
        text = text.slice(0, length)
      },
      close: async () => undefined,
    }
  }

  it('fails every line that was not acknowledged, keeps the others, and leaves whole lines', async () => {
    const disk = fullDisk(25)
    const journal = journalOn(disk, { path: 'samples.jsonl', sizeBytes: 0, isSynced: true })
    await journal.append('first')
    await journal.append('second')
    const lost = [journal.append('third, too long for this disk'), journal.append('fourth')]
    for (const line of lost) await expect(line).rejects.toThrow(/the disk is full/)
    await expect(journal.append('fifth')).rejects.toThrow(StoreError)
    expect(disk.text()).toBe('first\nsecond\n')
  })

  it('syncs lines that wait together once', async () => {
    const disk = fullDisk(1e6)
    const journal = journalOn(disk, { path: 'x', sizeBytes: 0, isSynced: true })
    await Promise.all(Array.from({ length: 1000 }, () => journal.append('x')))
    expect(disk.syncs).toBe(1)
  })

  it('writes what waits, and what comes after it, without waiting for more once it is to hurry', async () => {
    const disk = fullDisk(1e6)
    const journal = journalOn(disk, { path: 'x', sizeBytes: 0, isSynced: true })
    const waiting = [journal.append('one'), journal.append('two')]
    vi.useFakeTimers()
    try {
      journal.hurry()
      await Promise.all(waiting)
      await journal.append('three')
    } finally {
      vi.useRealTimers()
    }
    expect([disk.text(), disk.syncs]).toEqual(['one\ntwo\nthree\n', 2])
  })
})
