import { describe, expect, it } from 'vitest'
import type { Benchmark, Item } from '../../benchmark/item.js'
import { emptyObject } from '../../text/json.js'
import { planJobs } from './plan-jobs.js'

function benchmark(name: string, items: readonly Item[]): { path: string; benchmark: Benchmark } {
  return { path: `work/${name}`, benchmark: { name, items, fingerprint: name } }
}

const mcq: Item = {
  id: 'm',
  kind: 'mcq',
  tool: 'book',
  question: 'What for?',
  answer: 'tables',
  distractors: ['meals'],
}

const call: Item = { id: 'c', kind: 'call', json: emptyObject() }

const request = {
  subjects: [{ spec: 'openai:large' }],
  ask: {},
  sections: undefined,
  benchmarks: [benchmark('mcq.jsonl', [mcq]), benchmark('calls.jsonl', [call])],
  catalog: 'out/catalog.jsonl',
  config: 'work/assay.config.yaml',
  folder: 'work',
  seed: 3,
} as const

const shown = (plan: ReturnType<typeof planJobs>): readonly unknown[] =>
  plan.jobs.map(({ name, flags }) => [name, flags])

describe('what an audit asks', () => {
  it('gives each section the benchmarks that it can ask, and says why a section has nothing', () => {
    const plan = planJobs(request)
    const common = { subject: 'openai:large', config: 'work/assay.config.yaml', seed: 3 }
    expect(shown(plan)).toEqual([
      ['probes-openai-large', { ...common, items: ['work/mcq.jsonl'], catalog: 'out/catalog.jsonl' }],
      ['calls-openai-large', { ...common, items: ['work/calls.jsonl'], catalog: 'out/catalog.jsonl' }],
    ])
    expect(plan.notMeasured).toEqual([
      {
        what: 'Parametric knowledge',
        why: 'the config names no token map: ask.parametric.tokens',
      },
      { what: 'Ladder', why: 'the config names no training corpus: ask.ladder.corpus' },
      { what: 'Dialogues', why: 'the config names no pack: ask.dialogues.pack' },
    ])
  })

  it('takes what is said for all, what is said for one over it, and files from the folder of the config', () => {
    const plan = planJobs({
      ...request,
      subjects: [
        { spec: 'openai:large', ask: { calls: false, ladder: { size: 'full' } } },
        { spec: 'gguf:small.gguf', label: 'small', ask: { probes: false, ladder: false } },
        { spec: 'gold', only: 'dialogues' },
      ],
      ask: {
        probes: { items: ['own.jsonl', '/abs.jsonl'] },
        ladder: { corpus: 'rows.jsonl', size: 'quick' },
        dialogues: { pack: 'travel', small: true },
      },
      sections: ['probes', 'ladder', 'dialogues', 'lint'],
    })
    expect(plan.jobs.map(({ name }) => name)).toEqual([
      'probes-openai-large',
      'ladder-openai-large',
      'dialogues-openai-large',
      'dialogues-small',
      'dialogues-gold',
    ])
    expect(plan.jobs[0]?.flags.items).toEqual(['work/own.jsonl', '/abs.jsonl'])
    expect(plan.jobs[1]?.flags).toEqual({
      subject: 'openai:large',
      seed: 3,
      corpus: 'work/rows.jsonl',
      size: 'full',
    })
    expect(plan.jobs[3]?.flags).toMatchObject({ label: 'small', pack: 'travel', small: true })
  })

  it('keeps folders of subjects apart that read alike', () => {
    const plan = planJobs({
      ...request,
      subjects: [{ spec: 'compatible:http://a/v1#m' }, { spec: 'compatible:http://a/v1#M' }, { spec: '…' }],
      sections: ['calls'],
    })
    expect(new Set(plan.jobs.map(({ name }) => name)).size).toBe(3)
    for (const { name } of plan.jobs) expect(name).toMatch(/^[a-z0-9-]+$/)
  })

  it('calls a subject by its label in every section', () => {
    const plan = planJobs({
      ...request,
      subjects: [{ spec: 'gguf:a.gguf', label: 'mine' }],
      ask: { parametric: { tokens: 'flat', benchmark: 'q.jsonl' }, ladder: { corpus: 'rows.jsonl' } },
    })
    expect(plan.jobs.map(({ section }) => section.id)).toContain('parametric')
    for (const { flags } of plan.jobs) expect(flags.label).toBe('mine')
  })

  it('leaves words of the token map as they are', () => {
    const tokensOf = (tokens: string): unknown =>
      planJobs({
        ...request,
        ask: { parametric: { tokens, benchmark: 'queries.jsonl' } },
        sections: ['parametric'],
      }).jobs[0]?.flags.tokens
    expect(['flat', 'numeric', 'map.json'].map(tokensOf)).toEqual(['flat', 'numeric', 'work/map.json'])
  })

  it('refuses words that name no section that asks', () => {
    expect(() => planJobs({ ...request, ask: { call: {} } })).toThrow('Did you mean "calls"?')
    expect(() => planJobs({ ...request, subjects: [{ spec: 'x:', ask: { retrieval: {} } }] })).toThrow(
      'No section "retrieval" asks a subject.',
    )
  })

  it('refuses flags that would ask another subject, keep it elsewhere, or are none', () => {
    for (const name of [
      'subject',
      'label',
      'output',
      'resume',
      'help',
      '',
      '--x',
      'output=/elsewhere',
      'a b',
    ]) {
      for (const part of [
        { ask: { calls: { [name]: 'x' } } },
        { subjects: [{ spec: 'openai:large', ask: { calls: { [name]: true } } }] },
      ]) {
        expect(() => planJobs({ ...request, ...part }), name).toThrow(
          expect.objectContaining({ code: 'ask-flag' }),
        )
      }
    }
  })
})
