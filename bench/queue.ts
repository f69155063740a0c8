/**
 * What workers behind a queue cost and whether they keep what they promise, on Redis (Debian: apt-get install redis-server).
 * Usage: npm run bench -- queue [--only cpu|wait|crashes|limit] [--quick]
 */
import { cpus } from 'node:os'
import { serveIfAsked } from './asking/mock-server.js'
import { runIfAsked } from './asking/own-run.js'
import { measureCrashes } from './queueing/crashes.js'
import { measureLimit } from './queueing/limit.js'
import { workIfAsked } from './queueing/own-worker.js'
import { measurePaths } from './queueing/paths.js'

await serveIfAsked()
await runIfAsked()
await workIfAsked()
const isQuick = process.argv.includes('--quick')
const only = process.argv[process.argv.indexOf('--only') + 1]
const wants = (name: string): boolean => !process.argv.includes('--only') || only === name
console.log(`Queue, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}\n`)
const samples = isQuick ? 4000 : 20_000
if (wants('cpu')) await measurePaths({ samples, delayMs: 5 })
if (wants('wait')) await measurePaths({ samples, delayMs: 200 })
let isRight = true
if (wants('crashes')) isRight = await measureCrashes(isQuick ? 3000 : 20_000, isQuick ? 4 : 20, 0)
if (wants('limit')) isRight = (await measureLimit(isQuick ? 1 : 3)) && isRight
process.exit(isRight ? 0 : 1)
