import type { CacheEntry } from '../../agent/cache-state.js'
import { executePlan } from '../../agent/execute-plan.js'
import type { PackWorld } from '../../agent/pack.js'
import type { CacheRecord, PlanExecution, TracedCall, TurnRecord } from '../../agent/turn-record.js'
import type { PlanExecutor } from '../../run/converse/play-turn.js'
import { canonicalJson } from '../../text/json.js'
import { type DialogueInstrument, soundInstrument } from './dialogue-instrument.js'

/** A way in which the instrument of dialogues can be broken. */
export interface DialogueFault {
  readonly id: string
  /** What is broken, for people. */
  readonly breaks: string
  /** How it is done. */
  readonly injection: string
  /** Which expectation must fail: `wrong-entry/code-forced/data-flow-f1`. */
  readonly noticedBy: string
  readonly instrument: DialogueInstrument
}

/** Every fault that is injected, along the way from the plan to the score. */
export const dialogueFaults: readonly DialogueFault[] = [
  {
    id: 'cache-survives',
    breaks: 'the cache outlives the dialogue',
    injection: 'what was saved in earlier dialogues stands in the cache of every plan',
    noticedBy: 'gold/code-free/best',
    instrument: { ...soundInstrument, executor: survivingCache },
  },
  {
    id: 'variables-leak',
    breaks: 'variables outlive their turn',
    injection: 'plain assignments of earlier plans are put before every plan',
    noticedBy: 'stale-variable/code-free/undefined-name',
    instrument: { ...soundInstrument, executor: leakingVariables },
  },
  {
    id: 'get-gives-none',
    breaks: 'a key that is not in the cache gives None without a word',
    injection: 'plans run under the released semantics',
    noticedBy: 'missing-key/code-forced/cache-miss',
    instrument: {
      ...soundInstrument,
      executor: () => (request) =>
        executePlan({ ...request, world: { ...request.world, semantics: 'compat' } }),
    },
  },
  {
    id: 'errors-swallowed',
    breaks: 'a plan that failed counts as one that ran',
    injection: 'the error is taken out of every execution',
    noticedBy: 'missing-key/code-forced/executed',
    instrument: { ...soundInstrument, executor: () => swallowing },
  },
  {
    id: 'sets-ordered',
    breaks: 'order and repetitions in a list of alternatives count',
    injection: 'such parameters are declared as lists in which they do',
    noticedBy: 'gold-permuted/code-forced/best',
    instrument: { ...soundInstrument, world: orderedWorld },
  },
  {
    id: 'producers-ignored',
    breaks: 'the scorer does not look where data come from',
    injection: 'producers are taken out of every trace',
    noticedBy: 'wrong-entry/code-forced/data-flow-f1',
    instrument: bendingCalls((call) => ({ ...call, producers: {} })),
  },
  {
    id: 'values-ignored',
    breaks: 'the scorer does not look at arguments',
    injection: 'arguments are taken out of every trace',
    noticedBy: 'gold-changed/code-forced/parameter-f1',
    instrument: bendingCalls((call) => ({ ...call, arguments: {} })),
  },
  {
    id: 'repeats-merged',
    breaks: 'calls that are made again are counted once',
    injection: 'repeated calls are taken out of every trace',
    noticedBy: 'gold-twice/code-forced/tool-precision',
    instrument: bendingExecutions((execution) => ({ ...execution, trace: onceEach(execution.trace) })),
  },
  {
    id: 'questions-lost',
    breaks: 'questions do not reach the scorer',
    injection: 'what was asked is taken out of every execution',
    noticedBy: 'gold/code-forced/best',
    instrument: bendingExecutions((execution) => ({ ...execution, sought: [] })),
  },
  {
    id: 'keys-compared',
    breaks: 'entries of the cache are told apart by their keys',
    injection: 'the key becomes part of the provenance of every entry',
    noticedBy: 'gold-renamed/code-free/best',
    instrument: bendingTurns((turn) => ({
      ...turn,
      cacheBefore: turn.cacheBefore.map(keyed),
      cacheAfter: turn.cacheAfter.map(keyed),
    })),
  },
  {
    id: 'inherited-credited',
    breaks: 'what the cache held before the turn is credited',
    injection: 'every turn seems to begin with an empty cache',
    noticedBy: 'silent/code-forced/delta-em',
    instrument: bendingTurns((turn) => ({ ...turn, cacheBefore: [] })),
  },
  {
    id: 'silence-is-no-op',
    breaks: 'silence counts as saying that nothing is to be done',
    injection: 'the fault `empty` is taken out of every execution',
    noticedBy: 'silent/code-forced/noop-specificity',
    instrument: bendingExecutions((execution) => {
      const { error, ...rest } = execution
      return error?.fault === 'empty' ? rest : execution
    }),
  },
  {
    id: 'silence-left-out',
    breaks: 'silent turns leave the denominator, as in the released evaluator',
    injection: 'turns without calls are taken for turns that were never asked',
    noticedBy: 'silent/code-forced/tool-recall',
    instrument: {
      ...soundInstrument,
      turns: (turns, whose) => (whose === 'gold' ? turns : turns.filter(hasCalls)),
    },
  },
  {
    id: 'gold-shifted',
    breaks: 'gold is one turn off',
    injection: 'each turn is held against what gold does at the next',
    noticedBy: 'gold/json-forced/best',
    instrument: {
      ...soundInstrument,
      turns: (turns, whose) => (whose === 'gold' ? shifted(turns) : turns),
    },
  },
]

function survivingCache(): PlanExecutor {
  let kept: readonly CacheEntry[] = []
  return async (request) => {
    let { cache } = request
    for (const entry of kept) {
      if (cache.entry(entry.key) === undefined) cache = cache.with(entry.key, entry.value, entry)
    }
    const outcome = await executePlan({ ...request, cache })
    kept = outcome.cache.entries
    return outcome
  }
}

function leakingVariables(): PlanExecutor {
  const known = new Set<string>()
  return (request) => {
    const code = [...known, request.code].join('\n')
    for (const line of request.code.split('\n')) if (/^\w+ = [^(]+$/.test(line)) known.add(line)
    return executePlan({ ...request, code })
  }
}

const swallowing: PlanExecutor = async (request) => {
  const outcome = await executePlan(request)
  const { error: _, ...execution } = outcome.execution
  return { ...outcome, execution }
}

function orderedWorld(world: PackWorld): PackWorld {
  const tools = world.tools.map((tool) => ({
    ...tool,
    parameters: tool.parameters.map((parameter) =>
      parameter.shape === 'set' ? ({ ...parameter, shape: 'list' } as const) : parameter,
    ),
  }))
  return { ...world, tools }
}

function bendingTurns(bend: (turn: TurnRecord) => TurnRecord): DialogueInstrument {
  return { ...soundInstrument, turns: (turns) => turns.map(bend) }
}

function bendingExecutions(bend: (execution: PlanExecution) => PlanExecution): DialogueInstrument {
  return bendingTurns((turn) => ({
    ...turn,
    steps: turn.steps.map((step) => ({ ...step, execution: bend(step.execution) })),
  }))
}

function bendingCalls(bend: (call: TracedCall) => TracedCall): DialogueInstrument {
  return bendingExecutions((execution) => ({ ...execution, trace: execution.trace.map(bend) }))
}

function onceEach(trace: readonly TracedCall[]): readonly TracedCall[] {
  return [...new Map(trace.map((call) => [canonicalJson([call.tool, call.arguments]), call])).values()]
}

function keyed(record: CacheRecord): CacheRecord {
  return { ...record, id: `${record.id} ${record.key}` }
}

function hasCalls({ steps }: TurnRecord): boolean {
  return steps.some(({ execution }) => execution.trace.length > 0)
}

function shifted(turns: readonly TurnRecord[]): readonly TurnRecord[] {
  return turns.map((turn, place) => ({ ...(turns[place + 1] ?? turns[0] ?? turn), turn: turn.turn }))
}
