import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { childrenOf } from './children.js'
import { parsePlan } from './parse-plan.js'
import type { PythonTree, TreeNode } from './tree.js'

const places = readFileSync('test/fixtures/python-plans/places.jsonl', 'utf8')
  .trimEnd()
  .split('\n')
  // Written by the script beside it.
  .map((line) => JSON.parse(line) as readonly [source: string, places: readonly string[]])

/** Nodes of our own that have no place in CPython. */
const PLACELESS: ReadonlySet<string> = new Set(['comprehension', 'arguments', 'withitem', 'match_case'])

function* placesIn(node: PythonTree | TreeNode): Generator<string> {
  for (const child of childrenOf(node)) {
    if (!PLACELESS.has(child.kind)) yield `${child.kind} ${child.line}:${child.column}`
    if (child.kind !== 'JoinedStr') yield* placesIn(child)
  }
}

it('gives every node the place that CPython 3.11 gives it', () => {
  const differing = places.flatMap(([source, expected]) => {
    const parsed = parsePlan(source, { maxDepth: 1000 })
    if (parsed.kind === 'fault') return [{ source, own: parsed.fault.message, expected }]
    const own = [...placesIn(parsed.tree)].sort()
    return own.join() === expected.join() ? [] : [{ source, own, expected }]
  })
  expect(differing).toEqual([])
  expect(places.length).toBeGreaterThan(700)
})
