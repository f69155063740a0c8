/** Which fast tests judge the mutants of a folder of `src/`: its own, and what stands elsewhere because it is a contract. */
export const FOLDER_TESTS: Readonly<Record<string, readonly string[]>> = {
  toolcall: ['src/toolcall/**/*.test.ts', 'test/contract/dialects.test.ts', 'test/golden/toolcall-*.test.ts'],
  score: ['src/score/**/*.test.ts'],
  stats: ['src/stats/**/*.test.ts'],
  parametric: ['src/parametric/**/*.test.ts'],
  validity: ['src/validity/**/*.test.ts', 'src/cli/commands/benchmark-audit.test.ts'],
  agent: ['src/agent/**/*.test.ts', 'test/contract/recorded-api-bank.test.ts'],
}
