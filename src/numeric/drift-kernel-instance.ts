import { bytes } from './drift-kernel.js'
import { bytes as fusedBytes } from './drift-kernel-fused.js'

/** Numbers that the kernel writes for a row, in the order in which drift-kernel.wat names them. */
export const ROW_NUMBERS = 8

/** Longest row of a call: equal words are counted in 16 bits, eight at a time. A multiple of a vector. */
export const MAX_ROW_LENGTH = 65_536

/** Where the memory that is free begins: what stands before it is the kernel's own. */
export const FREE_FROM = 4096

/** Bytes behind the numbers that a call may write into. */
const SCRATCH_BYTES = 4 * MAX_ROW_LENGTH + 32

/** Places in the kernel's memory, in bytes from `FREE_FROM` on, and counts. */
type RowSums = (
  a: number,
  b: number,
  length: number,
  rows: number,
  out: number,
  under: number,
  underHalf: number,
) => void

/** An instance of `drift-kernel.wat` with memory of its own. */
export interface DriftKernel {
  readonly memory: WebAssembly.Memory
  readonly bf16: RowSums
  readonly f32: RowSums
}

let compiled: WebAssembly.Module | undefined

/**
 * Whether this engine can multiply and add in one step, which is a fifth faster. A product is then rounded once instead of
 * twice: sums differ from those of other engines by less than 1e-15 of what was added up.
 */
export function canFuse(): boolean {
  return fusedModule() !== undefined
}

/** The compiled kernel, which can be handed to other threads. */
export function driftModule(): WebAssembly.Module {
  compiled ??= fusedModule() ?? new WebAssembly.Module(bytesOf(bytes))
  return compiled
}

function fusedModule(): WebAssembly.Module | undefined {
  try {
    return new WebAssembly.Module(bytesOf(fusedBytes))
  } catch {
    return undefined
  }
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
}

/** Starts the kernel with room for `sizeBytes` from `FREE_FROM` on, zeroed. */
export function driftKernel(sizeBytes: number): DriftKernel {
  const { exports } = new WebAssembly.Instance(driftModule())
  // The module is our own: drift-kernel.wat exports exactly these three.
  const kernel = exports as unknown as DriftKernel
  kernel.memory.grow(pagesFor(sizeBytes))
  return kernel
}

/** Pages by which the memory must grow for `sizeBytes`. */
export function pagesFor(sizeBytes: number): number {
  return Math.ceil((FREE_FROM + sizeBytes + SCRATCH_BYTES) / 65_536)
}
