import type { ReactNode } from 'react'
import type { CutText } from '../../../src/report/pages/cut-text.js'
import type { ItemEvidence, ItemsPage } from '../../../src/report/pages/items-page.js'
import { Badge } from '../parts/badge.js'
import { ForeignBlock, ForeignText } from '../parts/foreign-text.js'
import { MarkedText } from '../parts/marked-text.js'
import { ScrollTable } from '../parts/scroll-table.js'
import { countText } from '../text/number-text.js'
import { visibleText } from '../text/visible.js'
import { CallReadings, callMarks } from './call-readings.js'
import { VERDICT_WEIGHTS } from './item-verdicts.js'

/** One sample: what was asked, what is right, what was said, word for word, and how it was read. */
export function ItemDetail({
  page,
  place,
  close,
}: {
  readonly page: ItemsPage
  readonly place: number
  readonly close: string
}): ReactNode {
  const row = page.rows[place]
  if (row === undefined) return null
  const evidence = page.evidence[place] ?? undefined
  const asked = row.asked === undefined ? undefined : page.asked[row.asked]
  return (
    <article className="detail" aria-label={visibleText(`Sample ${row.item}`)}>
      <p className="detail-head">
        <Badge weight={VERDICT_WEIGHTS[row.verdict]}>{row.verdict}</Badge>
        <span className="quiet">
          <ForeignText
            text={[row.benchmark, row.variant, row.outcome, row.level].filter(Boolean).join(' · ')}
          />
        </span>
        <a href={close}>Close</a>
      </p>
      <h2>
        <ForeignText text={row.item} />
      </h2>
      {asked !== undefined && (
        <>
          <h3>Asked</h3>
          <Cut text={asked.prompt} label="What was asked" />
          {asked.options !== undefined && (
            <ol type="A">
              {asked.options.map((option) => (
                <li key={option}>
                  <ForeignText text={option} />
                </li>
              ))}
            </ol>
          )}
          <h3>Right</h3>
          <Cut text={asked.gold} label="The right answer" />
        </>
      )}
      {evidence === undefined ? (
        <p>
          The text of this sample was left out of this file for room, or there is none. It is in the run
          folder.
        </p>
      ) : (
        <Evidence evidence={evidence} />
      )}
      {asked?.offered !== undefined && asked.offered.length > 0 && (
        <details>
          <summary>{asked.offered.length} tools offered</summary>
          <p>
            <ForeignText text={asked.offered.join(', ')} />
          </p>
        </details>
      )}
    </article>
  )
}

function Evidence({ evidence }: { readonly evidence: ItemEvidence }): ReactNode {
  const { said, form, calls, choice, ranked, firstTokens, error, stopReason, usage, durationMs } = evidence
  const facts = [
    form === 'message' ? 'JSON of the API' : undefined,
    stopReason === undefined ? undefined : `stopped: ${stopReason}`,
    usage?.completionTokens === undefined ? undefined : `${countText(usage.completionTokens)} tokens written`,
    durationMs === undefined ? undefined : `${countText(Math.round(durationMs))} ms`,
    evidence.isCached ? 'from the cache' : undefined,
    evidence.isRedacted ? 'secrets were replaced' : undefined,
  ].filter((fact) => fact !== undefined)
  return (
    <>
      {error !== undefined && (
        <p role="note">
          <Badge weight="warn">error</Badge> <ForeignText text={`${error.code}: ${error.message}`} />
        </p>
      )}
      {said !== undefined && (
        <>
          <h3>Said</h3>
          <MarkedText
            text={said.text}
            marks={calls === undefined ? [] : callMarks(calls, said.text.length)}
            label="What was said, word for word"
          />
          <CutNote text={said} />
        </>
      )}
      {facts.length > 0 && (
        <p className="note">
          <ForeignText text={facts.join(' · ')} />
        </p>
      )}
      {calls !== undefined && <CallReadings calls={calls} />}
      {choice !== undefined && (
        <ScrollTable caption={`What was chosen (${choice.method}, ${choice.rule})`}>
          <thead>
            <tr>
              <th scope="col">label</th>
              <th scope="col">stands for</th>
              <th scope="col" className="number">
                probability
              </th>
              <th scope="col" />
            </tr>
          </thead>
          <tbody>
            {Object.entries(choice.labels).map(([label, meaning]) => (
              <tr key={label}>
                <th scope="row">
                  <ForeignText text={label} />
                </th>
                <td>
                  <ForeignText text={meaning} />
                </td>
                <td className="number">{probabilityText(choice.logprobs?.[label])}</td>
                <td>
                  {[label === choice.chosen ? 'chosen' : '', label === choice.gold ? 'right' : '']
                    .filter(Boolean)
                    .join(', ')}
                </td>
              </tr>
            ))}
          </tbody>
        </ScrollTable>
      )}
      {ranked !== undefined && (
        <>
          <h3>Ranked</h3>
          <ol>
            {ranked.map(({ name, isGold }) => (
              <li key={name} className={isGold ? 'strong' : ''}>
                <ForeignText text={name} />
                {isGold && ' (needed)'}
              </li>
            ))}
          </ol>
        </>
      )}
      {firstTokens !== undefined && firstTokens.length > 0 && (
        <ScrollTable caption="Tokens that could have stood first">
          <thead>
            <tr>
              <th scope="col">token</th>
              <th scope="col" className="number">
                probability
              </th>
            </tr>
          </thead>
          <tbody>
            {firstTokens.map(({ text, logprob }, at) => (
              // Two tokens may have one text.
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
              <tr key={at}>
                <th scope="row">
                  <code>
                    <ForeignText text={JSON.stringify(text)} />
                  </code>
                </th>
                <td className="number">{probabilityText(logprob)}</td>
              </tr>
            ))}
          </tbody>
        </ScrollTable>
      )}
    </>
  )
}

function Cut({ text, label }: { readonly text: CutText; readonly label: string }): ReactNode {
  return (
    <>
      <ForeignBlock text={text.text} label={label} />
      <CutNote text={text} />
    </>
  )
}

function CutNote({ text: { text, length } }: { readonly text: CutText }): ReactNode {
  if (text.length >= length) return null
  return (
    <p className="note">
      The first {countText(text.length)} of {countText(length)} characters; the rest is in the run folder.
    </p>
  )
}

function probabilityText(logprob: number | undefined): string {
  if (logprob === undefined) return ''
  const probability = Math.exp(logprob)
  return probability < 0.0001 ? probability.toExponential(1) : probability.toFixed(4)
}
