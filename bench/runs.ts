/**
 * What asking costs besides the answers: Assay's own time around a server that answers in 5 ms, 2,000 cases beside npm
 * peers, and the memory of 200,000 samples.
 * Usage: npm run bench -- runs [--only overhead|peers|large|stores] [--quick]
 * For the store: npm ci --prefix test/assets/s3. For the peers: npm ci --ignore-scripts --omit=optional --prefix bench/run-peers
 */
import { cpus } from 'node:os'
import { measureLarge } from './asking/large.js'
import { serveIfAsked } from './asking/mock-server.js'
import { measureOverhead } from './asking/overhead.js'
import { runIfAsked } from './asking/own-run.js'
import { measurePeers } from './asking/peers.js'
import { measureStores, serveStoreIfAsked } from './asking/stores.js'

await serveIfAsked()
await serveStoreIfAsked()
await runIfAsked()
const isQuick = process.argv.includes('--quick')
const only = process.argv[process.argv.indexOf('--only') + 1]
const wants = (name: string): boolean => !process.argv.includes('--only') || only === name
console.log(`Runs, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}\n`)
if (wants('overhead')) await measureOverhead(isQuick)
if (wants('peers')) await measurePeers(isQuick)
if (wants('large')) await measureLarge(isQuick)
if (wants('stores')) await measureStores(isQuick)
process.exit()
