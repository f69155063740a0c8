import type { ReactNode } from 'react'
import { visibleParts } from '../text/visible.js'

/** A text of a model, a catalog or a file name: isolated from the writing direction around it, nothing hidden in it. */
export function ForeignText({ text }: { readonly text: string }): ReactNode {
  return <bdi>{shown(text)}</bdi>
}

/** The same on several lines, exactly as it was written. */
export function ForeignBlock({ text, label }: { readonly text: string; readonly label: string }): ReactNode {
  return (
    <section className="scroll" aria-label={label} {...focusable}>
      <pre dir="auto">{shown(text)}</pre>
    </section>
  )
}

/** What scrolls must be reachable by keyboard. */
const focusable = { tabIndex: 0 }

function shown(text: string): ReactNode {
  const parts = visibleParts(text)
  if (parts.length === 1 && parts[0]?.kind === 'plain') return text
  let at = 0
  return parts.map((part) => {
    const key = at
    at += part.text.length
    return part.kind === 'plain' ? (
      part.text
    ) : (
      <span key={key} className="hidden-character">
        {part.text}
      </span>
    )
  })
}
