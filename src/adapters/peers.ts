import { InputError } from '../errors.js'

/** A package that is not installed with Assay and that a part of it needs: an optional peer. */
export interface Peer {
  readonly name: string
  /** The version that the tests run with, and that the install line names. */
  readonly version: string
  /** The versions that `package.json` accepts where it is not that one alone. */
  readonly range?: string
  /** What it is needed for, as the end of "Needed for …". */
  readonly purpose: string
  /** Flags and commands that ask for it. */
  readonly usedBy: readonly string[]
  /** Arguments that `npm install` needs beside its name, e.g. to leave out builds for other hosts. */
  readonly installArguments?: readonly string[]
  /** What it adds on disk with all that it needs, as `du -sm` counts on Linux. */
  readonly megabytes: number
}

/** All optional peers, in the order in which a user meets them. */
export const peers = [
  {
    name: 'node-llama-cpp',
    version: '3.21.1',
    purpose: 'local models of the format GGUF',
    usedBy: ['gguf:PATH', 'dense:gguf:PATH', 'reference:NAME', 'calibrate --only ladder'],
    installArguments: ['--omit=optional'],
    megabytes: 83,
  },
  {
    name: '@pydantic/monty',
    version: '0.0.18',
    purpose: 'plans in wider Python than the own interpreter reads',
    usedBy: ['converse --executor monty'],
    megabytes: 19,
  },
  {
    name: 'bullmq',
    version: '6.7.0',
    range: '^6.7.0',
    purpose: 'work that several machines share',
    usedBy: ['run --queue', 'worker --queue'],
    megabytes: 14,
  },
  {
    name: 'ioredis',
    version: '6.0.0',
    range: '^6.0.0',
    purpose: 'the connection to Redis or Valkey',
    usedBy: ['run --queue', 'worker --queue'],
    megabytes: 2,
  },
  {
    name: 'rate-limiter-flexible',
    version: '11.4.0',
    range: '^11.4.0',
    purpose: 'limits of tokens per minute that workers share',
    usedBy: ['worker --queue'],
    megabytes: 1,
  },
  {
    name: '@aws-sdk/client-s3',
    version: '3.1175.0',
    range: '^3.1175.0',
    purpose: 'runs in S3-compatible storage',
    usedBy: ['run -o s3://BUCKET/PREFIX'],
    megabytes: 22,
  },
  {
    name: '@duckdb/node-api',
    version: '1.5.6-r.1',
    purpose: 'SQL over many runs',
    usedBy: ['query', 'export parquet'],
    megabytes: 70,
  },
  {
    name: 'vitest',
    version: '4.1.12',
    range: '^4.0.0',
    purpose: 'the matchers of assay/vitest',
    usedBy: ['assay/vitest'],
    megabytes: 42,
  },
] as const satisfies readonly Peer[]

export type PeerName = (typeof peers)[number]['name']

export function peerOf(name: PeerName): Peer {
  // The type allows no other name.
  return peers.find((peer) => peer.name === name) as Peer
}

/** What to type to install peers, e.g. `npm i -E bullmq@6.7.0 ioredis@6.0.0`. */
export function installLine(...names: readonly PeerName[]): string {
  const wanted = names.map(peerOf)
  const flags = wanted.flatMap(({ installArguments = [] }) => installArguments)
  const packages = wanted.flatMap(({ name, version }) =>
    name === 'node-llama-cpp'
      ? [`${name}@${version}`, `@node-llama-cpp/${llamaBinary()}@${version}`]
      : [`${name}@${version}`],
  )
  return ['npm i -E', ...new Set(flags), ...packages].join(' ')
}

/** The package of binaries of llama.cpp for this host's CPU. */
function llamaBinary(): string {
  const { platform, arch } = process
  if (platform === 'win32') return arch === 'arm64' ? 'win-arm64' : 'win-x64'
  if (platform === 'darwin') return arch === 'arm64' ? 'mac-arm64-metal' : 'mac-x64'
  return arch === 'arm64' ? 'linux-arm64' : arch === 'arm' ? 'linux-armv7l' : 'linux-x64'
}

export interface MissingPeer {
  /** First the one that is missed. */
  readonly names: readonly [PeerName, ...PeerName[]]
  /** The flag or the spec that asks for it. */
  readonly where?: string
  /** Why it cannot be loaded, where it is there. */
  readonly cause?: unknown
}

/** @returns the error `peer-missing`, which says what to install. */
export function missingPeer({ names, where, cause }: MissingPeer): InputError {
  const { name, purpose } = peerOf(names[0])
  return new InputError({
    code: 'peer-missing',
    what:
      cause === undefined
        ? `${name} is not installed; it is needed for ${purpose}.`
        : `${name} is there, but cannot be loaded; it is needed for ${purpose}.`,
    ...(where === undefined ? {} : { where }),
    fix: `Install it in this folder: ${installLine(...names)}. In a clone of Assay this installs nothing; there, and anywhere else, a folder of its own does: put --prefix ~/assay-peers behind "npm i -E", and set ASSAY_PEERS=~/assay-peers.`,
    ...(cause === undefined ? {} : { cause }),
  })
}
