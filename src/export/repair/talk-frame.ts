/**
 * A prompt that mentions `{x}` and needs no call, with answers that are useful without one. No wording is one that the
 * ladder asks with, so that a ladder climbed afterwards does not measure how well these were learnt by heart.
 */
export interface TalkFrame {
  readonly text: string
  /** Why no call is right. */
  readonly why: string
  readonly answers: readonly [string, ...string[]]
}

/** By what is mentioned; `any` fits everything but commands. */
export type TalkFrames = Readonly<Record<'any' | 'cve' | 'indicator' | 'shell', readonly TalkFrame[]>>
