import { useEffect, useState } from 'react'
import { ask } from './api.js'

export interface Answer<T> {
  /** The last that came; stays while another is asked for. */
  readonly value: T | undefined
  readonly error: unknown
}

/**
 * What the server says to a path, asked again after a pause where one is given. An answer to an earlier path never takes the
 * place of one to a later.
 *
 * @param path undefined: nothing is asked.
 * @param everyMs pause between an answer and the next question; undefined: once.
 */
export function useAnswer<T>(path: string | undefined, everyMs?: number): Answer<T> {
  const [answer, setAnswer] = useState<Answer<T> & { readonly path: string | undefined }>({
    path,
    value: undefined,
    error: undefined,
  })
  useEffect(() => {
    if (path === undefined) return
    const control = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const go = async (): Promise<void> => {
      try {
        const value = await ask<T>(path, control.signal)
        if (!control.signal.aborted) setAnswer({ path, value, error: undefined })
      } catch (error) {
        if (control.signal.aborted) return
        setAnswer((before) => ({ path, value: before.path === path ? before.value : undefined, error }))
      }
      if (everyMs !== undefined && !control.signal.aborted) timer = setTimeout(() => void go(), everyMs)
    }
    void go()
    return () => {
      control.abort()
      clearTimeout(timer)
    }
  }, [path, everyMs])
  return answer.path === path ? answer : { value: undefined, error: undefined }
}
