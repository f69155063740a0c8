import type { Readable } from 'node:stream'

/** Far above what a failure message quotes. */
const MAX_LENGTH = 64 * 1024

/** The end of what a child writes to its stderr, which says best why it ended. */
export class LastWords {
  #text = ''

  /** @param stderr null for a child that has none. */
  constructor(stderr: Readable | null) {
    stderr?.setEncoding('utf8')
    stderr?.on('data', (piece: string) => {
      this.#text += piece
      if (this.#text.length > MAX_LENGTH) this.#text = withoutFirstHalf(this.#text)
    })
  }

  /** The last lines that are not blank, as they were written: secrets and control characters included. */
  lines(most: number): readonly string[] {
    return this.#text
      .split(/\r?\n/)
      .filter((line) => line.trim() !== '')
      .slice(-most)
  }
}

/** Cut at the end of a line, so that no half of a secret stays; nothing is left of a line without end. */
function withoutFirstHalf(text: string): string {
  const end = text.indexOf('\n', text.length / 2)
  return end === -1 ? '' : text.slice(end + 1)
}
