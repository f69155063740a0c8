export interface InOrderRequest<T, R> {
  readonly list: readonly T[]
  /** Things worked on side by side, 1 upward. */
  readonly lanes: number
  /** @param lane 0 to `lanes` − 1; each lane works on one thing at a time. */
  readonly work: (thing: T, lane: number) => Promise<R>
  /** Called with each result in the order of the list, one after the other. */
  readonly take: (result: R) => Promise<void>
}

/**
 * Works on several things side by side and hands on what came of them in their order. When one fails, or is not taken,
 * nothing new is begun, what was begun is waited for, what came before it in the list is handed on, and its error is thrown.
 */
export async function inOrder<T, R>(request: InOrderRequest<T, R>): Promise<void> {
  const { list, lanes, work, take } = request
  const results = new Map<number, R>()
  let begun = 0
  let taken = 0
  let failure: { readonly at: number; readonly error: unknown } | undefined
  let taking: Promise<void> = Promise.resolve()

  const fail = (at: number, error: unknown): void => {
    if (failure === undefined || at < failure.at) failure = { at, error }
  }
  const handOn = async (): Promise<void> => {
    while (results.has(taken) && (failure === undefined || taken < failure.at)) {
      const result = results.get(taken) as R // it was just found
      results.delete(taken)
      try {
        await take(result)
        taken++
      } catch (error) {
        fail(taken, error)
      }
    }
  }
  const run = async (lane: number): Promise<void> => {
    while (failure === undefined && begun < list.length) {
      const at = begun++
      try {
        results.set(at, await work(list[at] as T, lane)) // within the list
      } catch (error) {
        fail(at, error)
        return
      }
      taking = taking.then(handOn)
      await taking
    }
  }
  await Promise.all(Array.from({ length: Math.min(lanes, list.length) }, (_, lane) => run(lane)))
  if (failure !== undefined) throw failure.error
}
