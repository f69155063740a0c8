import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...readdirSync('docs').map((name) => join('docs', name)),
].filter((name) => name.endsWith('.md'))

describe.each(pages)('%s', (page) => {
  const text = readFileSync(page, 'utf8')

  it('links to files that are there', () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map(([, target = '']) => target)
    for (const target of links) expect(existsSync(join(dirname(page), target)), target).toBe(true)
  })

  it('quotes examples as they stand in the code', () => {
    const quoted = [...text.matchAll(/<!-- example: (\S+) -->\n+```ts\n([^]*?)```/g)]
    const named = [...text.matchAll(/<!-- example: /g)]
    expect(quoted).toHaveLength(named.length)
    for (const [, path = '', code = ''] of quoted)
      expect(code.trim(), path).toBe(readFileSync(path, 'utf8').trim())
  })
})
