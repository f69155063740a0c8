import { InputError } from '../../errors.js'
import { emptyObject, isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'
import { readJsonText } from '../../text/jsonl.js'
import { Fields } from '../fields.js'
import type { DialogueItem } from '../item.js'
import { type BenchmarkContext, type BenchmarkInput, defineBenchmarkReader } from '../reader.js'

/**
 * Tasks of tau2-bench as goal cards: what the user wants stands under `goal`, for a user that another subject plays; the
 * one turn of the user has no text of its own and holds the gold actions as calls. Takes `tasks.json`, the folder of a
 * domain, or, where the format is named, the folder of the domains.
 */
export const tau2 = defineBenchmarkReader({
  id: 'tau2',
  describes: 'tau2-bench tasks as goal cards: tasks.json with user_scenario and evaluation_criteria',
  detect({ isFolder, names, head }) {
    if (isFolder) return names.includes('tasks.json') && names.includes('policy.md')
    return /^\s*\[/.test(head) && head.includes('"user_scenario"') && head.includes('"evaluation_criteria"')
  },
  async *read(input, context) {
    const seen = new Map<string, string>()
    for (const path of await pathsOf(input, context)) {
      for (const item of await tasksIn(path, context)) {
        const earlier = seen.get(item.id)
        if (earlier !== undefined) throw twice(item.id, `${earlier} and ${path}`)
        seen.set(item.id, path)
        yield item
      }
    }
  },
})

async function pathsOf(
  { path, isFolder, names }: BenchmarkInput,
  { files }: BenchmarkContext,
): Promise<readonly string[]> {
  if (!isFolder) return [path]
  if (names.includes('tasks.json')) return [files.join(path, 'tasks.json')]
  const found: string[] = []
  for (const name of names) {
    const tasks = files.join(path, name, 'tasks.json')
    if ((await files.facts(tasks))?.kind === 'file') found.push(tasks)
  }
  return found
}

async function tasksIn(path: string, { files }: BenchmarkContext): Promise<readonly DialogueItem[]> {
  const value = readJsonText(new TextDecoder().decode(await files.read(path)), { path })
  if (!isJsonArray(value)) {
    throw new InputError({
      code: 'item-invalid',
      what: 'The file holds no list of tasks.',
      where: path,
      fix: 'Name the tasks.json of a domain.',
    })
  }
  const domain = path.split(/[/\\]/).at(-2)
  return value.map((task, index) => itemOf(task, { path, number: index + 1, domain }))
}

function itemOf(
  task: JsonValue,
  {
    path,
    number,
    domain,
  }: { readonly path: string; readonly number: number; readonly domain: string | undefined },
): DialogueItem {
  // Tasks of one JSON document have no lines; their number stands in its place.
  const fields = new Fields(task, { path: `${path}, task ${number}`, line: 1 })
  const own = fields.id('id')
  const id = domain === undefined ? own : `${domain}-${own}`
  const criteria = fields.json.evaluation_criteria
  const actions = isJsonObject(criteria) && isJsonArray(criteria.actions) ? criteria.actions : []
  const calls = actions.flatMap((action) => callOf(action, fields))
  const turn = Object.assign(emptyObject(), { role: 'user', text: '', calls })
  const cluster = [...new Set(calls.map(({ name }) => String(name)))].sort().join(', ')
  const json = Object.assign(emptyObject(), {
    id,
    kind: 'dialogue',
    ...(domain === undefined ? {} : { category: domain }),
    goal: goalOf(fields),
    turns: [turn],
    ...(cluster === '' ? {} : { cluster }),
  })
  return { kind: 'dialogue', id, ...(cluster === '' ? {} : { cluster }), json }
}

/** Actions of the user, where a domain has such, are not the agent's to call. */
function callOf(action: JsonValue, fields: Fields): readonly JsonObject[] {
  if (!isJsonObject(action)) throw fields.fault('actions', 'a list of objects', action)
  const { name, arguments: given = emptyObject(), requestor } = action
  if (requestor === 'user') return []
  if (typeof name !== 'string' || !isJsonObject(given)) {
    throw fields.fault('actions', 'a list of calls with name and arguments', action)
  }
  return [Object.assign(emptyObject(), { name, arguments: given })]
}

/** What the user wants, knows and does not know. */
function goalOf(fields: Fields): JsonObject {
  const scenario = fields.json.user_scenario
  if (!isJsonObject(scenario)) throw fields.fault('user_scenario', 'an object', scenario)
  const { persona, instructions } = scenario
  const told = isJsonObject(instructions) ? instructions : emptyObject()
  const goal = {
    text: typeof instructions === 'string' ? instructions : told.reason_for_call,
    known: told.known_info,
    unknown: told.unknown_info,
    manner: told.task_instructions,
    persona,
  }
  const kept = Object.entries(goal).filter(([, part]) => typeof part === 'string' && part.trim() !== '')
  if (!kept.some(([key]) => key === 'text')) {
    throw fields.fault('user_scenario', 'an object with instructions', scenario)
  }
  return Object.assign(emptyObject(), Object.fromEntries(kept))
}

function twice(id: string, where: string): InputError {
  return new InputError({
    code: 'item-twice',
    what: `Two tasks have the id ${JSON.stringify(id)}.`,
    where,
    fix: 'Give one of them another id.',
  })
}
