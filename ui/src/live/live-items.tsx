import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef } from 'react'
import type { ItemPart, PlacedRow } from '../../../src/report/live/live-view.js'
import type { ItemsPage } from '../../../src/report/pages/items-page.js'
import { ItemDetail } from '../pages/item-detail.js'
import { rowQuery, SORTS } from '../pages/item-rows.js'
import { Choice, ROW_HEIGHT, RowCells, VERDICTS, withoutRow } from '../pages/items.js'
import { ForeignText } from '../parts/foreign-text.js'
import { hrefOf, replaceRoute } from '../route.js'
import { countText } from '../text/number-text.js'
import { visibleText } from '../text/visible.js'
import { FaultNote } from './fault.js'
import { useAnswer } from './use-answer.js'
import { type RemoteRows, useRows } from './use-rows.js'

/** A run whose samples can be looked at. */
export interface ItemsRun {
  /** As the report names it as a source. */
  readonly id: string
  /** As the server names it. */
  readonly run: string
  readonly name: string
  readonly isGrowing: boolean
}

/** Every sample of one run, filtered and sorted by the server, which sends the rows in sight. All of it stands in the address. */
export function LiveItems({
  runs,
  query,
}: {
  readonly runs: readonly ItemsRun[]
  readonly query: URLSearchParams
}): ReactNode {
  const wanted = query.get('from') ?? query.get('source')
  const { id = '', run = '', isGrowing = false } = runs.find((one) => one.id === wanted) ?? runs[0] ?? {}
  const asked = serverQuery(run, query)
  const rows = useRows(asked, isGrowing)
  const { part, error } = rows
  return (
    <>
      <h1>Items</h1>
      <p className="quiet">
        {part === undefined ? 'Reading the samples…' : `${countText(part.total)} samples`}
        {part !== undefined &&
          part.read < 1 &&
          ` so far: ${Math.floor(100 * part.read)} % of the file is read`}
        {part !== undefined && '.'}
        {part?.isJudged === false && ' Verdicts come when the items are read.'}
        {part !== undefined && part.unread > 0 && ` ${countText(part.unread)} lines hold no sample.`}
      </p>
      <Filters query={query} runs={runs} source={id} benchmarks={part?.benchmarks ?? []} />
      <FaultNote error={error} />
      <p role="status" className="note">
        {part !== undefined && `${countText(part.matched)} of ${countText(part.total)} rows shown`}
      </p>
      <div className={query.has('item') ? 'items with-detail' : 'items'}>
        <Rows key={asked} rows={rows} query={query} source={id} />
        {query.has('item') && <Detail run={run} query={query} />}
      </div>
    </>
  )
}

function serverQuery(run: string, query: URLSearchParams): string {
  const asked = new URLSearchParams({ run })
  for (const name of ['q', 'verdict', 'benchmark', 'sort']) {
    const value = query.get(name) ?? ''
    if (value !== '') asked.set(name, value)
  }
  return asked.toString()
}

function Filters({
  query,
  runs,
  source,
  benchmarks,
}: {
  readonly query: URLSearchParams
  readonly runs: readonly ItemsRun[]
  readonly source: string
  readonly benchmarks: readonly string[]
}): ReactNode {
  const set = (name: string, value: string): void => {
    replaceRoute('items', { ...Object.fromEntries(query), [name]: value })
  }
  const given = (name: string): string => query.get(name) ?? ''
  return (
    <search className="filters">
      <label>
        Search{' '}
        <input
          type="search"
          defaultValue={given('q')}
          onChange={({ target }) => {
            set('q', target.value)
          }}
        />
      </label>
      {runs.length > 1 && (
        <label>
          run{' '}
          <select
            value={source}
            onChange={({ target }) => {
              replaceRoute('items', { ...withoutRow(query), source: target.value })
            }}
          >
            {runs.map(({ id, name }) => (
              <option key={id} value={id}>
                {visibleText(name)}
              </option>
            ))}
          </select>
        </label>
      )}
      <Choice
        name="verdict"
        value={given('verdict')}
        options={VERDICTS.map((one) => [one, one] as const)}
        set={set}
      />
      {benchmarks.length > 1 && (
        <Choice
          name="benchmark"
          value={given('benchmark')}
          options={benchmarks.map((one) => [one, one] as const)}
          set={set}
        />
      )}
      <Choice
        name="sort"
        value={given('sort')}
        options={SORTS.flatMap((one) => [
          [one, `${one}, rising`] as const,
          [`-${one}`, `${one}, falling`] as const,
        ])}
        set={set}
      />
    </search>
  )
}

/** Only the rows in sight are in the page, and few more in the browser. */
function Rows({
  rows,
  query,
  source,
}: {
  readonly rows: RemoteRows
  readonly query: URLSearchParams
  readonly source: string
}): ReactNode {
  const scroller = useRef<HTMLElement>(null)
  const matched = rows.part?.matched ?? 0
  const virtual = useVirtualizer({
    count: matched,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
  })
  const inSight = virtual.getVirtualItems()
  const [first, last] = [inSight[0]?.index ?? 0, inSight.at(-1)?.index ?? 0]
  const { show } = rows
  useEffect(() => {
    show(first, last)
  }, [show, first, last])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take the focus to be scrolled by keys
    <section ref={scroller} className="rows" aria-label="Samples" aria-busy={rows.isLate} tabIndex={0}>
      <ol style={{ height: virtual.getTotalSize() }}>
        {inSight.map(({ index, start }) => {
          const placed = rows.rowAt(index)
          const isOpen = placed !== undefined && isNamed(placed, query)
          return (
            <li
              key={index}
              aria-setsize={matched}
              aria-posinset={index + 1}
              className={isOpen ? 'open' : ''}
              style={{ transform: `translateY(${start}px)`, height: ROW_HEIGHT }}
            >
              {placed !== undefined && (
                <a
                  href={hrefOf('items', { ...withoutRow(query), ...rowQuery({ ...placed.row, source }) })}
                  aria-current={isOpen ? 'true' : undefined}
                >
                  <RowCells row={placed.row} source={undefined} />
                </a>
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

function isNamed({ row }: PlacedRow, query: URLSearchParams): boolean {
  return (
    query.get('item') === row.item &&
    (query.get('in') ?? row.benchmark) === row.benchmark &&
    (query.get('variant') ?? '') === (row.variant ?? '') &&
    (query.get('trial') ?? `${row.trial}`) === `${row.trial}`
  )
}

function Detail({ run, query }: { readonly run: string; readonly query: URLSearchParams }): ReactNode {
  const asked = new URLSearchParams({ run })
  // An address names a sample without a variant by an empty one, and leaves out members without a value.
  for (const name of ['item', 'in', 'variant', 'trial']) {
    const value = query.get(name)
    if (value !== null) asked.set(name, value)
  }
  const { value, error } = useAnswer<ItemPart>(`api/item?${asked.toString()}`)
  if (error !== undefined) {
    return (
      <p role="alert">
        The sample of <ForeignText text={query.get('item') ?? ''} /> cannot be shown:{' '}
        <ForeignText text={error instanceof Error ? error.message : String(error)} />
      </p>
    )
  }
  if (value === undefined) return <p role="status">Reading the sample…</p>
  return <ItemDetail page={pageOf(value)} place={0} close={hrefOf('items', withoutRow(query))} />
}

/** A page of this one sample. */
function pageOf({ row, evidence, asked }: ItemPart): ItemsPage {
  return {
    total: 1,
    rows: [{ ...row, ...(asked === undefined ? {} : { asked: 0 }) }],
    evidence: [evidence ?? null],
    asked: asked === undefined ? [] : [asked],
    caps: { rows: 1, evidenceBytes: 0, textLength: 0 },
    left: { rows: 0, evidence: 0 },
  }
}
