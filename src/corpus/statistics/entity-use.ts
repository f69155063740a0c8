import type { DistinctExample } from '../distinct-examples.js'
import { type EntityType, findEntities, normalEntity } from '../entities.js'
import { textOf } from '../grounding.js'
import { callsOf } from './example-calls.js'

/** Entities of one type, told apart by `normalEntity`. */
export interface EntityUse {
  readonly type: EntityType
  /** Distinct ones, in prompts or in arguments that are one as a whole. */
  readonly distinct: number
  readonly distinctInPrompts: number
  /** Distinct examples whose prompt holds one. */
  readonly prompts: number
}

/** Of each type that occurs, most distinct ones first. */
export function entityUses(examples: readonly DistinctExample[]): readonly EntityUse[] {
  const uses = new Map<EntityType, { all: Set<string>; inPrompts: Set<string>; prompts: number }>()
  const countsOf = (type: EntityType) => {
    let use = uses.get(type)
    if (use === undefined) {
      use = { all: new Set(), inPrompts: new Set(), prompts: 0 }
      uses.set(type, use)
    }
    return use
  }
  for (const { example } of examples) {
    const found = findEntities(example.prompt)
    for (const { type, value } of found) {
      const use = countsOf(type)
      const normal = normalEntity(value, type)
      use.all.add(normal)
      use.inPrompts.add(normal)
    }
    for (const type of new Set(found.map((entity) => entity.type))) countsOf(type).prompts++
    for (const call of callsOf(example.answer)) {
      for (const value of Object.values(call.arguments)) {
        const text = textOf(value)
        const [only] = findEntities(text)
        if (only !== undefined && only.start === 0 && only.end === text.length) {
          countsOf(only.type).all.add(normalEntity(text, only.type))
        }
      }
    }
  }
  return [...uses]
    .map(([type, { all, inPrompts, prompts }]) => ({
      type,
      distinct: all.size,
      distinctInPrompts: inPrompts.size,
      prompts,
    }))
    .sort((left, right) => right.distinct - left.distinct || (left.type < right.type ? -1 : 1))
}
