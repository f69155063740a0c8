import { appendFile, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { scratchFolder } from '../../test/contract/run-fixtures.js'
import { hostFiles } from '../adapters/files.js'
import { hostHash } from '../adapters/hash.js'
import { hostJournals } from '../adapters/journal.js'
import { RawBodies, type RawBodiesOptions, readRawBodies } from './raw-bodies.js'
import { SecretBook } from './secret-book.js'

let folder: Awaited<ReturnType<typeof scratchFolder>>
beforeEach(async () => {
  folder = await scratchFolder()
})
afterEach(() => folder.remove())

function open(more: Partial<RawBodiesOptions> = {}): Promise<RawBodies> {
  return RawBodies.open({
    folder: folder.path,
    files: hostFiles,
    journals: hostJournals,
    hash: hostHash,
    secrets: new SecretBook(),
    notify: () => undefined,
    ...more,
  })
}

async function stored(): Promise<Record<string, Uint8Array>> {
  const bodies: Record<string, Uint8Array> = {}
  for await (const { hash, bytes } of readRawBodies(folder.path, hostFiles)) bodies[hash] = bytes
  return bodies
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

describe('RawBodies', () => {
  it('gives back every body byte for byte, text or not', async () => {
    const bodies = [
      bytes('{"a": "ü\\n"}\n'),
      bytes(''),
      Uint8Array.of(0xff, 0x00, 0x80),
      bytes('\ufeffwith a mark'),
    ]
    const raw = await open()
    const kept = bodies.map((body) => raw.keep(body))
    await Promise.all(kept.map((body) => body.stored))
    await raw.close()
    const found = await stored()
    for (const [index, { hash }] of kept.entries()) {
      expect(Buffer.from(found[hash] ?? [])).toEqual(Buffer.from(bodies[index] ?? []))
      expect(hash).toBe(hostHash(bodies[index] ?? ''))
    }
  })

  it('keeps a body once, also over sessions', async () => {
    for (let session = 0; session < 2; session++) {
      const raw = await open()
      await Promise.all([raw.keep(bytes('same')).stored, raw.keep(bytes('same')).stored])
      await raw.close()
    }
    expect((await readFile(join(folder.path, 'bodies-0001.jsonl'), 'utf8')).split('\n')).toHaveLength(2)
  })

  it('begins another pack when one is full, and goes on in the last', async () => {
    for (let session = 0; session < 3; session++) {
      const raw = await open({ maxPackLength: 300 })
      for (let at = 0; at < 5; at++) await raw.keep(bytes(`body ${session} ${at}`)).stored
      await raw.close()
    }
    const packs = await readdir(folder.path)
    expect(packs.length).toBeGreaterThan(3)
    expect(Object.keys(await stored())).toHaveLength(15)
  })

  it('heals a torn last line, and asks for its body anew', async () => {
    const first = await open()
    await first.keep(bytes('whole')).stored
    await first.close()
    const hash = hostHash('torn')
    await appendFile(join(folder.path, 'bodies-0001.jsonl'), `{"hash":"${hash}","body":"to`)
    const told: string[] = []
    const second = await open({ notify: (line) => told.push(line) })
    await second.keep(bytes('torn')).stored
    await second.close()
    expect(told.join()).toMatch(/torn last line/)
    expect(Object.keys(await stored()).sort()).toEqual([hostHash('whole'), hash].sort())
  })

  it('replaces secrets, also in bytes that are no text', async () => {
    const secrets = new SecretBook()
    secrets.learn('K', 'sk-planted-1')
    const raw = await open({ secrets })
    const binary = Uint8Array.from([0xff, ...bytes('sk-planted-1'), 0xfe])
    const kept = [raw.keep(bytes('{"echo":"sk-planted-1"}')), raw.keep(binary)]
    await Promise.all(kept.map((body) => body.stored))
    await raw.close()
    const found = await stored()
    expect(Buffer.from(found[kept[0]?.hash ?? ''] ?? []).toString()).toBe('{"echo":"«secret:K»"}')
    expect(Buffer.from(found[kept[1]?.hash ?? ''] ?? [])).toEqual(
      Buffer.from([0xff, ...bytes('«secret:K»'), 0xfe]),
    )
    for (const [hash, body] of Object.entries(found)) expect(hostHash(body)).toBe(hash)
  })

  it('names a line that is none of its own', async () => {
    await appendFile(
      join(folder.path, 'bodies-0001.jsonl'),
      `{"hash":"${hostHash('a')}","body":"a"}\n{"hash":"x"}\n`,
    )
    await expect(open()).rejects.toThrow(/bodies-0001.jsonl, line 2/)
  })
})
