import { describe, expect, it } from 'vitest'
import { recordCli } from '../../../test/contract/cli-run.js'
import { memoryFiles } from '../../../test/contract/memory-files.js'
import { AnnotationRoom } from './annotation-room.js'

const unused = (): never => {
  throw new Error('not used')
}

describe('the hall of annotators', () => {
  it('refuses a pipe among the answers, which would be waited on for ever', async () => {
    const kept = memoryFiles({ 'answers/ann.jsonl': '' })
    const files = {
      ...kept,
      facts: async (path: string) => {
        const facts = await kept.facts(path)
        return facts?.kind === 'file' ? { ...facts, isSpecial: true as const } : facts
      },
    }
    const room = new AnnotationRoom({
      benchmark: { name: 'desk', items: [], fingerprint: 'f', notices: [] },
      seed: 0,
      folder: 'answers',
      isOpen: false,
      store: { journals: { open: unused, readPart: unused }, locks: { take: unused } },
      context: recordCli(files).context,
    })
    await expect(room.hall()).rejects.toMatchObject({ code: 'file-not-plain' })
  })
})
