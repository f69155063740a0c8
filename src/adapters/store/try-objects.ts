import { randomUUID } from 'node:crypto'
import type { Objects } from './objects.js'
import { storeUnfit } from './store-faults.js'

/** Writers that want one key at the same time. */
const RIVALS = 8

/**
 * Tries in a folder what a run relies on: that a key is created by one writer alone, one after the other and at the same
 * time, that what was written is read back and listed at once, and that what was removed is gone.
 *
 * @param folder key that ends in a slash, or nothing.
 * @throws {StoreError} `store-unfit`, and whatever the store fails with.
 */
export async function tryObjects(objects: Objects, folder: string): Promise<void> {
  const name = `assay-try-${randomUUID()}`
  const keys = [`${folder}${name}-1`, `${folder}${name}-2`] as const
  const where = objects.address(folder)
  try {
    const [first, second] = [bytesOf('first'), bytesOf('second')]
    if (!(await objects.create(keys[0], first))) throw storeUnfit(where, 'a new key is said to be taken.')
    if (await objects.create(keys[0], second)) {
      throw storeUnfit(where, 'a key that holds an object was created a second time.')
    }
    if (textOf((await objects.get(keys[0]))?.bytes) !== 'first') {
      throw storeUnfit(where, 'a refused write replaced the object, or it is not read back.')
    }
    await tryRivals(objects, keys[1], where)
    const listed = new Set<string>()
    for await (const entry of objects.list(folder)) listed.add(entry.name)
    if (!listed.has(`${name}-1`) || !listed.has(`${name}-2`)) {
      throw storeUnfit(where, 'what was just written is not listed.')
    }
    for (const key of keys) await objects.remove(key)
    for (const key of keys) {
      if ((await objects.facts(key)) !== undefined)
        throw storeUnfit(where, 'what was removed is still there.')
    }
  } catch (error) {
    for (const key of keys) await objects.remove(key).catch(() => undefined)
    throw error
  }
}

async function tryRivals(objects: Objects, key: string, where: string): Promise<void> {
  const rivals = Array.from({ length: RIVALS }, (_, at) => `rival ${at}`)
  const created = await Promise.all(rivals.map((rival) => objects.create(key, bytesOf(rival))))
  const winners = rivals.filter((_, at) => created[at])
  if (winners.length !== 1) {
    throw storeUnfit(where, `of ${RIVALS} writers at the same time, ${winners.length} created the same key.`)
  }
  if (textOf((await objects.get(key))?.bytes) !== winners[0]) {
    throw storeUnfit(where, 'what another writer wrote is kept than the one that was told so.')
  }
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

function textOf(bytes: Uint8Array | undefined): string | undefined {
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes)
}
