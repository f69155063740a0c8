import { describe, expect, it } from 'vitest'
import type { DriftDocument, DriftRow, DriftTensor } from '../../checkpoint/drift-document.js'
import { driftPart } from './drift-part.js'

const measures = {
  cosine: 1,
  oneMinusCosine: 1e-6,
  normChange: 0,
  meanAbs: 1e-5,
  maxAbs: 1e-4,
  identicalShare: 0.1,
}

function tensor(name: string, relativeNorm: number, more: Partial<DriftTensor> = {}): DriftTensor {
  return {
    name,
    dtype: 'BF16',
    shape: [4, 4],
    elements: 16,
    rows: 4,
    rowsTouched: 4,
    ...measures,
    relativeNorm,
    ...more,
  }
}

function row(id: number, kind: DriftRow['kind'], relativeNorm: number, token?: string): DriftRow {
  const own = token === undefined ? {} : { token }
  return {
    tensor: 'embed_tokens.weight',
    kind,
    id,
    ...own,
    ...measures,
    relativeNorm,
    normZ: 0.3,
    normZBefore: 0.2,
  }
}

function document(more: Partial<DriftDocument>): DriftDocument {
  const side = { path: 'x', format: 'gguf', tensors: 1, sizeBytes: 1 }
  return {
    schema: 'assay.drift/1',
    a: side,
    b: side,
    seed: 0,
    tensors: [],
    rows: [],
    groups: [],
    leftOut: [],
    notices: [],
    conclusions: [],
    ...more,
  }
}

const codes = (more: Partial<DriftDocument>) => driftPart(document(more)).findings.map(({ code }) => code)

describe('driftPart', () => {
  it('says that a table held still by precision is no evidence', () => {
    const inert = tensor('embed_tokens.weight', 1e-4, {
      identicalShare: 0.977,
      predictedFrozenShare: 0.9595,
      predictedFrozenShareHalfStep: 0.98,
      stillness: 'inert',
    })
    const part = driftPart(
      document({ tensors: [inert, tensor('layers.0.self_attn.v_proj.weight', 0.02)], learningRate: 1e-5 }),
    )
    expect(part.findings.map(({ code }) => code)).toEqual(['numerically-inert', 'largest-movement'])
    expect(part.findings[0]?.what).toContain('97.70 % equal bit by bit, 95.95 % could not move')
    expect(part.sentences[0]).toContain('moved most in layers.0.self_attn.v_proj.weight')
    expect(part.sentences[0]).toContain('1 of 2 tensors are numerically inert')
    const unexplained = tensor('embed_tokens.weight', 1e-4, { identicalShare: 0.977 })
    expect(codes({ tensors: [unexplained] })).toEqual(['still-unexplained'])
  })

  it('holds the rows of tokens against ordinary ones', () => {
    const controls = [1, 2, 3].map((id) => row(id, 'control', 0.001 * id))
    expect(codes({ rows: [row(8, 'token', 0.1, '<tool_call>'), ...controls] })).toEqual(['token-rows-moved'])
    expect(codes({ rows: [row(8, 'token', 0.004, '<tool_call>'), ...controls] })).toEqual([
      'token-rows-ordinary',
    ])
    expect(codes({ rows: controls })).toEqual([])
  })

  it('names what is not finite, makes names printable, and is nothing without a document', () => {
    const part = driftPart(document({ tensors: [tensor('a\u001b[2J', 0.1, { strangeRows: 2 })] }))
    expect(part.findings[0]).toMatchObject({
      code: 'weights-not-finite',
      what: expect.stringContaining('\\u{1b}'),
    })
    expect(part.tables[0]?.rows[0]?.[0]).toBe('a\\u{1b}[2J')
    expect(driftPart(undefined).tables).toEqual([])
    expect(driftPart(document({})).sentences).toEqual(['No weight moved from the parent.'])
  })
})
