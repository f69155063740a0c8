import { cpus } from 'node:os'
import { travelPack } from '../packs/travel/index.js'
import { hostHash } from '../src/adapters/hash.js'
import { openMonty } from '../src/adapters/monty/monty-executor.js'
import { CacheState } from '../src/agent/cache-state.js'
import { executePlanSync, type PlanRequest } from '../src/agent/execute-plan.js'
import { planDialogues } from '../src/agent/generate/generate-dialogues.js'
import { parsePlan } from '../src/agent/python/parse-plan.js'
import { countText } from '../src/text/number-text.js'

/**
 * Turns of gold plans per second over the small knowledge base of travel, with parsing, calls, provenance and cache; figures
 * are CPU time, the best of the rounds. And what a step costs, and a plan in Monty.
 *
 *     npm run bench -- interpreter [--quick]
 */
const isQuick = process.argv.includes('--quick')
const ROUNDS = isQuick ? 3 : 7
const now = (): number => performance.now()

const world = await travelPack.open({ size: 'small', seed: 0, semantics: 'strict' })
const plan = planDialogues({
  pack: travelPack,
  world,
  seed: 0,
  splits: ['test'],
  fillings: 1,
  hash: hostHash,
  now,
})
const dialogues: (readonly string[])[] = []
for (const { dialogue } of plan.dialogues()) {
  dialogues.push(dialogue.turns.flatMap(({ plan: code }) => (code === undefined ? [] : [code])))
}
const codes = dialogues.flat()
console.log(`Interpreter, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`)
console.log(
  `  ${dialogues.length} dialogues, ${codes.length} plans, ${average(codes.map(({ length }) => length))} characters each`,
)

let steps = 0
let calls = 0
let errors = 0
const whole = best(() => {
  steps = 0
  calls = 0
  errors = 0
  for (const turns of dialogues) {
    let cache = CacheState.empty
    for (const code of turns) {
      const done = executePlanSync({ code, world, cache, hash: hostHash, now })
      cache = done.cache
      steps += done.execution.steps
      calls += done.execution.trace.length
      if (done.execution.error !== undefined) errors++
    }
  }
})
const parsing = best(() => {
  for (const code of codes) parsePlan(code)
})
const perSecond = (seconds: number): string => countText(Math.round(codes.length / seconds))
console.log(
  `  gold turns      ${perSecond(whole)} a second (${calls} calls, ${steps} steps, ${errors} errors)`,
)
console.log(`  parsing alone   ${perSecond(parsing)} a second`)

const LOOPS = {
  'empty loop': 'for i in range(10 ** 9):\n    pass',
  arithmetic: 'x = 1\nfor i in range(10 ** 9):\n    x = (x * 31 + i) % 1000003',
  comprehension: 'x = [i for i in range(10 ** 9) if i % 3 == 0]',
}
for (const [name, code] of Object.entries(LOOPS)) {
  const request: PlanRequest = { code, world, cache: CacheState.empty, hash: hostHash, now }
  const seconds = best(() => executePlanSync({ ...request, limits: { timeMs: 60_000 } }))
  console.log(`  ${name.padEnd(15)} ${(1_000_000 / seconds / 1e6).toFixed(1)} million steps a second`)
}

const monty = openMonty()
const some = codes.slice(0, isQuick ? 50 : 300)
const begin = now()
for (const code of some) await monty.execute({ code, world, cache: CacheState.empty, hash: hostHash, now })
const wall = (now() - begin) / 1000
monty.close()
console.log(
  `  in Monty        ${countText(Math.round(some.length / wall))} plans a second of wall time, starting included`,
)

/** Seconds of processor time, the best of the rounds. */
function best(work: () => unknown): number {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1e6)
  }
  return least
}

function average(values: readonly number[]): number {
  return Math.round(values.reduce((sum, value) => sum + value, 0) / values.length)
}
