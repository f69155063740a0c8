import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { findPeer, importPeer } from './find-peer.js'
import { installLine, missingPeer, type Peer, peers } from './peers.js'

describe('peers', () => {
  it('are those of package.json, in the same versions, all of them optional', () => {
    const all: readonly Peer[] = peers
    const versions = Object.fromEntries(all.map(({ name, version, range = version }) => [name, range]))
    expect(packageJson.peerDependencies).toEqual(versions)
    expect(packageJson.peerDependenciesMeta).toEqual(
      Object.fromEntries(peers.map(({ name }) => [name, { optional: true }])),
    )
  })

  it('stand in docs/install.md as they are here', () => {
    const page = readFileSync('docs/install.md', 'utf8')
    const rows = peers.map(
      ({ name, version, megabytes, purpose }) => `| \`${name}\` | ${version} | ${megabytes} | ${purpose} |`,
    )
    expect(page).toContain(`\n${rows.join('\n')}\n\n`)
  })

  it('have the versions that the tests run with', () => {
    const development: Readonly<Record<string, string>> = packageJson.devDependencies
    for (const { name, version } of peers) expect(development[name] ?? version, name).toBe(version)
  })
})

describe('installLine', () => {
  it('installs several at once', () => {
    expect(installLine('bullmq', 'ioredis')).toBe('npm i -E bullmq@6.7.0 ioredis@6.0.0')
  })
  it('leaves the builds for graphics processors out', () => {
    expect(installLine('node-llama-cpp')).toMatch(
      /^npm i -E --omit=optional node-llama-cpp@3\.21\.1 @node-llama-cpp\/[a-z0-9-]+@3\.21\.1$/,
    )
  })
})

describe('an optional peer', () => {
  const before = process.env.ASSAY_PEERS
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-peers-'))
  })
  afterEach(() => {
    if (before === undefined) delete process.env.ASSAY_PEERS
    else process.env.ASSAY_PEERS = before
    rmSync(folder, { recursive: true, force: true })
  })

  function install(name: string, code: string): void {
    const place = join(folder, 'node_modules', name)
    mkdirSync(place, { recursive: true })
    writeFileSync(
      join(place, 'package.json'),
      JSON.stringify({ name, version: '9.8.7', main: 'index.mjs', exports: './index.mjs' }),
    )
    writeFileSync(join(place, 'index.mjs'), code)
  }

  it('is found in any folder of ASSAY_PEERS, with its version', async () => {
    process.env.ASSAY_PEERS = ['/nowhere', folder].join(delimiter)
    expect(findPeer('@duckdb/node-api')?.version).not.toBe('9.8.7')
    install('@duckdb/node-api', 'export const answer = 42')
    expect(findPeer('@duckdb/node-api')).toMatchObject({ version: '9.8.7' })
    expect(await importPeer('@duckdb/node-api')).toMatchObject({ answer: 42 })
  })

  it('that cannot be loaded is told apart from one that is missing', async () => {
    process.env.ASSAY_PEERS = folder
    install('@duckdb/node-api', 'throw new Error("no binary")')
    await expect(importPeer('@duckdb/node-api', { where: 'assay query' })).rejects.toMatchObject({
      code: 'peer-missing',
      what: '@duckdb/node-api is there, but cannot be loaded; it is needed for SQL over many runs.',
      where: 'assay query',
      cause: { message: 'no binary' },
    })
  })

  it('that is missing is an error that says what to type', () => {
    expect(missingPeer({ names: ['bullmq', 'ioredis'], where: '--queue' }).message).toBe(
      [
        'bullmq is not installed; it is needed for work that several machines share.',
        '  where: --queue',
        '  fix:   Install it in this folder: npm i -E bullmq@6.7.0 ioredis@6.0.0. In a clone of Assay this installs nothing; there, and anywhere else, a folder of its own does: put --prefix ~/assay-peers behind "npm i -E", and set ASSAY_PEERS=~/assay-peers.',
      ].join('\n'),
    )
  })
})
