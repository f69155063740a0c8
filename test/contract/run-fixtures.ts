import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hostHash } from '../../src/adapters/hash.js'
import { hostJournals } from '../../src/adapters/journal.js'
import { hostLocks } from '../../src/adapters/locks.js'
import { redisQueues } from '../../src/adapters/queue/redis-queues.js'
import type { RunHost } from '../../src/cli/run/run-host.js'
import { defineSubjectKind, type SubjectKind } from '../../src/subject/kind.js'
import type { SubjectReply } from '../../src/subject/reply.js'
import type { SubjectRequest } from '../../src/subject/request.js'
import type { AskContext, Subject } from '../../src/subject/subject.js'

/** A folder of its own for a test, and how to remove it. */
export async function scratchFolder(): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'assay-run-test-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

export type Answer = (request: SubjectRequest, context: AskContext) => SubjectReply | Promise<SubjectReply>

/** A subject that answers as a test says. */
export function answeringSubject(answer: Answer, overrides: Partial<Subject> = {}): Subject {
  return {
    spec: 'answering:',
    label: 'answering',
    facts: { model: 'answering' },
    answers: new Set(['chat']),
    endpoint: 'answering',
    maxConcurrency: 1000,
    ask: async (request, context) => answer(request, context),
    ...overrides,
  }
}

/** The text of the last message of a chat. */
export function lastMessage(request: SubjectRequest): string {
  const last = request.kind === 'chat' ? request.messages.at(-1) : undefined
  return last?.content ?? ''
}

/** A reply that says a text. */
export function saying(text: string, more: Partial<SubjectReply> = {}): SubjectReply {
  return { output: { text, stopReason: 'stop' }, ...more }
}

/** A host whose only subjects are those of a test. */
export function testHost(subject: Subject | SubjectKind['open'], overrides: Partial<RunHost> = {}): RunHost {
  const open = typeof subject === 'function' ? subject : () => subject
  const kind = defineSubjectKind({ id: 'answering', usage: 'answering:', describes: 'a test', open })
  return {
    journals: hostJournals,
    locks: hostLocks,
    hash: hostHash,
    templates: { render: () => Promise.reject(new Error('no templates in this test')) },
    queues: redisQueues,
    kinds: [kind, { ...kind, id: 'executing', executes: true }],
    node: 'v0.0.0',
    isTerminal: false,
    processId: 1,
    ...overrides,
  }
}
