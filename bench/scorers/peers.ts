import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { EmittedCall } from '../../src/score/calls/call-comparison.js'
import { writeJson } from '../../src/text/json.js'

/** A call as an API hands it over. */
export interface PeerCall {
  readonly name: string
  /** A text of JSON, every digit kept. */
  readonly arguments: string
}

/** What `bench/call-peers/peers.mjs` exports. */
export interface Peers {
  readonly scorers: readonly {
    readonly id: string
    judge(pair: {
      readonly expected: readonly PeerCall[]
      readonly actual: readonly PeerCall[]
      readonly order: 'any' | 'sequential'
    }): Promise<boolean | undefined>
  }[]
  parseText(request: {
    readonly dialect: string
    readonly text: string
    readonly tools: readonly unknown[]
  }): Promise<readonly PeerCall[] | undefined>
}

const HOME = 'bench/call-peers'

/** The peers, where they are installed. */
export async function loadPeers(): Promise<Peers | undefined> {
  if (!existsSync(`${HOME}/node_modules`)) {
    console.log(`Peers are not installed: npm ci --ignore-scripts --omit=optional --prefix ${HOME}`)
    return undefined
  }
  // The shape is that of the file beside their node_modules.
  return (await import(pathToFileURL(`${HOME}/peers.mjs`).href)) as Peers
}

export function peerCalls(calls: readonly EmittedCall[]): readonly PeerCall[] {
  return calls.map(({ name, arguments: given }) => ({ name, arguments: writeJson(given) }))
}
