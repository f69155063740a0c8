import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../text/json.js'
import { runDifferences } from './run-differences.js'
import type { RunDocument } from './run-document.js'

const hash = (digit: string): string => digit.repeat(64)

const document: RunDocument = {
  schema: 'assay.run/1',
  id: 'r',
  createdAt: '2026-01-01T00:00:00Z',
  subject: { spec: 'scripted:s', label: 's', facts: { model: 'm', dialect: 'hermes' }, dialect: 'hermes' },
  benchmarks: [{ name: 'desk', path: 'a', fingerprint: hash('1'), items: 3 }],
  tasks: { qa: { version: 1, requests: hash('2') } },
  settings: { maxTokens: 512, temperature: 0 },
  seed: 0,
  trials: 1,
  rotations: 'one',
  sessions: [],
}
const stored = JSON.parse(JSON.stringify(document)) as JsonValue

describe('runDifferences', () => {
  it('names settings as the command line does, old → new, and hashes last', () => {
    const now: RunDocument = {
      ...document,
      benchmarks: [{ name: 'desk', path: 'b', fingerprint: hash('3'), items: 4 }],
      tasks: { qa: { version: 1, requests: hash('4') } },
      settings: { maxTokens: 256, temperature: 0, stop: ['\n\u001b[2J'] },
    }
    expect(runDifferences(stored, now)).toEqual([
      'number of items of "desk": 3 → 4',
      'longest answer in tokens (--max-tokens-out): 512 → 256',
      'stop text (--stop): none → "\\n\\u001b[2J"',
      'content of the items of "desk": 111111111111… → 333333333333…',
      'first request of qa items: 222222222222… → 444444444444…',
    ])
  })
  it('tells what stands in two places once', () => {
    const now = {
      ...document,
      subject: { ...document.subject, facts: { model: 'm', dialect: 'glm' }, dialect: 'glm' },
    }
    expect(runDifferences(stored, now)).toEqual(['dialect (--dialect): "hermes" → "glm"'])
  })
  it('calls by its path what has no other name, and passes over what decides nothing', () => {
    const subject = { ...document.subject, extra: { top_k: 4 }, price: { input: 1, output: 1 } }
    expect(runDifferences(stored, { ...document, subject, id: 'other' })).toEqual([
      'subject.extra.top_k: none → 4',
    ])
  })
})
