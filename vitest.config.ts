import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        // Examples import the package by its name, which needs no build here.
        resolve: {
          alias: [
            { find: /^assay\/vitest$/, replacement: `${import.meta.dirname}/src/matchers/vitest.ts` },
            { find: /^assay$/, replacement: `${import.meta.dirname}/src/index.ts` },
          ],
        },
        test: {
          name: 'fast',
          include: ['src/**/*.test.ts', 'packs/**/*.test.ts', 'test/**/*.test.ts', 'examples/**/*.test.ts'],
          exclude: [
            'test/slow/**',
            'test/published/**',
            'test/end-to-end/**',
            'node_modules/**',
            'test/assets/**',
          ],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'slow',
          include: ['test/slow', 'test/published', 'test/end-to-end'].map(
            (folder) => `${folder}/**/*.test.ts`,
          ),
          testTimeout: 600_000,
          hookTimeout: 600_000,
          fileParallelism: false,
        },
      },
    ],
    reporters: ['default', './test/tally-reporter.ts'],
    coverage: { include: ['src/**', 'packs/**'], exclude: ['**/*.test.ts'] },
  },
})
