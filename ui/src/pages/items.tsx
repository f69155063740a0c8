import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useDeferredValue, useMemo, useRef } from 'react'
import type { ItemRow, ItemsPage } from '../../../src/report/pages/items-page.js'
import type { ReportSource } from '../../../src/report/pages/report-source.js'
import { Badge } from '../parts/badge.js'
import { ForeignText } from '../parts/foreign-text.js'
import { hrefOf, replaceRoute } from '../route.js'
import { countText } from '../text/number-text.js'
import { visibleText } from '../text/visible.js'
import { ItemDetail } from './item-detail.js'
import { filterOf, type ItemFilter, placeOf, placesOf, rowQuery, SORTS, searchTexts } from './item-rows.js'
import { VERDICT_WEIGHTS } from './item-verdicts.js'

export const ROW_HEIGHT = 36

/** Every sample: filtered, sorted, one of them open. All of it stands in the address. */
export function Items({
  page,
  sources,
  query,
}: {
  readonly page: ItemsPage
  readonly sources: readonly ReportSource[]
  readonly query: URLSearchParams
}): ReactNode {
  const texts = useMemo(() => searchTexts(page), [page])
  const address = useDeferredValue(query.toString())
  const places = useMemo(
    () => placesOf(page, texts, filterOf(new URLSearchParams(address))),
    [page, texts, address],
  )
  const open = placeOf(page, query)
  const isMissing = query.has('item') && open === undefined
  const { total, left, caps } = page
  return (
    <>
      <h1>Items</h1>
      <p className="quiet">
        {countText(total)} samples.
        {left.rows > 0 &&
          ` This file lists ${countText(caps.rows)}; ${countText(left.rows)} more are in the run folders.`}
        {left.evidence > 0 && ` Of ${countText(left.evidence)} rows the text was left out for room.`}
      </p>
      <Filters filter={filterOf(query)} page={page} sources={sources} query={query} />
      <p role="status" className="note">
        {countText(places.length)} of {countText(page.rows.length)} rows shown
      </p>
      <p className="note on-paper">On paper are the rows in sight; --items-csv writes all of them.</p>
      {isMissing && (
        <p role="alert">
          The item <ForeignText text={query.get('item') ?? ''} /> is not among the rows of this file.
        </p>
      )}
      <div className={open === undefined ? 'items' : 'items with-detail'}>
        <Rows page={page} places={places} query={query} sources={sources} open={open} />
        {open !== undefined && (
          <ItemDetail page={page} place={open} close={hrefOf('items', withoutRow(query))} />
        )}
      </div>
    </>
  )
}

function Filters({
  filter,
  page,
  sources,
  query,
}: {
  readonly filter: ItemFilter
  readonly page: ItemsPage
  readonly sources: readonly ReportSource[]
  readonly query: URLSearchParams
}): ReactNode {
  const benchmarks = useMemo(() => [...new Set(page.rows.map(({ benchmark }) => benchmark))], [page])
  const set = (name: string, value: string): void => {
    replaceRoute('items', { ...Object.fromEntries(query), [name]: value })
  }
  return (
    <search className="filters">
      <label>
        Search{' '}
        <input
          type="search"
          defaultValue={filter.text}
          onChange={({ target }) => {
            set('q', target.value)
          }}
        />
      </label>
      <Choice name="verdict" value={filter.verdict} options={VERDICTS.map((one) => [one, one])} set={set} />
      {sources.length > 1 && (
        <Choice
          name="source"
          value={filter.source}
          options={sources.map(({ id, name }) => [id, name])}
          set={set}
        />
      )}
      {benchmarks.length > 1 && (
        <Choice
          name="benchmark"
          value={filter.benchmark}
          options={benchmarks.map((one) => [one, one])}
          set={set}
        />
      )}
      <Choice
        name="sort"
        value={filter.sort}
        options={SORTS.flatMap((one): [string, string][] => [
          [one, `${one}, rising`],
          [`-${one}`, `${one}, falling`],
        ])}
        set={set}
      />
    </search>
  )
}

export function Choice({
  name,
  value,
  options,
  set,
}: {
  readonly name: string
  readonly value: string
  readonly options: readonly (readonly [value: string, text: string])[]
  readonly set: (name: string, value: string) => void
}): ReactNode {
  return (
    <label>
      {name}{' '}
      <select
        value={value}
        onChange={({ target }) => {
          set(name, target.value)
        }}
      >
        <option value="">{name === 'sort' ? 'as in the report' : 'all'}</option>
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {visibleText(text)}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Only the rows in sight are in the page. */
function Rows({
  page,
  places,
  query,
  sources,
  open,
}: {
  readonly page: ItemsPage
  readonly places: readonly number[]
  readonly query: URLSearchParams
  readonly sources: readonly ReportSource[]
  readonly open: number | undefined
}): ReactNode {
  const scroller = useRef<HTMLElement>(null)
  const virtual = useVirtualizer({
    count: places.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
  })
  const names = new Map(sources.map(({ id, name }) => [id, name]))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take the focus to be scrolled by keys
    <section ref={scroller} className="rows" aria-label="Samples" tabIndex={0}>
      <ol style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const place = places[index] ?? 0
          const row = page.rows[place]
          if (row === undefined) return null
          return (
            <li
              key={place}
              aria-setsize={places.length}
              aria-posinset={index + 1}
              className={place === open ? 'open' : ''}
              style={{ transform: `translateY(${start}px)`, height: ROW_HEIGHT }}
            >
              <a
                href={hrefOf('items', { ...withoutRow(query), ...rowQuery(row) })}
                aria-current={place === open ? 'true' : undefined}
              >
                <RowCells row={row} source={sources.length > 1 ? names.get(row.source) : undefined} />
              </a>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

export function RowCells({
  row,
  source,
}: {
  readonly row: ItemRow
  readonly source: string | undefined
}): ReactNode {
  return (
    <>
      <span className="row-verdict">
        <Badge weight={VERDICT_WEIGHTS[row.verdict]}>{row.verdict}</Badge>
      </span>
      <span className="row-name">
        <ForeignText text={row.item} />
        {row.variant !== undefined && (
          <span className="quiet">
            {' '}
            <ForeignText text={row.variant} />
          </span>
        )}
        {row.trial > 0 && <span className="quiet"> trial {row.trial + 1}</span>}
      </span>
      {source !== undefined && (
        <span className="row-source quiet">
          <ForeignText text={source} />
        </span>
      )}
      <span className="row-outcome quiet">
        <ForeignText text={row.level === undefined ? row.outcome : `${row.outcome} ${row.level}`} />
      </span>
      <span className="row-said">
        <ForeignText text={row.said} />
      </span>
    </>
  )
}

/** The address without the sample that is open. */
export function withoutRow(query: URLSearchParams): Readonly<Record<string, string>> {
  const rest = new URLSearchParams(query)
  for (const name of ['item', 'from', 'in', 'variant', 'trial']) rest.delete(name)
  return Object.fromEntries(rest)
}

export const VERDICTS = ['right', 'wrong', 'partial', 'error', 'unmeasured'] as const
