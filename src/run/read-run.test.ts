import { describe, expect, it } from 'vitest'
import { memoryFiles } from '../../test/contract/memory-files.js'
import { InputError } from '../errors.js'
import { readRun } from './read-run.js'

const run = {
  schema: 'assay.run/1',
  id: 'a7',
  subject: { spec: 'command:rm -rf /', label: 'x', facts: { model: 'x', dialect: 'hermes' } },
  benchmarks: [{ name: 'desk', path: 'items.jsonl', fingerprint: 'f', items: 3 }],
  catalog: { sources: ['mcp:npx evil'], fingerprint: 'c', tools: 2 },
  seed: 0,
  trials: 2,
}

const read = (value: unknown) =>
  readRun('r', memoryFiles({ 'r/run.json': typeof value === 'string' ? value : JSON.stringify(value) }))

describe('readRun', () => {
  it('reads what a scorer needs; what executes is text like any other', async () => {
    await expect(read(run)).resolves.toEqual({
      folder: 'r',
      id: 'a7',
      subject: { spec: 'command:rm -rf /', label: 'x', dialect: 'hermes' },
      benchmarks: [{ name: 'desk', path: 'items.jsonl', fingerprint: 'f' }],
      catalog: { sources: ['mcp:npx evil'], fingerprint: 'c' },
      seed: 0,
      trials: 2,
    })
  })

  it('prefers the dialect that the user named to that of the subject', async () => {
    const { subject } = await read({ ...run, subject: { ...run.subject, dialect: 'qwen-xml' } })
    expect(subject.dialect).toBe('qwen-xml')
  })

  it('tells which blocking findings leave the run unmeasured', async () => {
    const findings = [
      { code: 'bos-doubled', severity: 'blocking', what: '', fix: '' },
      { code: 'seed-ignored', severity: 'notice', what: '', fix: '' },
    ]
    expect((await read({ ...run, preflight: { verdict: 'unmeasured', findings } })).unmeasured).toEqual([
      'bos-doubled',
    ])
    expect((await read({ ...run, preflight: { verdict: 'passed', findings } })).unmeasured).toBeUndefined()
  })

  it.each<[string, unknown, string, RegExp]>([
    ['another version', { ...run, schema: 'assay.run/9' }, 'run-version', /assay\.run\/9/],
    ['another schema', { ...run, schema: 'x' }, 'run-invalid', /"schema"/],
    ['broken JSON', '{', 'run-invalid', /line 1, column 2/],
    ['a list', [], 'run-invalid', /no object/],
    ['no subject', { ...run, subject: undefined }, 'run-invalid', /"subject"/],
    ['no label', { ...run, subject: { spec: 'x' } }, 'run-invalid', /"label"/],
    ['no benchmarks', { ...run, benchmarks: [] }, 'run-invalid', /"benchmarks" is empty/],
    [
      'benchmarks of one name',
      { ...run, benchmarks: [run.benchmarks[0], run.benchmarks[0]] },
      'run-invalid',
      /one name/,
    ],
    ['no fingerprint', { ...run, benchmarks: [{ name: 'a', path: 'b' }] }, 'run-invalid', /"fingerprint"/],
    [
      'sources of the wrong kind',
      { ...run, catalog: { sources: [5], fingerprint: '' } },
      'run-invalid',
      /"sources"/,
    ],
    ['no trials', { ...run, trials: 0 }, 'run-invalid', /"trials"/],
  ])('refuses %s', async (_what, value, code, reason) => {
    await expect(read(value)).rejects.toBeInstanceOf(InputError)
    await expect(read(value)).rejects.toMatchObject({ code })
    await expect(read(value)).rejects.toThrow(reason)
  })

  it('says how a run is named whose samples lie in segments', async () => {
    const segment = 'r/samples.jsonl.segments/0000000001'
    const files = { 'r/run.json': JSON.stringify(run), [segment]: '' }
    await expect(readRun('r', memoryFiles(files))).rejects.toMatchObject({ code: 'run-shared', where: 'r' })
    const whole = memoryFiles({ ...files, 'r/samples.jsonl': '' })
    await expect(readRun('r', whole)).resolves.toMatchObject({ id: 'a7' })
  })

  it('says that a folder is no run', async () => {
    await expect(readRun('r', memoryFiles({}))).rejects.toMatchObject({
      code: 'run-missing',
      what: 'There is no such folder.',
    })
    await expect(readRun('r', memoryFiles({ 'r/other': '' }))).rejects.toMatchObject({
      what: 'The folder holds no run.json.',
    })
  })
})
