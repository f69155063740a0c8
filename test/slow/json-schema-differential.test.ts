import '@hyperjump/json-schema/draft-07'
import '@hyperjump/json-schema/draft-2019-09'
import {
  registerSchema,
  setShouldValidateSchema,
  unregisterSchema,
  validate,
} from '@hyperjump/json-schema/draft-2020-12'
import { Ajv } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkSchema } from '../../src/toolcall/schema/check-schema.js'
import {
  disputeOf,
  type GeneratedDraft,
  type SchemaPair,
  schemaPair,
  withGaps,
} from '../generators/schema-pairs.js'

const PAIRS = 3_000

const LAX = {
  strict: false,
  ownProperties: true,
  unicodeRegExp: true,
  addUsedSchema: false,
  validateSchema: false,
} as const

const DRAFTS: readonly (readonly [GeneratedDraft, string, () => Ajv])[] = [
  ['draft-07', 'http://json-schema.org/draft-07/schema', () => new Ajv(LAX)],
  ['2019-09', 'https://json-schema.org/draft/2019-09/schema', () => new Ajv2019(LAX)],
  ['2020-12', 'https://json-schema.org/draft/2020-12/schema', () => new Ajv2020(LAX)],
]

type Validate = (value: unknown) => boolean | undefined

/** Compares every value that both decide; neither decides a reference without end. Returns how many those were. */
function compare({ schema, values }: SchemaPair, draft: GeneratedDraft, theirs: Validate): number {
  let judged = 0
  for (const value of values) {
    const { verdict } = checkSchema(value, schema, { draft })
    if (verdict === 'undecided') continue
    const valid = theirs(value)
    if (valid === undefined) continue
    judged++
    expect({ schema, value, valid: verdict === 'valid' }).toEqual({ schema, value, valid })
  }
  return judged
}

function orUndefined<T>(ask: () => T): T | undefined {
  try {
    return ask()
  } catch {
    return undefined
  }
}

beforeAll(() => setShouldValidateSchema(false))

describe.each(DRAFTS)('checkSchema by the rules of %s', (draft, dialect, make) => {
  it('agrees with Ajv where Ajv agrees with the draft', () => {
    let judged = 0
    let ajv = make()
    for (let seed = 0; seed < PAIRS; seed++) {
      if (seed % 500 === 0) ajv = make()
      const pair = schemaPair(seed, draft)
      if (Object.values(disputeOf(pair.schema, draft)).includes(true)) continue
      const check = ajv.compile(pair.schema)
      judged += compare(pair, draft, (value) => orUndefined(() => check(value)))
    }
    expect(judged).toBeGreaterThan(4 * PAIRS)
  })
  it('agrees with hyperjump where it agrees with the draft', async () => {
    let judged = 0
    for (let seed = 0; seed < PAIRS; seed++) {
      const pair = schemaPair(seed, draft)
      if (disputeOf(pair.schema, draft).containsMarks) continue
      const address = `https://pairs.example/${draft}/${seed}`
      // It types schemas as its own; these are plain JSON.
      registerSchema(pair.schema as Parameters<typeof registerSchema>[0], address, dialect)
      const check = await validate(address)
      judged += compare(pair, draft, (value) => orUndefined(() => check(value as never).valid)) // any JSON is accepted
      unregisterSchema(address)
    }
    expect(judged).toBeGreaterThan(4 * PAIRS)
  })
  it('never decides otherwise than it would if it could judge everything', () => {
    let decided = 0
    for (let seed = 0; seed < 4 * PAIRS; seed++) {
      const { schema, values } = schemaPair(seed, draft)
      const hidden = withGaps(schema)
      for (const value of values) {
        const { verdict } = checkSchema(value, schema, { draft })
        const { verdict: guarded } = checkSchema(value, hidden, { draft })
        if (verdict === 'undecided' || guarded === 'undecided') continue
        decided++
        if (verdict !== guarded)
          expect({ seed, hidden, value, guarded }).toEqual({ seed, hidden, value, guarded: verdict })
      }
    }
    expect(decided).toBeGreaterThan(4 * PAIRS)
  })
})
