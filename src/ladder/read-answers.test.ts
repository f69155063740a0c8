import { describe, expect, it } from 'vitest'
import { madeCase } from '../../test/generators/ladder-readings.js'
import type { StoredSample } from '../run/sample-lines.js'
import { hermes } from '../toolcall/dialects/hermes.js'
import { openai } from '../toolcall/dialects/openai.js'
import { vectrayx } from '../toolcall/dialects/vectrayx.js'
import type { Vocabulary } from '../toolcall/tokens/vocabulary.js'
import type { LadderCase } from './ladder-case.js'
import { AnswerReader, type AnswerReaderOptions } from './read-answers.js'

const RIGHT = '<tool_call>\n{"name": "look_up", "arguments": {"id": "x"}}\n</tool_call>'

function sample(one: LadderCase, more: Partial<StoredSample> | string): StoredSample {
  const given = typeof more === 'string' ? { output: { text: more, stopReason: 'stop' as const } } : more
  return { benchmark: one.battery, item: one.id, trial: 0, where: 'samples.jsonl, line 1', ...given }
}

function read(
  cases: readonly LadderCase[],
  samples: readonly StoredSample[],
  options: Partial<AnswerReaderOptions> = {},
) {
  const reader = new AnswerReader(cases, { dialect: hermes, path: 'direct', ...options })
  for (const one of samples) reader.take(one)
  return reader.finish()
}

const calling = madeCase({ id: 'a', calls: true })
const silent = madeCase({ id: 'b', calls: false })
const open = madeCase({ id: 'c' })

describe('AnswerReader', () => {
  it('judges what was said, and leaves out a verdict where nothing is right', () => {
    const { readings, missing } = read(
      [calling, silent, open],
      [sample(open, RIGHT), sample(silent, RIGHT), sample(calling, RIGHT)],
    )
    expect(missing).toEqual([])
    expect(readings.map((one) => one.case.id)).toEqual([calling.id, silent.id, open.id])
    expect(readings[0]).toMatchObject({
      trial: 0,
      path: 'direct',
      text: RIGHT,
      stopReason: 'stop',
      parsing: { strict: { ok: true } },
      verdict: { expects: 'calls', match: true },
    })
    expect(readings[1]?.verdict).toMatchObject({ expects: 'none', match: false })
    expect(readings[2]).not.toHaveProperty('verdict')
    expect(readings[0]).not.toHaveProperty('spokenText')
  })

  it('lets the later of two samples of one case and trial count, a failure included', () => {
    const error = { kind: 'refusal', code: 'x', message: 'Too busy.' } as const
    const after = read([calling], [sample(calling, { error }), sample(calling, RIGHT)])
    expect(after).toMatchObject({ readings: [{ text: RIGHT }], missing: [] })
    const before = read([calling], [sample(calling, RIGHT), sample(calling, { error })])
    expect(before).toMatchObject({ readings: [], missing: [{ what: 'answer', reason: 'Too busy.' }] })
  })

  it('says which trial of which case is missing, and why', () => {
    const three = { ...calling, asking: { ...calling.asking, trials: 3 } }
    const first = { ...madeCase({ id: 'd' }), asking: { generates: false, probesOpening: true } }
    const { readings, missing } = read(
      [three, first],
      [sample(three, RIGHT), { ...sample(three, 'No.'), trial: 2 }, { ...sample(three, 'No.'), trial: 7 }],
      { path: 'served' },
    )
    expect(readings.map(({ trial }) => trial)).toEqual([0, 2])
    expect(missing).toEqual([{ case: three, path: 'served', what: 'answer', reason: 'It was not asked.' }])
  })

  it('passes over samples of other cases', () => {
    expect(read([calling], [sample(silent, RIGHT)]).missing).toHaveLength(1)
  })

  it('reads a cut answer as cut, not as malformed', () => {
    const cut = { output: { text: RIGHT.slice(0, 30), stopReason: 'length' as const } }
    expect(read([calling], [sample(calling, cut)]).readings[0]).toMatchObject({
      stopReason: 'length',
      parsing: { outcome: 'truncated' },
    })
  })

  describe('token ids', () => {
    const pieces = ['<tool_call>', '\n{"name": "look_up", "arguments": {"id": "x"}}\n', '</tool_call>']
    const vocabulary: Vocabulary = { encoding: 'plain', pieces, added: new Set([0, 2]) }
    /** What a decoder that drops special tokens makes of them. */
    const stripped = { text: pieces[1] ?? '', tokenIds: [0, 1, 2], stopReason: 'stop' as const }

    it('are read rather than the text that dropped special tokens, which is kept beside', () => {
      const { readings } = read([calling], [sample(calling, { output: stripped })], { vocabulary })
      expect(readings[0]).toMatchObject({
        text: RIGHT,
        spokenText: stripped.text,
        tokenIds: [0, 1, 2],
        parsing: { strict: { ok: true } },
      })
    })

    it('are not read without a vocabulary where there is a text', () => {
      const { readings } = read([calling], [sample(calling, { output: stripped })])
      expect(readings[0]?.text).toBe(stripped.text)
      expect(readings[0]?.parsing.strict.calls).toEqual([])
    })

    it('alone are missing without a vocabulary, and refused where it lacks one of them', () => {
      const output = { tokenIds: [0, 9], stopReason: 'stop' as const }
      const { missing } = read([calling], [sample(calling, { output })])
      expect(missing[0]?.reason).toMatch(/nothing says what they stand for/)
      expect(() => read([calling], [sample(calling, { output })], { vocabulary })).toThrow(
        /samples\.jsonl, line 1, token 2/,
      )
    })
  })

  it('takes calls that a server parsed out for missing in a dialect of text, and reads them in the API’s', () => {
    const message = JSON.stringify({
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'look_up', arguments: '{"id":"x"}' } }],
    })
    const output = { message, stopReason: 'stop' as const }
    const text = read([calling], [sample(calling, { output })], { dialect: vectrayx })
    expect(text.missing[0]?.reason).toMatch(/server has taken the calls out/)
    const api = read([calling], [sample(calling, { output })], { dialect: openai })
    expect(api.readings[0]?.parsing.strict.calls).toMatchObject([{ name: 'look_up' }])
  })

  it('takes an answer that holds nothing for missing, and silence for an answer', () => {
    expect(read([calling], [sample(calling, { output: { stopReason: 'stop' } })]).missing[0]?.reason).toBe(
      'Nothing was said.',
    )
    expect(read([silent], [sample(silent, '')]).readings[0]).toMatchObject({ text: '' })
  })
})
