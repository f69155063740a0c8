import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCsv } from '../../text/csv.js'
import type { ReportDocument } from '../document.js'
import { renderItemsCsv, renderScoresCsv } from './csv.js'
import { embeddedJson } from './html.js'
import { renderJunit } from './junit.js'
import { renderPullRequest } from './pull-request.js'

function reportSaying(text: string): ReportDocument {
  return {
    schema: 'assay.report/1',
    assay: '0.1.0',
    createdAt: '2026-01-01T00:00:00.000Z',
    seed: 0,
    benchmarks: [],
    subjects: [],
    sections: [],
    notMeasured: [],
    pages: {
      sources: [
        {
          id: 's1',
          kind: 'run',
          name: text,
          path: text,
          state: { kind: 'cut', why: text },
          benchmarks: [],
          settings: [],
          notices: [],
        },
      ],
      overview: {
        benchmarks: [
          {
            source: 's1',
            benchmark: text,
            verdict: 'not-usable',
            weight: 'bad',
            sentence: text,
            reasons: [text],
          },
        ],
        verdicts: [
          {
            source: 's1',
            subject: text,
            page: 'calls',
            verdict: text,
            weight: 'unmeasured',
            sentence: text,
            evidence: [],
          },
        ],
        scores: [
          {
            source: 's1',
            subject: text,
            benchmark: text,
            page: 'calls',
            score: {
              kind: 'unscored',
              metric: text,
              unit: '',
              better: 'higher',
              scorer: { name: 'calls', version: 1 },
              reason: text,
              n: 0,
            },
          },
        ],
        notMeasured: [{ what: text, why: text }],
      },
      items: {
        total: 1,
        rows: [
          {
            source: 's1',
            benchmark: text,
            item: text,
            trial: 0,
            verdict: 'wrong',
            outcome: text,
            tools: [text],
            said: text,
          },
        ],
        evidence: [null],
        asked: [],
        caps: { rows: 1, evidenceBytes: 1, textLength: 1 },
        left: { rows: 0, evidence: 1 },
      },
    },
  }
}

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '=1+1',
    '+1',
    '-cmd',
    '@SUM(1)',
    '\t=1',
    '\r=1',
    '</script>',
    ']]>',
    '<!--',
    '"\n|',
    '[x](javascript:1)',
    '\u202e',
  ),
)

describe("a stranger's text", () => {
  it('is one cell of CSV that no spreadsheet takes for a formula', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const report = reportSaying(text)
        for (const csv of [[...renderScoresCsv(report)].join(''), [...renderItemsCsv(report)].join('')]) {
          const reading = readCsv(csv)
          if (reading.kind === 'fault') throw new Error(reading.what)
          const [head, row] = reading.rows
          expect(row?.cells.length).toBe(head?.cells.length)
          for (const cell of row?.cells ?? []) expect(cell).not.toMatch(/^[=+@\t\r]|^-\D/)
        }
      }),
    )
  })

  it('is text in XML: no tag, no entity of its own, no control character', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const xml = renderJunit(reportSaying(text))
        expect(xml.match(/<\/?[a-z]+/g)?.filter((tag) => !TAGS.has(tag))).toEqual([])
        expect(xml.replace(/&(?:amp|lt|gt|quot|#10);/g, '')).not.toContain('&')
        // What XML 1.0 cannot hold at all.
        expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/)
      }),
    )
  })

  it('is text in Markdown: no link, no tag, no new row', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const markdown = renderPullRequest(reportSaying(text))
        expect(markdown.replace(/<\/?sub>/g, '')).not.toMatch(/(?<!\\)[<\]@`]/)
        expect(markdown).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
        expect(markdown.split('\n').filter((line) => line.startsWith('| ')).length).toBe(3)
      }),
    )
  })

  it('comes back as it was from the JSON inside a page', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const json = embeddedJson(text)
        expect(JSON.parse(json)).toBe(text)
        expect(json).not.toMatch(/[<>&\u2028\u2029\u202a-\u202e\u2066-\u2069]/)
      }),
    )
  })
})

const TAGS: ReadonlySet<string> = new Set(
  ['testsuites', 'testsuite', 'testcase', 'failure', 'skipped', 'system'].flatMap((tag) => [
    `<${tag}`,
    `</${tag}`,
  ]),
)
