import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readGgufMetadata } from './gguf-metadata.js'

const folder = mkdtempSync(join(tmpdir(), 'assay-gguf-'))
afterAll(() => rmSync(folder, { recursive: true }))

function number(value: number, bytes: 4 | 8): Buffer {
  const buffer = Buffer.alloc(bytes)
  if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value))
  else buffer.writeUInt32LE(value)
  return buffer
}

const text = (value: string): Buffer =>
  Buffer.concat([number(Buffer.byteLength(value), 8), Buffer.from(value)])

/** A file of version 3 without tensors, by its format: magic, version, counts, then key, type 8 and text. */
function ggufOf(entries: Readonly<Record<string, string>>, announced = Object.keys(entries).length): Buffer {
  const written = Object.entries(entries).map(([key, value]) =>
    Buffer.concat([text(key), number(8, 4), text(value)]),
  )
  return Buffer.concat([Buffer.from('GGUF'), number(3, 4), number(0, 8), number(announced, 8), ...written])
}

function file(name: string, bytes: Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

const whole = ggufOf({
  'general.architecture': 'llama',
  'tokenizer.chat_template': '{{ messages[0].content }}',
})

describe('readGgufMetadata', () => {
  it('reads texts by their keys', async () => {
    for (const bytes of [whole, Buffer.concat([whole, Buffer.alloc(64)])]) {
      expect(await readGgufMetadata(file('whole.gguf', bytes))).toMatchObject({
        'general.architecture': 'llama',
        'tokenizer.chat_template': '{{ messages[0].content }}',
      })
    }
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a text', Buffer.from('{{ messages }}'.repeat(99))],
    ['its magic alone', Buffer.from('GGUF')],
    ['half of its metadata', whole.subarray(0, 70)],
    ['all of its metadata but the end', whole.subarray(0, whole.length - 5)],
    ['more entries announced than there are', Buffer.concat([ggufOf({ a: 'b' }, 40), Buffer.alloc(4096)])],
    ['10^12 entries announced', ggufOf({ a: 'b' }, 1e12)],
    ['a text of 10^15 bytes', Buffer.concat([ggufOf({}, 1), number(1e15, 8), Buffer.alloc(64)])],
  ])('refuses a file that holds %s', async (_what, bytes) => {
    const path = file('broken.gguf', bytes)
    await expect(readGgufMetadata(path)).rejects.toMatchObject({ code: 'gguf-broken' })
    await expect(readGgufMetadata(path)).rejects.toThrow(/broken\.gguf[^]*fix:/)
  })

  it('tells a missing file from a broken one', async () => {
    await expect(readGgufMetadata(join(folder, 'gone.gguf'))).rejects.toThrow(/no such file/)
  })
})
