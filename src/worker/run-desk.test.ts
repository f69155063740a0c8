import { describe, expect, it } from 'vitest'
import { answeringSubject, saying } from '../../test/contract/run-fixtures.js'
import { hostClock } from '../adapters/clock.js'
import { hostFiles } from '../adapters/files.js'
import { readAnnouncement } from '../run/queue/run-announcement.js'
import { SecretBook } from '../run/secret-book.js'
import { defineSubjectKind } from '../subject/kind.js'
import { type DeskOptions, RunDesk } from './run-desk.js'

const answering = defineSubjectKind({
  id: 'answering',
  usage: 'answering:',
  describes: 'answers',
  open: () => answeringSubject(() => saying('yes'), {}),
})

function desk(said: string[]): RunDesk {
  return new RunDesk({
    assay: '0.1.0',
    allowance: { specs: [], folders: [] },
    pinned: {},
    subjects: [],
    files: hostFiles,
    clock: hostClock,
    notify: (line: string) => said.push(line),
    kinds: [answering],
    variable: () => undefined,
    secrets: new SecretBook(),
    signal: new AbortController().signal,
  } as unknown as DeskOptions) // the subject of this test uses nothing else
}

describe('RunDesk', () => {
  it('leaves a run to others whose announcement trips whoever opens its subject', async () => {
    const text = JSON.stringify({
      schema: 'assay.queue/1',
      key: '0'.repeat(32),
      id: 'deep',
      assay: '0.1.0',
      queue: `assay-0.1.0-${'0'.repeat(16)}`,
      subject: { spec: 'answering:', facts: { model: 'm', server: 0 } },
      benchmarks: [],
      timeoutMs: 1000,
    }).replace('"server":0', `"server":${'['.repeat(200_000)}${']'.repeat(200_000)}`)
    const run = readAnnouncement(text)
    const said: string[] = []
    if (run === undefined) throw new Error('it is one')
    expect(await desk(said).admit(run)).toMatchObject({ kind: 'refused' })
    expect(said.join('\n')).toMatch(/"deep" is left to other workers: opening its subject failed: RangeError/)
  })
})
