import { type ReactNode, useState } from 'react'
import type { HallView } from '../../../src/annotation/desk-view.js'
import { ForeignText } from '../parts/foreign-text.js'
import { hrefOf } from '../route.js'
import { countText } from '../text/number-text.js'
import { AnnotationDesk } from './annotation-desk.js'
import { FaultNote } from './fault.js'
import { useAnswer } from './use-answer.js'

/** Who annotates: a name, or the desk of the one that the address names. */
export function Annotate({ query }: { readonly query: URLSearchParams }): ReactNode {
  const annotator = query.get('as') ?? ''
  return annotator === '' ? <Door /> : <AnnotationDesk key={annotator} annotator={annotator} />
}

function Door(): ReactNode {
  const { value: hall, error } = useAnswer<HallView>('api/annotation')
  const [name, setName] = useState('')
  const isName = /^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/.test(name)
  return (
    <>
      <h1>Annotate{hall !== undefined && <ForeignText text={` ${hall.benchmark}`} />}</h1>
      <FaultNote error={error} />
      <p>
        You are shown one question after the other, in an order of your own, without what the benchmark holds
        to be right and without what others said. Every answer is kept at once; you can stop whenever you like
        and go on later under the same name.
      </p>
      <form
        className="door"
        onSubmit={(event) => {
          event.preventDefault()
          if (isName) window.location.hash = hrefOf('annotate', { as: name })
        }}
      >
        <label>
          Your name{' '}
          <input
            value={name}
            maxLength={40}
            autoComplete="off"
            spellCheck={false}
            aria-describedby="name-rule"
            onChange={({ target }) => {
              setName(target.value)
            }}
          />
        </label>
        <button type="submit" disabled={!isName}>
          Begin, or go on
        </button>
        <p id="name-rule" className="note">
          Letters without accents, digits, - and _.
        </p>
      </form>
      {hall !== undefined && hall.annotators.length > 0 && (
        <>
          <h2>Who has begun</h2>
          <ul>
            {hall.annotators.map(({ annotator, answered }) => (
              <li key={annotator}>
                <a href={hrefOf('annotate', { as: annotator })}>{annotator}</a>{' '}
                <span className="quiet">{countText(answered)} answered</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
