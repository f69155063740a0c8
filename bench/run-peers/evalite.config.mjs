import { defineConfig } from 'evalite/config'
import { createInMemoryStorage } from 'evalite/in-memory-storage'

// biome-ignore lint/style/noDefaultExport: evalite looks for it
export default defineConfig({
  storage: () => createInMemoryStorage(),
  maxConcurrency: 64,
  testTimeout: 60_000,
  hideTable: true,
})
