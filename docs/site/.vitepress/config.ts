import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitepress'
import { siteLink } from '../links.js'
import { jobs } from '../sidebar.js'

const site = join(import.meta.dirname, '..')
const docs = join(site, '..')
/** E.g. https://example.org/owner/assay/blob/main; links to files outside docs/ lead there where it is given. */
const repository = process.env.DOCS_REPOSITORY

function titleOf(page: string): string {
  return /^# (.+)$/m.exec(readFileSync(join(docs, `${page}.md`), 'utf8'))?.[1] ?? page
}

export default defineConfig({
  title: 'Assay',
  description: 'Proves whether a language model truly knows, retrieves and calls its tools.',
  srcDir: '..',
  srcExclude: ['site/**'],
  outDir: './dist',
  cacheDir: './.cache',
  cleanUrls: true,
  // Written beside the pages by typedoc, after they are built.
  ignoreDeadLinks: [/^\/api\//],
  vite: {
    plugins: [
      {
        // Pages lie outside this folder, which alone holds what they are built with.
        name: 'built-from-here',
        enforce: 'pre',
        resolveId(source, importer, { ssr }) {
          if (!/^(?:vue|@vue\/[^/]+)(?=$|\/)/.test(source)) return null
          // While pages are rendered, Node finds it itself.
          if (ssr === true) return { id: source, external: true }
          if (importer?.startsWith(site)) return null
          return this.resolve(source, join(site, 'package.json'), { skipSelf: true })
        },
      },
    ],
  },
  markdown: {
    config(markdown) {
      markdown.core.ruler.push('links-outside', (state) => {
        const page = String(state.env.relativePath ?? '')
        for (const { children } of state.tokens) {
          for (const token of children ?? []) {
            const link = token.type === 'link_open' ? token.attrGet('href') : null
            if (link === null) continue
            const target = siteLink(link, page, repository)
            if (target === undefined) {
              token.tag = 'span'
              token.attrs = []
              const close = (children ?? [])
                .slice((children ?? []).indexOf(token))
                .find(({ type }) => type === 'link_close')
              if (close !== undefined) close.tag = 'span'
            } else token.attrSet('href', target)
          }
        }
      })
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    nav: [
      { text: 'Install', link: '/install' },
      { text: 'Error codes', link: '/errors' },
      { text: 'Library reference', link: '/api/', target: '_self' },
    ],
    sidebar: jobs.map(({ job, pages }) => ({
      text: job,
      collapsed: job !== 'Begin',
      items: pages.map((page) => ({ text: titleOf(page), link: `/${page}` })),
    })),
    outline: [2, 3],
  },
})
