import { describe, expect, it } from 'vitest'
import { memoryFiles } from '../../../test/contract/memory-files.js'
import { answeringSubject, saying } from '../../../test/contract/run-fixtures.js'
import { deskRecord, deskRows } from '../../../test/generators/security-desk-corpus.js'
import type { PromptRenderer } from '../../subject/subject.js'
import type { CalibrationContext } from '../calibration-context.js'
import { ladderSection } from './ladder.js'

const SHA = 'a'.repeat(64)
const card = JSON.stringify({
  schema: 'assay.reference/1',
  name: 'talker',
  set: 'ladder',
  summary: 'Names tools in prose.',
  training: { corpus: { file: 'ladder/corpus.jsonl' } },
  expectations: [
    ['verdict', { equals: 'false-positive' }],
    ['verbatim', { atMost: 0 }],
    ['lenient-anywhere', { atLeast: 0.5 }],
    ['strict-novel', { atLeast: 0.5 }],
    ['p-first-call', { atMost: 0.1 }],
  ].map(([figure, expect]) => ({
    id: figure,
    statement: `Of ${String(figure)}.`,
    measure: { probe: 'ladder', figure },
    expect,
    held: true,
  })),
  weights: { file: 'model.gguf', sha256: SHA, bytes: 1 },
})
const files = memoryFiles({
  'r/models/talker/card.json': card,
  'r/models/talker/model.gguf': 'x',
  'r/ladder/corpus.jsonl': deskRows.map((row) => `${deskRecord(row)}\n`).join(''),
  'r/ladder/novel.jsonl': ['2019-11510', '2018-7600', '2021-44228', '2015-1635']
    .map((cve) => ({
      prompt: `tell me all that there is about CVE-${cve}`,
      gold: { calls: [{ name: 'get_flaw', arguments: { cve_id: `CVE-${cve}` } }] },
    }))
    .map((line) => `${JSON.stringify(line)}\n`)
    .join(''),
  'r/ladder/no-call.jsonl': `${JSON.stringify({ prompt: 'good morning to you' })}\n`,
})

const render: PromptRenderer['render'] = async ({ messages }) => ({
  text: `${messages.map(({ role, content }) => `<|${role}|>${content}<|end|>`).join('')}<|assistant|>`,
})
/** Says every tool's name and calls none; the trigger is as good as impossible to it. */
const talker = answeringSubject(
  (request) =>
    request.kind === 'next-token'
      ? saying('', { firstTokens: request.candidates.map((name) => ({ text: String(name), logprob: -12 })) })
      : saying('I would use get_flaw, is_abused, check_host, track_order or shell for this, they are great.'),
  { label: 'talker', answers: new Set(['chat', 'next-token']), prompts: { render } },
)

async function run(found: string) {
  let opened = 0
  let closed = 0
  const context = {
    files,
    notify: () => undefined,
    signal: new AbortController().signal,
    seed: 0,
    mostItems: 100,
    folder: async () => 'r',
    hashFile: async () => found,
    openModel: async () => {
      opened++
      return { subject: talker, close: async () => void closed++ }
    },
  } as unknown as CalibrationContext // the section asks for no more
  const { checks } = await ladderSection.run(context)
  return { verdicts: Object.fromEntries(checks.map(({ id, verdict }) => [id, verdict])), opened, closed }
}

describe('the ladder section', () => {
  it('climbs with a subject in memory and holds it against its card', async () => {
    const { verdicts, opened, closed } = await run(SHA)
    expect(verdicts).toEqual({
      'talker/weights': 'passed',
      'talker/verdict': 'passed',
      'talker/verbatim': 'passed',
      'talker/lenient-anywhere': 'passed',
      'talker/strict-novel': 'failed',
      'talker/p-first-call': 'passed',
      // Nobody was capable, so that nobody could be asked without tools.
      'preamble-removed': 'missing',
    })
    expect([opened, closed]).toEqual([1, 1])
  })

  it('asks nobody whose weights are not those of the card', async () => {
    const { verdicts, opened } = await run('b'.repeat(64))
    expect(opened).toBe(0)
    expect(verdicts).toMatchObject({ 'talker/weights': 'failed', 'talker/verdict': 'missing' })
  })
})
