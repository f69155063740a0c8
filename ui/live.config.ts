import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

// Whatever the shell says (test runners set their own): React's development build warns on the console and is twice as large.
process.env.NODE_ENV = 'production'

/** Builds dist/live.js and dist/live.css, which `assay serve` gives to the browser. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: false,
  build: {
    outDir: '../dist',
    emptyOutDir: false,
    target: 'es2022',
    cssCodeSplit: false,
    modulePreload: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      input: fileURLToPath(new URL('src/live/main.tsx', import.meta.url)),
      output: {
        entryFileNames: 'live.js',
        assetFileNames: 'live[extname]',
        codeSplitting: false,
      },
    },
  },
})
