import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Objects } from '../../src/adapters/store/objects.js'
import { tryObjects } from '../../src/adapters/store/try-objects.js'

/** A store that is made for a test. */
export interface OpenedObjects {
  readonly objects: Objects
  /** Another view of the same store, as another host has. */
  readonly other: Objects
  close(): Promise<void>
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** What every store of objects must do; a run relies on all of it. */
export function objectsSuite(name: string, open: () => Promise<OpenedObjects>): void {
  describe(`objects: ${name}`, () => {
    let opened: OpenedObjects
    beforeEach(async () => {
      opened = await open()
    })
    afterEach(() => opened.close())

    const textOf = async (key: string): Promise<string | undefined> => {
      const found = await opened.objects.get(key)
      return found === undefined ? undefined : new TextDecoder().decode(found.bytes)
    }
    const listed = async (prefix: string): Promise<readonly string[]> => {
      const names = []
      for await (const entry of opened.objects.list(prefix)) {
        names.push(entry.kind === 'folder' ? `${entry.name}/` : `${entry.name} ${entry.sizeBytes}`)
      }
      return names.sort()
    }

    it('gives back what was put, whole and in part, and replaces it', async () => {
      const { objects } = opened
      await objects.put('a/b.txt', bytes('hello world'))
      expect(await textOf('a/b.txt')).toBe('hello world')
      const part = await objects.get('a/b.txt', { start: 6, length: 3 })
      expect(new TextDecoder().decode(part?.bytes)).toBe('wor')
      expect(part?.facts).toEqual(await objects.facts('a/b.txt'))
      expect(part?.facts.sizeBytes).toBe(11)
      expect((await objects.get('a/b.txt', { start: 6, length: 300 }))?.bytes).toHaveLength(5)
      expect((await objects.get('a/b.txt', { start: 11, length: 3 }))?.bytes).toHaveLength(0)
      await objects.put('a/b.txt', bytes('other'))
      expect(await textOf('a/b.txt')).toBe('other')
      const tag = (await objects.facts('a/b.txt'))?.tag
      expect(tag).not.toBe(part?.facts.tag)
    })

    it('holds empty objects, and knows what is not there', async () => {
      const { objects } = opened
      await objects.put('empty', bytes(''))
      expect(await textOf('empty')).toBe('')
      expect((await objects.get('empty', { start: 0, length: 10 }))?.facts.sizeBytes).toBe(0)
      expect(await objects.get('nothing')).toBeUndefined()
      expect(await objects.get('nothing', { start: 0, length: 10 })).toBeUndefined()
      expect(await objects.facts('nothing/at/all')).toBeUndefined()
      await objects.remove('nothing')
    })

    it('creates a key once, whoever wants it', async () => {
      const { objects, other } = opened
      expect(await objects.create('run/1', bytes('first'))).toBe(true)
      expect(await other.create('run/1', bytes('second'))).toBe(false)
      expect(await textOf('run/1')).toBe('first')
      await objects.remove('run/1')
      expect(await other.create('run/1', bytes('third'))).toBe(true)
      expect(await textOf('run/1')).toBe('third')
    })

    it('creates a key once where twenty want it at the same time', async () => {
      const { objects, other } = opened
      const texts = Array.from({ length: 20 }, (_, at) => `writer ${at}`)
      const created = await Promise.all(
        texts.map((text, at) => (at % 2 === 0 ? objects : other).create('run/2', bytes(text))),
      )
      expect(created.filter(Boolean)).toHaveLength(1)
      expect(await textOf('run/2')).toBe(texts[created.indexOf(true)])
    })

    it('lists what lies directly below a prefix', async () => {
      const { objects } = opened
      const odd = ['plain', 'with space', 'plus+and%25', 'ümläut', '日本', 'amp&lt;<', "quote'"]
      for (const name of odd) await objects.put(`top/${name}`, bytes('x'.repeat(name.length)))
      await objects.put('top/inner/deep/one', bytes('1'))
      await objects.put('topmost', bytes('1'))
      expect(await listed('top/')).toEqual([...odd.map((name) => `${name} ${name.length}`), 'inner/'].sort())
      expect(await listed('nowhere/')).toEqual([])
    })

    it('lists more than a page', async () => {
      const names = Array.from({ length: 23 }, (_, at) => `${1000 + at}`)
      for (const name of names) await opened.objects.put(`many/${name}`, bytes('x'))
      expect(await listed('many/')).toEqual(names.map((name) => `${name} 1`))
    })

    it('passes the try, which leaves nothing behind', async () => {
      await tryObjects(opened.objects, 'team/run/')
      expect(await listed('team/run/')).toEqual([])
    })
  })
}
