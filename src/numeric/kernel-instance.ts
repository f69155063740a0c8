import { InputError } from '../errors.js'
import { bytes } from './screen-kernel.js'

/** An instance of `screen-kernel.wat` with memory of its own. */
export interface ScreenKernel {
  readonly memory: WebAssembly.Memory
  readonly screen: (
    rows: number,
    rowCount: number,
    stride: number,
    scales: number,
    query: number,
    out: number,
  ) => void
}

let compiled: WebAssembly.Module | undefined

/**
 * Starts the kernel with room for `pages` of 64 KiB, zeroed.
 * @throws {InputError} `out-of-memory`.
 */
export function screenKernel(pages: number): ScreenKernel {
  compiled ??= new WebAssembly.Module(Uint8Array.from(atob(bytes), (char) => char.charCodeAt(0)))
  const { exports } = new WebAssembly.Instance(compiled)
  // The module is our own: screen-kernel.wat exports exactly these two.
  const kernel = exports as unknown as ScreenKernel
  try {
    kernel.memory.grow(Math.max(0, pages - 1))
  } catch (cause) {
    throw new InputError({
      code: 'out-of-memory',
      what: `There is no memory for the ${Math.ceil(pages / 16)} MiB that exact search needs.`,
      fix: 'Use a model with fewer dimensions (dimensions=N), or a machine with more memory.',
      cause,
    })
  }
  return kernel
}
