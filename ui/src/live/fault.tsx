import type { ReactNode } from 'react'
import { ForeignText } from '../parts/foreign-text.js'
import { ApiError } from './api.js'

/** What went wrong and what can be done about it. */
export function FaultNote({ error }: { readonly error: unknown }): ReactNode {
  if (error === undefined) return null
  const fix = error instanceof ApiError ? error.fix : undefined
  return (
    <p role="alert" className="fault-note">
      <ForeignText text={error instanceof Error ? error.message : String(error)} />
      {fix !== undefined && (
        <>
          {' '}
          <ForeignText text={fix} />
        </>
      )}
    </p>
  )
}
