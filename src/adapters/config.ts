import { createRequire } from 'node:module'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { InputError } from '../errors.js'
import type { Files } from '../ports.js'

/** Names looked for in a folder, in this order. */
const CONFIG_NAMES: readonly string[] = ['ts', 'mts', 'js', 'mjs', 'json', 'yaml', 'yml'].map(
  (extension) => `assay.config.${extension}`,
)

/** The largest config read. A hand-written one has a few kilobytes. */
const MAX_CONFIG_BYTES = 4 * 1024 * 1024

/** What a config file holds, not checked yet. */
export interface LoadedConfig {
  readonly path: string
  readonly folder: string
  readonly value: unknown
}

/**
 * Reads a config. TypeScript and JavaScript files are run: they are the user's own programs; JSON and YAML are data.
 *
 * @param path a file, or a folder that holds one of `CONFIG_NAMES`.
 * @throws {InputError} `config-missing`, `config-broken`.
 */
export async function loadConfig(path: string, files: Files): Promise<LoadedConfig> {
  const file = await findConfig(path, files)
  const value = /\.[cm]?[jt]s$/.test(file) ? await runModule(file) : await readData(file, files)
  return { path: file, folder: dirname(file), value }
}

async function findConfig(path: string, files: Files): Promise<string> {
  const facts = await files.facts(path)
  if (facts?.kind === 'file') return path
  if (facts?.kind === 'folder') {
    for (const name of CONFIG_NAMES) {
      const candidate = join(path, name)
      if ((await files.facts(candidate))?.kind === 'file') return candidate
    }
  }
  throw new InputError({
    code: 'config-missing',
    what: facts === undefined ? 'There is no such config.' : 'The folder holds no config.',
    where: path,
    fix: `Write ${CONFIG_NAMES[0]} (or .js, .json, .yaml), name one, pass --catalog and --benchmark, or try --quickstart. To go on with an audit, name its folder after --resume.`,
  })
}

async function runModule(file: string): Promise<unknown> {
  const { createJiti } = await import('jiti')
  // `import { defineConfig } from 'assay'` works wherever the config lies: it means the package that is running.
  const jiti = createJiti(pathToFileURL(resolve(file)).href, {
    moduleCache: false,
    fsCache: false,
    alias: { assay: createRequire(import.meta.url).resolve('assay') },
  })
  try {
    return await jiti.import(resolve(file), { default: true })
  } catch (cause) {
    throw broken(file, cause instanceof Error ? cause.message : String(cause), cause)
  }
}

async function readData(file: string, files: Files): Promise<unknown> {
  const bytes = await files.read(file)
  if (bytes.length > MAX_CONFIG_BYTES) throw broken(file, 'It is larger than 4 MiB.')
  const text = new TextDecoder().decode(bytes)
  try {
    if (file.endsWith('.json')) return JSON.parse(text)
    const { parse } = await import('yaml')
    return parse(text, { maxAliasCount: 100 })
  } catch (cause) {
    throw broken(file, cause instanceof Error ? cause.message : String(cause), cause)
  }
}

function broken(file: string, reason: string, cause?: unknown): InputError {
  return new InputError({
    code: 'config-broken',
    what: `The config cannot be read: ${reason}`,
    where: file,
    fix: 'Correct the file at that place.',
    cause,
  })
}

/** The same files, with relative paths taken from `folder`. */
export function filesFrom(folder: string, files: Files): Files {
  const at = (path: string): string => (isAbsolute(path) ? path : join(folder, path))
  return {
    read: (path) => files.read(at(path)),
    stream: (path) => files.stream(at(path)),
    facts: (path) => files.facts(at(path)),
    list: (path) => files.list(at(path)),
    write: (path, pieces) => files.write(at(path), pieces),
    append: (path, piece) => files.append(at(path), piece),
    join: files.join,
    folderOf: files.folderOf,
  }
}
