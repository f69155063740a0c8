import { type ReactNode, useState } from 'react'

/** What is drawn only once it is opened: long tables would keep the page from being ready. */
export function Fold({
  summary,
  children,
}: {
  readonly summary: ReactNode
  readonly children: () => ReactNode
}): ReactNode {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open)
      }}
    >
      <summary>{summary}</summary>
      {isOpen && children()}
    </details>
  )
}
