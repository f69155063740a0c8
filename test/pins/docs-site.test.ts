import { existsSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { siteLink } from '../../docs/site/links.js'
import { jobs } from '../../docs/site/sidebar.js'

const listed = jobs.flatMap(({ pages }) => pages)
const pages = readdirSync('docs', { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.md') && !name.startsWith('site/') && name !== 'index.md')
  .map((name) => name.slice(0, -'.md'.length))

describe('the sidebar of the documentation (docs/site/sidebar.ts)', () => {
  it.each(pages)('has the page %s', (page) => {
    expect(listed).toContain(page)
  })
  it('names pages that are there, each once', () => {
    expect(listed).toEqual([...new Set(listed)])
    for (const page of listed) expect(existsSync(`docs/${page}.md`), page).toBe(true)
  })
})

describe('siteLink', () => {
  it('keeps links between pages, addresses and anchors', () => {
    for (const link of ['calls.md', '../calls.md#x', '#here', 'https://example.com/a', '/api/']) {
      expect(siteLink(link, 'subjects/openai.md', undefined)).toBe(link)
    }
  })
  it('leads to the repository for files outside, where its address is known', () => {
    expect(siteLink('../prompts', 'calls.md', undefined)).toBeUndefined()
    expect(siteLink('../reference/README.md#set', 'calls.md', 'https://example.org/a/blob/main')).toBe(
      'https://example.org/a/blob/main/reference/README.md#set',
    )
  })
})
