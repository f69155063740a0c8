import type { ReactNode } from 'react'
import type { Weight } from '../../../src/report/pages/overview-page.js'

/** A verdict in a word; its mark tells the weight without colour. */
export function Badge({
  weight,
  children,
}: {
  readonly weight: Weight
  readonly children: ReactNode
}): ReactNode {
  return (
    <span className={`badge ${weight}`}>
      <span aria-hidden="true" className="badge-mark">
        {MARKS[weight]}
      </span>
      {children}
    </span>
  )
}

const MARKS: Readonly<Record<Weight, string>> = { good: '●', info: '○', warn: '▲', bad: '■', unmeasured: '–' }
