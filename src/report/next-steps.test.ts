import { describe, expect, it } from 'vitest'
import type { ReportDocument } from './document.js'
import { nextSteps } from './next-steps.js'

const report: ReportDocument = {
  schema: 'assay.report/1',
  assay: '0.1.0',
  createdAt: '2026-01-02T03:04:05.000Z',
  seed: 0,
  benchmarks: [],
  subjects: [],
  sections: [],
  notMeasured: [],
}
const source = {
  source: "mcp:npx -y it's",
  formats: ['mcp'],
  records: 1,
  tools: 1,
  same: 0,
  dropped: 0,
  names: 0,
}
const catalog = { sources: [source], tools: 1, services: 1, fingerprint: 'f', notices: [] }
const commands = (of: Partial<ReportDocument>): readonly string[] =>
  nextSteps({ ...report, ...of }, 'runs/my audit').map(({ command }) => command)

describe('nextSteps', () => {
  it('names the page where there is none, and the folder as a shell takes it', () => {
    expect(commands({})[0]).toBe("assay report 'runs/my audit' --html report.html")
  })

  it('asks for real questions where tools were looked for by their own words alone', () => {
    expect(commands({ catalog })).toContain(
      "assay audit --catalog 'mcp:npx -y it'\\''s' --benchmark items.jsonl",
    )
  })

  it('ends at the gate once subjects were asked', () => {
    // Only whether there are pages is looked at.
    const pages = {} as NonNullable<ReportDocument['pages']>
    expect(commands({ pages })).toEqual(["assay gate 'runs/my audit'/RUN --policy assay.gate.yaml"])
  })
})
