import type { ReactNode } from 'react'
import { visibleText } from '../text/visible.js'
import { shownText } from './foreign-text.js'

/** A stretch of a text with what is said of it. */
export interface Mark {
  readonly start: number
  readonly end: number
  readonly kind: 'call' | 'fault' | 'repair'
  readonly label: string
}

/** A text as it was written, with stretches marked. Marks may overlap; those beyond the text are left out. */
export function MarkedText({
  text,
  marks,
  label,
}: {
  readonly text: string
  readonly marks: readonly Mark[]
  readonly label: string
}): ReactNode {
  const within = marks.filter(({ start, end }) => start >= 0 && start < end && end <= text.length)
  const cuts = [...new Set([0, text.length, ...within.flatMap(({ start, end }) => [start, end])])].sort(
    (a, b) => a - b,
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus to be scrolled by keys
    <div className="scroll verbatim" role="group" aria-label={label} tabIndex={0}>
      <pre dir="auto">
        {cuts.slice(0, -1).map((start, at) => {
          const end = cuts[at + 1] ?? text.length
          const over = within.filter((mark) => mark.start <= start && mark.end >= end)
          const part = shownText(text.slice(start, end))
          if (over.length === 0) return <span key={start}>{part}</span>
          return (
            <mark
              key={start}
              className={[...new Set(over.map(({ kind }) => kind))].join(' ')}
              title={visibleText(over.map((mark) => mark.label).join('; '))}
            >
              {part}
            </mark>
          )
        })}
      </pre>
    </div>
  )
}
