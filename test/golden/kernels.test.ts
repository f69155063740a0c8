import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { kernelModule, kernels, pathOf } from '../../scripts/build-kernels.js'

describe('kernels', () => {
  it.each(kernels)('%s is the compiled form of its source (else: npm run build:kernels)', async (name) => {
    expect(readFileSync(pathOf(`${name}.ts`), 'utf8')).toBe(await kernelModule(name))
  })
})
