import type { Page } from '@playwright/test'
import { openBrowser } from './page-browser.js'

export interface Figure {
  readonly what: string
  readonly value: string
}

/** What somebody looks for: rare and common words, verdicts, orders. */
const FILTERS: readonly Filter[] = [
  { field: 'search', value: 'desk-1234' },
  { field: 'search', value: 'rosa' },
  { field: 'search', value: 'nothing-has-this' },
  { field: 'search', value: '' },
  { field: 'verdict', value: 'wrong' },
  { field: 'verdict', value: '' },
  { field: 'sort', value: 'item' },
  { field: 'sort', value: '-outcome' },
  { field: 'search', value: 'queue-7 called' },
  { field: 'sort', value: '' },
  { field: 'search', value: '' },
]

interface Filter {
  readonly field: 'search' | 'verdict' | 'sort'
  readonly value: string
}

/** Times and memory of the live view of the one run that is served. */
export async function measureLiveItems(url: string, executable: string): Promise<readonly Figure[]> {
  const figures: Figure[] = []
  const { browser, memory, close } = await openBrowser(executable)
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    const started = performance.now()
    await page.goto(url)
    const link = page.getByRole('row').getByRole('link').first()
    await link.waitFor()
    figures.push({
      what: 'list of runs',
      value: `${Math.round(performance.now() - started)} ms after the printed address was opened`,
    })
    const run = new URL((await link.getAttribute('href')) ?? '', url)
    await page.goto('about:blank')
    const opened = performance.now()
    await page.goto(`${url}${run.search}#/items`)
    await page.locator('.rows li a').first().waitFor()
    figures.push({
      what: 'first rows',
      value: `${Math.round(performance.now() - opened)} ms after the run's address was opened`,
    })
    figures.push({ what: 'filters meanwhile', value: timesText(await filtersOf(page, FILTERS.slice(0, 4))) })
    // The page's policy lets a script of ours run once, not wait inside.
    while (!(await page.evaluate<boolean>(WHOLE))) await page.waitForTimeout(250)
    figures.push({
      what: 'all rows with verdicts',
      value: `${((performance.now() - opened) / 1000).toFixed(1)} s after the address was opened`,
    })
    figures.push({ what: 'filters', value: timesText(await filtersOf(page, [...FILTERS, ...FILTERS])) })
    await scrollThrough(page)
    const all = memory()
    const { usedSize } = await (await page.context().newCDPSession(page)).send('Runtime.getHeapUsage')
    figures.push({
      what: 'browser memory',
      value: `${all === undefined ? 'not known here' : `${Math.round(all.pssMb)} MB (sum of PSS of ${all.processes} processes; of RSS ${Math.round(all.rssMb)} MB)`}, heap of the page ${(usedSize / 1e6).toFixed(1)} MB`,
    })
    const report = performance.now()
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('link', { name: 'Calls' }).waitFor({ timeout: 600_000 })
    figures.push({
      what: 'overview',
      value: `${((performance.now() - report) / 1000).toFixed(1)} s after it was opened`,
    })
  } finally {
    await close()
  }
  return figures
}

/** Every row is read and judged. */
const WHOLE = `(() => {
  const text = document.querySelector('main')?.textContent ?? ''
  return text.includes('samples') && !text.includes('so far') && !text.includes('Verdicts come')
})()`

/** Milliseconds from what is typed or chosen to the rows of its answer. */
async function filtersOf(page: Page, filters: readonly Filter[]): Promise<readonly number[]> {
  const times: number[] = []
  for (const { field, value } of filters) {
    times.push(await page.evaluate<number>(filterScript(field, value)))
    await page.waitForTimeout(150)
  }
  return times
}

/** In the page, so that nothing but the page is measured: rows count when those of the answer stand there. */
function filterScript(field: Filter['field'], value: string): string {
  return `new Promise((done) => {
    const field = ${field === 'search' ? "document.querySelector('input[type=search]')" : `[...document.querySelectorAll('label')].find((one) => one.textContent.startsWith('${field}')).querySelector('select')`}
    const set = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set
    const isThere = () => {
      const rows = document.querySelector('section.rows')
      return rows?.getAttribute('aria-busy') === 'false' && (rows.querySelector('li a') !== null || rows.querySelector('li') === null)
    }
    const started = performance.now()
    set.call(field, ${JSON.stringify(value)})
    field.dispatchEvent(new Event('${field === 'search' ? 'input' : 'change'}', { bubbles: true }))
    const look = () => (isThere() ? done(performance.now() - started) : requestAnimationFrame(look))
    requestAnimationFrame(look)
  })`
}

/** As somebody does who looks around: to fifty places of the list, and down by pages. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const rows = document.querySelector('section.rows')
    const pause = () => new Promise((done) => setTimeout(done, 100))
    for (let at = 0; at <= 50; at++) {
      rows.scrollTop = (rows.scrollHeight * at) / 50
      await pause()
    }
  })()`)
}

function timesText(times: readonly number[]): string {
  const sorted = times.map(Math.round).sort((left, right) => left - right)
  return `${sorted[Math.floor(sorted.length / 2)]} ms in the middle, ${sorted.at(-1)} ms at most (${times.length} filters)`
}
