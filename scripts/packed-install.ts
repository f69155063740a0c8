import { execFileSync } from 'node:child_process'
import { lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The package as npm would publish it, installed as its users do. */
export interface PackedInstall {
  /** What a user would stand in. */
  readonly folder: string
  /** `bin/assay.js` of the installed package. */
  readonly program: string
  /** Of `node_modules`, in blocks of a disk as `du` counts. */
  readonly sizeBytes: number
}

/**
 * Packs what is built here and installs it without development packages, from npm's cache where that holds them.
 *
 * @param folder an empty one.
 */
export function packedInstall(folder: string): PackedInstall {
  mkdirSync(folder, { recursive: true })
  const run = (directory: string, words: readonly string[]): string =>
    execFileSync('npm', words, { cwd: directory, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  const packed = run('.', ['pack', '--ignore-scripts', '--json', '--pack-destination', resolve(folder)])
  const [archive] = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  if (archive === undefined) throw new Error(`npm pack made nothing: ${packed.slice(0, 500)}`)
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  run(folder, ['install', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund', `./${archive}`])
  return {
    folder,
    program: join(folder, 'node_modules', 'assay', 'bin', 'assay.js'),
    sizeBytes: diskSize(join(folder, 'node_modules')),
  }
}

/** Bytes on disk of a folder and all below it, links not followed. */
function diskSize(path: string): number {
  const facts = lstatSync(path)
  // A block is 512 bytes, whatever the disk calls one; hosts without blocks round up to 4 KiB.
  const own = facts.blocks === undefined ? Math.ceil(facts.size / 4096) * 4096 : facts.blocks * 512
  if (!facts.isDirectory()) return own
  return readdirSync(path).reduce((sum, name) => sum + diskSize(join(path, name)), own)
}
