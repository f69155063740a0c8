import type { JsonObject, JsonValue } from '../../text/json.js'
import type { CacheRecord } from '../turn-record.js'
import type { GeneratedDialogue } from './generate-dialogues.js'
import type { GoldRun } from './run-gold.js'

/**
 * A generated dialogue as an item of a benchmark. Plan, label and cache stand on the turn of the user; `cacheReusable` says
 * whether the plan uses what an earlier turn has found.
 */
export function dialogueItemJson({ dialogue, runs }: GeneratedDialogue, pack: string): JsonObject {
  const { id, template, split, filling, bindings, turns } = dialogue
  const byTurn = new Map(runs.map((run) => [run.turn, run]))
  return {
    id,
    kind: 'dialogue',
    pack,
    category: template.category,
    split,
    template: template.id,
    cluster: template.id,
    filling,
    language: template.language,
    scenario: template.about.scenario,
    persona: template.about.persona,
    bindings: { ...bindings },
    turns: turns.map(({ role, text, plan, label, missing }, at) => ({
      role,
      text,
      ...(plan === undefined ? {} : { plan }),
      ...(label === undefined ? {} : { label }),
      ...(missing === undefined ? {} : { missing }),
      ...cachesOf(byTurn.get(at)),
    })),
  }
}

function cachesOf(run: GoldRun | undefined): { readonly [key: string]: JsonValue } {
  if (run === undefined) return {}
  return {
    cacheReusable: run.execution.trace.some(({ producers }) =>
      Object.values(producers).some((places) => places.some((place) => typeof place === 'string')),
    ),
    cacheBefore: run.cacheBefore.map(recordJson),
    cacheAfter: run.execution.cacheAfter.map(recordJson),
  }
}

function recordJson({ key, id, tool, summary, count, rows }: CacheRecord): JsonObject {
  return { key, id, tool, summary, count, rows }
}
