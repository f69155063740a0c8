#!/usr/bin/env node
import { existsSync } from 'node:fs'

const built = new URL('../dist/cli/main.js', import.meta.url)
if (existsSync(built)) {
  const { main } = await import(built.href)
  await main(process.argv)
} else {
  process.stderr.write('Assay is not built here. Run: npm ci (or npm run build).\n')
  process.exitCode = 2
}
