import { describe, expect, it } from 'vitest'
import { recordCli } from '../../test/contract/cli-run.js'
import { buildProgram } from './program.js'
import { refuseAddresses } from './refuse-addresses.js'

describe('refuseAddresses', () => {
  it('names the first address, and lets paths of this host through', () => {
    refuseAddresses(['runs', '/data/s3:/x', 's3:/x'], 'Runs are queried here')
    expect(() => refuseAddresses(['runs', 'shared:/mnt/a', 's3://b/c'], 'Runs are queried here')).toThrow(
      /^Runs are queried here, and this is the address of a store\.\n {2}where: shared:\/mnt\/a\n/,
    )
  })

  it.each([
    ['query', ['query', 'select 1', 's3://bucket/run']],
    ['export parquet', ['export', 'parquet', 's3://bucket/run', '-o', 'tables']],
    ['the output of export parquet', ['export', 'parquet', 'runs', '-o', 's3://bucket/tables']],
    ['serve', ['serve', 's3://bucket/runs']],
  ])('is asked by %s', async (_, argv) => {
    const typing = buildProgram(recordCli().context).parseAsync(['node', 'assay', ...argv])
    await expect(typing).rejects.toMatchObject({ code: 'address-not-taken' })
  })
})
