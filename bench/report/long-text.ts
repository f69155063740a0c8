import type { Figure } from './live-items.js'
import { openBrowser } from './page-browser.js'

/** Opens the sample whose text has 20 MB, as somebody does who follows a link to it. */
export async function measureLongText(url: string, executable: string): Promise<readonly Figure[]> {
  const { browser, memory, close } = await openBrowser(executable)
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(url)
    const link = page.getByRole('row').getByRole('link').first()
    await link.waitFor()
    const run = new URL((await link.getAttribute('href')) ?? '', url)
    await page.goto('about:blank')
    const listed = performance.now()
    await page.goto(`${url}${run.search}#/items`)
    await page.locator('.rows li a').first().waitFor()
    const rows = performance.now() - listed
    await page.goto('about:blank')
    const opened = performance.now()
    await page.goto(`${url}${run.search}#/items?item=desk-50`)
    await page.getByRole('heading', { name: 'Said' }).waitFor({ timeout: 120_000 })
    const shown = performance.now() - opened
    const all = memory()
    return [
      { what: 'rows of its run', value: `${Math.round(rows)} ms after the address was opened` },
      { what: 'the sample', value: `${Math.round(shown)} ms after its address was opened` },
      {
        what: 'browser memory',
        value:
          all === undefined
            ? 'not known here'
            : `${Math.round(all.pssMb)} MB (sum of PSS; of RSS ${Math.round(all.rssMb)} MB)`,
      },
    ]
  } finally {
    await close()
  }
}
