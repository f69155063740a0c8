import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hostFiles } from '../../src/adapters/files.js'
import { hostHash } from '../../src/adapters/hash.js'
import { CacheState } from '../../src/agent/cache-state.js'
import { executeCallsSync } from '../../src/agent/execute-calls.js'
import { dialogueOf } from '../../src/benchmark/dialogue-item.js'
import { loadBenchmark } from '../../src/benchmark/load.js'
import { openPack } from '../../src/cli/packs.js'

const folder = join(process.env.ASSAY_DATA ?? '../shared/data', 'api-bank')

describe.skipIf(!existsSync(folder))('API-Bank as recorded tools', () => {
  it('answers every recorded call with what was recorded, and no other', async () => {
    const { items } = await loadBenchmark(folder, { files: hostFiles, notify: () => undefined })
    const dialogues = items.flatMap((item) => (item.kind === 'dialogue' ? [item] : []))
    const opened = await openPack(
      { spec: 'recorded', size: 'small', seed: 0, semantics: 'strict', isTyped: true, items: dialogues },
      { files: hostFiles, notify: () => undefined, signal: new AbortController().signal },
    )
    let calls = 0
    for (const item of dialogues) {
      const dialogue = dialogueOf(item)
      const world = opened.worldOf(dialogue)
      for (const turn of dialogue.turns) {
        if (turn.calls === undefined) continue
        calls += turn.calls.length
        const { execution } = executeCallsSync({
          calls: turn.calls,
          world,
          cache: CacheState.empty,
          now: () => 0,
          hash: hostHash,
        })
        expect(execution.trace).toHaveLength(turn.calls.length)
        expect(execution.error?.message, dialogue.id).not.toBe('not recorded')
        const other = turn.calls.map(({ name }) => ({ name, arguments: { no: 'such call' } }))
        const missed = executeCallsSync({
          calls: other,
          world,
          cache: CacheState.empty,
          now: () => 0,
          hash: hostHash,
        })
        expect(missed.execution.error, dialogue.id).toBeDefined()
      }
    }
    expect(calls).toBeGreaterThan(100)
  })
})
