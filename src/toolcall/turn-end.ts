/** Where a turn may end in texts that are no part of what was said. */
export interface EndedText {
  readonly text: string
  readonly stopReason?: 'stop' | 'length'
  readonly isGenuine?: (at: number, marker: string) => boolean
}

/** The text without the end-of-turn texts at its end, or the beginning of one that the token limit cut. */
export function withoutTurnEnds(
  { text, isGenuine, stopReason }: EndedText,
  endOfTurn: readonly string[],
): string {
  let end = text.length
  for (;;) {
    let start = end
    while (start > 0 && isSpace(text.charCodeAt(start - 1))) start--
    const ended = endOfTurn.find(
      (marker) => text.endsWith(marker, start) && isGenuine?.(start - marker.length, marker) !== false,
    )
    if (ended === undefined) break
    end = start - ended.length
  }
  if (stopReason === 'length') end -= begunLength(text, end, endOfTurn)
  return end === text.length ? text : text.slice(0, end)
}

/** Length of the longest beginning of a marker before `end`; a single character is no sign of one. */
function begunLength(text: string, end: number, markers: readonly string[]): number {
  let longest = 0
  for (const marker of markers) {
    for (let length = marker.length - 1; length > Math.max(1, longest); length--) {
      if (text.endsWith(marker.slice(0, length), end)) longest = length
    }
  }
  return longest
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}
