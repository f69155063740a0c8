import { describe, expect, it } from 'vitest'
import type { Score } from '../../score/score.js'
import type { ReportDocument, SectionReport } from '../document.js'
import { renderMarkdown } from './markdown.js'
import { renderTerminal } from './terminal.js'

const about = {
  metric: 'recall',
  unit: 'proportion',
  better: 'higher',
  scorer: { name: 'recall', version: 1 },
} as const

const scores: readonly Score[] = [
  {
    ...about,
    kind: 'scored',
    k: 1,
    tier: 'all',
    value: 0.5,
    n: 60,
    interval: [0.4, 0.625],
    chance: 0.1,
    ceiling: 0.75,
  },
  {
    ...about,
    kind: 'scored',
    k: 1,
    tier: 'easy',
    value: 0.875,
    n: 24,
    itemInterval: [0.7, 1],
    chance: 0.05,
    ceiling: 1,
  },
  { ...about, kind: 'unscored', k: 1, tier: 'hard', n: 1, reason: 'one item has no spread' },
]

const retrieval: SectionReport = {
  id: 'retrieval',
  title: 'Retrieval',
  verdict: 'mixed',
  summary: 'bm25 finds half.',
  findings: [{ weight: 'warn', text: 'Nothing right for `a|b`.', evidence: ['item-1', 'item-2'] }],
  tables: [{ subject: 'bm25', benchmark: 'desk', scores }],
}

const report = (changes: Partial<ReportDocument> = {}): ReportDocument => ({
  schema: 'assay.report/1',
  assay: '0.0.0',
  createdAt: '2026-01-02T03:04:05.000Z',
  seed: 0,
  catalog: { sources: [], tools: 3, services: 2, fingerprint: 'abcdef0123456789', notices: [] },
  benchmarks: [
    {
      name: 'desk',
      path: 'desk',
      fingerprint: '0123456789abcdef',
      counts: { items: 60, kinds: { retrieval: 60 } },
      catalogMatch: { kind: 'changed', madeFor: 'f00' },
      losses: [{ itemId: 'q7', names: ['gone'], isExcluded: true }],
      notices: [],
    },
  ],
  subjects: [{ id: 'bm25', kind: 'retriever', identity: { k1: 1.2 } }],
  sections: [retrieval],
  notMeasured: [{ what: 'Probes', why: 'no benchmark holds MCQ items' }],
  ...changes,
})

const renderings = {
  terminal: (document: ReportDocument) => renderTerminal(document, { folder: 'runs/x' }),
  markdown: renderMarkdown,
}

describe.each(Object.entries(renderings))('the %s rendering', (_, render) => {
  it('says the verdict before anything else, and what was not measured', () => {
    const text = render(report())
    expect(text.indexOf('with care')).toBeLessThan(text.indexOf('Catalog'))
    expect(text).toMatch(/Probes.*not measured, no benchmark holds MCQ items/)
  })
  it('shows a value with interval, ceiling and chance, and marks intervals over these items only', () => {
    const text = render(report()).replaceAll('\\', '')
    expect(text).toContain('50.0 [40.0, 62.5]')
    expect(text).toContain('87.5 [70.0, 100.0]*')
    expect(text).toMatch(/these items only/)
    expect(text).toMatch(/ceiling.*75\.0/)
    expect(text).toMatch(/chance.*10\.0/)
  })
  it('gives the reason where there is no score', () => {
    expect(render(report())).toContain('one item has no spread')
  })
  it('names the items that lost their gold to a changed catalog', () => {
    const text = render(report())
    expect(text).toContain('not the one that the benchmark was made for')
    expect(text).toMatch(/q7 lost gold.*gone.*not scored/)
  })
  it('spells out what a hostile name would do to a terminal', () => {
    const text = render(report({ sections: [{ ...retrieval, title: 'x\u001b[2J\u202ey' }] }))
    expect(text).not.toMatch(/[\u001b\u202e]/)
  })
})

describe('renderMarkdown', () => {
  it('leaves no markup, HTML, address or table cell to a stranger', () => {
    const hostile = '<script>alert(1)</script> | [click](http://evil.example) www.evil.example @team **bold**'
    const text = renderMarkdown(report({ sections: [{ ...retrieval, summary: hostile }] }))
    const line = text.split('\n').find((candidate) => candidate.includes('script')) ?? ''
    expect(line).not.toMatch(/(?<!\\)[<>|[\]*@:](?!$)/)
    expect(line).not.toMatch(/www\.evil/)
  })
  it('keeps a table whole when a name holds a pipe or a line break', () => {
    const tables = [{ subject: 'a|b\nc', benchmark: 'desk', scores }]
    const rows = renderMarkdown(report({ sections: [{ ...retrieval, tables }] }))
      .split('\n')
      .filter((line) => line.startsWith('|'))
    for (const row of rows) expect(row.replaceAll('\\|', '').match(/\|/g)?.length).toBeGreaterThan(4)
    expect(rows.some((row) => row.includes('a\\|b\\\\nc'))).toBe(true)
  })
})
