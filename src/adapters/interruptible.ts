import { Script } from 'node:vm'

/** Where the work lies while it is done; a script reaches nothing but what is global. */
const PLACE = Symbol.for('assay.interruptible')

const script = new Script(`globalThis[Symbol.for('assay.interruptible')]()`)

/**
 * Does work that does not come back to the event loop, such as a bootstrap, so that Ctrl-C ends it at once: whoever
 * listens for SIGINT would hear of it only afterwards. Not to be nested.
 *
 * @throws whatever the work throws; an `Error` after Ctrl-C, when the listeners for SIGINT have been told.
 */
export function interruptible<T>(work: () => T): T {
  const done: T[] = []
  const scope = globalThis as { [PLACE]?: (() => void) | undefined } // a name that nothing else uses
  scope[PLACE] = () => {
    done.push(work())
  }
  try {
    script.runInThisContext({ breakOnSigint: true })
  } catch (cause) {
    const isInterrupted =
      cause instanceof Error && 'code' in cause && cause.code === 'ERR_SCRIPT_EXECUTION_INTERRUPTED'
    if (!isInterrupted) throw cause
    process.emit('SIGINT')
    throw new Error('interrupted', { cause })
  } finally {
    scope[PLACE] = undefined
  }
  return done[0] as T // pushed above, or it threw
}
