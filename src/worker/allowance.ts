import { realpath } from 'node:fs/promises'
import { sep } from 'node:path'
import { InputError } from '../errors.js'
import type { Files } from '../ports.js'
import type { SubjectKind } from '../subject/kind.js'
import { shownSpec } from '../subject/open.js'

/** What the command line of a worker lets runs do on its host: whoever reaches the queue could announce any spec. */
export interface Allowance {
  /** Specs that may be opened whatever they are. */
  readonly specs: readonly string[]
  /** Folders from which subjects may read. */
  readonly folders: readonly string[]
}

/** Kinds whose argument is the path of a file on this host. */
const FILE_KINDS: ReadonlySet<string> = new Set(['gguf', 'replay', 'scripted'])

/** Whether the spec, as it stands, was allowed. */
export function isNamed(spec: string, { specs }: Allowance): boolean {
  return specs.includes(spec)
}

/** The same kinds, but that files are opened only out of the folders that are allowed, whatever spec is inside another. */
export function guardedKinds(kinds: readonly SubjectKind[], allowance: Allowance): readonly SubjectKind[] {
  return kinds.map((kind) => {
    if (!FILE_KINDS.has(kind.id)) return kind
    return {
      ...kind,
      open: async (argument, context) => {
        if (!(await isInside(argument, allowance.folders))) throw notAllowed(`${kind.id}:${argument}`)
        return kind.open(argument, context)
      },
    }
  })
}

/** The same files, but only those in the folders that are allowed: options of specs may name files, too. */
export function guardedFiles(files: Files, { folders }: Allowance): Files {
  const check = async (path: string): Promise<void> => {
    if (!(await isInside(path, folders))) throw notAllowed(path)
  }
  const refuse = async (path: string): Promise<never> => {
    throw notAllowed(path)
  }
  return {
    read: async (path) => {
      await check(path)
      return files.read(path)
    },
    async *stream(path) {
      await check(path)
      yield* files.stream(path)
    },
    facts: async (path) => {
      await check(path)
      return files.facts(path)
    },
    list: async (path) => {
      await check(path)
      return files.list(path)
    },
    write: refuse,
    append: refuse,
    join: files.join,
    folderOf: files.folderOf,
  }
}

/** Links are followed first, so that none leads out. */
async function isInside(path: string, folders: readonly string[]): Promise<boolean> {
  const real = await realpath(path).catch(() => undefined)
  if (real === undefined) return false
  for (const folder of folders) {
    const root = await realpath(folder).catch(() => undefined)
    if (root !== undefined && (real === root || real.startsWith(root.endsWith(sep) ? root : root + sep)))
      return true
  }
  return false
}

function notAllowed(what: string): InputError {
  return new InputError({
    code: 'worker-file',
    what: 'A run asks for a file that this worker may not read, or that is not there.',
    where: shownSpec(what),
    fix: 'If you trust the run, start the worker with --folder and its folder, or with --subject and the whole spec.',
  })
}
