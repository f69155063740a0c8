import { describe, expect, it } from 'vitest'
import { leadsElsewhere } from './leads-elsewhere.js'

describe('leadsElsewhere', () => {
  it.each([
    'openai:gpt-4o-mini',
    'compatible:http://127.0.0.1:8080/v1#m,key=KEY',
    'compatible:http://localhost#m',
    'openai:m,url=http://[::1]:11434/v1,key=KEY',
  ])('is false for %s', (spec) => {
    expect(leadsElsewhere(spec)).toBe(false)
  })

  it.each([
    'compatible:https://example.com/v1#m',
    'compatible:http:/example.com#m',
    'compatible:http:\\\\example.com#m',
    'compatible:http://127.0.0.1.example.com#m',
    'compatible:http://127.0.0.1@example.com#m',
    'compatible:http://127.0.0.1\t.example.com#m',
    'compatible:http://127.0.0.1\n.example.com#m',
    'llm-select:openai:m,url=http://localhost\r.example.com,key=KEY',
  ])('is true for %j', (spec) => {
    expect(leadsElsewhere(spec)).toBe(true)
  })
})
