import { describe, expect, it } from 'vitest'
import { conclusionsOf } from './drift-conclusions.js'
import type { DriftTensor } from './drift-document.js'

/** What the conclusions look at. */
const tensor = (name: string, measures: Partial<DriftTensor>): DriftTensor =>
  ({ name, identicalShare: 0, ...measures }) as DriftTensor

const undefinedRatio = { kind: 'unscored', reason: 'all zero before' } as const

describe('conclusionsOf', () => {
  it('says that a tensor of zeros has changed, though no ratio can be told', () => {
    const risen = tensor('bias', { relativeNorm: undefinedRatio, maxAbs: 4 } as Partial<DriftTensor>)
    const [sentence = ''] = conclusionsOf({ tensors: [risen] })
    expect(sentence).toMatch(/All zero before[^]*bias/)
  })

  it('says that nothing has another value only where nothing has', () => {
    const still = tensor('w', { relativeNorm: 0, maxAbs: 0, identicalShare: 1 } as Partial<DriftTensor>)
    expect(conclusionsOf({ tensors: [still] })).toContain('No weight has another value.')
    const moved = tensor('w', { relativeNorm: 0.1, maxAbs: 1 } as Partial<DriftTensor>)
    expect(conclusionsOf({ tensors: [moved] }).join(' ')).not.toContain('No weight')
  })
})
