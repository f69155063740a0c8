import { describe, expect, it } from 'vitest'
import { recordCli } from '../../../test/contract/cli-run.js'
import { memoryFiles } from '../../../test/contract/memory-files.js'
import type { Files } from '../../ports.js'
import { readSource } from './read-source.js'

const run = {
  schema: 'assay.run/1',
  id: 'run',
  createdAt: '2026-01-01T00:00:00.000Z',
  subject: { spec: 'bm25', label: 'one', facts: {} },
  benchmarks: [{ name: 'desk', path: 'items.jsonl', fingerprint: 'f', items: 1 }],
  seed: 0,
  trials: 1,
  settings: {},
  sessions: [],
}

/** A run of which one file is a pipe that nobody writes to; reading it fails the test. */
function withPipe(pipe: string): Files {
  const files = memoryFiles({ 'run/run.json': JSON.stringify(run), 'items.jsonl': '{}' })
  return {
    ...files,
    facts: async (path) => {
      const facts = await files.facts(path)
      return facts && path === pipe ? { ...facts, isSpecial: true } : facts
    },
    read: async (path) => {
      if (path === pipe) throw new Error('waits for ever')
      return files.read(path)
    },
    async *stream(path) {
      if (path === pipe) throw new Error('waits for ever')
      yield* files.stream(path)
    },
  }
}

function read(pipe: string, flags: { readonly catalog?: readonly string[] } = {}) {
  return readSource(
    {
      found: { kind: 'run-folder', path: 'run' },
      id: 's1',
      name: 'run',
      flags: { onDuplicate: 'error', timeout: 60, ...flags },
      rows: 10,
      evidenceLength: 1000,
    },
    recordCli(withPipe(pipe)).context,
  )
}

describe('a source that names pipes', () => {
  it('is refused when its run.json is one', async () => {
    await expect(read('run/run.json')).rejects.toMatchObject({ code: 'report-source-invalid' })
  })

  it('is shown without the items that are one, and says so', async () => {
    const { contribution } = await read('items.jsonl')
    expect(contribution.source.notices).toContainEqual(
      expect.objectContaining({ what: 'items of desk: It is a pipe or a device, not a file.' }),
    )
  })
})
