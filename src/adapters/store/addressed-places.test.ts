import { describe, expect, it } from 'vitest'
import { hostDrafts } from '../drafts.js'
import { hostFiles } from '../files.js'
import { hostJournals } from '../journal.js'
import { hostLocks, isLockHeld } from '../locks.js'
import { addressedPlaces } from './addressed-places.js'

const { files } = addressedPlaces({
  host: { files: hostFiles, drafts: hostDrafts, journals: hostJournals, locks: hostLocks, isLockHeld },
  open: () => Promise.reject(new Error('no store is reached')),
})

describe('addressedPlaces', () => {
  it('does with paths of this host all that this host can', () => {
    expect(Object.keys(files).sort()).toEqual(Object.keys(hostFiles).sort())
  })

  it('unpacks an archive of this host', async () => {
    const archive = await files.archive?.('test/fixtures/logs/inspect-concierge.eval')
    expect(archive?.entries.map(({ name }) => name)).toContain('header.json')
    await archive?.close()
  })

  it('refuses an archive in a store, and says what to do', async () => {
    await expect((async () => files.archive?.('s3://logs/run.eval'))()).rejects.toThrow(
      /archive lies in a store[^]*s3:\/\/logs\/run\.eval[^]*fix: +Copy it/,
    )
  })
})
