import { beforeAll, describe, expect, it } from 'vitest'
import { deskCall, deskReading } from '../../../test/generators/desk-readings.js'
import { securityDeskCorpus } from '../../../test/generators/security-desk-corpus.js'
import type { ToolCorpus } from '../../corpus/tool-corpus.js'
import { CaseFrames } from '../batteries/case-frame.js'
import { goldCallOf, goldCallWith, makeCase } from '../batteries/make-case.js'
import type { LadderCase } from '../ladder-case.js'
import { CorpusReferences } from './corpus-references.js'
import { editsBetween, isWithinEdits } from './edit-distance.js'
import { entityOutcomeOf } from './entity-outcome.js'
import { isLoop, silenceOf } from './useful-answer.js'

let corpus: ToolCorpus
let flaw: LadderCase
let host: LadderCase
let count: LadderCase
let two: LadderCase
let chat: LadderCase

beforeAll(async () => {
  corpus = await securityDeskCorpus()
  const frame = new CaseFrames(corpus).main
  const common = { battery: 'unseen' as const, frame, cluster: 'c', maxTokens: 64 }
  const entity = (tool: string, argument: string, type: string, value: string) => ({
    tool,
    argument,
    type,
    value,
  })
  flaw = makeCase({
    ...common,
    name: 'flaw',
    prompt: 'give me details of CVE-2009-5555',
    gold: [goldCallOf({ name: 'get_flaw', arguments: { cve_id: 'CVE-2009-5555' } })],
    entities: [entity('get_flaw', 'cve_id', 'cve', 'CVE-2009-5555')],
  })
  host = makeCase({
    ...common,
    name: 'host',
    prompt: 'reputation of 192.0.2.17',
    gold: [goldCallOf({ name: 'check_host', arguments: { kind: 'ip', value: '192.0.2.17' } })],
    entities: [entity('check_host', 'value', 'ipv4', '192.0.2.17')],
  })
  count = makeCase({
    ...common,
    name: 'count',
    prompt: 'how many lines has /srv/a.txt',
    gold: [goldCallWith('shell', { cmd: { $oneOf: ['wc -l /srv/a.txt', 'wc -l < /srv/a.txt'] } })],
    entities: [entity('shell', 'cmd', 'path', '/srv/a.txt')],
  })
  two = makeCase({
    ...common,
    name: 'two',
    prompt: 'CVE-2009-5555 and CVE-2010-6666',
    gold: ['CVE-2009-5555', 'CVE-2010-6666'].map((cve_id) =>
      goldCallOf({ name: 'get_flaw', arguments: { cve_id } }),
    ),
    entities: ['CVE-2009-5555', 'CVE-2010-6666'].map((value) => entity('get_flaw', 'cve_id', 'cve', value)),
  })
  chat = makeCase({
    ...common,
    battery: 'suppression',
    name: 'chat',
    prompt: 'Thanks, that answers my question about CVE-2009-5555.',
    gold: [],
  })
})

const outcome = (one: LadderCase, text: string): string =>
  entityOutcomeOf(deskReading(one, text), new CorpusReferences(corpus))

describe('entityOutcomeOf', () => {
  it('passes what copies the entity, CVE ids in either case, whatever the constants', () => {
    expect(outcome(flaw, deskCall('get_flaw', { cve_id: 'CVE-2009-5555' }))).toBe('pass')
    expect(outcome(flaw, deskCall('get_flaw', { cve_id: ' cve-2009-5555' }))).toBe('pass')
    expect(outcome(host, deskCall('check_host', { kind: 'domain', value: '192.0.2.17' }))).toBe('pass')
  })

  it('names what went wrong', () => {
    expect(outcome(flaw, 'It is a flaw.')).toBe('no-call')
    expect(outcome(flaw, '<|tool_call|>{"name": "get_flaw"')).toBe('malformed')
    expect(outcome(flaw, deskCall('is_abused', { cve_id: 'CVE-2009-5555' }))).toBe('wrong-tool')
    expect(outcome(flaw, deskCall('get_flaw', { cve_id: 'CVE-2014-0160' }))).toBe('stale')
    expect(outcome(flaw, deskCall('get_flaw', { cve_id: 'CVE-2009-555' }))).toBe('mangled')
    expect(outcome(flaw, deskCall('get_flaw', { cve_id: 'CVE-1999-1234' }))).toBe('other-value')
    expect(outcome(flaw, deskCall('get_flaw', { cve_id: 'CVE-2009-5555', deep: 'yes' }))).toBe(
      'extra-arguments',
    )
    expect(outcome(host, deskCall('check_host', { value: '192.0.2.17' }))).toBe('invalid')
    expect(outcome(flaw, deskCall('get_flaw', { cve_id: 'CVE-2009-5555' }).repeat(2))).toBe('extra-calls')
  })

  it('takes a command that does what gold does', () => {
    expect(outcome(count, deskCall('shell', { cmd: 'wc --lines /srv/a.txt' }))).toBe('pass')
    expect(outcome(count, deskCall('shell', { cmd: 'cat /srv/a.txt | wc -l' }))).toBe('pass')
    expect(outcome(count, deskCall('shell', { cmd: 'rm /srv/a.txt' }))).toBe('other-value')
    expect(outcome(count, deskCall('shell', { cmd: 'wc -l /srv/b.txt' }))).toBe('other-value')
  })

  it('pairs two calls in any order', () => {
    const [first, second] = ['CVE-2009-5555', 'CVE-2010-6666'].map((cve_id) =>
      deskCall('get_flaw', { cve_id }),
    )
    expect(outcome(two, `${second}${first}`)).toBe('pass')
    expect(outcome(two, `${first}`)).toBe('missing-calls')
    expect(outcome(two, `${first}${first}`)).toBe('other-value')
  })
})

describe('silenceOf', () => {
  const silence = (text: string): string => silenceOf(deskReading(chat, text), 'en')

  it.each([
    ['You are welcome, have a very good day.', 'useful'],
    ['', 'empty'],
    ['You are welcome.', 'short'],
    ['the the the the the the the', 'loop'],
    ['I can help. I can help. I can help. I can help. I can help. I can help.', 'loop'],
    ['De nada, estoy aquí para lo que necesites con la seguridad.', 'other-language'],
    [deskCall('get_flaw', { cve_id: 'CVE-2009-5555' }), 'called'],
    ['<|tool_call|>{"name": ', 'called'],
  ])('%j: %s', (text, expected) => {
    expect(silence(text)).toBe(expected)
  })

  it('lets ordinary repetition be', () => {
    expect(
      isLoop('to be or not to be that is the question whether it is nobler to be or not'.split(' ')),
    ).toBe(false)
  })
})

describe('editsBetween', () => {
  /** The whole table of Levenshtein's distance. */
  const plain = (left: string, right: string): number => {
    const table = Array.from({ length: left.length + 1 }, (_, row) =>
      Array.from({ length: right.length + 1 }, (_, column) => (row === 0 ? column : column === 0 ? row : 0)),
    )
    for (let row = 1; row <= left.length; row++) {
      for (let column = 1; column <= right.length; column++) {
        const above = table[row - 1] as number[]
        const here = table[row] as number[]
        here[column] = Math.min(
          (above[column - 1] as number) + (left[row - 1] === right[column - 1] ? 0 : 1),
          (above[column] as number) + 1,
          (here[column - 1] as number) + 1,
        )
      }
    }
    return (table[left.length] as number[])[right.length] as number
  }

  it('agrees with the whole table', () => {
    const words = [
      '',
      'a',
      'ab',
      'ba',
      'abc',
      'acb',
      'bca',
      'abcd',
      'xabcd',
      'abdc',
      'aabb',
      'CVE-2009-5555',
      'CVE-2009-555',
      'CVE-2010-5555',
    ]
    for (const left of words) {
      for (const right of words) {
        for (const limit of [1, 2, 3]) {
          const distance = plain(left, right)
          expect(editsBetween(left, right, limit), `${left} ${right} ${limit}`).toBe(
            distance <= limit ? distance : undefined,
          )
          expect(isWithinEdits(left, right, limit)).toBe(distance <= limit)
        }
      }
    }
  })
})
