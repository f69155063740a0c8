import { describe, expect, it } from 'vitest'
import { dialectFromJson } from './dialect-config.js'
import { hermes } from './dialects/hermes.js'
import { knownDialect } from './known-dialect.js'

describe('knownDialect', () => {
  it('finds a dialect by its id, those of a user first', () => {
    expect(knownDialect('hermes')).toBe(hermes)
    const own = dialectFromJson({ id: 'hermes', trigger: '<<' }, 'assay.config.json')
    expect(knownDialect('hermes', [own])).toBe(own)
    expect(knownDialect('phi', [own]).id).toBe('phi')
  })

  it('names the nearest of all that are known, or where they are listed', () => {
    const own = dialectFromJson({ id: 'acme-tools', trigger: '<<' }, 'assay.config.json')
    expect(() => knownDialect('acme-tool', [own], '--dialect')).toThrow(
      'No dialect is called "acme-tool".\n  where: --dialect\n  fix:   Did you mean "acme-tools"?',
    )
    expect(() => knownDialect('zzzzzzzzzz')).toThrow(
      'No dialect is called "zzzzzzzzzz".\n  where: dialect\n  fix:   `assay dialect list` shows all.',
    )
    expect(() => knownDialect('zzzzzzzzzz')).toThrow(expect.objectContaining({ code: 'dialect-unknown' }))
  })
})
