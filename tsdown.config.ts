import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: { index: 'src/index.ts', 'cli/main': 'src/cli/main.ts' },
  format: 'esm',
  platform: 'node',
  target: 'node20',
  dts: { sourcemap: false },
  clean: true,
  fixedExtension: false,
  // The ranks of the tokenizer are copied in as a chunk of their own, so that users do not install 30 MB for them.
  deps: { onlyBundle: ['gpt-tokenizer'] },
})
