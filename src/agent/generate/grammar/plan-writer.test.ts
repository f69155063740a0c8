import { describe, expect, it } from 'vitest'
import { CacheKeys, NO_OP, PlanWriter } from './plan-writer.js'

const tools = { save: 'save', get: 'get', seek: 'ask' }

describe('PlanWriter', () => {
  it('writes calls, keeps them, and takes from the cache only what this turn does not have', () => {
    const plan = new PlanWriter(tools)
    plan.call('hosts', 'search', [['name', '"a"']])
    plan.save('hosts')
    plan.load('hosts')
    plan.load('tickets')
    plan.load('tickets')
    expect(plan.text).toBe(
      'hosts = search(name="a")\nsave(key="hosts", value=hosts)\ntickets = get(key="tickets")',
    )
    expect([plan.has('tickets'), plan.has('other')]).toEqual([true, false])
  })
  it('asks without a name, and does nothing in one line', () => {
    const asking = new PlanWriter(tools)
    expect([asking.isEmpty, asking.text]).toEqual([true, NO_OP])
    asking.seek('Which one?')
    expect([asking.isEmpty, asking.text]).toEqual([false, 'ask("Which one?")'])
  })
})

describe('CacheKeys', () => {
  it('gives no key twice', () => {
    const keys = new CacheKeys()
    expect(['a', 'a', 'a_2', 'a'].map((base) => keys.take(base))).toEqual(['a', 'a_2', 'a_2_2', 'a_3'])
  })
})
