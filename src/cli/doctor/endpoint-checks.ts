import { AssayError } from '../../errors.js'
import type { Http } from '../../ports.js'
import { isJsonArray, isJsonObject, parseJson } from '../../text/json.js'
import { printable } from '../../text/printable.js'
import type { DoctorCheck } from './doctor-document.js'

/** A server that may be asked for its models. */
export interface EndpointToTry {
  /** Its base address, e.g. `http://localhost:8000/v1`. */
  readonly url: string
  /** What names it: a flag, a subject, a variable. */
  readonly namedBy: string
  /** Whether the user asked for it to answer. */
  readonly isDemanded: boolean
  /** Whether it may be contacted though it is not on this machine. */
  readonly isNamed: boolean
}

/** Where model servers listen unless they are told otherwise. */
export const usualServers: readonly { readonly url: string; readonly server: string }[] = [
  { url: 'http://127.0.0.1:8000/v1', server: 'vLLM' },
  { url: 'http://127.0.0.1:30000/v1', server: 'SGLang' },
  { url: 'http://127.0.0.1:8080/v1', server: 'llama.cpp' },
  { url: 'http://127.0.0.1:11434/v1', server: 'Ollama' },
  { url: 'http://127.0.0.1:1234/v1', server: 'LM Studio' },
]

const MOST_BYTES = 4 * 1024 * 1024

/** How servers are reached. */
export interface EndpointTrial {
  readonly http: Http
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/**
 * Asks a server for its list of models, without a key: none can leak, and 401 is an answer, too. Nothing is asked of a
 * machine that nobody named.
 */
export async function endpointCheck(endpoint: EndpointToTry, trial: EndpointTrial): Promise<DoctorCheck> {
  const { namedBy, isDemanded, isNamed } = endpoint
  const address = addressOf(endpoint.url)
  const common = {
    group: 'endpoints',
    name: address?.shown ?? printable(endpoint.url, { maxLength: 100 }),
    purpose: namedBy,
    isDemanded,
  } as const
  if (address === undefined) {
    return { ...common, state: 'bad', found: 'no address of a server', fix: 'Write http://HOST:PORT/v1.' }
  }
  if (!isNamed && !isLoopback(address.url)) {
    return {
      ...common,
      state: 'careful',
      found: 'not tried: it is not on this machine',
      fix: `Name it to have it tried: assay doctor --endpoint ${address.shown}`,
    }
  }
  try {
    const { status, body } = await trial.http.send({
      method: 'GET',
      url: `${address.url.href.replace(/\/+$/, '')}/models`,
      timeoutMs: trial.timeoutMs,
      maxBytes: MOST_BYTES,
      signal: trial.signal,
    })
    return { ...common, ...answered(status, body) }
  } catch (error) {
    if (trial.signal.aborted) throw trial.signal.reason
    return {
      ...common,
      state: 'bad',
      found: 'does not answer',
      fix:
        error instanceof AssayError && error.fix !== undefined
          ? error.fix
          : 'Start the server, or correct its address.',
    }
  }
}

function answered(status: number, body: Uint8Array): Pick<DoctorCheck, 'state' | 'found' | 'fix'> {
  if (status === 401 || status === 403)
    return { state: 'ok', found: 'answers, and wants a key (none was sent)' }
  if (status < 200 || status > 299) {
    return {
      state: 'careful',
      found: `answers with status ${status}`,
      fix: 'Most servers list their models under /v1/models: look whether /v1 is missing in the address.',
    }
  }
  const reading = parseJson(new TextDecoder().decode(body), { duplicateKeys: 'last' })
  const data = reading.kind === 'value' && isJsonObject(reading.value) ? reading.value.data : undefined
  const names = isJsonArray(data)
    ? data.flatMap((entry) => (isJsonObject(entry) && typeof entry.id === 'string' ? [entry.id] : []))
    : []
  if (names.length === 0) return { state: 'ok', found: 'answers, and lists no model' }
  const shown = names.slice(0, 3).map((name) => printable(name, { maxLength: 60 }))
  return {
    state: 'ok',
    found: `answers: ${shown.join(', ')}${names.length > 3 ? ` and ${names.length - 3} more` : ''}`,
  }
}

/** The address as it may be contacted and shown: user names, passwords and queries left out. */
function addressOf(text: string): { readonly url: URL; readonly shown: string } | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  url.username = ''
  url.password = ''
  url.search = ''
  url.hash = ''
  return { url, shown: printable(url.href.replace(/\/+$/, ''), { maxLength: 100 }) }
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

/** Addresses in specs of subjects, e.g. of `compatible:http://localhost:8000/v1#my-model`. */
export function addressesIn(spec: string): readonly string[] {
  return [...spec.matchAll(/https?:\/\/[^#,+\s]+/g)].map(([address]) => address)
}
