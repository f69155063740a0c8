import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { LastWords } from './last-words.js'

async function said(...pieces: readonly string[]): Promise<LastWords> {
  const stderr = new PassThrough()
  const words = new LastWords(stderr)
  for (const piece of pieces) stderr.write(piece)
  await setImmediate()
  return words
}

describe('LastWords', () => {
  it('gives the last lines, without blank ones, however they came and ended', async () => {
    const words = await said('one\r\n\r\nt', 'wo\n  \nthree\n')
    expect(words.lines(2)).toEqual(['two', 'three'])
    expect(words.lines(9)).toEqual(['one', 'two', 'three'])
  })

  it('has nothing to say for a child without stderr', () => {
    expect(new LastWords(null).lines(3)).toEqual([])
  })

  it('drops whole lines when there are too many, so that no half of a secret stays', async () => {
    const secret = `KEY=${'k'.repeat(40)}\n`
    const words = await said(secret.repeat(4000))
    const kept = words.lines(10_000)
    expect(new Set(kept)).toEqual(new Set([secret.trimEnd()]))
    expect(kept.length).toBeLessThan(2000)
  })

  it('keeps nothing of a line that never ends', async () => {
    expect((await said('x'.repeat(70_000), 'y')).lines(5)).toEqual(['y'])
  })
})
