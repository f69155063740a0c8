import type { ReactNode } from 'react'
import { visibleText } from '../text/visible.js'
import { shownText } from './foreign-text.js'

/** A table that scrolls sideways within itself where the page is narrow, reachable by keyboard. */
export function ScrollTable({
  caption,
  children,
}: {
  readonly caption: string
  readonly children: ReactNode
}): ReactNode {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus to be scrolled by keys
    <div className="scroll" role="group" aria-label={visibleText(caption)} tabIndex={0}>
      <table>
        <caption>
          <span>{shownText(caption)}</span>
        </caption>
        {children}
      </table>
    </div>
  )
}
