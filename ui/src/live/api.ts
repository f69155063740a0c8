/** What the server said instead of an answer. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly fix: string | undefined

  constructor(status: number, { what, fix }: { readonly what: string; readonly fix?: string | undefined }) {
    super(what)
    this.status = status
    this.fix = fix
  }
}

/** Asks the server that the page came from. @throws {ApiError} */
export async function ask<T>(path: string, signal?: AbortSignal): Promise<T> {
  return answerOf<T>(await reached(fetch(path, signal === undefined ? {} : { signal })))
}

/** @throws {ApiError} */
export async function tell<T>(path: string, body: unknown): Promise<T> {
  const request = fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return answerOf<T>(await reached(request))
}

async function reached(request: Promise<Response>): Promise<Response> {
  try {
    return await request
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    throw new ApiError(0, {
      what: 'The server does not answer. It may have been stopped.',
      fix: 'Start assay serve again.',
    })
  }
}

async function answerOf<T>(response: Response): Promise<T> {
  // What is no JSON has no fault to tell but its status.
  const value: unknown = await response.json().catch(() => undefined)
  // The server is of the same version as the page, and its documents are typed there.
  if (response.ok) return value as T
  throw new ApiError(
    response.status,
    faultIn(value) ?? {
      what:
        response.status === 404
          ? 'There is no such run or sample here; its folder may have been removed.'
          : `The server answered with ${response.status}.`,
    },
  )
}

function faultIn(value: unknown): { readonly what: string; readonly fix?: string | undefined } | undefined {
  if (typeof value !== 'object' || value === null || !('error' in value)) return undefined
  const { error } = value
  if (typeof error !== 'object' || error === null || !('what' in error)) return undefined
  return {
    what: String(error.what),
    fix: 'fix' in error ? String(error.fix) : undefined,
  }
}
