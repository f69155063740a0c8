import { beforeAll, describe, expect, it } from 'vitest'
import { deskCall, deskReading } from '../../../test/generators/desk-readings.js'
import { deskRows, securityDeskCorpus } from '../../../test/generators/security-desk-corpus.js'
import { corpusStatistics } from '../../corpus/corpus-statistics.js'
import type { ToolCorpus } from '../../corpus/tool-corpus.js'
import { buildBatteries } from '../batteries/build-batteries.js'
import type { LadderCase } from '../ladder-case.js'
import { type CopyJudgement, copyClassOf } from './copy-class.js'
import { CorpusReferences } from './corpus-references.js'

let corpus: ToolCorpus
let rows: readonly LadderCase[]

beforeAll(async () => {
  corpus = await securityDeskCorpus([
    ...deskRows,
    ['reputation of 45.9.148.3 as a host', 'check_host', { kind: 'ip', value: '45.9.148.3' }],
    // One normalised prompt with two answers.
    ['How full is the disk?', 'shell', { cmd: 'df -i' }],
  ])
  rows = buildBatteries({
    corpus,
    statistics: corpusStatistics(corpus),
    seed: 1,
    only: new Set(['verbatim']),
  }).cases
})

function judge(prompt: string, text: string, stopReason: 'stop' | 'length' = 'stop'): CopyJudgement {
  const row = rows.find(({ messages }) => messages.at(-1)?.content === prompt)
  if (row === undefined) throw new RangeError(prompt)
  return copyClassOf({
    reading: deskReading(row, text, stopReason),
    references: new CorpusReferences(corpus),
    dialect: corpus.dialect,
  })
}

const LOG = 'show the last fifty lines of the system log'
const FLAW = 'give me details of CVE-2014-0160'

describe('copyClassOf', () => {
  it('V0: the bytes of the training answer', () => {
    expect(judge(FLAW, deskCall('get_flaw', { cve_id: 'CVE-2014-0160' })).class).toBe('V0')
    expect(judge(FLAW, `${deskCall('get_flaw', { cve_id: 'CVE-2014-0160' })}<|end|>`).class).toBe('V0')
  })

  it('V1: its values, whatever the order of keys and the spaces', () => {
    const prompt = 'reputation of 45.9.148.3'
    expect(
      judge(
        prompt,
        '<|tool_call|>{"args":{"value":"45.9.148.3","kind":"ip"},"name":"check_host"}<|/tool_call|>',
      ).class,
    ).toBe('V1')
    expect(
      judge(FLAW, '<|tool_call|>{"name":"get_flaw","args":{"cve_id":"CVE-2014-0160"}}<|/tool_call|>').class,
    ).toBe('V1')
  })

  it('takes any answer to the same normalised prompt as the reference', () => {
    expect(judge('how full is the disk', deskCall('shell', { cmd: 'df -i' })).class).toBe('V0')
    expect(judge('how full is the disk', deskCall('shell', { cmd: 'df -h' })).class).toBe('V0')
  })

  it('V2: a command that does the same, spelled otherwise', () => {
    expect(judge(LOG, deskCall('shell', { cmd: 'tail -50 /var/log/syslog' })).class).toBe('V2')
    expect(judge('what listens on the network', deskCall('shell', { cmd: 'ss -tln' })).class).toBe('V2')
  })

  it('V2: other values that the prompt holds', () => {
    expect(judge(FLAW, deskCall('get_flaw', { cve_id: 'cve-2014-0160' })).class).toBe('V2')
  })

  it('V3: values from nowhere, and stale ones marked', () => {
    expect(judge(FLAW, deskCall('get_flaw', { cve_id: 'CVE-2014-0161' }))).toMatchObject({
      class: 'V3',
      isStale: false,
    })
    const stale = deskCall('check_host', { kind: 'domain', value: '91.240.118.9' })
    expect(judge('reputation of 45.9.148.3', stale)).toMatchObject({ class: 'V3', isStale: true })
  })

  it('V4: the training answer of another prompt, though it looks like generalisation', () => {
    expect(judge(FLAW, deskCall('get_flaw', { cve_id: 'CVE-2020-1472' })).class).toBe('V4')
    expect(judge('free memory', deskCall('shell', { cmd: 'free -m' })).class).toBe('V4')
  })

  it('V5: another tool', () => {
    expect(judge(FLAW, deskCall('is_abused', { cve_id: 'CVE-2014-0160' })).class).toBe('V5')
  })

  it('gives commands that a person has to judge to the queue, with the difference', () => {
    expect(judge(LOG, deskCall('shell', { cmd: 'journalctl -n 50' }))).toMatchObject({
      class: 'review',
      reviews: [{ command: 'journalctl -n 50', reference: 'tail -n 50 /var/log/syslog' }],
    })
    expect(judge(LOG, deskCall('shell', { cmd: 'rm /var/log/syslog' }))).toMatchObject({
      class: 'review',
      destructive: ['rm'],
    })
  })

  it('tells silence, brokenness and cuts apart', () => {
    expect(judge(FLAW, 'You could use get_flaw for CVE-2014-0160.').class).toBe('none')
    expect(judge(FLAW, '').class).toBe('none')
    expect(judge(FLAW, '<|tool_call|>{"name": get_flaw}<|/tool_call|>').class).toBe('malformed')
    expect(judge(FLAW, '<|tool_call|>{"name": "get_flaw", "ar', 'length').class).toBe('truncated')
  })
})
