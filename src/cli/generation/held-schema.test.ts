import { describe, expect, it } from 'vitest'
import { heldSchema } from './held-schema.js'

describe('heldSchema', () => {
  it('requires every property, and lets those be null that need not be there', () => {
    const verdict = {
      type: 'object',
      properties: { grade: { type: 'string', enum: ['no'] }, need: { type: 'integer', minimum: 1 } },
      required: ['grade'],
    }
    expect(
      heldSchema({ type: 'object', properties: { all: { type: 'array', minItems: 2, items: verdict } } }),
    ).toEqual({
      type: 'object',
      properties: {
        all: {
          type: ['array', 'null'],
          minItems: 2,
          items: {
            type: 'object',
            properties: {
              grade: { type: 'string', enum: ['no'] },
              need: { type: ['integer', 'null'], minimum: 1 },
            },
            required: ['grade', 'need'],
            additionalProperties: false,
          },
        },
      },
      required: ['all'],
      additionalProperties: false,
    })
  })

  it('leaves alone what has no properties', () => {
    expect(heldSchema({ type: 'array', items: { type: 'string' } })).toEqual({
      type: 'array',
      items: { type: 'string' },
    })
  })
})
