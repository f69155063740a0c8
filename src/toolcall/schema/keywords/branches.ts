import { isJsonArray, isJsonObject, type JsonValue } from '../../../text/json.js'
import { Evaluated } from '../evaluated.js'
import { badKeyword, keywordValue, ruleOf, type SchemaContext } from '../keyword.js'
import type { Run } from '../run.js'
import type { SchemaFault } from '../schema-fault.js'
import type { Check, SchemaNode } from '../schema-node.js'
import { shown } from '../shown.js'
import { greater, INVALID, lesser, opposite, UNDECIDED, VALID, type Verdict } from '../verdict.js'

/** `allOf`, `anyOf`, `oneOf`, `not`, `if` with `then` and `else`, `dependentSchemas` and the schemas in `dependencies`. */
export function branchChecks(context: SchemaContext): readonly Check[] {
  const checks = [
    allOfCheck(context),
    anyOfCheck(context),
    oneOfCheck(context),
    notCheck(context),
    ifCheck(context),
    dependentSchemasCheck(context, 'dependentSchemas'),
    dependentSchemasCheck(context, 'dependencies'),
  ]
  return checks.filter((check) => check !== undefined)
}

/** The subschemas of a list; a check when the keyword holds no list of schemas. */
function branchesOf(context: SchemaContext, keyword: string): readonly SchemaNode[] | Check | undefined {
  const schemas = keywordValue(context, keyword)
  if (schemas === undefined) return undefined
  if (!isJsonArray(schemas) || schemas.length === 0) return badKeyword(context, keyword, 'a list of schemas')
  return schemas.map((schema, at) => context.node(schema, { keys: [keyword, at] }))
}

function allOfCheck(context: SchemaContext): Check | undefined {
  const branches = branchesOf(context, 'allOf')
  if (branches === undefined || typeof branches === 'function') return branches
  return (value, run) => {
    let verdict: Verdict = VALID
    for (const branch of branches) {
      verdict = lesser(verdict, branch.judgeInPlace(value, run))
      if (verdict === INVALID && !run.tells) break
    }
    return verdict
  }
}

interface Trial {
  readonly verdict: Verdict
  readonly faults: readonly SchemaFault[]
  readonly seen: Evaluated | undefined
}

/** Applies a branch that need not fit: its faults and what it looked at are kept apart. */
function tryBranch(branch: SchemaNode, value: JsonValue, run: Run): Trial {
  const outer = run.seen
  const seen = outer === undefined ? undefined : new Evaluated()
  run.seen = seen
  const judge = () => branch.judgeInPlace(value, run)
  const { verdict, faults } = run.tells ? run.apart(judge) : { verdict: judge(), faults: [] }
  run.seen = outer
  return { verdict, faults, seen }
}

function anyOfCheck(context: SchemaContext): Check | undefined {
  const branches = branchesOf(context, 'anyOf')
  if (branches === undefined || typeof branches === 'function') return branches
  const rule = ruleOf(context, 'anyOf')
  return (value, run) => {
    let verdict: Verdict = INVALID
    const failed: Trial[] = []
    for (const branch of branches) {
      const trial = tryBranch(branch, value, run)
      verdict = greater(verdict, trial.verdict)
      if (trial.verdict === INVALID) {
        if (run.tells) failed.push(trial)
        continue
      }
      if (trial.seen !== undefined) run.seen?.merge(trial.seen, trial.verdict)
      else if (verdict === VALID) break
    }
    return verdict === INVALID ? rejectAll(failed, { rule, value, run }) : verdict
  }
}

function oneOfCheck(context: SchemaContext): Check | undefined {
  const branches = branchesOf(context, 'oneOf')
  if (branches === undefined || typeof branches === 'function') return branches
  const rule = ruleOf(context, 'oneOf')
  return (value, run) => {
    const fitting: number[] = []
    let doubts = 0
    const failed: Trial[] = []
    for (const [at, branch] of branches.entries()) {
      const trial = tryBranch(branch, value, run)
      if (trial.verdict === INVALID) {
        if (run.tells) failed.push(trial)
        continue
      }
      if (trial.verdict === VALID) fitting.push(at)
      else doubts++
      if (trial.seen !== undefined) run.seen?.merge(trial.seen, trial.verdict)
      if (fitting.length > 1) {
        return run.reject(rule, 'several-branches', () => {
          return `Expected a value that fits one branch; this one fits ${fitting.join(' and ')}.`
        })
      }
    }
    if (doubts > 0) return UNDECIDED
    return fitting.length === 1 ? VALID : rejectAll(failed, { rule, value, run })
  }
}

interface Rejection {
  readonly rule: { readonly keyword: string; readonly schemaPath: string }
  readonly value: JsonValue
  readonly run: Run
}

function rejectAll(failed: readonly Trial[], { rule, value, run }: Rejection): typeof INVALID {
  const nearest = nearestOf(failed, run.path.length)
  if (nearest?.seen !== undefined) run.seen?.merge(nearest.seen, VALID)
  return run.rejectWith(rule, () => ({
    code: 'no-branch',
    message: `Expected a value that fits ${failed.length === 1 ? 'the one branch' : `one of ${failed.length} branches`}, found ${shown(value)}.`,
    ...(nearest === undefined || nearest.faults.length === 0 ? {} : { nearest: nearest.faults }),
  }))
}

/** The branch whose faults lie deepest, then that with the fewest; a branch of another type is far off. */
function nearestOf(failed: readonly Trial[], level: number): Trial | undefined {
  let nearest: Trial | undefined
  let leastDistance = Number.POSITIVE_INFINITY
  for (const trial of failed) {
    const isOtherType = trial.faults.some(
      ({ code, path }) => code === 'wrong-type' && depthOf(path) === level,
    )
    const distance = trial.faults.length + (isOtherType ? 1_000 : 0)
    if (distance >= leastDistance) continue
    nearest = trial
    leastDistance = distance
  }
  return nearest
}

function depthOf(pointer: string): number {
  return pointer.split('/').length - 1
}

function notCheck(context: SchemaContext): Check | undefined {
  const schema = keywordValue(context, 'not')
  if (schema === undefined) return undefined
  const node = context.node(schema, { keys: ['not'] })
  const rule = ruleOf(context, 'not')
  return (value, run) => {
    const outer = run.seen
    run.seen = undefined
    const verdict = opposite(run.quietly(() => node.judgeInPlace(value, run)))
    run.seen = outer
    if (verdict !== INVALID) return verdict
    return run.reject(rule, 'forbidden', () => `The schema forbids this value: ${shown(value)}.`)
  }
}

function ifCheck(context: SchemaContext): Check | undefined {
  const condition = keywordValue(context, 'if')
  const yes = keywordValue(context, 'then')
  const no = keywordValue(context, 'else')
  if (condition === undefined) return undefined
  const node = context.node(condition, { keys: ['if'] })
  const thenNode = yes === undefined ? undefined : context.node(yes, { keys: ['then'] })
  const elseNode = no === undefined ? undefined : context.node(no, { keys: ['else'] })
  return (value, run) => {
    // Without a branch a condition matters only to those who ask what it has looked at.
    if (thenNode === undefined && elseNode === undefined && run.seen === undefined) return VALID
    const { verdict, seen } = quietTrial(node, value, run)
    if (verdict === UNDECIDED) return judgeBoth({ thenNode, elseNode, value, run })
    if (verdict === VALID && seen !== undefined) {
      // A condition looks at properties, but does not say which ones an object has.
      seen.declaresProperties = false
      run.seen?.merge(seen, VALID)
    }
    return (verdict === VALID ? thenNode : elseNode)?.judgeInPlace(value, run) ?? VALID
  }
}

function quietTrial(node: SchemaNode, value: JsonValue, run: Run): Omit<Trial, 'faults'> {
  const outer = run.seen
  const seen = outer === undefined ? undefined : new Evaluated()
  run.seen = seen
  const verdict = run.quietly(() => node.judgeInPlace(value, run))
  run.seen = outer
  return { verdict, seen }
}

interface Fork {
  readonly thenNode: SchemaNode | undefined
  readonly elseNode: SchemaNode | undefined
  readonly value: JsonValue
  readonly run: Run
}

/** The condition cannot be judged: only what both branches agree on is certain. */
function judgeBoth({ thenNode, elseNode, value, run }: Fork): Verdict {
  if (run.seen !== undefined) run.seen.isUncertain = true
  const verdicts = [thenNode, elseNode].map((node) =>
    node === undefined ? VALID : quietTrial(node, value, run).verdict,
  )
  if (verdicts.every((verdict) => verdict === VALID)) return VALID
  if (verdicts.some((verdict) => verdict !== INVALID)) return UNDECIDED
  return thenNode?.judgeInPlace(value, run) ?? INVALID
}

function dependentSchemasCheck(
  context: SchemaContext,
  keyword: 'dependentSchemas' | 'dependencies',
): Check | undefined {
  const schemas = keywordValue(context, keyword)
  if (schemas === undefined) return undefined
  // In `dependencies` lists of names may stand too; they are judged with `dependentRequired`.
  if (!isJsonObject(schemas)) {
    return keyword === 'dependencies' ? undefined : badKeyword(context, keyword, 'schemas by property')
  }
  const nodes = Object.keys(schemas)
    .filter((name) => keyword === 'dependentSchemas' || !isJsonArray(schemas[name]))
    .map((name): readonly [string, SchemaNode] => [
      name,
      context.node(schemas[name] as JsonValue, { keys: [keyword, name] }),
    ])
  if (nodes.length === 0) return undefined
  return (value, run) => {
    if (!isJsonObject(value)) return VALID
    run.spend(nodes.length >> 2)
    let verdict: Verdict = VALID
    for (const [name, node] of nodes) {
      if (!Object.hasOwn(value, name)) continue
      verdict = lesser(verdict, node.judgeInPlace(value, run))
      if (verdict === INVALID && !run.tells) break
    }
    return verdict
  }
}
