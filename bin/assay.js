#!/usr/bin/env node
import { existsSync } from 'node:fs'

const built = new URL('../dist/cli/main.js', import.meta.url)
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    `Assay needs Node 20.19 or later; this is ${process.versions.node}. See https://nodejs.org\n`,
  )
  process.exitCode = 2
} else if (existsSync(built)) {
  const { main } = await import(built.href)
  await main(process.argv)
} else {
  process.stderr.write('Assay is not built here. Run: npm ci (or npm run build).\n')
  process.exitCode = 2
}
