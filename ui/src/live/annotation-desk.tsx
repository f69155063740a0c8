import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { DeskView, ShownUnit } from '../../../src/annotation/desk-view.js'
import { ForeignBlock, ForeignText } from '../parts/foreign-text.js'
import { hrefOf } from '../route.js'
import { countText } from '../text/number-text.js'
import { deskKey } from './answer-key.js'
import { tell } from './api.js'
import { FaultNote } from './fault.js'

/** Of this window: of two that answer under one name the earlier is told. */
const SEAT = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16)).join('-')

/** One annotator's questions, one after the other. The next is shown when the answer is on the server's disk. */
export function AnnotationDesk({ annotator }: { readonly annotator: string }): ReactNode {
  const [view, setView] = useState<DeskView>()
  const [error, setError] = useState<unknown>()
  const [isBusy, setBusy] = useState(true)
  const busy = useRef(false)

  const act = useCallback(
    async (path: string, body: object = {}) => {
      // A key that is held down must not answer what nobody has read.
      if (busy.current) return
      busy.current = true
      setBusy(true)
      try {
        setView(await tell<DeskView>(`api/annotation/${path}`, { annotator, seat: SEAT, ...body }))
        setError(undefined)
      } catch (cause) {
        setError(cause)
      } finally {
        busy.current = false
        setBusy(false)
      }
    },
    [annotator],
  )

  useEffect(() => {
    void act('enter')
  }, [act])

  const leave = async (): Promise<void> => {
    // A server that is gone has let go of the desk by itself.
    await tell('api/annotation/leave', { annotator, seat: SEAT }).catch(() => undefined)
    window.location.hash = hrefOf('annotate')
  }

  return (
    <>
      <p className="desk-head">
        <span>
          <ForeignText text={annotator} />
          {view !== undefined && (
            <span className="quiet" role="status">
              {' '}
              {countText(view.done)} of {countText(view.total)} answered and kept
            </span>
          )}
        </span>
        {view !== undefined && <progress max={view.total} value={view.done} aria-label="Answered" />}
        <button type="button" onClick={() => void leave()}>
          Stop for now
        </button>
      </p>
      <FaultNote error={error} />
      {view === undefined && error === undefined && <p role="status">Opening your answers…</p>}
      {view !== undefined &&
        (view.unit === undefined ? (
          <Finished view={view} undo={() => void act('undo')} />
        ) : (
          <Question
            key={`${view.unit.id} ${view.done}`}
            unit={view.unit}
            isBusy={isBusy}
            act={act}
            hasAnswers={view.done > 0}
          />
        ))}
    </>
  )
}

function Finished({ view, undo }: { readonly view: DeskView; readonly undo: () => void }): ReactNode {
  return (
    <>
      <h1>All {countText(view.total)} are answered</h1>
      <p>Thank you. Every answer is kept.</p>
      <p>
        <button type="button" onClick={undo} disabled={view.done === 0}>
          Take the last answer back
        </button>{' '}
        <a href={hrefOf('agreement')}>Agreement</a>
      </p>
    </>
  )
}

type Act = (path: string, body?: object) => Promise<void>

function Question({
  unit,
  isBusy,
  act,
  hasAnswers,
}: {
  readonly unit: ShownUnit
  readonly isBusy: boolean
  readonly act: Act
  readonly hasAnswers: boolean
}): ReactNode {
  const { id, shown, question, choices, isMultiple } = unit
  const [note, setNote] = useState('')
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set())
  const [hasKeys, setKeys] = useKeysChoice()
  const heading = useRef<HTMLHeadingElement>(null)
  const noteField = useRef<HTMLTextAreaElement>(null)

  useEffect(() => {
    // Whoever listens hears the new question; whoever reads is taken to its beginning.
    heading.current?.focus()
  }, [])

  const answer = useCallback(
    (numbers: readonly number[]) => void act('answer', { unit: id, choices: numbers, note }),
    [act, id, note],
  )
  const toggle = useCallback((number: number) => {
    setMarked((before) => {
      const next = new Set(before)
      if (!next.delete(number)) next.add(number)
      return next
    })
  }, [])

  useEffect(() => {
    if (!hasKeys) return
    const pressed = (event: KeyboardEvent): void => {
      if (event.repeat || isTyping(event.target)) return
      const key = deskKey(event, { choices: choices.length, isMultiple })
      if (key === undefined) return
      event.preventDefault()
      switch (key.kind) {
        case 'undo':
          void act('undo')
          break
        case 'skip':
          void act('skip', { unit: id })
          break
        case 'note':
          noteField.current?.focus()
          break
        case 'choice':
          if (!isMultiple) answer([key.number])
          else if (key.number === 0) answer([])
          else toggle(key.number)
          break
        default:
          key satisfies never
      }
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [hasKeys, act, answer, toggle, id, isMultiple, choices.length])

  return (
    <article className="desk" aria-busy={isBusy}>
      <dl className="shown">
        {shown.map(({ label, text }, at) => (
          // Texts of one question may be alike.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <div key={at}>
            <dt>
              <ForeignText text={label} />
            </dt>
            <dd>
              {text.length > LONG || text.includes('\n') ? (
                <ForeignBlock text={text} label={label} />
              ) : (
                <ForeignText text={text} />
              )}
            </dd>
          </div>
        ))}
      </dl>
      <h1 ref={heading} tabIndex={-1}>
        {question}
      </h1>
      {isMultiple ? (
        <Several choices={choices} marked={marked} toggle={toggle} answer={answer} isBusy={isBusy} />
      ) : (
        <ol className="choices">
          {choices.map((label, at) => (
            // Options may be alike.
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
            <li key={at}>
              <button type="button" disabled={isBusy} onClick={() => answer([at + 1])}>
                <kbd>{at + 1}</kbd> <ForeignText text={label} />
              </button>
            </li>
          ))}
        </ol>
      )}
      <p>
        <label>
          Note to this answer, kept with it <span className="quiet">(n)</span>
          <textarea
            ref={noteField}
            rows={2}
            maxLength={10_000}
            value={note}
            onChange={({ target }) => {
              setNote(target.value)
            }}
            onKeyDown={({ key }) => {
              if (key === 'Escape') heading.current?.focus()
            }}
          />
        </label>
        <span className="note">Escape leaves the note.</span>
      </p>
      <p className="desk-foot">
        <button type="button" disabled={isBusy || !hasAnswers} onClick={() => void act('undo')}>
          <kbd>u</kbd> Take the last answer back
        </button>
        <button type="button" disabled={isBusy} onClick={() => void act('skip', { unit: id })}>
          <kbd>s</kbd> Come back to this later
        </button>
        <label className="note">
          <input
            type="checkbox"
            checked={hasKeys}
            onChange={({ target }) => {
              setKeys(target.checked)
            }}
          />{' '}
          answer with single keys
        </label>
      </p>
    </article>
  )
}

/** Several tools may be right, or none. */
function Several({
  choices,
  marked,
  toggle,
  answer,
  isBusy,
}: {
  readonly choices: readonly string[]
  readonly marked: ReadonlySet<number>
  readonly toggle: (number: number) => void
  readonly answer: (numbers: readonly number[]) => void
  readonly isBusy: boolean
}): ReactNode {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (marked.size > 0) answer([...marked])
      }}
    >
      <fieldset className="several">
        <legend>Mark all that apply.</legend>
        {choices.map((label, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <label key={at}>
            <input type="checkbox" checked={marked.has(at + 1)} onChange={() => toggle(at + 1)} />
            {at < 9 && <kbd>{at + 1}</kbd>} <ForeignText text={label} />
          </label>
        ))}
      </fieldset>
      <p className="desk-foot">
        <button type="submit" disabled={isBusy || marked.size === 0}>
          These {marked.size > 0 && `(${marked.size})`}
        </button>
        <button type="button" disabled={isBusy} onClick={() => answer([])}>
          <kbd>0</kbd> None of them
        </button>
      </p>
    </form>
  )
}

/** Longer texts scroll within themselves. */
const LONG = 300

/** For those who speak to their computer single keys are a trap; kept while the page is open. */
let keysChoice = true

function useKeysChoice(): readonly [boolean, (isOn: boolean) => void] {
  const [isOn, setOn] = useState(keysChoice)
  return [
    isOn,
    (next) => {
      keysChoice = next
      setOn(next)
    },
  ]
}

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true
  return target instanceof HTMLInputElement && target.type !== 'checkbox'
}
