import { emptyObject, isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'
import { readJsonLines } from '../../text/jsonl.js'
import { Fields, itemFault } from '../fields.js'
import type { DialogueItem } from '../item.js'
import { type BenchmarkContext, type BenchmarkInput, defineBenchmarkReader } from '../reader.js'
import { firstKeys } from './sniff.js'

const FILE = /-level-(\d+)-\d+\.jsonl$/

/**
 * Dialogues of API-Bank, levels 1 and 2: a JSONL file each, or the folder of them. Calls stand on the turn of the user
 * that they answer, under `calls`, and again with the results that were recorded under `recorded`.
 */
export const apiBank = defineBenchmarkReader({
  id: 'api-bank',
  describes: 'API-Bank dialogues: *-level-*.jsonl with rows of User, AI and API, one file or the folder',
  detect(input) {
    if (input.isFolder) return input.names.some((name) => FILE.test(name))
    const keys = firstKeys(input)
    return keys.has('role') && (keys.has('text') || keys.has('api_name')) && !keys.has('kind')
  },
  async *read(input, context) {
    for (const path of pathsOf(input, context)) {
      const item = await dialogueIn(path, context)
      if (item !== undefined) yield item
    }
  },
})

function pathsOf({ path, isFolder, names }: BenchmarkInput, { files }: BenchmarkContext): readonly string[] {
  if (!isFolder) return [path]
  return names.filter((name) => FILE.test(name)).map((name) => files.join(path, name))
}

type Turn = { [key: string]: JsonValue }

async function dialogueIn(
  path: string,
  { files, notice }: BenchmarkContext,
): Promise<DialogueItem | undefined> {
  const turns: Turn[] = []
  const tools = new Set<string>()
  let user: { readonly calls: JsonObject[]; readonly recorded: JsonObject[]; readonly turn: Turn } | undefined
  for await (const { number: line, value } of readJsonLines(files.stream(path), path)) {
    const fields = new Fields(value, { path, line })
    switch (fields.oneOf('role', ['User', 'AI', 'API'])) {
      case 'User': {
        const turn: Turn = Object.assign(emptyObject(), { role: 'user', text: fields.text('text') })
        user = { calls: [], recorded: [], turn }
        turns.push(turn)
        break
      }
      case 'AI':
        turns.push(Object.assign(emptyObject(), { role: 'assistant', text: fields.text('text') }))
        break
      case 'API': {
        if (user === undefined) {
          throw itemFault(fields.place, 'An API is called before the user said anything.', 'Drop that line.')
        }
        const { call, recorded } = callOf(fields)
        tools.add(fields.text('api_name'))
        user.calls.push(call)
        user.recorded.push(recorded)
        user.turn.calls = user.calls
        user.turn.recorded = user.recorded
      }
    }
  }
  const name = path.split(/[/\\]/).at(-1) ?? path
  if (user === undefined) {
    notice?.({ code: 'no-user', what: `${name} is left out: the user says nothing.`, where: path })
    return undefined
  }
  const id = name.replace(/\.jsonl$/, '')
  const level = FILE.exec(name)?.[1]
  const cluster = [...tools].sort().join(', ')
  const json = Object.assign(emptyObject(), {
    id,
    kind: 'dialogue',
    ...(level === undefined ? {} : { category: `level-${level}` }),
    turns,
    tools: [...tools],
    ...(cluster === '' ? {} : { cluster }),
  })
  return { kind: 'dialogue', id, ...(cluster === '' ? {} : { cluster }), json }
}

/** The row of a call: what was asked, and what came of it. */
function callOf(fields: Fields): { readonly call: JsonObject; readonly recorded: JsonObject } {
  const { param_dict: given = emptyObject(), result } = fields.json
  if (!isJsonObject(given)) throw fields.fault('param_dict', 'an object', given)
  if (!isJsonObject(result)) throw fields.fault('result', 'an object', result)
  const { output = null, exception = null } = result
  const call = { name: fields.text('api_name'), arguments: given }
  return {
    call: Object.assign(emptyObject(), call),
    recorded: Object.assign(emptyObject(), { ...call, output, exception }),
  }
}
