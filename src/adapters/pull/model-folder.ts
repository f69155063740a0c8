import { createHash } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { InputError } from '../../errors.js'
import { isJsonObject, parseJson } from '../../text/json.js'
import { hostFiles } from '../files.js'
import { codeOf } from '../system-error.js'

/** A file that was pulled. */
export interface PulledModel {
  readonly path: string
  /** E.g. `hub:owner/name@revision/file`, `wheel:name==version`, `file:path`. */
  readonly source: string
  readonly sizeBytes: number
  readonly sha256: string
  /** What the hash was checked against: what the source announces, or nothing. */
  readonly checked: 'sha256' | 'git-sha1' | 'record' | 'none'
}

/** Kinds of files that are taken out of a source: data only, nothing that could run. */
export const PULLED_FILES = /\.(?:gguf|safetensors|json|jinja|txt)$/i

const RECORD = '.assay-model.json'

/** `~/.cache/assay/models`, or what `ASSAY_MODELS` names. */
export function modelFolder(variable: (name: string) => string | undefined): string {
  const named = variable('ASSAY_MODELS')
  return named === undefined || named === '' ? join(homedir(), '.cache', 'assay', 'models') : named
}

/** The record beside a file, by which it is listed. */
export async function keepRecord(model: PulledModel): Promise<void> {
  const { path, ...facts } = model
  const text = `${JSON.stringify({ schema: 'assay.model/1', ...facts }, undefined, 2)}\n`
  await writeWhole(`${path}${RECORD}`, [new TextEncoder().encode(text)])
}

/** What is recorded of a file; undefined when nothing is, or it cannot be read. */
export async function readRecord(path: string): Promise<PulledModel | undefined> {
  const text = await readFile(`${path}${RECORD}`, 'utf8').catch(() => undefined)
  const reading = text === undefined ? undefined : parseJson(text)
  if (reading?.kind !== 'value' || !isJsonObject(reading.value)) return undefined
  const { source, sizeBytes, sha256, checked } = reading.value
  if (typeof source !== 'string' || typeof sizeBytes !== 'number' || typeof sha256 !== 'string')
    return undefined
  const check = (['sha256', 'git-sha1', 'record'] as const).find((one) => one === checked) ?? 'none'
  return { path, source, sizeBytes, sha256, checked: check }
}

/** Folders below a models folder that are looked into. */
const MOST_DEPTH = 8

/** The models that were pulled into a folder, by path; an absent folder holds none. */
export async function listModels(folder: string, depth = 0): Promise<readonly PulledModel[]> {
  const entries: readonly Dirent[] = await readdir(folder, { withFileTypes: true }).catch((cause) => {
    if (depth > 0 || codeOf(cause) === 'ENOENT') return []
    throw new InputError({
      code: 'file-unreadable',
      what: 'The models folder cannot be read.',
      where: folder,
      fix: 'Name another one with --models-folder.',
      cause,
    })
  })
  const models: PulledModel[] = []
  for (const entry of [...entries].sort((left, right) => (left.name < right.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && depth < MOST_DEPTH) models.push(...(await listModels(path, depth + 1)))
    if (!entry.isFile() || !entry.name.endsWith(RECORD)) continue
    const model = await readRecord(path.slice(0, -RECORD.length))
    if (model !== undefined) models.push(model)
  }
  return models
}

/**
 * Writes pieces under a temporary name and renames: the path holds the old bytes or all of the new ones.
 *
 * @returns size and SHA-256 of what was written.
 */
export async function writeWhole(
  path: string,
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<{ readonly sizeBytes: number; readonly sha256: string }> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      hash.update(piece)
      sizeBytes += piece.length
      yield piece
    }
  }
  await hostFiles.write(path, counted())
  return { sizeBytes, sha256: hash.digest('hex') }
}

export function megabytes(sizeBytes: number): string {
  return `${(sizeBytes / 1_000_000).toFixed(1)} MB`
}

/** Takes a file back that turned out to be no model, and its record. */
export async function discardModel({ path }: Pick<PulledModel, 'path'>): Promise<void> {
  await rm(path, { force: true })
  await rm(`${path}${RECORD}`, { force: true })
}
