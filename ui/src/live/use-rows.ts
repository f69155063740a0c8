import { useCallback, useEffect, useRef, useState } from 'react'
import type { ItemsPart, PlacedRow } from '../../../src/report/live/live-view.js'
import { ask } from './api.js'

/** Rows of one question. */
const PART = 100
/** While the server still reads the file, or a run goes on. */
const AGAIN_MS = 1000
/** Parts that are kept; 10,000 rows have about 5 MB. */
const MOST_PARTS = 100

export interface RemoteRows {
  /** Undefined before the first answer. */
  readonly part: ItemsPart | undefined
  readonly error: unknown
  /** Whether rows of an earlier query still stand in the place of those of this one. */
  readonly isLate: boolean
  /** A row among those that fit; undefined while it is on its way. */
  readonly rowAt: (index: number) => PlacedRow | undefined
  /** Says which rows are in sight; missing ones are asked for. */
  readonly show: (first: number, last: number) => void
}

interface Held {
  readonly query: string
  readonly parts: ReadonlyMap<number, readonly PlacedRow[]>
  readonly latest: ItemsPart | undefined
  readonly error: unknown
}

/** Rows that fit a query, asked for in parts as they come into sight. */
export function useRows(query: string, isGrowing: boolean): RemoteRows {
  const [held, setHeld] = useState<Held>({ query, parts: new Map(), latest: undefined, error: undefined })
  const asked = useRef({ query, parts: new Set<number>() })
  const sight = useRef({ first: 0, last: 0 })
  const pending = useRef(0)

  const load = useCallback(
    async (part: number) => {
      if (asked.current.parts.has(part)) return
      const mine = asked.current
      mine.parts.add(part)
      pending.current++
      try {
        const answer = await ask<ItemsPart>(`api/items?${query}&from=${part * PART}&count=${PART}`)
        if (asked.current !== mine) return
        setHeld((before) => {
          const parts = new Map(before.query === query ? before.parts : [])
          parts.delete(part)
          parts.set(part, answer.rows)
          for (const old of [...parts.keys()].slice(0, -MOST_PARTS)) {
            parts.delete(old)
            mine.parts.delete(old)
          }
          return { query, parts, latest: answer, error: undefined }
        })
      } catch (error) {
        mine.parts.delete(part)
        if (asked.current === mine) setHeld((before) => ({ ...before, error }))
      } finally {
        pending.current--
      }
    },
    [query],
  )

  const loadSight = useCallback(() => {
    const { first, last } = sight.current
    for (let part = Math.floor(first / PART); part <= Math.floor(last / PART); part++) void load(part)
  }, [load])

  useEffect(() => {
    asked.current = { query, parts: new Set() }
    sight.current = { first: 0, last: 0 }
    loadSight()
  }, [query, loadSight])

  const { latest } = held
  const isReading = isGrowing || (latest !== undefined && (latest.read < 1 || !latest.isJudged))
  useEffect(() => {
    if (!isReading) return
    const timer = setInterval(() => {
      if (pending.current > 0) return
      // What is in sight is asked for once more; the rest when it comes into sight.
      asked.current = { query, parts: new Set() }
      loadSight()
    }, AGAIN_MS)
    return () => clearInterval(timer)
  }, [isReading, query, loadSight])

  const isOwn = held.query === query
  return {
    // The rows of the query before stay in sight until those of this one come.
    part: held.latest,
    error: held.error,
    isLate: !isOwn,
    rowAt: (index) => held.parts.get(Math.floor(index / PART))?.[index % PART],
    show: useCallback(
      (first, last) => {
        sight.current = { first, last }
        if (isOwn) loadSight()
      },
      [isOwn, loadSight],
    ),
  }
}
