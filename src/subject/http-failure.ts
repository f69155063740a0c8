import { type JsonNode, parseJsonTree } from '../text/json-tree.js'
import { printable } from '../text/printable.js'
import { itemsOf, memberOf, textOf } from '../toolcall/payload/api-message.js'
import { type FailureKind, SubjectFailure } from './failure.js'
import type { WireBody } from './protocols/wire-body.js'
import { numberIn } from './protocols/wire-body.js'
import { retryAfterMs } from './retry-after.js'

/** An answer that is no reply. Secrets are replaced already. */
export interface FailedAnswer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly raw: Uint8Array
  /** Address and model, for messages. */
  readonly where: string
  readonly nowMs: number
  /** Variable that holds the key; undefined when no key was sent. */
  readonly keyName: string | undefined
  /** What to do when no key was sent. */
  readonly keyHint: string
}

/** What an error body says, whatever API it is of. */
interface ToldError {
  readonly message: string
  /** Type, code and status in words, joined by spaces. */
  readonly words: string
  /** A status inside the body. */
  readonly status: number | undefined
}

/** The failure that an HTTP status and its body mean. */
export function httpFailure(answer: FailedAnswer): SubjectFailure {
  const { status, headers, text, raw, where } = answer
  const told = toldIn(rootOf(text)) ?? { message: text.trim(), words: '', status: undefined }
  const failure = kindOf(status, told)
  const said = told.message === '' ? '' : `: ${printable(told.message, { maxLength: 300 })}`
  const wait = retryAfterMs(answer)
  return new SubjectFailure({
    code: codeOf(failure),
    what: `The endpoint answered ${status}${redirectOf(status, headers)}${said}${/[.!?…]$/.test(said) ? '' : '.'}${waitText(wait)}`,
    where,
    fix: fixOf(failure, answer, told),
    failure,
    raw,
    ...(wait !== undefined && { retryAfterMs: wait }),
  })
}

/** A wait that ends a run, or looks as if nothing went on. */
function waitText(waitMs: number | undefined): string {
  return waitMs === undefined || waitMs < 60_000
    ? ''
    : ` It asks to wait for ${Math.ceil(waitMs / 60_000)} min.`
}

/**
 * The failure that an answer with status 200 tells of in place of a reply, as gateways do.
 *
 * @param within the part that may hold the error; default the whole answer.
 * @returns undefined when there is no error in it.
 */
export function bodyFailure(body: WireBody, within: JsonNode = body.root): SubjectFailure | undefined {
  const error = memberOf(within, 'error')
  const told = toldIn(within)
  if (error === undefined || told === undefined) return undefined
  const status = told.status ?? statusOfWords(told.words)
  const failure = kindOf(status, told)
  const wait = retryAfterMs({ headers: {}, text: body.text.slice(0, 4000), nowMs: 0 })
  return new SubjectFailure({
    code: codeOf(failure),
    what: `The endpoint answered with an error in place of a reply: ${printable(told.message || told.words, { maxLength: 300 })}`,
    where: body.where,
    failure,
    raw: body.raw,
    ...(wait !== undefined && { retryAfterMs: wait }),
  })
}

function rootOf(text: string): JsonNode | undefined {
  const reading = parseJsonTree(text.slice(0, 100_000), { duplicateKeys: 'kept' })
  return reading.kind === 'tree' ? reading.root : undefined
}

function toldIn(root: JsonNode | undefined): ToldError | undefined {
  const whole = root?.kind === 'array' ? root.items[0] : root
  if (whole?.kind !== 'object') return undefined
  const error = memberOf(whole, 'error')
  const inner = error?.kind === 'object' ? error : whole
  const message =
    textOf(error) ??
    textOf(memberOf(inner, 'message')) ??
    textOf(memberOf(whole, 'detail')) ??
    itemsOf(memberOf(whole, 'detail'))
      .flatMap((one) => textOf(memberOf(one, 'msg')) ?? [])
      .join('; ')
  const details = itemsOf(memberOf(inner, 'details')).map((one) => memberOf(one, 'reason'))
  const words = [
    ...['type', 'code', 'status', 'param'].map((key) => memberOf(inner, key)),
    memberOf(memberOf(inner, 'innererror'), 'code'),
    ...details,
  ].flatMap((node) => textOf(node) ?? [])
  const status = numberIn(memberOf(inner, 'code')) ?? numberIn(memberOf(inner, 'status'))
  return {
    message,
    words: words.join(' ').slice(0, 500),
    status: status !== undefined && status >= 400 && status < 600 ? status : undefined,
  }
}

/** Texts by which common servers say that a prompt is too long. */
const OVERFLOW =
  /context[_ ]length[_ ]exceeded|exceed_context_size|maximum context length|max(?:imum)?[_ ]?(?:model|seq(?:uence)?)[_ ]len|longer than the (?:maximum )?(?:model|context)|prompt is too long|prompt too long|input (?:is )?too long|input length exceeds|exceeds? (?:the )?(?:available |maximum |max |model'?s? )*(?:maximum )?context|exceeds the maximum number of (?:input )?tokens|context (?:size|window|length|limit) (?:has been |is |was )?exceed|exceeded max context|exceed context limit|maximum (?:context|input|prompt) (?:length|tokens|size)|too many (?:input |total )?tokens|reduce the length of (?:the )?(?:messages|prompt|input)|max_new_tokens`? must be <=|tokens to keep from the initial prompt is greater|model_max_prompt_tokens_exceeded|string_above_max_length/i

const REFUSED =
  /content[_ ]?filter|content_policy|content management policy|content policy|responsibleai|safety system|usage polic|invalid_prompt|moderation|flagged|blocked by|prohibited_content/i

const MISSING =
  /model_not_found|model[^.\n]{0,80}(?:does not exist|not found|not exist|is not available|not supported for|no such model)|not_found_error|no (?:such )?(?:model|endpoints?) (?:found|named|available)|unknown model|invalid model|deploymentnotfound|unknown_url/i

const KEY_REFUSED =
  /api[_ ]key[_ ](?:invalid|not valid)|invalid[_ ]api[_ ]key|incorrect api key|authentication_error|unauthorized|permission_error|permission_denied|unauthenticated/i

/** The account, not the pace, is at fault: waiting does not help. */
const NO_CREDIT =
  /insufficient_quota|insufficient[_ ]balance|exceeded your current quota, please check your plan|billing|credit balance|payment required|insufficient credits/i

function kindOf(status: number, { message, words }: ToldError): FailureKind {
  const said = `${words} ${message.slice(0, 2000)}`
  // A limit per minute may speak of tokens, too; it passes.
  if (status !== 429 && status < 500 && OVERFLOW.test(said)) return 'overflow'
  if (
    status >= 500 &&
    /exceed_context_size|context (?:size|length|window)[^.\n]{0,40}exceed|exceeds? (?:the )?(?:available |maximum )?context/i.test(
      said,
    )
  )
    return 'overflow'
  if (status === 402 || ((status === 429 || status === 403 || status === 400) && NO_CREDIT.test(said)))
    return 'auth'
  if (status === 429) return 'rate-limit'
  if (status === 401) return 'auth'
  if (status === 403) return REFUSED.test(said) ? 'refusal' : 'auth'
  if (status === 451) return 'refusal'
  if (status === 408 || status === 504 || status === 524) return 'timeout'
  if (status === 413) return 'overflow'
  if (status >= 500) return 'server'
  if (REFUSED.test(said)) return 'refusal'
  if (KEY_REFUSED.test(said)) return 'auth'
  if ((status >= 300 && status < 400) || status === 404 || status === 405 || status === 410) return 'missing'
  if (MISSING.test(said)) return 'missing'
  if (status === 409 || status === 425) return 'server'
  return status >= 400 ? 'refusal' : 'schema'
}

/** The status that an error without one stands for. */
function statusOfWords(words: string): number {
  if (/rate_limit|too_many_requests|resource_exhausted|quota/i.test(words)) return 429
  if (/overloaded|unavailable/i.test(words)) return 503
  if (/authentication|unauthorized|invalid_api_key|unauthenticated/i.test(words)) return 401
  if (/permission/i.test(words)) return 403
  if (/not_found/i.test(words)) return 404
  if (/timeout|deadline/i.test(words)) return 504
  return /invalid|bad_?request|context_length|content_filter|exceed_context/i.test(words) ? 400 : 500
}

function codeOf(failure: FailureKind): string {
  return `subject-${failure}`
}

function redirectOf(status: number, headers: Readonly<Record<string, string>>): string {
  if (status < 300 || status >= 400) return ''
  const target = headers.location ?? ''
  const shown = target.replace(/\?.*$/s, '').replace(/\/\/[^/@]*@/, '//')
  return target === '' ? '' : ` and points to ${printable(shown, { maxLength: 120 })}`
}

function fixOf(failure: FailureKind, answer: FailedAnswer, { message, words }: ToldError): string {
  const said = `${words} ${message}`
  switch (failure) {
    case 'auth':
      if (NO_CREDIT.test(said) || answer.status === 402) return 'See the plan and the balance of the account.'
      return answer.keyName === undefined
        ? answer.keyHint
        : `Check the key in the variable ${answer.keyName}, and that it may use this model.`
    case 'missing':
      return answer.status >= 300 && answer.status < 400
        ? 'Redirects are not followed, so that no key goes astray. Write the address it points to.'
        : 'Check the address (it usually ends in /v1) and the name of the model.'
    case 'overflow':
      return 'Offer fewer tools, shorten the item, or serve the model with a longer context.'
    case 'rate-limit':
      return 'Lower the concurrency, or wait and resume the run.'
    case 'refusal': {
      const setting = /temperature|max_completion_tokens|max_tokens|top_p|top_k|seed|stop|logprobs/.exec(
        said,
      )?.[0]
      if (setting === undefined || REFUSED.test(said)) return 'The other samples are not affected.'
      if (setting === 'logprobs')
        return 'If the model gives no log-probabilities, add logprobs=off to the spec.'
      return `If the model does not take "${setting}", leave it out with extra: {"${setting}": null} in the config.`
    }
    case 'server':
    case 'timeout':
    case 'transport':
    case 'schema':
    case 'stopped':
      return 'What was answered is kept: resume the run later.'
    default:
      return failure satisfies never
  }
}
