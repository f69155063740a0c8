import type { FoundPeer } from '../../adapters/find-peer.js'
import { installLine, type PeerName, peers } from '../../adapters/peers.js'
import { QUEUE_PASSWORD } from '../../adapters/queue/redis-address.js'
import { OTHER_KEY } from '../../subject/endpoint-spec.js'
import type { DoctorCheck } from './doctor-document.js'

/** The optional peers: which are installed, and what to type for the others. */
export function peerChecks(
  find: (name: PeerName) => Pick<FoundPeer, 'version'> | undefined,
  demanded: ReadonlySet<PeerName>,
): readonly DoctorCheck[] {
  return peers.map(({ name, version, purpose, usedBy }): DoctorCheck => {
    const found = find(name)
    const common = {
      group: 'peers',
      name,
      wanted: version,
      purpose: `${purpose}: ${usedBy.join(', ')}`,
      isDemanded: demanded.has(name),
    } as const
    if (found === undefined) {
      return { ...common, state: 'absent', found: 'not installed', fix: installLine(name) }
    }
    if (found.version === version) return { ...common, state: 'ok', found: version }
    return {
      ...common,
      state: 'careful',
      found: found.version ?? 'of an unknown version',
      fix: `It may work; the tests run with ${version}: ${installLine(name)}`,
    }
  })
}

/** Names of keys that are looked for, by whom. Values are never looked at beyond whether there is one. */
const KEYS: readonly { readonly name: string; readonly purpose: string }[] = [
  { name: 'OPENAI_API_KEY', purpose: 'openai:MODEL, and embeddings of OpenAI' },
  { name: 'ANTHROPIC_API_KEY', purpose: 'anthropic:MODEL' },
  { name: 'GEMINI_API_KEY', purpose: 'google:MODEL' },
  { name: 'GOOGLE_API_KEY', purpose: 'google:MODEL, where GEMINI_API_KEY is not set' },
  { name: OTHER_KEY, purpose: 'any other server that wants one' },
  { name: 'ASSAY_EMBEDDINGS_KEY', purpose: 'embeddings of any other server that wants one' },
  { name: QUEUE_PASSWORD, purpose: 'a queue whose address holds no password' },
  { name: 'HF_TOKEN', purpose: 'private and gated models in models pull' },
]

export function keyChecks(variable: (name: string) => string | undefined): readonly DoctorCheck[] {
  return KEYS.map(({ name, purpose }): DoctorCheck => {
    const isSet = (variable(name) ?? '') !== ''
    return {
      group: 'keys',
      name,
      state: isSet ? 'ok' : 'absent',
      found: isSet ? 'set' : 'not set',
      purpose,
      isDemanded: false,
    }
  })
}
