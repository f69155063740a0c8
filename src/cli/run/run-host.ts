import { hostTemplates } from '../../adapters/chat-template.js'
import { optimizeEarly } from '../../adapters/early-optimization.js'
import { hostHash } from '../../adapters/hash.js'
import { limitHeapGrowth } from '../../adapters/heap-growth.js'
import { agentHttp } from '../../adapters/http-agent.js'
import { redisQueues } from '../../adapters/queue/redis-queues.js'
import type { Hash, Http, Journals, Locks } from '../../ports.js'
import type { Queues } from '../../run/queue/queue.js'
import type { SubjectKind } from '../../subject/kind.js'
import type { TemplateRenderer } from '../../toolcall/template-renderer.js'
import { hostPlaces } from '../host-places.js'
import { subjectKinds } from './run-subject-kinds.js'

/** What a run needs of the host beyond what every command is given; tests put others in their place. */
export interface RunHost {
  readonly journals: Journals
  readonly locks: Locks
  readonly hash: Hash
  readonly templates: TemplateRenderer
  /** For asking subjects; the command line's own where it is absent. */
  readonly http?: Http & { close(): void }
  readonly queues: Queues
  readonly kinds: readonly SubjectKind[]
  /** Version of Node. */
  readonly node: string
  readonly isTerminal: boolean
  readonly processId: number
}

const HEAP_GROWTH_PERCENT = 60

/** Also bounds the garbage of this process, which a run may fill for hours, and has it run fast from the start. */
export function runHost(): RunHost {
  optimizeEarly()
  limitHeapGrowth(HEAP_GROWTH_PERCENT)
  return {
    journals: hostPlaces.journals,
    locks: hostPlaces.locks,
    hash: hostHash,
    templates: hostTemplates(),
    http: agentHttp(),
    queues: redisQueues,
    kinds: subjectKinds,
    node: process.version,
    isTerminal: process.stderr.isTTY === true,
    processId: process.pid,
  }
}
