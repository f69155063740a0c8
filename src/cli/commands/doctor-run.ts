import { loadConfig } from '../../adapters/config.js'
import { findPeer } from '../../adapters/find-peer.js'
import { folderFacts, hostFacts } from '../../adapters/host-facts.js'
import { agentHttp } from '../../adapters/http-agent.js'
import { type PeerName, peers } from '../../adapters/peers.js'
import { redisAddress } from '../../adapters/queue/redis-address.js'
import { version } from '../../adapters/version.js'
import { InputError } from '../../errors.js'
import { readConfig } from '../../sections/config.js'
import { shownSpec } from '../../subject/open.js'
import { nearestWord } from '../../text/nearest.js'
import type { CliContext } from '../command.js'
import { type DoctorCheck, doctorDocument } from '../doctor/doctor-document.js'
import { textOfDoctor } from '../doctor/doctor-text.js'
import {
  addressesIn,
  type EndpointToTry,
  type EndpointTrial,
  endpointCheck,
  usualServers,
} from '../doctor/endpoint-checks.js'
import { folderCheck, hostChecks } from '../doctor/host-checks.js'
import { keyChecks, peerChecks } from '../doctor/peer-checks.js'
import { queueCheck } from '../doctor/queue-check.js'

export interface DoctorFlags {
  readonly endpoint?: readonly string[]
  readonly queue?: string
  readonly need?: readonly string[]
  readonly runs: string
  readonly timeout: number
  readonly json?: true
}

/** Peers that a queue cannot do without. */
const QUEUE_PEERS: readonly PeerName[] = ['bullmq', 'ioredis', 'rate-limiter-flexible']

/**
 * Looks at everything and changes nothing.
 *
 * @throws {InputError} `peer-unknown`, `queue-address`, and what reading the config throws.
 */
export async function runDoctor(
  config: string | undefined,
  flags: DoctorFlags,
  context: CliContext,
): Promise<void> {
  const { queue, runs } = flags
  const demanded = new Set<PeerName>([
    ...(flags.need ?? []).map(peerNamed),
    ...(queue === undefined ? [] : QUEUE_PEERS),
  ])
  const timeoutMs = flags.timeout * 1000
  const specs = await specsOf(config, context)
  for (const spec of specs) if (/\bgguf:|^reference:/.test(spec)) demanded.add('node-llama-cpp')
  const http = agentHttp()
  try {
    const checks: readonly DoctorCheck[] = [
      ...hostChecks(hostFacts(), context.variable('ASSAY_THREADS')),
      folderCheck(runs, await folderFacts(runs), true),
      folderCheck('.cache/assay', await folderFacts('.cache/assay'), false),
      ...peerChecks(findPeer, demanded),
      ...keyChecks(context.variable),
      ...(await serverChecks(endpointsOf(specs, config !== undefined, { flags, context }), {
        http,
        timeoutMs,
        signal: context.signal,
      })),
      ...(queue === undefined ? [] : [await queueCheck(redisAddress(queue, context.variable), timeoutMs)]),
    ]
    const document = doctorDocument(version, checks)
    context.print(flags.json ? `${JSON.stringify(document, undefined, 2)}\n` : textOfDoctor(document))
    if (document.verdict === 'lacking') context.exit(1)
  } finally {
    http.close()
  }
}

function peerNamed(name: string): PeerName {
  const found = peers.find((peer) => peer.name === name)
  if (found !== undefined) return found.name
  const names = peers.map((peer) => peer.name)
  const near = nearestWord(name, names)
  throw new InputError({
    code: 'peer-unknown',
    what: `No optional package of Assay is called ${JSON.stringify(name)}.`,
    where: '--need',
    fix: near === undefined ? `They are ${names.join(', ')}.` : `Did you mean "${near}"?`,
  })
}

/** Specs of the subjects of a config: of the one that is named, or of one that lies here as data. */
async function specsOf(config: string | undefined, { files }: CliContext): Promise<readonly string[]> {
  const path = config ?? (await dataConfigHere(files))
  if (path === undefined) return []
  const { value, path: where } = await loadConfig(path, files)
  const { subjects = [] } = readConfig(value, where)
  return subjects.map((subject) => (typeof subject === 'string' ? subject : subject.spec))
}

/** A config that is a program is not run unless it is named. */
async function dataConfigHere({ facts }: CliContext['files']): Promise<string | undefined> {
  for (const extension of ['json', 'yaml', 'yml']) {
    const name = `assay.config.${extension}`
    if ((await facts(name))?.kind === 'file') return name
  }
  return undefined
}

/** Variables in which people keep the address of a server. */
const ADDRESS_VARIABLES = ['OPENAI_BASE_URL', 'OPENAI_API_BASE', 'ANTHROPIC_BASE_URL', 'OLLAMA_HOST']

function endpointsOf(
  specs: readonly string[],
  isConfigNamed: boolean,
  { flags, context }: { readonly flags: DoctorFlags; readonly context: CliContext },
): readonly EndpointToTry[] {
  return [
    ...(flags.endpoint ?? []).map((url) => ({
      url,
      namedBy: '--endpoint',
      isDemanded: true,
      isNamed: true,
    })),
    ...specs.flatMap((spec) =>
      addressesIn(spec).map((url) => ({
        url,
        namedBy: shownSpec(spec),
        isDemanded: isConfigNamed,
        isNamed: isConfigNamed,
      })),
    ),
    ...ADDRESS_VARIABLES.flatMap((name) => {
      const value = context.variable(name)
      const url = value === undefined || value.includes('://') ? value : `http://${value}`
      return url === undefined || url === ''
        ? []
        : [{ url, namedBy: `the variable ${name}`, isDemanded: false, isNamed: false }]
    }),
  ]
}

/** Servers that are named, and those that answer where servers usually listen. */
async function serverChecks(
  endpoints: readonly EndpointToTry[],
  trial: EndpointTrial,
): Promise<readonly DoctorCheck[]> {
  const usual = usualServers
    .filter(({ url }) => !endpoints.some((endpoint) => endpoint.url.startsWith(url)))
    .map(({ url, server }) => ({
      url,
      namedBy: `where ${server} usually listens`,
      isDemanded: false,
      isNamed: false,
    }))
  const [named, found] = await Promise.all(
    [endpoints, usual].map((list) => Promise.all(list.map((endpoint) => endpointCheck(endpoint, trial)))),
  )
  const answering = (found ?? []).filter(({ state }) => state === 'ok')
  if (answering.length > 0 || (named ?? []).length > 0) return [...(named ?? []), ...answering]
  return [
    {
      group: 'endpoints',
      name: 'local servers',
      state: 'absent',
      found: `none answers on port ${usualServers.map(({ url }) => new URL(url).port).join(', ')}`,
      isDemanded: false,
    },
  ]
}
