import { Ajv } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import {
  disputeOf,
  type GeneratedDraft,
  schemaPair,
  withGaps,
} from '../../../test/generators/schema-pairs.js'
import { checkSchema } from './check-schema.js'

/** Pairs per draft, each with eight values; the slow tests compare more, and with a second validator. */
const PAIRS = 120

const LAX = {
  strict: false,
  ownProperties: true,
  unicodeRegExp: true,
  // The generated schemas carry no `$id`, and one instance spares compiling the meta-schemas for each.
  addUsedSchema: false,
  validateSchema: false,
} as const

const DRAFTS: readonly (readonly [GeneratedDraft, () => Ajv])[] = [
  ['draft-07', () => new Ajv(LAX)],
  ['2019-09', () => new Ajv2019(LAX)],
  ['2020-12', () => new Ajv2020(LAX)],
]

describe.each(DRAFTS)('checkSchema by the rules of %s', (draft, make) => {
  it('agrees with Ajv where Ajv agrees with the draft', () => {
    const ajv = make()
    const counts = { judged: 0, valid: 0 }
    for (let seed = 0; seed < PAIRS; seed++) {
      const { schema, values } = schemaPair(seed, draft)
      if (Object.values(disputeOf(schema, draft)).includes(true)) continue
      const validate = ajv.compile(schema)
      for (const value of values) {
        const { verdict, faults } = checkSchema(value, schema, { draft })
        // A reference without end: Ajv runs out of stack.
        if (verdict === 'undecided') continue
        const valid = validate(value)
        counts.judged++
        // The pass that tells faults comes to the verdict of the one that stops at the first.
        expect(faults.length > 0).toBe(verdict === 'invalid')
        if (valid) counts.valid++
        expect({ seed, schema, value, valid: verdict === 'valid' }).toEqual({ seed, schema, value, valid })
      }
    }
    // The comparison says something only where both verdicts are frequent.
    expect(counts.judged).toBeGreaterThan(4 * PAIRS)
    expect(counts.valid / counts.judged).toBeGreaterThan(0.2)
    expect(counts.valid / counts.judged).toBeLessThan(0.8)
  })
})

describe('checkSchema where it cannot judge everything', () => {
  it.each(DRAFTS)('never decides otherwise than it would if it could (%s)', (draft) => {
    const counts = { undecided: 0, decided: 0 }
    for (let seed = 0; seed < 3 * PAIRS; seed++) {
      const { schema, values } = schemaPair(seed, draft)
      const hidden = withGaps(schema)
      for (const value of values) {
        const known = checkSchema(value, schema, { draft })
        const { verdict, faults, unsupported } = checkSchema(value, hidden, { draft })
        if (known.verdict === 'undecided') continue
        if (unsupported.length > 0) counts[verdict === 'undecided' ? 'undecided' : 'decided']++
        if (verdict !== 'undecided') {
          expect({ seed, hidden, value, verdict }).toEqual({ seed, hidden, value, verdict: known.verdict })
        }
        const isExplained = unsupported.length > 0 || faults.some(({ code }) => code.endsWith('-limit'))
        expect(verdict !== 'undecided' || isExplained).toBe(true)
      }
    }
    expect(counts.undecided).toBeGreaterThan(PAIRS / 4)
    expect(counts.decided).toBeGreaterThan(PAIRS / 4)
  })
})
