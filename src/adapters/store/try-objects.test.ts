import { describe, expect, it } from 'vitest'
import { type MemoryObjects, memoryObjects } from '../../../test/contract/memory-objects.js'
import { tryObjects } from './try-objects.js'

const spoiled = (change: (objects: MemoryObjects) => Partial<MemoryObjects>): MemoryObjects => {
  const objects = memoryObjects()
  return { ...objects, ...change(objects) }
}

describe('tryObjects', () => {
  it.each([
    [
      'that accepts both writers',
      spoiled(({ put }) => ({ create: (key, bytes) => put(key, bytes).then(() => true) })),
      /created a second time/,
    ],
    [
      'that refuses and replaces all the same',
      spoiled(({ contents, put }) => ({
        create: async (key, bytes) => {
          const isNew = !contents.has(key)
          await put(key, bytes)
          return isNew
        },
      })),
      /replaced the object/,
    ],
    [
      'that looks first and writes later',
      spoiled(({ contents }) => ({
        create: async (key, bytes) => {
          if (contents.has(key)) return false
          await new Promise((done) => setTimeout(done, 5))
          contents.set(key, bytes)
          return true
        },
      })),
      /8 created the same key/,
    ],
    ['that refuses everybody', spoiled(() => ({ create: async () => false })), /said to be taken/],
    ['whose lists lag behind', spoiled(() => ({ async *list() {} })), /not listed/],
    ['that only marks what is removed', spoiled(() => ({ remove: async () => undefined })), /still there/],
  ])('refuses a store %s', async (_, objects, message) => {
    await expect(tryObjects(objects, 'run/')).rejects.toMatchObject({
      name: 'StoreError',
      code: 'store-unfit',
      what: expect.stringMatching(message),
      where: 'memory:run/',
    })
  })

  it('removes its objects also where it refuses', async () => {
    const objects = spoiled(({ put }) => ({ create: (key, bytes) => put(key, bytes).then(() => true) }))
    await expect(tryObjects(objects, 'run/')).rejects.toThrow()
    expect([...objects.contents.keys()]).toEqual([])
  })
})
