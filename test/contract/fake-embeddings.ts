import type { Clock, Http, HttpRequest, HttpResponse } from '../../src/ports.js'

/** An embeddings endpoint in memory. */
export interface FakeEmbeddings extends Http {
  /** Texts of each request that was answered or refused, in order. */
  readonly asked: string[][]
  readonly requests: HttpRequest[]
}

/** What the endpoint does to a request; undefined: it answers with the vectors. */
export type Mishap = (texts: readonly string[], attempt: number) => Partial<HttpResponse> | Error | undefined

/** Counts letters: the vector of a text has a number for each of `letters`, and one that is never 0. */
export function letterVector(text: string, letters = 'abcdefghij'): number[] {
  return [0.25, ...Array.from(letters, (letter) => text.toLowerCase().split(letter).length - 1)]
}

export function fakeEmbeddings(
  options: { readonly mishap?: Mishap; readonly vectorOf?: (text: string) => readonly number[] } = {},
): FakeEmbeddings {
  const { mishap = () => undefined, vectorOf = letterVector } = options
  const asked: string[][] = []
  const requests: HttpRequest[] = []
  return {
    asked,
    requests,
    async send(request) {
      const { input } = JSON.parse(request.body ?? '') as { readonly input: string[] } // as our own client writes it
      requests.push(request)
      asked.push(input)
      const accident = mishap(input, asked.length)
      if (accident instanceof Error) throw accident
      const data = input.map((text, index) => ({ index, embedding: vectorOf(text) }))
      return answer({ status: 200, body: bytes(JSON.stringify({ data })), ...accident })
    },
  }
}

export function answer(response: Partial<HttpResponse>): HttpResponse {
  return { status: 200, headers: {}, body: new Uint8Array(0), ...response }
}

export function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

/** Time that passes only while somebody sleeps. */
export function fakeClock(): Clock & { readonly sleeps: number[] } {
  const sleeps: number[] = []
  let now = 1_000_000
  return {
    sleeps,
    now: () => now,
    async sleep(durationMs, signal) {
      signal?.throwIfAborted()
      sleeps.push(durationMs)
      now += durationMs
    },
  }
}
