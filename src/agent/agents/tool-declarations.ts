import type { Tool } from '../../catalog/tool.js'
import type { PackWorld } from '../pack.js'
import { toolSchema } from './tool-schema.js'

/** Worlds serve many dialogues at once, and requests share the list of their tools. */
const known = new WeakMap<PackWorld, readonly Tool[]>()

/** The tools of a world as a model is offered them natively; results are handles, `{"$ref": "r3"}`. */
export function toolDeclarations(world: PackWorld): readonly Tool[] {
  const found = known.get(world)
  if (found !== undefined) return found
  const made = world.tools.map(
    (tool): Tool => ({
      name: tool.name,
      description: tool.description,
      inputSchema: toolSchema(tool),
      source: { format: 'pack', at: world.pack.id },
    }),
  )
  known.set(world, made)
  return made
}
