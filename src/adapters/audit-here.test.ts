import { describe, expect, it } from 'vitest'
import { recordCli } from '../../test/contract/cli-run.js'
import { runAudit } from '../cli/audit/run-audit.js'
import type { ReportDocument } from '../report/document.js'
import { audit } from './audit-here.js'
import { hostFiles } from './files.js'

const config = {
  catalog: ['tools.jsonl'],
  benchmarks: ['items.jsonl'],
  subjects: ['bm25', 'random'],
  resamples: 200,
}

describe('audit', () => {
  it('finds what the command finds', async () => {
    const found = await audit(config, { folder: 'examples/calls' })
    const written: string[] = []
    const { context, out } = recordCli({ ...hostFiles, write: async (path) => void written.push(path) }, {})
    await runAudit(
      undefined,
      {
        catalog: ['examples/calls/tools.jsonl'],
        benchmark: ['examples/calls/items.jsonl'],
        subject: config.subjects,
        resamples: 200,
        json: true,
      },
      context,
    )
    const told = JSON.parse(out()) as ReportDocument
    expect(written).toHaveLength(2)
    expect(found.sections.map(({ id }) => id)).toEqual(['benchmark-audit', 'lint', 'retrieval'])
    expect(JSON.parse(JSON.stringify(found.sections))).toEqual(told.sections)
    expect(found.catalog).toBeDefined()
    expect(found.catalog?.fingerprint).toBe(told.catalog?.fingerprint)
  })

  it('asks no model, and says so', async () => {
    const { notMeasured, subjects } = await audit(
      { ...config, subjects: ['bm25', 'compatible:https://user:word@desk.example/v1#m', 'gold'] },
      { folder: 'examples/calls' },
    )
    expect(subjects.map(({ id }) => id)).toEqual(['bm25'])
    expect(notMeasured).toEqual([
      {
        what: 'compatible:https://desk.example/v1#m',
        why: 'it has to be asked, which the command `assay audit` does',
      },
      { what: 'gold', why: 'it has to be asked, which the command `assay audit` does' },
    ])
  })

  it('refuses what is no config, and words that are none', async () => {
    const wrong = { ...config, benchmark: ['items.jsonl'] }
    await expect(audit(wrong, { folder: 'examples/calls' })).rejects.toThrow(/"benchmark"[^]*"benchmarks"/)
    await expect(audit({ ...config, subjects: ['bm52'] }, { folder: 'examples/calls' })).rejects.toThrow(
      'There is no retriever "bm52"',
    )
    await expect(audit({ ...config, sections: ['lints'] }, { folder: 'examples/calls' })).rejects.toThrow(
      'Did you mean "lint"?',
    )
  })

  it('stops when it is told to', async () => {
    const stop = AbortSignal.abort(new Error('enough'))
    await expect(audit(config, { folder: 'examples/calls', signal: stop })).rejects.toThrow()
  })
})
