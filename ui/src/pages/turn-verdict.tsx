import type { ReactNode } from 'react'
import type { TurnVerdictView } from '../../../src/report/pages/dialogues-page.js'
import type { Weight } from '../../../src/report/pages/overview-page.js'
import { Badge } from '../parts/badge.js'
import { ForeignText } from '../parts/foreign-text.js'
import { ScrollTable } from '../parts/scroll-table.js'
import { countText } from '../text/number-text.js'

/** What a turn came to, and what keeps it from being right. */
export function TurnVerdict({
  verdict: { act, tools, arguments: given, fault, reasons, verdict },
}: {
  readonly verdict: TurnVerdictView
}): ReactNode {
  const counts = [
    { name: 'calls', count: tools },
    { name: 'arguments', count: given },
  ]
  return (
    <div className="turn-verdict">
      {reasons.length > 0 && (
        <ul>
          {reasons.map((reason) => (
            <li key={reason}>
              <ForeignText text={reason} />
            </li>
          ))}
        </ul>
      )}
      {verdict !== 'right' && act !== undefined && (
        <ScrollTable caption="What was done, gold beside the subject">
          <thead>
            <tr>
              <td />
              <th scope="col" className="number">
                gold
              </th>
              <th scope="col" className="number">
                subject
              </th>
              <th scope="col" className="number">
                right
              </th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">act</th>
              <td className="number">
                <ForeignText text={act.gold} />
              </td>
              <td className="number">
                <ForeignText text={act.subject} />
              </td>
              <td className="number">{act.gold === act.subject ? 'yes' : 'no'}</td>
            </tr>
            {fault !== undefined && (
              <tr>
                <th scope="row">ended by</th>
                <td />
                <td className="number fault-line">
                  <ForeignText text={fault} />
                </td>
                <td />
              </tr>
            )}
            {counts.map(({ name, count }) =>
              count === undefined ? null : (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td className="number">{countText(count.asked)}</td>
                  <td className="number">{countText(count.given)}</td>
                  <td className="number">{countText(count.right)}</td>
                </tr>
              ),
            )}
          </tbody>
        </ScrollTable>
      )}
    </div>
  )
}

/** A turn's verdict in words. */
export function TurnBadge({ verdict }: { readonly verdict: TurnVerdictView['verdict'] }): ReactNode {
  return <Badge weight={WEIGHTS[verdict]}>{WORDS[verdict]}</Badge>
}

const WORDS: Readonly<Record<TurnVerdictView['verdict'], string>> = {
  right: 'right',
  'right-outcome': 'right outcome, another way',
  wrong: 'wrong',
  unmeasured: 'unmeasured',
}

const WEIGHTS: Readonly<Record<TurnVerdictView['verdict'], Weight>> = {
  right: 'good',
  'right-outcome': 'warn',
  wrong: 'bad',
  unmeasured: 'unmeasured',
}
