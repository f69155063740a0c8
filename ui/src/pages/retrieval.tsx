import type { ReactNode } from 'react'
import type {
  Confusion,
  InternalizationRow,
  RetrievalPage,
  ToolView,
} from '../../../src/report/pages/retrieval-page.js'
import { Fold } from '../parts/fold.js'
import { ForeignBlock, ForeignText } from '../parts/foreign-text.js'
import { ItemLinks } from '../parts/item-links.js'
import { ScoreTable } from '../parts/score-table.js'
import { ScrollTable } from '../parts/scroll-table.js'
import { hrefOf } from '../route.js'
import { isAddressed } from '../text/is-addressed.js'
import { countText, valueText } from '../text/number-text.js'
import { InternalizationScatter } from './internalization-scatter.js'
import { RecallCurves } from './recall-curves.js'

/** Whether tools are found: recall by depth and tier, what comes from the trie, what is taken for what, tool by tool. */
export function Retrieval({
  page,
  query,
}: {
  readonly page: RetrievalPage
  readonly query: URLSearchParams
}): ReactNode {
  const { curves, internalization, service, others, confusions, tools, left } = page
  const name = query.get('tool')
  if (name !== null) {
    const tool = tools.find((one) => isAddressed(one.name, name))
    return <ToolPage name={name} tool={tool} />
  }
  const benchmarks = [...new Set(curves.map(({ benchmark }) => benchmark))]
  return (
    <>
      <h1>Retrieval</h1>
      {benchmarks.map((benchmark) => (
        <RecallCurves
          key={benchmark}
          benchmark={benchmark}
          curves={curves.filter((curve) => curve.benchmark === benchmark)}
        />
      ))}
      {internalization.length > 0 && <Internalization rows={internalization} />}
      {service.length > 0 && (
        <>
          <h2>Services instead of tools</h2>
          <ScoreTable caption="Recall of the right service" rows={service} />
        </>
      )}
      {confusions.length > 0 && <Confusions confusions={confusions} left={left.confusions} />}
      {tools.length > 0 && <Tools tools={tools} left={left.tools} />}
      {others.length > 0 && (
        <Fold summary={`Every other measure (${countText(others.length)})`}>
          {() => <ScoreTable caption="Other measures" rows={others} />}
        </Fold>
      )}
    </>
  )
}

function Internalization({ rows }: { readonly rows: readonly InternalizationRow[] }): ReactNode {
  return (
    <>
      <h2>Constrained against free</h2>
      <p>
        Rc is recall under a trie of the tools' names, Rf when the model writes freely; IS is Rf over Rc. IS
        says nothing of how much is recalled, so it stands beside Rc.
      </p>
      <InternalizationScatter rows={rows} />
      <ScoreTable
        caption="Rc, Rf and IS"
        rows={rows.flatMap(({ subject, benchmark, rc, rf, is }) =>
          [rc, rf, is].flatMap((score) => (score === undefined ? [] : [{ subject, benchmark, score }])),
        )}
      />
    </>
  )
}

function Confusions({
  confusions,
  left,
}: {
  readonly confusions: readonly Confusion[]
  readonly left: number
}): ReactNode {
  return (
    <>
      <h2>What is taken for what</h2>
      <ScrollTable caption="A wrong tool stood first where the needed one did not">
        <thead>
          <tr>
            <th scope="col">subject</th>
            <th scope="col">needed</th>
            <th scope="col">taken</th>
            <th scope="col" className="number">
              times
            </th>
            <th scope="col" className="number">
              of items
            </th>
            <th scope="col">see</th>
          </tr>
        </thead>
        <tbody>
          {confusions.map(({ source, subject, benchmark, gold, taken, count, of, items }) => (
            <tr key={JSON.stringify([source, subject, benchmark, gold, taken])}>
              <th scope="row">
                <ForeignText text={subject} />
              </th>
              <td>
                <a href={hrefOf('retrieval', { tool: gold })}>
                  <ForeignText text={gold} />
                </a>
              </td>
              <td>
                <ForeignText text={taken} />
              </td>
              <td className="number strong">{countText(count)}</td>
              <td className="number">{countText(of)}</td>
              <td>
                <ItemLinks items={items} from={source} benchmark={benchmark} />
              </td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
      {left > 0 && <p className="note">{countText(left)} rarer pairs are left out.</p>}
    </>
  )
}

function Tools({ tools, left }: { readonly tools: readonly ToolView[]; readonly left: number }): ReactNode {
  return (
    <>
      <h2>Tool by tool</h2>
      <ScrollTable caption="Tools that were sought, the least found first">
        <thead>
          <tr>
            <th scope="col">tool</th>
            <th scope="col">service</th>
            <th scope="col" className="number">
              found
            </th>
            <th scope="col" className="number">
              sought
            </th>
            <th scope="col">change to try</th>
          </tr>
        </thead>
        <tbody>
          {tools.map(({ name, service, found, sought, k, change }) => (
            <tr key={name}>
              <th scope="row">
                <a href={hrefOf('retrieval', { tool: name })}>
                  <ForeignText text={name} />
                </a>
              </th>
              <td>
                <ForeignText text={service ?? ''} />
              </td>
              <td className="number strong" title={`among the first ${k}`}>
                {countText(found)}
              </td>
              <td className="number">{countText(sought)}</td>
              <td>
                <ForeignText text={change ?? ''} />
              </td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
      {left > 0 && <p className="note">{countText(left)} tools are left out; they were found more often.</p>}
    </>
  )
}

function ToolPage({ name, tool }: { readonly name: string; readonly tool: ToolView | undefined }): ReactNode {
  return (
    <>
      <p className="note">
        <a href={hrefOf('retrieval')}>Retrieval</a>
      </p>
      <h1>
        <ForeignText text={name} />
      </h1>
      {tool === undefined ? (
        <p>This tool is not among those that the report describes.</p>
      ) : (
        <ToolFacts tool={tool} />
      )}
    </>
  )
}

function ToolFacts({ tool }: { readonly tool: ToolView }): ReactNode {
  const { description, service, sought, found, k, queries, neighbours, takenFor, change } = tool
  return (
    <>
      <p>
        Found among the first {k} for {countText(found)} of {countText(sought)} queries
        {service !== undefined && (
          <>
            {' '}
            · service <ForeignText text={service} />
          </>
        )}
      </p>
      {change !== undefined && (
        <p>
          <strong>To try:</strong> <ForeignText text={change} />
        </p>
      )}
      {description !== undefined && (
        <>
          <h2>Description</h2>
          <ForeignBlock text={description.text} label="Description" />
          {description.text.length < description.length && (
            <p className="note">Cut; the whole has {countText(description.length)} characters.</p>
          )}
        </>
      )}
      <h2>Queries that need it</h2>
      <ScrollTable caption="Missed ones first">
        <thead>
          <tr>
            <th scope="col">query</th>
            <th scope="col">subject</th>
            <th scope="col" className="number">
              rank
            </th>
            <th scope="col">item</th>
          </tr>
        </thead>
        <tbody>
          {queries.map(({ source, subject, benchmark, item, query, rank }) => (
            <tr key={JSON.stringify([source, subject, benchmark, item])}>
              <td>
                <ForeignText text={query.text} />
              </td>
              <td>
                <ForeignText text={subject} />
              </td>
              <td className="number">{rank ?? 'not found'}</td>
              <td>
                <ItemLinks items={[item]} from={source} benchmark={benchmark} />
              </td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
      <h2>Nearest neighbours</h2>
      {neighbours === undefined ? (
        <p>Not measured: the report was made without the catalog.</p>
      ) : (
        <ul>
          {neighbours.map(({ name, score }) => (
            <li key={name}>
              <a href={hrefOf('retrieval', { tool: name })}>
                <ForeignText text={name} />
              </a>{' '}
              <span className="quiet">BM25 {valueText(score, { unit: 'BM25' })}</span>
            </li>
          ))}
        </ul>
      )}
      {takenFor.length > 0 && (
        <>
          <h2>Taken for it</h2>
          <ul>
            {takenFor.map(({ name, count }) => (
              <li key={name}>
                <ForeignText text={name} />, {countText(count)} {count === 1 ? 'time' : 'times'}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
