import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { type Browser, chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renderHtml } from '../../src/report/renderers/html.js'
import { hostileTexts, reportOf } from '../generators/report-document.js'

const executable = process.env.ASSAY_CHROMIUM ?? '/usr/bin/chromium'
const root = fileURLToPath(new URL('../..', import.meta.url))
const require = createRequire(import.meta.url)

/** Every page, and those that an address opens within them. */
const addresses = [
  'overview',
  'retrieval',
  'retrieval?tool=tool_1',
  'probes',
  'calls',
  'ladder',
  'dialogues',
  'dialogues?item=dialogue-1&trial=0',
  'compare',
  'items',
  'items?item=item-0',
]

describe.skipIf(!existsSync(executable))(
  `the report page in a browser (skipped without ${executable}; ASSAY_CHROMIUM names another)`,
  () => {
    let folder: string
    let template: string
    let browser: Browser
    let axe: string

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'assay-page-'))
      await promisify(execFile)('npx', ['vite', 'build', 'ui', '--outDir', folder, '--logLevel', 'error'], {
        cwd: root,
      })
      template = await readFile(join(folder, 'report-template.html'), 'utf8')
      axe = await readFile(require.resolve('axe-core/axe.min.js'), 'utf8')
      browser = await chromium.launch({ executablePath: executable, args: ['--no-sandbox'] })
    })

    afterAll(async () => {
      await browser?.close()
      await rm(folder, { recursive: true, force: true })
    })

    async function written(name: string, html: string): Promise<string> {
      const path = join(folder, name)
      await writeFile(path, html)
      return pathToFileURL(path).href
    }

    interface Opened {
      readonly page: Page
      /** What the browser complained of, and what the page tried to fetch. */
      readonly complaints: string[]
    }

    async function opened(width: number, colorScheme: 'light' | 'dark'): Promise<Opened> {
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme })
      const page = await context.newPage()
      page.setDefaultTimeout(10_000)
      const complaints: string[] = []
      page.on('console', (message) => complaints.push(message.text()))
      page.on('pageerror', (error) => complaints.push(String(error)))
      page.on('request', (request) => {
        if (!/^(file|data):/.test(request.url())) complaints.push(request.url())
      })
      return { page, complaints }
    }

    it.each([
      [1440, 'light'],
      [390, 'dark'],
    ] as const)(
      'is usable at %i px, %s: nothing serious for axe, nothing wider than the window, no text runs',
      async (width, scheme) => {
        const report = await written('report.html', renderHtml(reportOf(1500), template))
        const { page, complaints } = await opened(width, scheme)
        for (const address of addresses) {
          await page.goto(`${report}#/${address}`)
          await page.locator('h1').waitFor()
          await page.evaluate(axe)
          const seen = await page.evaluate(async () => {
            // The script that was evaluated just above puts `axe` there; `broken` is what a text that ran would set.
            const host = globalThis as unknown as {
              axe: { run(): Promise<{ violations: { id: string; impact: string }[] }> }
              broken?: unknown
              document: { documentElement: { scrollWidth: number; clientWidth: number } }
            }
            const { violations } = await host.axe.run()
            const { scrollWidth, clientWidth } = host.document.documentElement
            return {
              violations: violations.map(({ id, impact }) => `${impact} ${id}`),
              beyond: scrollWidth - clientWidth,
              broken: host.broken ?? null,
            }
          })
          expect({ address, ...seen }).toEqual({ address, violations: [], beyond: 0, broken: null })
        }
        expect(complaints).toEqual([])
        await page.context().close()
      },
    )

    it('shows hostile texts as texts, with what is invisible spelled out', async () => {
      const report = await written('hostile.html', renderHtml(reportOf(10), template))
      const { page } = await opened(1440, 'light')
      await page.goto(`${report}#/items?item=item-0`)
      const said = page.getByRole('group', { name: 'What was said, word for word' })
      await said.waitFor()
      expect(await said.textContent()).toContain(hostileTexts.closing)
      expect(await said.textContent()).toContain('report\\u{202e}gpj.exe\\u{0} \\u{d800}')
      expect(await page.locator('img').count()).toBe(0)
      await page.context().close()
    })

    it('filters, sorts and opens by address and by keyboard', async () => {
      const report = await written('filter.html', renderHtml(reportOf(1500), template))
      const { page } = await opened(1440, 'light')
      await page.goto(`${report}#/items?q=tool_7&verdict=error&sort=-item`)
      // Places 7, 47, 87 … have the tool or one of its tens; every fifth from 2 on is an error.
      const expected = reportOf(1500).pages?.items?.rows.filter(
        ({ verdict, said, tools }) => verdict === 'error' && `${tools} ${said}`.includes('tool_7'),
      ).length
      await page
        .getByRole('status')
        .filter({ hasText: `${expected} of` })
        .waitFor()
      expect(await page.locator('.rows li').first().textContent()).toMatch(/item-\d+/)
      await page.getByRole('searchbox').fill('nothing has this')
      await page.getByRole('status').filter({ hasText: /^0 of/ }).waitFor()
      expect(page.url()).toContain('q=nothing+has+this')
      await page.getByRole('searchbox').fill('')
      await page.locator('.rows li').first().waitFor()
      await page.locator('.rows').focus()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Readings' }).waitFor()
      expect(page.url()).toMatch(/item=item-\d+/)
      await page.context().close()
    })

    it('is ready in 1.5 s with 1,500 items and under 3 MB', async () => {
      const html = renderHtml(reportOf(1500), template)
      expect(Buffer.byteLength(html)).toBeLessThan(3_000_000)
      const report = await written('ready.html', html)
      const { page } = await opened(1440, 'light')
      await page.goto(`${report}#/items`)
      await page.locator('.rows li').first().waitFor()
      const readyMs = await page.evaluate(() => performance.now())
      expect(readyMs).toBeLessThan(1500)
      await page.context().close()
    })

    it('says what it cannot show: a template, a damaged report, another schema', async () => {
      const { page } = await opened(390, 'light')
      const other = JSON.stringify({ schema: 'assay.report/9' })
      for (const [name, html, words] of [
        ['template.html', template, 'no report was put into it'],
        ['damaged.html', template.replace('__ASSAY_REPORT__', '{"schema":'), 'is damaged'],
        ['other.html', template.replace('__ASSAY_REPORT__', other), 'assay.report/9'],
      ] as const) {
        await page.goto(await written(name, html))
        expect(await page.getByRole('alert').textContent()).toContain(words)
      }
      await page.context().close()
    })
  },
)
