import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Writes THIRD-PARTY-LICENCES.txt: the licences of what the build copies into `dist/`. Run it when one of these packages
 * changes: `npm run build:licences`.
 */
const BUNDLED = [
  'gpt-tokenizer',
  '@observablehq/plot',
  'linkedom',
  'react',
  'react-dom',
  '@tanstack/react-virtual',
]
const FILE = 'THIRD-PARTY-LICENCES.txt'

interface PackageFacts {
  readonly version: string
  readonly license?: string
  readonly dependencies?: Readonly<Record<string, string>>
}

const found = new Map<string, PackageFacts>()
const waiting = [...BUNDLED]
for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
  if (found.has(name)) continue
  const path = join('node_modules', name, 'package.json')
  const facts = JSON.parse(readFileSync(path, 'utf8')) as PackageFacts // npm writes it
  found.set(name, facts)
  waiting.push(...Object.keys(facts.dependencies ?? {}))
}
const parts = [...found]
  .sort(([left], [right]) => (left < right ? -1 : 1))
  .map(
    ([name, { version, license }]) => `${name} ${version} (${license ?? 'see below'})\n\n${licenceOf(name)}`,
  )
writeFileSync(
  FILE,
  `Assay's build holds parts of these packages.\n\n${parts.join(`\n${'-'.repeat(80)}\n\n`)}`,
)

function licenceOf(name: string): string {
  const folder = join('node_modules', name)
  if (!existsSync(folder)) throw new Error(`${name} is not installed.`)
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  return file === undefined
    ? 'The package holds no licence file.\n'
    : `${readFileSync(join(folder, file), 'utf8').trim()}\n`
}
