import { describe, expect, it } from 'vitest'
import { EndpointHealth } from './endpoint-health.js'

const passing = { retryable: true }

function failuresUntilDown(health: EndpointHealth): number {
  for (let count = 1; ; count++) if (health.isDownAfter(passing)) return count
}

describe('EndpointHealth', () => {
  it('gives up an endpoint that never answered after 5 questions, one that did after 20', () => {
    expect(failuresUntilDown(new EndpointHealth())).toBe(5)
    const health = new EndpointHealth()
    health.answered()
    expect(failuresUntilDown(health)).toBe(20)
  })

  it('counts from the start again after an answer, and after a failure of the question itself', () => {
    const health = new EndpointHealth()
    for (let count = 0; count < 4; count++) expect(health.isDownAfter(passing)).toBe(false)
    expect(health.isDownAfter({ retryable: false })).toBe(false)
    expect(failuresUntilDown(health)).toBe(5)
  })
})
