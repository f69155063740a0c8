/** The part of WebAssembly that the kernels use; the standard library's types have it only for browsers. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array)
  }
  class Instance {
    constructor(module: Module)
    readonly exports: Readonly<Record<string, unknown>>
  }
  class Memory {
    readonly buffer: ArrayBuffer
    grow(pages: number): number
  }
}
