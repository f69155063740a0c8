import { createInterface } from 'node:readline'

/** Lines that a person types, one at a time, until standard input ends or the signal is aborted. */
export async function* typedLines(signal: AbortSignal): AsyncGenerator<string> {
  const lines = createInterface({ input: process.stdin, signal, crlfDelay: Number.POSITIVE_INFINITY })
  try {
    yield* lines
  } finally {
    lines.close()
  }
}
