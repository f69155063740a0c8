import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../text/json.js'
import { groundingOf, holdsText } from './grounding.js'
import type { CorpusExample } from './tool-corpus.js'

function example(prompt: string, ...calls: readonly JsonObject[]): CorpusExample {
  return {
    id: '1',
    line: 1,
    messages: [{ role: 'user', content: prompt }],
    prompt,
    tools: [],
    answer: { text: '', calls: calls.map((given) => ({ name: 'f', arguments: given })), outcome: 'called' },
  }
}

const slots = (prompt: string, ...calls: readonly JsonObject[]) =>
  groundingOf(example(prompt, ...calls)).slots.map(({ argument, type, start, end }) => [
    argument,
    type,
    prompt.slice(start, end),
  ])

describe('groundingOf', () => {
  it('finds strings without regard to case and types them', () => {
    expect(slots('is cve-2021-44228 in KEV', { id: 'CVE-2021-44228' })).toEqual([
      ['id', 'cve', 'cve-2021-44228'],
    ])
  })

  it('takes the longest first, and no place twice', () => {
    const given = { short: 'log', long: '/var/log', again: 'log' }
    expect(slots('list /var/log and log', given)).toEqual([
      ['long', 'path', '/var/log'],
      ['short', 'free', 'log'],
    ])
    expect(groundingOf(example('list /var/log and log', given)).ungrounded).toEqual([
      { tool: 'f', argument: 'again', value: 'log' },
    ])
  })

  it('prefers a whole word, and takes a part of one where there is no other', () => {
    const [slot] = groundingOf(example('redirect the red one', { colour: 'red' })).slots
    expect(slot?.start).toBe(13)
    expect(slots('redirect', { colour: 'red' })).toEqual([['colour', 'free', 'red']])
  })

  it('finds an entity that is spelled in another way', () => {
    expect(slots('reputation of 1[.]2[.]3[.]4', { ip: '1.2.3.4' })).toEqual([['ip', 'ipv4', '1[.]2[.]3[.]4']])
    expect(slots('what of CVE 2021 44228', { id: 'CVE-2021-44228' })).toEqual([
      ['id', 'cve', 'CVE 2021 44228'],
    ])
  })

  it('finds numbers as whole words alone, and no text under three characters', () => {
    expect(slots('top 10 of 2100', { limit: 10, year: 21, kind: 'of' })).toEqual([['limit', 'integer', '10']])
  })

  it('tells what is not there, values other than text as JSON', () => {
    expect(groundingOf(example('hello', { a: 'x y z', b: { c: true }, d: null })).ungrounded).toEqual([
      { tool: 'f', argument: 'b', value: '{"c":true}' },
      { tool: 'f', argument: 'a', value: 'x y z' },
      { tool: 'f', argument: 'd', value: 'null' },
    ])
  })

  it('keeps offsets where lower case is longer', () => {
    expect(slots('İİ show Lima', { city: 'lima' })).toEqual([['city', 'free', 'Lima']])
    expect(holdsText('İstanbul now', 'NOW')).toBe(true)
    expect(holdsText('x', '')).toBe(false)
  })
})
