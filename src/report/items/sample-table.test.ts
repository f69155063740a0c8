import { describe, expect, it } from 'vitest'
import type { StoredSample } from '../../run/sample-lines.js'
import { fitItems } from './fit-items.js'
import { FILE_EVIDENCE_BYTES } from './item-caps.js'
import { SampleTableBuilder } from './sample-table.js'

function builder(rows: number): SampleTableBuilder {
  return new SampleTableBuilder({
    source: 's1',
    subject: 'x',
    judgeOf: () => undefined,
    rows,
    evidenceLength: 100_000,
  })
}

function sample(at: number, more: Partial<StoredSample> = {}): StoredSample {
  return {
    benchmark: 'b',
    item: `i${at}`,
    trial: 0,
    where: 'samples.jsonl',
    output: { text: `answer ${at}`, stopReason: 'stop' },
    ...more,
  }
}

describe('SampleTableBuilder', () => {
  it('counts 200,000 samples and holds as many rows as it is told to', () => {
    const table = builder(1000)
    for (let at = 0; at < 200_000; at++) table.take(sample(at))
    table.take(
      sample(150_000, { output: undefined, error: { kind: 'refusal', code: 'no', message: '' } } as never),
    )
    const { total, rows, evidence } = table.finish()
    expect([total, rows.length, evidence.length]).toEqual([200_000, 1000, 1000])
    expect(table.counts).toEqual({ samples: 200_000, errors: 1, superseded: 1 })
    expect(fitItems([table.finish()], { rows: 1000, evidenceBytes: FILE_EVIDENCE_BYTES })).toMatchObject({
      total: 200_000,
      left: { rows: 199_000 },
    })
  })
  it('keeps no evidence past its length, and 20 MB of text as its beginning', () => {
    const table = builder(100)
    const text = `</script>\u202e${'x'.repeat(20_000_000)}`
    table.take(sample(0, { output: { text, stopReason: 'stop' } }))
    for (let at = 1; at < 100; at++)
      table.take(sample(at, { output: { text: 'y'.repeat(9000), stopReason: 'stop' } }))
    const { evidence, rows } = table.finish()
    expect(evidence[0]?.said).toMatchObject({ length: text.length })
    expect(JSON.stringify(evidence).length).toBeLessThan(150_000)
    expect(evidence.at(-1)).toBeNull()
    expect(rows[0]?.said).not.toContain('\u202e')
    expect(rows[0]?.said.length).toBeLessThanOrEqual(121)
  })
})
