import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SubjectFailure } from './failure.js'
import { bodyFailure, type FailedAnswer, httpFailure } from './http-failure.js'
import { wireBody } from './protocols/wire-body.js'

function failureOf(status: number, body: unknown, more: Partial<FailedAnswer> = {}): SubjectFailure {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return httpFailure({
    status,
    headers: {},
    text,
    raw: new TextEncoder().encode(text),
    where: 'http://x/v1, model m',
    nowMs: 0,
    keyName: 'SOME_KEY',
    keyHint: 'No key was sent.',
    ...more,
  })
}

const openai = (message: string, code: string | null = null, type = 'invalid_request_error') => ({
  error: { message, type, param: null, code },
})

describe('httpFailure', () => {
  it.each([
    // OpenAI, Azure and gateways
    [
      400,
      openai(
        "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens.",
        'context_length_exceeded',
      ),
      'overflow',
    ],
    [401, openai('Incorrect API key provided: sk-…', 'invalid_api_key'), 'auth'],
    [403, openai('You are not allowed to sample from this model'), 'auth'],
    [
      404,
      openai('The model `gpt-9` does not exist or you do not have access to it.', 'model_not_found'),
      'missing',
    ],
    [400, openai('invalid model ID'), 'missing'],
    [
      429,
      openai(
        'Rate limit reached for gpt-4o in organization o on tokens per min (TPM)',
        'rate_limit_exceeded',
      ),
      'rate-limit',
    ],
    [
      429,
      openai(
        'You exceeded your current quota, please check your plan and billing details.',
        'insufficient_quota',
      ),
      'auth',
    ],
    [
      400,
      {
        error: {
          message: 'The response was filtered',
          code: 'content_filter',
          innererror: { code: 'ResponsibleAIPolicyViolation' },
        },
      },
      'refusal',
    ],
    [
      400,
      openai("Unsupported value: 'temperature' does not support 0 with this model.", 'unsupported_value'),
      'refusal',
    ],
    [402, openai('Insufficient credits'), 'auth'],
    [403, { error: { message: 'Input was flagged by moderation', code: 403 } }, 'refusal'],
    [500, openai('The server had an error', null, 'server_error'), 'server'],
    [503, 'upstream connect error', 'server'],
    [504, '<html>Gateway Time-out</html>', 'timeout'],
    [408, '', 'timeout'],
    // Anthropic
    [
      400,
      {
        type: 'error',
        error: {
          type: 'invalid_request_error',
          message: 'prompt is too long: 208310 tokens > 200000 maximum',
        },
      },
      'overflow',
    ],
    [
      413,
      { type: 'error', error: { type: 'request_too_large', message: 'Request exceeds the maximum size' } },
      'overflow',
    ],
    [529, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }, 'server'],
    [401, { type: 'error', error: { type: 'authentication_error', message: 'invalid x-api-key' } }, 'auth'],
    [
      400,
      {
        type: 'error',
        error: {
          type: 'invalid_request_error',
          message: 'Your credit balance is too low to access the API.',
        },
      },
      'auth',
    ],
    [404, { type: 'error', error: { type: 'not_found_error', message: 'model: claude-9' } }, 'missing'],
    // Google
    [
      400,
      {
        error: {
          code: 400,
          message: 'API key not valid. Please pass a valid API key.',
          status: 'INVALID_ARGUMENT',
          details: [{ reason: 'API_KEY_INVALID' }],
        },
      },
      'auth',
    ],
    [
      400,
      {
        error: {
          code: 400,
          message: 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
          status: 'INVALID_ARGUMENT',
        },
      },
      'overflow',
    ],
    [
      404,
      {
        error: {
          code: 404,
          message: 'models/gemini-9 is not found for API version v1beta',
          status: 'NOT_FOUND',
        },
      },
      'missing',
    ],
    [
      429,
      [{ error: { code: 429, message: 'Resource has been exhausted', status: 'RESOURCE_EXHAUSTED' } }],
      'rate-limit',
    ],
    // servers at home
    [
      400,
      {
        object: 'error',
        message: "This model's maximum context length is 4096 tokens.",
        type: 'BadRequestError',
        code: 400,
      },
      'overflow',
    ],
    [
      404,
      { object: 'error', message: 'The model `m` does not exist.', type: 'NotFoundError', code: 404 },
      'missing',
    ],
    [
      400,
      {
        error: {
          code: 400,
          message: 'the request exceeds the available context size. try increasing the context size',
          type: 'exceed_context_size_error',
        },
      },
      'overflow',
    ],
    [
      500,
      { error: { code: 500, message: 'context size has been exceeded', type: 'server_error' } },
      'overflow',
    ],
    [503, { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } }, 'server'],
    [404, { error: "model 'm' not found" }, 'missing'],
    [400, { error: 'prompt too long; exceeded max context length by 200 tokens' }, 'overflow'],
    [
      400,
      { error: 'The number of tokens to keep from the initial prompt is greater than the context length.' },
      'overflow',
    ],
    [
      400,
      { message: "The input (5000 tokens) is longer than the model's context length (4096 tokens)." },
      'overflow',
    ],
    [422, { detail: [{ loc: ['body'], msg: 'Input should be a valid list', type: 'list_type' }] }, 'refusal'],
    [405, { detail: 'Method Not Allowed' }, 'missing'],
    [404, '<!doctype html><h1>Not Found</h1>', 'missing'],
  ])('%i %j is %s', (status, body, kind) => {
    expect(failureOf(status, body).failure).toBe(kind)
  })

  it('says what was answered, where and what to do, on one line each', () => {
    const { message, retryable } = failureOf(400, openai("Unsupported parameter: 'temperature'\u001b[31m"))
    expect(message).toContain('The endpoint answered 400: Unsupported parameter')
    expect(message).toContain('extra: {"temperature": null}')
    expect(message).not.toContain('\u001b')
    expect(retryable).toBe(false)
  })

  it('follows no redirect, and shows where it leads without its query', () => {
    const failure = failureOf(302, '', {
      headers: { location: 'https://user:pw@else.example/login?token=abc' },
    })
    expect(failure).toMatchObject({ failure: 'missing', retryable: false })
    expect(failure.message).toContain('https://else.example/login')
    expect(failure.message).not.toMatch(/token|pw/)
  })

  it('keeps the wait and the body', () => {
    const failure = failureOf(429, openai('slow down'), { headers: { 'retry-after': '3' } })
    expect(failure).toMatchObject({ retryAfterMs: 3000, retryable: true })
    expect(new TextDecoder().decode(failure.raw)).toContain('slow down')
    expect(failure.message).not.toContain('asks to wait')
    const long = failureOf(429, openai('slow down'), { headers: { 'retry-after': '1e9' } })
    expect(long.retryAfterMs).toBeUndefined()
    const day = failureOf(429, openai('slow down'), { headers: { 'retry-after': '1000000000' } })
    expect(day.message).toContain('It asks to wait for 1440 min.')
  })

  it('asks for a key when none was sent', () => {
    expect(failureOf(401, 'no', { keyName: undefined }).message).toContain('No key was sent.')
    expect(failureOf(401, 'no').message).toContain('SOME_KEY')
  })

  it('never throws, whatever the body holds', () => {
    fc.assert(
      fc.property(fc.integer({ min: 300, max: 599 }), fc.oneof(fc.string(), fc.json()), (status, body) => {
        expect(failureOf(status, body)).toBeInstanceOf(SubjectFailure)
      }),
    )
  })

  it('takes time in proportion to the text', () => {
    const begun = performance.now()
    failureOf(400, { error: { message: 'model '.repeat(200_000) } })
    failureOf(400, `exceeds ${'the maximum '.repeat(100_000)}`)
    expect(performance.now() - begun).toBeLessThan(1000)
  })
})

describe('bodyFailure', () => {
  const inBody = (value: unknown) => {
    const text = JSON.stringify(value)
    return bodyFailure(
      wireBody({ text, raw: new TextEncoder().encode(text), where: 'x', contentType: 'application/json' }),
    )
  }

  it.each([
    [{ error: { code: 429, message: 'busy' } }, 'rate-limit'],
    [{ error: { code: 502, message: 'Provider returned error' } }, 'server'],
    [{ error: { type: 'rate_limit_error', message: 'slow' } }, 'rate-limit'],
    [
      { error: { type: 'invalid_request_error', code: 'context_length_exceeded', message: 'too long' } },
      'overflow',
    ],
    [{ error: { code: 'content_filter', message: 'filtered' } }, 'refusal'],
    [{ error: 'out of memory' }, 'server'],
  ])('reads %j as %s', (value, kind) => {
    expect(inBody(value)?.failure).toBe(kind)
  })

  it('is undefined where there is no error', () => {
    expect(inBody({ choices: [] })).toBeUndefined()
    expect(inBody([])).toBeUndefined()
  })
})
