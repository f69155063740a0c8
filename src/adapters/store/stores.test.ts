import { join } from 'node:path'
import { memoryObjects } from '../../../test/contract/memory-objects.js'
import { objectsSuite } from '../../../test/contract/objects-suite.js'
import { scratchFolder } from '../../../test/contract/run-fixtures.js'
import { type OpenedPlaces, runStoreSuite } from '../../../test/contract/run-store-suite.js'
import { hostClock } from '../clock.js'
import { hostDrafts } from '../drafts.js'
import { hostFiles } from '../files.js'
import { hostJournals } from '../journal.js'
import { hostLocks, isLockHeld } from '../locks.js'
import { addressedPlaces, type Places } from './addressed-places.js'
import { folderObjects } from './folder-objects.js'
import type { Objects } from './objects.js'
import { storePlaces } from './store-places.js'

const host: Places = {
  files: hostFiles,
  drafts: hostDrafts,
  journals: hostJournals,
  locks: hostLocks,
  isLockHeld,
}
const none = async (): Promise<void> => undefined

function placesOn(objects: Objects): Places {
  const places = storePlaces({
    objects,
    clock: hostClock,
    notify: () => undefined,
    isBreaking: () => false,
    gatherMs: 1,
  })
  return addressedPlaces({ host, open: async () => places })
}

objectsSuite('memory', async () => {
  const objects = memoryObjects()
  return { objects, other: memoryObjects({}, objects.contents), close: none }
})

objectsSuite('a shared folder', async () => {
  const { path, remove } = await scratchFolder()
  return { objects: folderObjects(path), other: folderObjects(path), close: remove }
})

runStoreSuite('this host', async (): Promise<OpenedPlaces> => {
  const { path, remove } = await scratchFolder()
  return { places: host, other: host, folder: join(path, 'run'), close: remove }
})

runStoreSuite('objects in memory', async (): Promise<OpenedPlaces> => {
  const { contents } = memoryObjects()
  const [places, other] = [0, 1].map(() => placesOn(memoryObjects({}, contents))) as [Places, Places]
  return { places, other, folder: 's3://bucket/team/run', close: none }
})

runStoreSuite('a shared folder', async (): Promise<OpenedPlaces> => {
  const { path, remove } = await scratchFolder()
  const [places, other] = [0, 1].map(() => placesOn(folderObjects('/'))) as [Places, Places]
  return { places, other, folder: `shared:${join(path, 'team', 'run')}`, close: remove }
})
