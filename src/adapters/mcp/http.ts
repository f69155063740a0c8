import type { McpAnswers } from './answers.js'

/**
 * `fetch` for MCP over HTTP that shows every answer to `answers` as it was written, before the SDK reads it.
 *
 * @param fail told when the answers grow without end.
 */
export function recordingFetch(answers: McpAnswers, fail: (error: unknown) => void): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    const type = response.headers.get('content-type') ?? ''
    if (response.body === null || !response.ok) return response
    const recorder = type.includes('text/event-stream')
      ? new EventRecorder(answers)
      : new BodyRecorder(answers)
    const decoder = new TextDecoder()
    const guarded = (record: () => void): void => {
      try {
        record()
      } catch (error) {
        fail(error)
      }
    }
    const body = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(piece, controller) {
          guarded(() => recorder.add(decoder.decode(piece, { stream: true })))
          controller.enqueue(piece)
        },
        flush() {
          guarded(() => recorder.end())
        },
      }),
    )
    const { status, statusText, headers } = response
    return new Response(body, { status, statusText, headers })
  }
}

interface Recorder {
  add(text: string): void
  end(): void
}

/** A body that is one message. What is no JSON is left for the SDK to refuse. */
class BodyRecorder implements Recorder {
  readonly #answers: McpAnswers
  #text = ''

  constructor(answers: McpAnswers) {
    this.#answers = answers
  }

  add(text: string): void {
    this.#text += text
    if (this.#text.length > MAX_PENDING_LENGTH) this.#answers.add(this.#text)
  }

  end(): void {
    record(this.#answers, this.#text)
  }
}

/** Server-sent events: the lines `data: …` up to a blank line are one message. */
class EventRecorder implements Recorder {
  readonly #answers: McpAnswers
  #pending = ''
  #data: string[] = []

  constructor(answers: McpAnswers) {
    this.#answers = answers
  }

  add(text: string): void {
    const whole = this.#pending + text
    // A CR at the end may be half of a CR LF.
    const end = whole.endsWith('\r') ? whole.length - 1 : whole.length
    if (/[\r\n]/.test(text)) {
      const lines = whole.slice(0, end).split(/\r\n|\n|\r/)
      this.#pending = (lines.pop() ?? '') + whole.slice(end)
      for (const line of lines) this.#line(line)
    } else {
      this.#pending = whole
    }
    if (this.#pending.length > MAX_PENDING_LENGTH) this.#answers.add(this.#pending)
  }

  end(): void {
    this.#line(this.#pending.replace(/\r$/, ''))
    this.#line('')
  }

  #line(line: string): void {
    if (line.startsWith('data:')) this.#data.push(line.slice(line.startsWith('data: ') ? 6 : 5))
    if (line !== '' || this.#data.length === 0) return
    const text = this.#data.join('\n')
    this.#data = []
    record(this.#answers, text)
  }
}

/** A longer message is more than all answers may be, which `answers` says. */
const MAX_PENDING_LENGTH = 256 * 1024 * 1024

function record(answers: McpAnswers, text: string): void {
  try {
    answers.add(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
}

/** The id of the request for tools, or for a call of one, that a message holds. */
export function requestId(message: unknown): string | number | undefined {
  const { id, method } = (message ?? {}) as { readonly id?: unknown; readonly method?: unknown } // checked next
  if (method !== 'tools/list' && method !== 'tools/call') return undefined
  return typeof id === 'string' || typeof id === 'number' ? id : undefined
}
