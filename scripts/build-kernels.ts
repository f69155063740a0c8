import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import wabt from 'wabt'

/** Kernels of `src/numeric/`, by file name without ending. */
export const kernels = ['screen-kernel', 'drift-kernel'] as const

/** Compiles the WAT of a kernel and writes the module that stands beside it. */
export async function kernelModule(name: (typeof kernels)[number]): Promise<string> {
  const { parseWat } = await wabt()
  const source = parseWat(`${name}.wat`, readFileSync(pathOf(`${name}.wat`)), { simd: true })
  source.validate()
  const { buffer } = source.toBinary({ write_debug_names: false })
  source.destroy()
  const lines =
    Buffer.from(buffer)
      .toString('base64')
      .match(/.{1,100}/g) ?? []
  return [
    `/** ${name}.wat, compiled by scripts/build-kernels.ts: WebAssembly in base64. */`,
    'export const bytes =',
    ...lines.map((line, at) => `  '${line}'${at < lines.length - 1 ? ' +' : ''}`),
    '',
  ].join('\n')
}

/** Where a file of `src/numeric/` stands. */
export function pathOf(file: string): string {
  return fileURLToPath(new URL(`../src/numeric/${file}`, import.meta.url))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const name of kernels) {
    writeFileSync(pathOf(`${name}.ts`), await kernelModule(name))
    console.log(`src/numeric/${name}.ts`)
  }
}
