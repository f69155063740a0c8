import type { ReactNode } from 'react'
import type { TracedCall } from '../../../src/agent/turn-record.js'
import type { FlowEdge } from '../../../src/report/pages/dialogues-page.js'
import { ForeignText } from '../parts/foreign-text.js'
import { countText } from '../text/number-text.js'
import type { Flow } from './flow-difference.js'

/** The calls that ran, in their order, with what came of each and where its arguments came from. */
export function CallTrace({
  flow: { trace, flow },
  isOnlyHere,
  elsewhere,
}: {
  readonly flow: Flow
  /** By the place of the edge. */
  readonly isOnlyHere: readonly boolean[]
  /** What is said of such an edge. */
  readonly elsewhere: string
}): ReactNode {
  const edges = flow.map((edge, at) => ({ ...edge, isOnlyHere: isOnlyHere[at] ?? false }))
  return (
    <ol className="trace">
      {trace.map(({ tool, arguments: given, outcome, injected }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: calls of a trace never move
        <li key={place}>
          <code>
            <ForeignText text={`${tool}(${JSON.stringify(given, shortResult)})`} />
          </code>{' '}
          <span className="quiet">
            {outcomeText(outcome)}
            {injected !== undefined && <ForeignText text={` (made to fail: ${injected})`} />}
          </span>
          <Origins edges={edges.filter(({ to }) => to === place)} elsewhere={elsewhere} />
        </li>
      ))}
    </ol>
  )
}

/** Ids of results are hashes: eight characters tell them apart. */
function shortResult(key: string, value: unknown): unknown {
  return key === '$result' && typeof value === 'string' && value.length > 8 ? `${value.slice(0, 8)}…` : value
}

function Origins({
  edges,
  elsewhere,
}: {
  readonly edges: readonly (FlowEdge & { readonly isOnlyHere: boolean })[]
  readonly elsewhere: string
}): ReactNode {
  if (edges.length === 0) return null
  return (
    <ul className="origins">
      {edges.map(({ from, parameter, isOnlyHere }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: edges never move
        <li key={at}>
          <ForeignText text={parameter} /> ←{' '}
          <ForeignText
            text={from.kind === 'call' ? `call ${from.call + 1}` : `cache ${from.key ?? from.id}`}
          />
          {isOnlyHere && <strong className="fault-line"> {elsewhere}</strong>}
        </li>
      ))}
    </ul>
  )
}

function outcomeText(outcome: TracedCall['outcome']): ReactNode {
  switch (outcome.kind) {
    case 'result':
      return `→ ${countText(outcome.count)} ${outcome.count === 1 ? 'row' : 'rows'}`
    case 'value':
      return <ForeignText text={`→ ${JSON.stringify(outcome.value)}`} />
    case 'none':
      return '→ None'
    case 'error':
      return <ForeignText text={`${outcome.error.fault}: ${outcome.error.message}`} />
    default:
      return outcome satisfies never
  }
}
