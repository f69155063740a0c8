import type { ReactNode } from 'react'
import type { CallEvidence, ShownCall } from '../../../src/report/pages/items-page.js'
import { ForeignText } from '../parts/foreign-text.js'
import type { Mark } from '../parts/marked-text.js'

/** Stretches of calls, and the places of faults and repairs, which are points: the character there stands for them. */
export function callMarks(
  { strict, lenient = strict, faults, repairs }: CallEvidence,
  length: number,
): readonly Mark[] {
  const point = (at: number): { readonly start: number; readonly end: number } => {
    const start = Math.min(at, length - 1)
    return { start, end: start + 1 }
  }
  return [
    ...(strict.length > 0 ? strict : lenient).map(
      ({ name, span }): Mark => ({ ...span, kind: 'call', label: `call of ${name}` }),
    ),
    ...faults.map(({ code, at }): Mark => ({ ...point(at), kind: 'fault', label: code })),
    ...repairs.map(({ code, at }): Mark => ({ ...point(at), kind: 'repair', label: `repaired: ${code}` })),
  ]
}

/** The readings side by side: only strict counts, the others are for contrast. */
export function CallReadings({ calls }: { readonly calls: CallEvidence }): ReactNode {
  const {
    dialect,
    strict,
    vendor = strict,
    lenient = strict,
    keyword,
    faults,
    flags,
    repairs,
    perGold,
  } = calls
  const named = [keyword.released, ...keyword.anywhere].filter((name) => name !== null)
  return (
    <>
      <h3>
        Readings <span className="quiet">dialect {dialect}</span>
      </h3>
      <div className="readings">
        <Reading name="strict" calls={strict} />
        <Reading name="vendor" calls={vendor} />
        <Reading name="lenient" calls={lenient} />
        <section>
          <h4>keyword</h4>
          <p>
            <ForeignText text={named.length === 0 ? 'nothing' : [...new Set(named)].join(', ')} />
          </p>
        </section>
      </div>
      {perGold.length > 0 && (
        <>
          <h4>Gold</h4>
          <ul>
            {perGold.map(({ name, arguments: given, isEqual, partner }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
              <li key={at}>
                <CallText name={name} given={given} />{' '}
                <span className="quiet">
                  {isEqual
                    ? 'made exactly'
                    : partner === undefined
                      ? 'not made'
                      : `made otherwise, as call ${partner + 1}`}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {faults.length > 0 && (
        <>
          <h4>Why strict refuses</h4>
          <ul>
            {faults.map(({ code, what, line, column, path }) => (
              <li key={JSON.stringify([code, line, column, path])}>
                <code>{code}</code> <ForeignText text={what} />{' '}
                <span className="note">
                  line {line}, column {column}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {repairs.length > 0 && (
        <>
          <h4>What lenient changed</h4>
          <ul>
            {repairs.map(({ code, at, what }) => (
              <li key={JSON.stringify([code, at, what])}>
                <code>{code}</code> <ForeignText text={what ?? ''} /> <span className="note">at {at}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {flags.length > 0 && <p className="note">Flags: {flags.join(', ')}</p>}
    </>
  )
}

function Reading({
  name,
  calls,
}: {
  readonly name: string
  readonly calls: readonly ShownCall[]
}): ReactNode {
  return (
    <section>
      <h4>{name}</h4>
      {calls.length === 0 && <p>no call</p>}
      {calls.map(({ name: tool, arguments: given, span }) => (
        <p key={`${span.start} ${span.end}`}>
          <CallText name={tool} given={given} />
        </p>
      ))}
    </section>
  )
}

function CallText({
  name,
  given,
}: {
  readonly name: string
  readonly given: ShownCall['arguments']
}): ReactNode {
  return (
    <code>
      <ForeignText text={`${name}(${given})`} />
    </code>
  )
}
