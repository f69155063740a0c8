import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parsePlan } from './parse-plan.js'

// Read one by one: each message names the line, what was met there, and what was expected.
const refusals = JSON.parse(
  readFileSync('test/fixtures/python-plans/refusals.json', 'utf8'),
) as readonly (readonly [code: string, message: string])[]

describe('refusals of the parser', () => {
  it('say where, what was found, and what should have stood there', () => {
    const differing = refusals.flatMap(([code, expected]) => {
      const parsed = parsePlan(code)
      const line = /^Line (\d+):/.exec(expected)?.[1]
      const wanted = {
        fault: 'syntax',
        message: expected,
        ...(line === undefined ? {} : { line: Number(line) }),
      }
      const own = parsed.kind === 'fault' ? parsed.fault : undefined
      return JSON.stringify(own) === JSON.stringify(wanted) ? [] : [{ code, own, wanted }]
    })
    expect(differing).toEqual([])
    expect(refusals.length).toBeGreaterThan(250)
  })
})
