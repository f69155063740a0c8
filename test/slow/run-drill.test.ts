import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'

describe('the fault drill', () => {
  it('ends with the samples of a run without faults after a few kills', () => {
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      ['bench/run.mjs', 'drill', '--kills', '5', '--items', '500', '--seed', '1'],
      { encoding: 'utf8' },
    )
    expect(stdout, stderr).toMatch(/^5 kills/m)
    expect(stdout).toMatch(
      /lost 0, doubled 0, changed 0, left as errors 0, without their body 0, bodies spoilt 0/,
    )
    expect(status).toBe(0)
  })
})
