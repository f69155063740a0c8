import type { Benchmark, Item } from '../benchmark/item.js'
import { toolFingerprint } from '../catalog/catalog.js'
import type { Tool } from '../catalog/tool.js'
import { InputError } from '../errors.js'
import type { Hash } from '../ports.js'
import type { SubjectRequest } from '../subject/request.js'
import { canonicalJson, type JsonValue } from '../text/json.js'
import type { PlannedRequest, RunTask, TaskContext } from './plan.js'
import type { SampleKey } from './sample.js'

/** A sample that is to be asked for. */
export interface PlannedSample extends SampleKey {
  readonly request: SubjectRequest
  readonly labels?: PlannedRequest['labels']
  readonly seed: number
}

export interface RunPlan {
  readonly benchmarks: readonly Benchmark[]
  readonly tasks: readonly RunTask[]
  readonly context: TaskContext
  /** From 1. */
  readonly trials: number
  /** Ids of the items to ask; all by default. */
  readonly only?: ReadonlySet<string>
}

/**
 * Every sample of a run that `isWanted`, one trial after the other, so that a run that stops early has asked as many items
 * as it could. Requests are made as they are taken, and only for what is wanted. Trial t is asked under the seed + t.
 *
 * @throws {InputError} what an item's task throws.
 */
export function* planSamples(plan: RunPlan, isWanted: (key: SampleKey) => boolean): Generator<PlannedSample> {
  const { context, trials } = plan
  for (let trial = 0; trial < trials; trial++) {
    const seed = context.seed + trial
    const trialContext = { ...context, settings: { ...context.settings, seed } }
    for (const asked of askedItems(plan)) {
      for (const { key, planned } of samplesOf(asked, { trial, context: trialContext, isWanted })) {
        const { request, labels } = planned
        yield labels === undefined ? { ...key, request, seed } : { ...key, request, labels, seed }
      }
    }
  }
}

interface Wanting {
  readonly trial: number
  readonly context: TaskContext
  readonly isWanted: (key: SampleKey) => boolean
}

/** The samples of one item that are wanted. */
function samplesOf(
  { benchmark, item, task }: AskedItem,
  { trial, context, isWanted }: Wanting,
): readonly { readonly key: SampleKey; readonly planned: PlannedRequest }[] {
  const wanted = task.variants(item, context).map((variant) => {
    const own = { benchmark, item: item.id, trial }
    const key: SampleKey = variant === undefined ? own : { ...own, variant }
    return isWanted(key) ? key : undefined
  })
  if (wanted.every((key) => key === undefined)) return []
  return task.requests(item, context).flatMap((planned, index) => {
    const key = wanted[index]
    return key === undefined ? [] : [{ key, planned }]
  })
}

/** How many samples a plan has. */
export function countSamples(plan: RunPlan): number {
  let count = 0
  for (const { item, task } of askedItems(plan)) count += task.variants(item, plan.context).length
  return count * plan.trials
}

interface AskedItem {
  readonly benchmark: string
  readonly item: Item
  readonly task: RunTask
}

function* askedItems({ benchmarks, tasks, only }: RunPlan): Generator<AskedItem> {
  const byKind = new Map(tasks.map((task) => [task.kind, task]))
  for (const { name, items } of benchmarks) {
    for (const item of items) {
      if (only !== undefined && !only.has(item.id)) continue
      const task = byKind.get(item.kind)
      if (task !== undefined) yield { benchmark: name, item, task }
    }
  }
}

/**
 * Refuses what cannot be asked, before anything is.
 *
 * @throws {InputError} `item-twice`, `items-unfit` when the subject cannot be asked items of a kind, `nothing-to-ask`, `only-unknown`.
 */
export function checkPlan({ benchmarks, tasks, context, only }: RunPlan): void {
  for (const { name, items } of benchmarks) {
    const seen = new Set<string>()
    for (const { id } of items) {
      if (seen.has(id)) throw doubledItem(id, name)
      seen.add(id)
    }
  }
  const items = benchmarks.flatMap((benchmark) => benchmark.items)
  for (const kind of new Set(items.map((item) => item.kind))) {
    const reason = tasks.find((task) => task.kind === kind)?.unfit(context.subject)
    if (reason === undefined) continue
    throw new InputError({
      code: 'items-unfit',
      what: `The subject cannot be asked items of the kind "${kind}": ${reason}.`,
      where: context.subject.facts.model,
      fix: 'Choose another subject, or leave these items out.',
    })
  }
  const ids = new Set(items.map(({ id }) => id))
  const unknown = [...(only ?? [])].find((id) => !ids.has(id))
  if (unknown !== undefined) {
    throw new InputError({
      code: 'only-unknown',
      what: `There is no item ${JSON.stringify(unknown)}.`,
      where: '--only',
      fix: 'Give ids of items, with commas between them.',
    })
  }
  if (items.some((item) => tasks.some(({ kind }) => kind === item.kind))) return
  throw new InputError({
    code: 'nothing-to-ask',
    what: `None of the ${items.length} items can be asked: a run asks ${tasks.map(({ kind }) => kind).join(', ')} items.`,
    where: benchmarks.map(({ name }) => name).join(', '),
    fix: 'Name other items; `assay benchmark show` says what a benchmark holds.',
  })
}

/** Fingerprint of each tool: tools are shared by many requests, and hashing their schemas anew would cost most of the time. */
const toolHashes = new WeakMap<Tool, string>()

function toolHash(tool: Tool): string {
  const known = toolHashes.get(tool)
  if (known !== undefined) return known
  const hash = toolFingerprint(tool)
  toolHashes.set(tool, hash)
  return hash
}

/** SHA-256 of the canonical JSON of a request, tools standing as their fingerprints. */
export function requestHash(request: SubjectRequest, hash: Hash): string {
  if (request.kind !== 'chat') return hash(canonicalJson(jsonOf(request)))
  const { tools, ...rest } = request
  return hash(canonicalJson(jsonOf({ ...rest, tools: tools.map(toolHash) })))
}

/** Requests are plain data, as far as their types go; members that are undefined do not count. */
function jsonOf(value: object): JsonValue {
  const given = value as Readonly<Record<string, JsonValue | undefined>>
  const members: Record<string, JsonValue> = {}
  for (const key of Object.keys(given)) {
    const member = given[key]
    if (member !== undefined) members[key] = member
  }
  return members
}

/** What decides the requests of a kind of item: its task's version, and the hash of the first item's requests. */
export function taskPrints(
  { benchmarks, tasks, context }: RunPlan,
  hash: Hash,
): Readonly<Record<string, { readonly version: number; readonly requests: string }>> {
  const prints: Record<string, { readonly version: number; readonly requests: string }> = {}
  for (const task of tasks) {
    const item = benchmarks.flatMap(({ items }) => items).find(({ kind }) => kind === task.kind)
    if (item === undefined) continue
    const hashes = task.requests(item, context).map(({ request }) => requestHash(request, hash))
    prints[task.kind] = { version: task.version, requests: hash(hashes.join('\n')) }
  }
  return prints
}

/** @param where of the second one. */
export function doubledItem(id: string, where: string): InputError {
  return new InputError({
    code: 'item-twice',
    what: `Two items have the id ${JSON.stringify(id)}, so their samples could not be told apart.`,
    where,
    fix: 'Give one of them another id.',
  })
}
