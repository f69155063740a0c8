import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packedInstall } from './packed-install.js'

/**
 * Installs the packed package as a user does and looks at what came: `npm run check:install`. It must be small, hold
 * nothing that was built for a machine, run nothing when it is installed, and work.
 */
const MOST_BYTES = 60 * 1024 * 1024

if (!existsSync('dist/cli/main.js')) {
  console.error('Nothing is built here. Run: npm run build')
  process.exit(1)
}
const folder = mkdtempSync(join(tmpdir(), 'assay-install-'))
try {
  const { program, sizeBytes } = packedInstall(folder)
  const faults = [
    ...(sizeBytes <= MOST_BYTES
      ? []
      : [`It takes ${megabytes(sizeBytes)} MB, more than ${megabytes(MOST_BYTES)}.`]),
    ...filesBelow(join(folder, 'node_modules')).flatMap(faultOf),
    ...usageFaults(program),
  ]
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
  else
    console.log(
      `Installed: ${megabytes(sizeBytes)} MB, no native build, no install script; --version and parse work.`,
    )
} finally {
  rmSync(folder, { recursive: true })
}

function megabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1)
}

function filesBelow(path: string): readonly string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

function faultOf(path: string): readonly string[] {
  if (/\.(?:node|so|dylib|dll|gyp)$/.test(path))
    return [`${path} is built, or asks to be built, for one machine.`]
  if (!path.endsWith('package.json')) return []
  let scripts: unknown
  try {
    // Whatever a package wrote; only the names of its scripts are looked at.
    scripts = (JSON.parse(readFileSync(path, 'utf8')) as { readonly scripts?: unknown }).scripts
  } catch {
    return []
  }
  const names = typeof scripts === 'object' && scripts !== null ? Object.keys(scripts) : []
  return ['preinstall', 'install', 'postinstall']
    .filter((name) => names.includes(name))
    .map((name) => `${path} runs something at "${name}".`)
}

function usageFaults(program: string): readonly string[] {
  const examples = join(program, '..', '..', 'examples', 'calls')
  const run = (...words: readonly string[]): string =>
    execFileSync(process.execPath, [program, ...words], { cwd: folder, encoding: 'utf8' })
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string }
  const shown = run('--version').trim()
  const parsed = run(
    ...['parse', '--dialect', 'hermes', '--tools', join(examples, 'tools.jsonl'), '--quiet'],
    join(examples, 'caller.jsonl'),
  )
  return [
    ...(shown === version ? [] : [`--version says ${shown}, not ${version}.`]),
    ...(parsed.split('"level":"S6"').length - 1 === 21
      ? []
      : ['parse does not find the 21 sound calls of examples/calls.']),
  ]
}
