import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { hostHash } from '../../src/adapters/hash.js'
import { CacheState } from '../../src/agent/cache-state.js'
import { executePlanSync } from '../../src/agent/execute-plan.js'
import { randomPlan } from '../generators/random-plans.js'
import { toyWorld } from '../generators/toy-world.js'

const PROGRAMS = 4_000

/** Runs one program a line, each in a fresh namespace, and tells what it printed and how it ended. */
const DRIVER = `
import sys, json, io, contextlib, signal, resource
resource.setrlimit(resource.RLIMIT_AS, (600_000_000, 600_000_000))
class Late(BaseException): pass
def late(*_): raise Late()
signal.signal(signal.SIGALRM, late)
for line in sys.stdin:
    code = json.loads(line)
    out = io.StringIO()
    error = None
    try:
        compiled = compile(code, 'plan', 'exec')
        signal.setitimer(signal.ITIMER_REAL, 2)
        with contextlib.redirect_stdout(out):
            exec(compiled, {})
    except BaseException as problem:
        error = type(problem).__name__
    signal.setitimer(signal.ITIMER_REAL, 0)
    sys.stdout.write(json.dumps([out.getvalue()[:20000], error]) + '\\n')
`

const version = spawnSync('python3', ['--version'], { encoding: 'utf8' })
/** Sums of floats and messages of other versions differ. */
const isThere = version.status === 0 && /^Python 3\.11\./.test(version.stdout)

describe('plans and CPython', () => {
  it.skipIf(!isThere)(
    `print and fail alike in ${PROGRAMS} random programs (needs python3 of version 3.11)`,
    () => {
      const codes = Array.from({ length: PROGRAMS }, (_, index) => randomPlan(index))
      const { stdout, status } = spawnSync('python3', ['-W', 'ignore', '-c', DRIVER], {
        input: codes.map((code) => `${JSON.stringify(code)}\n`).join(''),
        maxBuffer: 1e9,
        encoding: 'utf8',
      })
      expect(status).toBe(0)
      const answers = stdout.split('\n').filter((line) => line !== '')
      const world = toyWorld()
      let compared = 0
      let fine = 0
      codes.forEach((code, index) => {
        const request = { code, world, cache: CacheState.empty, now: () => 0, hash: hostHash }
        const { error, printed } = executePlanSync(request).execution
        // What is not carried out, and what is too large, is Python's alone.
        if (error?.fault === 'unsupported' || error?.fault === 'limit') return
        compared++
        if (error === undefined) fine++
        const name = error?.fault === 'syntax' ? 'SyntaxError' : (error?.message.split(':')[0] ?? null)
        expect({ code, answer: [printed.slice(0, 20_000), name] }).toEqual({
          code,
          answer: JSON.parse(answers[index] ?? '[]'),
        })
      })
      expect(compared).toBeGreaterThan(PROGRAMS * 0.9)
      expect(fine).toBeGreaterThan(PROGRAMS * 0.15)
    },
  )
})
