import { join } from 'node:path'
import { InputError, SubjectError } from '../../errors.js'
import type { Clock, Notify } from '../../ports.js'
import { isJsonArray, isJsonObject, parseJson } from '../../text/json.js'
import { printable } from '../../text/printable.js'
import { isPlainPath } from '../zip-archive.js'
import { download } from './download.js'
import { type HubName, readHubName } from './hub-name.js'
import { hubFetch, statusFault } from './hub-request.js'
import { keepRecord, PULLED_FILES, type PulledModel } from './model-folder.js'

export interface HubPull {
  readonly folder: string
  readonly notify: Notify
  readonly signal: AbortSignal
  readonly clock: Clock
  /** Base address; default https://huggingface.co. */
  readonly endpoint?: string
  /** Sent to that address alone, never to where it leads. */
  readonly token?: string
}

const DEFAULT_ENDPOINT = 'https://huggingface.co'
/** Of a repository's list of files; the largest met have some 2 MB. */
const MOST_LIST_BYTES = 32 * 1024 * 1024

/**
 * Fetches a model from the Hugging Face hub, or a mirror of it: the named file, else the only GGUF file, else weights in
 * safetensors with their settings. A pull that was interrupted goes on where it stopped, and each file must have the
 * hash that the hub announces.
 *
 * @throws {InputError} `model-name`, `model-missing`, `model-forbidden`, `model-ambiguous`, `model-none`.
 * @throws {SubjectError} `pull-…`, retryable.
 */
export async function pullHub(text: string, pull: HubPull): Promise<readonly PulledModel[]> {
  const name = readHubName(text)
  const endpoint = endpointOf(pull.endpoint)
  const files = name.file === undefined ? await choose(name, endpoint, pull) : [name.file]
  const models: PulledModel[] = []
  for (const file of files) models.push(await pullFile(name, file, { ...pull, endpoint }))
  return models
}

function endpointOf(text: string | undefined): string {
  const address = text === undefined || text === '' ? DEFAULT_ENDPOINT : text
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.search === '') {
    return url.href.replace(/\/+$/, '')
  }
  throw new InputError({
    code: 'hub-endpoint',
    what: 'HF_ENDPOINT is no plain address of http or https.',
    where: 'HF_ENDPOINT',
    fix: `Set it to the address of a mirror, or unset it for ${DEFAULT_ENDPOINT}.`,
  })
}

async function pullFile(
  { repository, revision }: HubName,
  file: string,
  pull: HubPull & { readonly endpoint: string },
): Promise<PulledModel> {
  const { folder, endpoint } = pull
  const path = join(folder, 'hub', ...repository.split('/'), revision, ...file.split('/'))
  const escaped = file.split('/').map(encodeURIComponent).join('/')
  const url = `${endpoint}/${repository}/resolve/${revision}/${escaped}`
  const { sizeBytes, sha256, checked } = await download({
    ...pull,
    url,
    path,
    shown: `${repository}/${file}`,
  })
  const model: PulledModel = {
    path,
    source: `hub:${repository}@${revision}/${file}`,
    sizeBytes,
    sha256,
    checked,
  }
  await keepRecord(model)
  return model
}

/** The files to pull of a repository that is named by itself. */
async function choose(
  { repository, revision }: HubName,
  endpoint: string,
  pull: HubPull,
): Promise<readonly string[]> {
  const url = `${endpoint}/api/models/${repository}/revision/${revision}`
  const names = await listFiles(url, repository, pull)
  const models = names.filter((name) => /\.gguf$/i.test(name))
  const [only] = models
  if (only !== undefined && models.length === 1) return [only]
  if (models.length > 1) {
    const shown = models.slice(0, 20).map((name) => printable(name, { maxLength: 100 }))
    throw new InputError({
      code: 'model-ambiguous',
      what: `The repository holds ${models.length} GGUF files.`,
      where: repository,
      fix: `Name one: ${repository}/${shown.join(`\n         ${repository}/`)}`,
    })
  }
  const plain = names.filter((name) => PULLED_FILES.test(name) && !name.includes('/'))
  if (plain.some((name) => /\.safetensors$/i.test(name))) return plain
  throw new InputError({
    code: 'model-none',
    what: 'The repository holds no GGUF file and no safetensors.',
    where: repository,
    fix: 'Name a repository with weights in one of these forms; others can hold programs.',
  })
}

async function listFiles(url: string, repository: string, pull: HubPull): Promise<readonly string[]> {
  const response = await hubFetch(url, { ...pull, headers: { accept: 'application/json' } })
  if (response.status !== 200) {
    await response.body?.cancel()
    throw statusFault(response.status, repository)
  }
  const pieces: Uint8Array[] = []
  let sizeBytes = 0
  for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    sizeBytes += piece.length
    if (sizeBytes > MOST_LIST_BYTES) break
    pieces.push(piece)
  }
  const reading = parseJson(Buffer.concat(pieces).toString('utf8'), { duplicateKeys: 'last' })
  const siblings =
    reading.kind === 'value' && isJsonObject(reading.value) ? reading.value.siblings : undefined
  if (!isJsonArray(siblings)) {
    throw new SubjectError({
      code: 'pull-broken',
      what: "The hub's list of files cannot be read.",
      where: url,
      fix: 'Check HF_ENDPOINT, or name the file: OWNER/NAME/FILE.',
      retryable: true,
    })
  }
  return siblings.flatMap((sibling) => {
    const name = isJsonObject(sibling) ? sibling.rfilename : undefined
    return typeof name === 'string' && isPlainPath(name) ? [name] : []
  })
}
