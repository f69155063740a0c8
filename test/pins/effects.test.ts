import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const outside = /^src\/(adapters|worker|cli)\//

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((name) => join('src', name).replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !outside.test(name))

describe('sources that decide', () => {
  it('are found', () => {
    expect(sources.length).toBeGreaterThan(20)
  })
  it.each(sources)('%s asks no clock, draws no unseeded number and evaluates no text', (name) => {
    const code = readFileSync(name, 'utf8')
    expect(code).not.toMatch(/\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\beval\(|\bnew Function\(/)
  })
})
