import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { earlyFlags } from './early-optimization.js'

describe('earlyFlags', () => {
  it('are flags of this engine, which tells the user of one that it does not know', () => {
    const known = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' })
    for (const flag of earlyFlags(process.versions.v8))
      expect(known).toContain(`\n  ${flag.replace(/=.*/, '')} (`)
  })

  it('are none where the engine compiles quickly by itself', () => {
    expect(earlyFlags('11.3.244.8-node.33')).toHaveLength(3)
    expect(earlyFlags('12.4.254.21-node.35')).toEqual([])
    expect(earlyFlags('13.6.233.10-node.28')).toEqual([])
  })
})
