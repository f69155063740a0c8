import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ReportDocument } from '../document.js'
import { renderHtml } from './html.js'

const template =
  '<html><script type="application/json" id="assay-report">__ASSAY_REPORT__</script><script>code</script></html>'

function reportNamed(assay: string): ReportDocument {
  return {
    schema: 'assay.report/1',
    assay,
    createdAt: '2026-01-01T00:00:00.000Z',
    seed: 0,
    benchmarks: [],
    subjects: [],
    sections: [],
    notMeasured: [],
  }
}

function blockOf(page: string): string {
  return (
    /<script type="application\/json" id="assay-report">([^<]*)<\/script><script>code/.exec(page)?.[1] ?? ''
  )
}

describe('renderHtml', () => {
  it('puts the report into the page, whatever it says', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(JSON.parse(blockOf(renderHtml(reportNamed(text), template)))).toEqual(reportNamed(text))
      }),
    )
  })
  it.each([
    '</script><script>alert(1)</script>',
    '<!--<script>',
    ']]>&lt;/script&gt;',
    '$& $1 $$ $`',
    'line\u2028end\u2029of',
    'name\u202egpj.exe\u2066',
  ])('keeps %j as data', (text) => {
    const page = renderHtml(reportNamed(text), template)
    const block = blockOf(page)
    expect(JSON.parse(block)).toMatchObject({ assay: text })
    expect(block).not.toMatch(/[<>&\u2028\u2029\u202e\u2066]/)
    expect(page.split('<script').length).toBe(3)
  })
  it('refuses a template without a place for a report, or with two', () => {
    for (const broken of ['<html></html>', template + template])
      expect(() => renderHtml(reportNamed('x'), broken)).toThrow(
        expect.objectContaining({ code: 'report-template' }),
      )
  })
})
