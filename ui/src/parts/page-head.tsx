import type { ReactNode } from 'react'
import { hrefOf } from '../route.js'
import { ThemeChoice } from '../theme-choice.js'

/** The name, the pages and the choice of colours, above everything. */
export function PageHead({
  pages,
  current,
}: {
  readonly pages: readonly { readonly id: string; readonly title: string }[]
  /** Id of the page that is shown. */
  readonly current: string | undefined
}): ReactNode {
  return (
    <header className="head">
      <span className="brand">Assay</span>
      <nav aria-label="Pages">
        <ul>
          {pages.map(({ id, title }) => (
            <li key={id}>
              <a href={hrefOf(id)} aria-current={id === current ? 'page' : undefined}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <ThemeChoice />
    </header>
  )
}
