import { describe, expect, it } from 'vitest'
import { madeCase, madeOpening } from '../../../test/generators/ladder-readings.js'
import type { GraftProbe } from '../graft-probe.js'
import { graftPart } from './graft-part.js'
import { localiseGraft } from './localise-graft.js'

const one = madeCase({ id: 'a', calls: true })

function probe(
  body: 'a' | 'b',
  part: string,
  probability: number,
  blocks?: readonly [number, number],
): GraftProbe {
  return {
    name: `${body} ${part} ${blocks?.join('–') ?? ''}`.trim(),
    body,
    part,
    tensors: part === 'none' ? 0 : 3,
    ...(blocks === undefined ? {} : { blocks }),
    openings: [madeOpening(one, probability)],
    readings: [],
  }
}

const ends = [probe('a', 'none', 0.001), probe('b', 'none', 0.99)]
const codes = (probes: readonly GraftProbe[]) => graftPart(probes).findings.map(({ code }) => code)

describe('localiseGraft', () => {
  it('finds the smallest range that carries the effect, on the logit scale', () => {
    const location = localiseGraft([
      ...ends,
      probe('a', 'blocks', 0.98, [0, 3]),
      probe('a', 'blocks', 0.97, [2, 3]),
      probe('a', 'blocks', 0.5, [3, 3]),
      probe('a', 'embedding', 0.002),
      probe('b', 'embedding', 0.985),
      probe('b', 'blocks', 0.002, [0, 3]),
    ])
    expect(location.smallest?.blocks).toEqual([2, 3])
    expect(location).toMatchObject({ isTold: true, sufficient: [], idle: ['embedding'], needed: ['blocks'] })
    // logit 0.5 is 0: (0 + 6.907) / (4.595 + 6.907).
    expect(location.effects.find(({ probe }) => probe.blocks?.[0] === 3)?.share).toBeCloseTo(0.6005, 3)
  })

  it('says where the effect is, or that it is nowhere by itself', () => {
    expect(
      codes([
        ...ends,
        probe('a', 'blocks', 0.9, [1, 1]),
        probe('a', 'embedding', 0.99),
        probe('b', 'output', 0.001),
      ]),
    ).toEqual(['graft-spread', 'graft-sufficient', 'graft-needed'])
    expect(codes([...ends, probe('a', 'blocks', 0.98, [1, 1]), probe('b', 'embedding', 0.99)])).toEqual([
      'graft-located',
      'graft-not-needed',
    ])
  })

  it('locates nothing where the checkpoints do not differ, or one was not looked at', () => {
    expect(codes([probe('a', 'none', 0.5), probe('b', 'none', 0.6)])).toEqual(['graft-no-difference'])
    expect(codes([probe('a', 'none', 0.5), probe('a', 'embedding', 0.6)])).toEqual(['graft-no-difference'])
    expect(graftPart([]).tables).toEqual([])
  })

  it('does not take a bound for a value, nor lets one hopeless prompt decide', () => {
    const bound = { ...probe('a', 'none', 0.001), openings: [madeOpening(one, 0.001, { isBound: true })] }
    expect(localiseGraft([bound, ends[1] as GraftProbe]).isTold).toBe(false)
    const hopeless = {
      ...probe('a', 'none', 1),
      openings: [madeOpening(one, 1, { logprob: -103, isBound: true })],
    }
    expect(localiseGraft([hopeless]).effects[0]?.logit).toBe(-30)
  })
})
