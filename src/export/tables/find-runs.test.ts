import { describe, expect, it } from 'vitest'
import { memoryFiles } from '../../../test/contract/memory-files.js'
import { findRuns } from './find-runs.js'

const files = memoryFiles({
  'runs/a/run.json': '',
  'runs/a/inner/run.json': '',
  'runs/audit/report.json': '',
  'runs/audit/small/run.json': '',
  'runs/x/y/z/run.json': '',
  'runs/tables/samples.parquet': '',
  'single/run.json': '',
  'file.parquet': '',
  'notes.txt': '',
})

describe('findRuns', () => {
  it('finds runs up to two levels below, and Parquet files', async () => {
    expect(await findRuns(['runs', 'single', 'file.parquet'], files)).toEqual({
      runs: ['runs/a', 'runs/audit/small', 'single'],
      parquet: ['runs/tables/samples.parquet', 'file.parquet'],
    })
  })
  it('counts what is named twice once', async () => {
    expect((await findRuns(['runs/a', 'runs'], files)).runs).toEqual(['runs/a', 'runs/audit/small'])
  })
  it('follows no link below what was named', async () => {
    const linked = {
      ...files,
      facts: async (path: string) =>
        path === 'runs/audit' ? ({ kind: 'folder', sizeBytes: 0, isLink: true } as const) : files.facts(path),
    }
    expect((await findRuns(['runs'], linked)).runs).toEqual(['runs/a'])
  })
  it.each([['gone'], ['notes.txt'], ['runs/x/y/z/none']])('refuses %s', async (path) => {
    await expect(findRuns([path], files)).rejects.toMatchObject({ code: 'tables-missing' })
  })
  it('refuses to look without end', async () => {
    const endless = {
      ...files,
      list: async () => Array.from({ length: 30_000 }, (_, at) => `f${at}`),
      facts: async (path: string) =>
        path.endsWith('run.json') ? undefined : ({ kind: 'folder', sizeBytes: 0 } as const),
    }
    await expect(findRuns(['runs'], endless)).rejects.toMatchObject({ code: 'tables-too-many' })
  })
})
