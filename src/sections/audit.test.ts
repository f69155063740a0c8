import { describe, expect, it } from 'vitest'
import { catalogOf } from '../catalog/catalog.js'
import { chooseSections, runSections } from './audit.js'
import { sections } from './index.js'
import type { AuditMaterial, Section } from './section.js'

const material: AuditMaterial = {
  catalog: catalogOf([]),
  benchmarks: [],
  retrievers: [],
  seed: 0,
  k: [1],
  resamples: 100,
  notify: () => {},
  pause: async () => {},
}

const section = (id: string, why?: string): Section => ({
  id,
  title: id.toUpperCase(),
  missing: () => why,
  run: async () => ({
    id,
    title: id.toUpperCase(),
    verdict: 'good',
    summary: 'Fine.',
    findings: [],
    tables: [],
  }),
})

describe('chooseSections', () => {
  it('gives all of them when none is asked for, else those asked for in their order', () => {
    expect(chooseSections(undefined, sections)).toEqual(sections)
    expect(chooseSections(['retrieval', 'lint'], sections).map(({ id }) => id)).toEqual(['retrieval', 'lint'])
    const named = ['retrieval', 'lint', 'benchmark-audit']
    expect(chooseSections(named, sections).map(({ id }) => id)).toEqual([
      'benchmark-audit',
      'retrieval',
      'lint',
    ])
  })
  it('offers the nearest one for a slip', () => {
    expect(() => chooseSections(['retreival'], sections)).toThrow(/no section "retreival"[^]*"retrieval"/)
    expect(() => chooseSections(['zzz'], sections)).toThrow(/Sections are benchmark-audit, lint, retrieval/)
  })
})

describe('runSections', () => {
  it('runs in order, and names what had nothing to work on instead of leaving it out', async () => {
    const outcome = await runSections([section('a'), section('b', 'there is no b'), section('c')], material)
    expect(outcome.sections.map(({ id }) => id)).toEqual(['a', 'c'])
    expect(outcome.notMeasured).toEqual([{ what: 'B', why: 'there is no b' }])
  })
})
