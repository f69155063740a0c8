/** Matchers for vitest: importing this file adds them to `expect`. */

import { expect } from 'vitest'
import type { ExpectedCall } from './call-wish.js'
import type { ExpectedGold } from './expected-task.js'
import type { ReadingOptions } from './said.js'
import { type CallListOptions, toolMatchers } from './tool-matchers.js'

export type { ExpectedCall } from './call-wish.js'
export type { ExpectedGold } from './expected-task.js'
export type { ReadingOptions } from './said.js'
export { type CallListOptions, type ToolMatchers, toolMatchers } from './tool-matchers.js'

declare module 'vitest' {
  // biome-ignore lint/suspicious/noExplicitAny: all declarations of an interface must have the type parameters of the first.
  interface Matchers<T = any> {
    /** A sound call of this tool is among the calls, with exactly these arguments where they are given. */
    toCallTool(name: string, expected?: Readonly<Record<string, unknown>>, options?: ReadingOptions): T
    /** These calls and no others, all of them sound. An empty list: no call, and no attempt at one. */
    toCallTools(expected: readonly ExpectedCall[], options?: CallListOptions): T
    /** Nothing is called and nothing tried: an answer in words, or none. */
    toAbstain(options?: ReadingOptions): T
    /** Exactly what the gold of a call item says. */
    toMatchGold(item: ExpectedGold, options?: ReadingOptions): T
  }
}

expect.extend({ ...toolMatchers() })
