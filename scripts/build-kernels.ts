import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import wabt from 'wabt'

/** Kernels of `src/numeric/`, by file name without ending, and the file that each is compiled from. */
const sources = {
  'screen-kernel': 'screen-kernel.wat',
  'drift-kernel': 'drift-kernel.wat',
  'drift-kernel-fused': 'drift-kernel.wat',
} as const
export const kernels = ['screen-kernel', 'drift-kernel', 'drift-kernel-fused'] as const

/** A product that is added to a sum, as the kernels write it. */
const ADDED_PRODUCT =
  /\(f64x2\.add \(local\.get (\$\w+)\) \(f64x2\.mul \(local\.get (\$\w+)\) \(local\.get (\$\w+)\)\)\)/g

/**
 * Compiles the WAT of a kernel and writes the module that stands beside it; a fused one multiplies and adds in one step, and
 * picks bytes without looking whether there are such: the kernels pick none that are not.
 */
export async function kernelModule(name: (typeof kernels)[number]): Promise<string> {
  const { parseWat } = await wabt()
  const file = sources[name]
  const plain = readFileSync(pathOf(file), 'utf8')
  const isFused = name === 'drift-kernel-fused'
  const text = isFused
    ? plain
        .replace(ADDED_PRODUCT, '(f64x2.relaxed_madd (local.get $2) (local.get $3) (local.get $1))')
        .replaceAll('i8x16.swizzle', 'i8x16.relaxed_swizzle')
    : plain
  const source = parseWat(file, text, { simd: true, relaxed_simd: isFused })
  source.validate()
  const { buffer } = source.toBinary({ write_debug_names: false })
  source.destroy()
  const lines =
    Buffer.from(buffer)
      .toString('base64')
      .match(/.{1,100}/g) ?? []
  return [
    `/** ${file}, compiled${isFused ? ' with fused multiply-add' : ''} by scripts/build-kernels.ts: WebAssembly in base64. */`,
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
