import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { scratchFolder } from '../../test/contract/run-fixtures.js'
import { hostFiles } from '../adapters/files.js'
import { hostHash } from '../adapters/hash.js'
import { hostJournals } from '../adapters/journal.js'
import { ResponseCache } from './response-cache.js'
import { SecretBook } from './secret-book.js'

let folder: Awaited<ReturnType<typeof scratchFolder>>
beforeEach(async () => {
  folder = await scratchFolder()
})
afterEach(() => folder.remove())

function open(
  identity = 'model at url',
  session = 'one',
  secrets = new SecretBook(),
): Promise<ResponseCache> {
  const { path } = folder
  return ResponseCache.open({
    folder: path,
    identity,
    files: hostFiles,
    journals: hostJournals,
    hash: hostHash,
    secrets,
    session,
  })
}

const reply = {
  output: { message: '{"a":1,"a":25.0}', stopReason: 'stop' as const },
  raw: new TextEncoder().encode('{"whole": "body"}'),
  usage: { promptTokens: 3 },
}

async function packs(): Promise<readonly string[]> {
  return (await readdir(folder.path, { recursive: true })).filter((name) => name.endsWith('.jsonl'))
}

describe('ResponseCache', () => {
  it('gives an answer back in another session, body and all', async () => {
    const first = await open()
    const key = first.key({ requestHash: 'r', trial: 0 })
    for (let other = 1; other < 50; other++) first.keep(first.key({ requestHash: 'r', trial: other }), reply)
    first.keep(key, reply)
    await first.close()
    const second = await open('model at url', 'two')
    expect(await second.find(key)).toEqual(reply)
    expect(await second.find(second.key({ requestHash: 'r', trial: 50 }))).toBeUndefined()
  })

  it('has another key for another request, trial, model or version', async () => {
    const [one, other] = [await open(), await open('model at another url')]
    const keys = [
      one.key({ requestHash: 'r', trial: 0 }),
      one.key({ requestHash: 'r', trial: 1 }),
      one.key({ requestHash: 's', trial: 0 }),
      other.key({ requestHash: 'r', trial: 0 }),
    ]
    expect(new Set(keys).size).toBe(4)
  })

  it('passes over torn and spoilt lines', async () => {
    const first = await open()
    const [good, spoilt] = [
      first.key({ requestHash: 'g', trial: 0 }),
      first.key({ requestHash: 's', trial: 0 }),
    ]
    first.keep(good, reply)
    first.keep(spoilt, reply)
    await first.close()
    const [pack = ''] = await packs()
    const path = join(folder.path, pack)
    const text = await readFile(path, 'utf8')
    const [line = '', other = ''] = text.split('\n')
    await writeFile(path, `${line}\n${other.slice(0, 90)}\nno line of ours\n`)
    await appendFile(path, `{"key":"${'0'.repeat(64)}","rep`)
    const second = await open('model at url', 'two')
    expect(await second.find(good)).toEqual(reply)
    expect(await second.find(spoilt)).toBeUndefined()
    expect(await second.find('0'.repeat(64))).toBeUndefined()
  })

  it('writes no secret', async () => {
    const secrets = new SecretBook()
    secrets.learn('K', 'sk-planted-1')
    const cache = await open('model at url', 'one', secrets)
    const key = cache.key({ requestHash: 'r', trial: 0 })
    cache.keep(key, { ...reply, raw: new TextEncoder().encode('{"echo":"sk-planted-1"}') })
    await cache.close()
    for (const pack of await packs()) {
      expect(await readFile(join(folder.path, pack), 'utf8')).not.toContain('planted')
    }
    const found = await (await open('model at url', 'two')).find(key)
    expect(Buffer.from(found?.raw ?? []).toString()).toBe('{"echo":"«secret:K»"}')
  })
})
