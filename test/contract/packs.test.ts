import { securityDeskPack } from '../../packs/security-desk/index.js'
import { travelPack } from '../../packs/travel/index.js'
import { describePack } from './packs.js'

describePack({ pack: travelPack })
describePack({ pack: securityDeskPack })
