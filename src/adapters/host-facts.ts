import { access, constants, statfs } from 'node:fs/promises'
import { arch, availableParallelism, cpus, platform, release, totalmem } from 'node:os'
import { dirname, resolve } from 'node:path'
import { canFuse, driftModule } from '../numeric/drift-kernel-instance.js'

/** What this machine has. */
export interface HostFacts {
  /** E.g. `20.19.0`. */
  readonly node: string
  /** E.g. `linux x64 6.1.0`. */
  readonly system: string
  readonly processor: string
  /** Threads that this process may use at once. */
  readonly threads: number
  readonly memoryBytes: number
  /** Vector instructions of WebAssembly, and those that multiply and add in one step. */
  readonly simd: boolean
  readonly relaxedSimd: boolean
}

export function hostFacts(): HostFacts {
  return {
    node: process.versions.node,
    system: `${platform()} ${arch()} ${release()}`,
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    threads: availableParallelism(),
    memoryBytes: totalmem(),
    simd: hasSimd(),
    relaxedSimd: canFuse(),
  }
}

function hasSimd(): boolean {
  try {
    driftModule()
    return true
  } catch {
    return false
  }
}

/** Where something would be written. */
export interface FolderFacts {
  /** The folder, or the nearest one above it that is there. */
  readonly nearest: string
  readonly exists: boolean
  readonly isWritable: boolean
  /** Undefined where the host does not say. */
  readonly freeBytes: number | undefined
}

/** Looks at a folder without making it. */
export async function folderFacts(path: string): Promise<FolderFacts> {
  const whole = resolve(path)
  let nearest = whole
  while (!(await isAllowed(nearest, constants.F_OK)) && nearest !== dirname(nearest))
    nearest = dirname(nearest)
  return {
    nearest,
    exists: nearest === whole,
    isWritable: await isAllowed(nearest, constants.W_OK),
    freeBytes: await freeBytesOf(nearest),
  }
}

async function isAllowed(path: string, mode: number): Promise<boolean> {
  try {
    await access(path, mode)
    return true
  } catch {
    return false
  }
}

async function freeBytesOf(path: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(path)
    return bavail * bsize
  } catch {
    return undefined
  }
}
