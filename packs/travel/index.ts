import { definePack } from '../../src/agent/pack.js'
import { travelDialogues } from './dialogues/index.js'
import { TRAVEL_FAULTS } from './faults.js'
import { openTravel, TRAVEL_CARD } from './world.js'

/** T1: flights, hotels, restaurants and attractions in the United States, with 14 tools. */
export const travelPack = definePack({
  ...TRAVEL_CARD,
  title: 'Travel (T1)',
  switches: TRAVEL_FAULTS,
  open: openTravel,
  dialogues: travelDialogues,
})
