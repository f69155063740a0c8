import { InputError, SubjectError } from '../errors.js'
import type { Files, Http, HttpResponse } from '../ports.js'
import { refuseSpecial } from './plain-files.js'
import type { SourceInput, SourceSample } from './source.js'
import { walkFiles } from './walk.js'

/** Bytes at the beginning of a file that formats are told by. */
export const HEAD_BYTES = 64 * 1024

/** The largest text fetched from an address. The largest real API description has 47 MB. */
const MAX_FETCH_BYTES = 128 * 1024 * 1024

/** Files looked at in search of some by which a folder is recognised, and how many of those. */
const MAX_LOOKED_AT = 5000
const MAX_SAMPLES = 50

export interface InputContext {
  readonly files: Files
  readonly http: Http
  /** For a fetch, milliseconds. */
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

/** An input that can be shown to sources, and the doors through which they read it. */
export interface OpenedInput {
  readonly input: SourceInput
  readonly files: Files
  readonly http: Http
}

/**
 * Opens a path or an address (`http://`, `https://`). An address is fetched once; sources read what came as if it were
 * a file.
 *
 * @throws {InputError} `file-missing`, `file-unreadable`, `file-not-plain`, `address-refused`.
 * @throws {SubjectError} when the server cannot be reached.
 */
export async function openInput(spec: string, context: InputContext): Promise<OpenedInput> {
  const { files, http } = context
  if (/^https?:\/\//i.test(spec)) return fetchInput(spec, context)
  const facts = await files.facts(spec)
  if (facts?.kind === 'folder') {
    return { input: { path: spec, isFolder: true, head: '' }, files, http }
  }
  refuseSpecial(spec, facts)
  return { input: { path: spec, isFolder: false, head: await headOf(spec, files) }, files, http }
}

/** The first 64 KiB of a file as text, faulty UTF-8 replaced. */
export async function headOf(path: string, files: Pick<Files, 'stream'>): Promise<string> {
  const pieces: Uint8Array[] = []
  let sizeBytes = 0
  for await (const piece of files.stream(path)) {
    pieces.push(piece)
    sizeBytes += piece.length
    if (sizeBytes >= HEAD_BYTES) break
  }
  const decoder = new TextDecoder()
  let head = ''
  let rest = HEAD_BYTES
  for (const piece of pieces) {
    head += decoder.decode(piece.subarray(0, rest), { stream: true })
    rest = Math.max(0, rest - piece.length)
  }
  return head
}

/** Files of a folder that may say what it holds: the first 50 that are JSON or YAML by name. */
export async function* samplesOf(folder: string, files: Files): AsyncGenerator<SourceSample> {
  let looked = 0
  let given = 0
  for await (const { path, names } of walkFiles(folder, files)) {
    if (++looked > MAX_LOOKED_AT) return
    if (!/\.(?:jsonl?|ndjson|ya?ml)$/i.test(path)) continue
    yield { names, head: await headOf(path, files) }
    if (++given === MAX_SAMPLES) return
  }
}

async function fetchInput(
  spec: string,
  { files, http, timeoutMs, signal }: InputContext,
): Promise<OpenedInput> {
  if (!URL.canParse(spec)) {
    const fix = 'Write a whole address, e.g. https://example.com/openapi.json.'
    throw new InputError({ code: 'address-broken', what: 'The address cannot be read.', fix })
  }
  const { protocol, host, pathname } = new URL(spec)
  // Query and user name can hold secrets, and the path is shown in messages and stored in catalogs.
  const path = `${protocol}//${host}${pathname}`
  const response = await http.send({
    method: 'GET',
    url: spec,
    headers: { accept: 'application/json, application/yaml;q=0.9, */*;q=0.1' },
    timeoutMs,
    maxBytes: MAX_FETCH_BYTES,
    ...(signal === undefined ? {} : { signal }),
  })
  if (response.status < 200 || response.status > 299) throw refused(path, response)
  const { body } = response
  return {
    input: { path, isFolder: false, head: new TextDecoder().decode(body.subarray(0, HEAD_BYTES)) },
    files: withFetched(files, path, body),
    http: { send: async (request) => (request.url === path ? response : http.send(request)) },
  }
}

function refused(where: string, { status }: HttpResponse): Error {
  const what = `The server answered with status ${status}.`
  if (status >= 500 || status === 429) {
    return new SubjectError({
      code: 'address-refused',
      what,
      where,
      fix: 'Try again later.',
      retryable: true,
    })
  }
  const fix = 'Check the address; what stands behind a login must be downloaded first.'
  return new InputError({ code: 'address-refused', what, where, fix })
}

/** Files of the host, and one more. */
function withFetched(files: Files, path: string, body: Uint8Array): Files {
  return {
    read: async (wanted) => (wanted === path ? body : files.read(wanted)),
    facts: async (wanted) =>
      wanted === path ? { kind: 'file', sizeBytes: body.length } : files.facts(wanted),
    async *stream(wanted) {
      if (wanted !== path) yield* files.stream(wanted)
      else for (let at = 0; at < body.length; at += 1 << 20) yield body.subarray(at, at + (1 << 20))
    },
    list: (wanted) => files.list(wanted),
    write: (wanted, pieces) => files.write(wanted, pieces),
    append: (wanted, piece) => files.append(wanted, piece),
    join: (...parts) => files.join(...parts),
    folderOf: (wanted) => files.folderOf(wanted),
  }
}
