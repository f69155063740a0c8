import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** The copy of the repository that holds the mutants, or the repository itself. */
const root = fileURLToPath(new URL('../..', import.meta.url))

/** Fast tests of the folder under mutation; the command names them. */
export default defineConfig({
  root,
  resolve: {
    alias: [
      { find: /^assay\/vitest$/, replacement: `${root}src/matchers/vitest.ts` },
      { find: /^assay$/, replacement: `${root}src/index.ts` },
    ],
  },
  test: {
    include: (process.env.ASSAY_MUTATION_TESTS ?? '').split(',').filter((pattern) => pattern !== ''),
    exclude: ['**/node_modules/**'],
    setupFiles: [`${root}bench/mutation/fixed-seed.ts`],
    // Mutated code counts its visits: what takes 10 s beside other work is slow, not wrong.
    testTimeout: 120_000,
    reporters: ['dot'],
  },
})
