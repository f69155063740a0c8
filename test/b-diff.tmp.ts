import { spawnSync } from 'node:child_process'
import { CacheState } from '../src/agent/cache-state.js'
import { executePlanSync } from '../src/agent/execute-plan.js'
import { hostHash } from '../src/adapters/hash.js'
import { randomPlan } from './generators/random-plans.js'
import { toyWorld } from './generators/toy-world.js'
const from = Number(process.argv[2] ?? 0), count = Number(process.argv[3] ?? 2000)
const codes = Array.from({ length: count }, (_, i) => randomPlan(from + i))
const py = spawnSync('python3', ['/tmp/b/driver.py'], { input: codes.map((c) => JSON.stringify(c)).join('\n') + '\n', maxBuffer: 1e9, encoding: 'utf8', env: { ...process.env, PYTHONIOENCODING: 'utf8', PYTHONWARNINGS: 'ignore' } })
if (py.status !== 0) console.log(py.stderr.slice(0, 2000))
const answers = py.stdout.split('\n').filter(Boolean).map((l) => JSON.parse(l))
const world = toyWorld()
let bad = 0, ok = 0, errs = 0, skipped = 0, sameMessage = 0
const tally: Record<string, number> = {}
const kinds: Record<string, number> = {}
codes.forEach((code, i) => {
  const { execution } = executePlanSync({ code, world, cache: CacheState.empty, now: () => performance.now(), hash: hostHash })
  const [out, err] = answers[i]
  const e = execution.error
  if (e && (e.fault === 'unsupported' || (e.fault === 'limit'))) { skipped++; kinds[e.message] = (kinds[e.message] ?? 0) + 1; return }
  const mine = e ? (e.fault === 'syntax' ? 'SyntaxError' : e.message.split(':')[0]) : undefined
  const theirs = err ? err[0] : undefined
  if (mine !== theirs || execution.printed.slice(0, 20000) !== out) {
    bad++
    if (bad <= Number(process.argv[4] ?? 5)) console.log('=====', from + i, '\n' + code, '\n--ours', JSON.stringify(execution.printed), e, '\n--py  ', JSON.stringify(out), err)
  } else { ok++; if (e) { errs++; tally[e.message.slice(0,50)] = (tally[e.message.slice(0,50)] ?? 0) + 1; if (e.message === `${err[0]}: ${err[1]}`) sameMessage++; else kinds[e.message.slice(0,70) + ' | ' + err[1].slice(0,90)] = (kinds[e.message.slice(0,70)+ ' | ' + err[1].slice(0,90)] ?? 0) + 1 } }
})
console.log({ ok, bad, errs, sameMessage, skipped })
console.log(Object.entries(kinds).sort((a, b) => b[1] - a[1]).slice(0, 14))
console.log(Object.entries(tally).sort((a, b) => b[1] - a[1]).slice(0, 25))
