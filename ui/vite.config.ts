import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { singleFile } from './single-file.js'

// Whatever the shell says (test runners set their own): React's development build warns on the console and is twice as large.
process.env.NODE_ENV = 'production'

/** Builds dist/report-template.html, into which `assay report` puts a report. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  publicDir: false,
  plugins: [singleFile('report-template.html')],
  build: {
    outDir: '../dist',
    emptyOutDir: false,
    target: 'es2022',
    cssCodeSplit: false,
    assetsInlineLimit: Number.MAX_SAFE_INTEGER,
    modulePreload: false,
    reportCompressedSize: false,
  },
})
