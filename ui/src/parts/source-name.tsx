import { createContext, type ReactNode, useContext } from 'react'
import type { ReportSource } from '../../../src/report/pages/report-source.js'
import { ForeignText } from './foreign-text.js'

/** What the report was made from; pages name sources by id. */
export const Sources = createContext<readonly ReportSource[]>([])

/** The name of a source, by its id. */
export function SourceName({ id }: { readonly id: string }): ReactNode {
  const sources = useContext(Sources)
  return (
    <span className="quiet">
      <ForeignText text={sources.find((source) => source.id === id)?.name ?? id} />
    </span>
  )
}
