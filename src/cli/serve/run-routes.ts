import type { WebReply, WebRequest } from '../../adapters/serve/web-server.js'
import { InputError } from '../../errors.js'
import type { ReportDocument } from '../../report/document.js'
import type { ItemQuery, RowName } from '../../report/live/live-view.js'
import type { ItemVerdict } from '../../report/pages/items-page.js'
import type { RunItems } from './run-items.js'
import type { RunShelf, ShelvedRun } from './run-shelf.js'

export interface RunRoutesOptions {
  readonly shelf: RunShelf
  /** Of runs together; with no row of theirs. */
  readonly report: (runs: readonly ShelvedRun[]) => Promise<ReportDocument>
  /** Undefined where a run keeps no samples. */
  readonly openItems: (run: ShelvedRun) => Promise<RunItems | undefined>
  /** Of what lies in a run's folder; another one says that something has changed. */
  readonly signature: (run: ShelvedRun) => Promise<string>
}

export type Route = (request: WebRequest) => Promise<WebReply | undefined>

/** Rows that one answer holds. */
const MOST_ROWS = 500
/** Runs that are read for samples at once; the one that was not looked at for longest is let go. */
const HELD_RUNS = 4
const MOST_COMPARED = 20

/** Runs, their reports and their samples. */
export function runRoutes(options: RunRoutesOptions): ReadonlyMap<string, Route> {
  const { shelf, report, openItems, signature } = options
  const held = new Map<string, Promise<RunItems | undefined>>()
  let made: { readonly key: string; readonly text: Promise<string> } | undefined
  /** Reports are made one after the other: each holds what it is made from. */
  let making: Promise<unknown> = Promise.resolve()

  const itemsOf = async (query: URLSearchParams): Promise<RunItems | undefined> => {
    const run = await shelf.run(query.get('run') ?? '')
    if (run === undefined) return undefined
    const known = held.get(run.id)
    held.delete(run.id)
    const opened = known ?? openItems(run)
    held.set(run.id, opened)
    opened.catch(() => held.delete(run.id))
    for (const id of [...held.keys()].slice(0, -HELD_RUNS)) held.delete(id)
    return opened
  }

  return new Map<string, Route>([
    ['api/runs', async () => json(await shelf.list())],
    [
      'api/report',
      async ({ query }) => {
        const ids = [...new Set(query.getAll('run'))].slice(0, MOST_COMPARED)
        const runs: ShelvedRun[] = []
        for (const id of ids) {
          const run = await shelf.run(id)
          if (run === undefined) return undefined
          runs.push(run)
        }
        if (runs.length === 0) return undefined
        const key = JSON.stringify([ids, await Promise.all(runs.map(signature))])
        if (made?.key !== key) {
          const text = making.then(() => report(runs)).then((document) => JSON.stringify(document))
          // The next one waits for this one, whatever becomes of it; who asked for this one is told.
          making = text.catch(() => undefined)
          made = { key, text }
          text.catch(() => {
            if (made?.text === text) made = undefined
          })
        }
        return { body: await made.text }
      },
    ],
    [
      'api/items',
      async ({ query }) => {
        const items = await itemsOf(query)
        return items && json(await items.part(itemQuery(query), rangeOf(query)))
      },
    ],
    [
      'api/item',
      async ({ query }) => {
        const items = await itemsOf(query)
        const place = query.has('place')
          ? wholeIn(query, 'place', { least: 0, most: Number.MAX_SAFE_INTEGER })
          : await items?.placeOf(rowName(query))
        const item = place === undefined ? undefined : await items?.item(place)
        return item && json(item)
      },
    ],
  ])
}

/** A reply of JSON. */
export function json(value: unknown): WebReply {
  return { body: JSON.stringify(value) }
}

const VERDICTS: readonly ItemVerdict[] = ['right', 'wrong', 'partial', 'error', 'unmeasured']

function itemQuery(query: URLSearchParams): ItemQuery {
  const verdict = query.get('verdict') ?? ''
  return {
    text: (query.get('q') ?? '').slice(0, 1000),
    verdict: VERDICTS.find((one) => one === verdict) ?? '',
    benchmark: query.get('benchmark') ?? '',
    sort: query.get('sort') ?? '',
  }
}

function rowName(query: URLSearchParams): RowName {
  const [benchmark, variant] = [query.get('in'), query.get('variant')]
  return {
    item: query.get('item') ?? '',
    ...(benchmark === null ? {} : { benchmark }),
    ...(variant === null ? {} : { variant }),
    ...(query.has('trial')
      ? { trial: wholeIn(query, 'trial', { least: 0, most: Number.MAX_SAFE_INTEGER }) }
      : {}),
  }
}

function rangeOf(query: URLSearchParams): { readonly from: number; readonly count: number } {
  return {
    from: wholeIn(query, 'from', { least: 0, most: Number.MAX_SAFE_INTEGER }),
    count: wholeIn(query, 'count', { least: 1, most: MOST_ROWS }),
  }
}

/** @throws {InputError} `serve-query`. */
function wholeIn(
  query: URLSearchParams,
  name: string,
  { least, most }: { readonly least: number; readonly most: number },
): number {
  const text = query.get(name) ?? `${least}`
  const value = Number(text)
  if (/^[0-9]{1,16}$/.test(text) && value >= least && value <= most) return value
  throw new InputError({
    code: 'serve-query',
    what: `"${name}" must be a whole number from ${least} to ${most}.`,
  })
}
