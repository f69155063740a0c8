import { describe, expect, it } from 'vitest'
import { dialects } from '../../toolcall/dialects/index.js'
import { checkTranscripts } from '../sections/transcripts.js'
import { judgeTranscript } from './judge-transcript.js'
import { knownTranscripts } from './known-transcripts.js'
import { writtenCalls } from './written-calls.js'

describe('knownTranscripts', () => {
  it('holds every dialect, and ids once', () => {
    expect(writtenCalls.map(({ dialect }) => dialect)).toEqual(dialects.map(({ id }) => id))
    expect(new Set(knownTranscripts.map(({ id }) => id)).size).toBe(knownTranscripts.length)
    for (const { id } of dialects)
      expect(knownTranscripts.filter(({ dialect }) => dialect === id).length, id).toBeGreaterThanOrEqual(16)
  })

  it.each(knownTranscripts.map((transcript) => [transcript.id, transcript] as const))(
    '%s',
    (_id, transcript) => {
      expect(judgeTranscript(transcript)).toEqual(transcript.expects)
    },
  )

  it('is red on a scorer that credits a name in prose, and on one that credits nothing', () => {
    const credulous = checkTranscripts(knownTranscripts, (transcript) => {
      const verdict = judgeTranscript(transcript)
      return transcript.text.includes('get_weather') ? { ...verdict, exact: true } : verdict
    })
    const stern = checkTranscripts(knownTranscripts, (transcript) => ({
      ...judgeTranscript(transcript),
      exact: false,
    }))
    const failed = (checks: typeof stern) =>
      checks.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id)
    expect(failed(credulous)).toContain('hermes/prose')
    expect(failed(stern)).toEqual(dialects.flatMap(({ id }) => [`${id}/right`, `${id}/silent`]))
    expect(checkTranscripts(knownTranscripts).every(({ verdict }) => verdict === 'passed')).toBe(true)
  })

  it('refuses a dialect that nobody knows', () => {
    const [first] = knownTranscripts
    if (first === undefined) throw new Error('no transcript')
    expect(() => judgeTranscript({ ...first, dialect: 'klingon' })).toThrow(/no dialect "klingon"/)
  })
})
