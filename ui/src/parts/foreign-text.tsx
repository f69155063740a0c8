import type { ReactNode } from 'react'
import { visibleParts } from '../text/visible.js'

/** A text of a model, a catalog or a file name: isolated from the writing direction around it, nothing hidden in it. */
export function ForeignText({ text }: { readonly text: string }): ReactNode {
  return <bdi>{shownText(text)}</bdi>
}

/** The same on several lines, exactly as it was written. */
export function ForeignBlock({ text, label }: { readonly text: string; readonly label: string }): ReactNode {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus to be scrolled by keys
    <div className="scroll verbatim" role="group" aria-label={label} tabIndex={0}>
      <pre dir="auto">{shownText(text)}</pre>
    </div>
  )
}

/** The text with what is invisible spelled out. */
export function shownText(text: string): ReactNode {
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
