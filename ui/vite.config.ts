import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { singleFile } from './single-file.js'

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
