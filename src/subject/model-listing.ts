import { quoted } from '../text/printable.js'
import type { PreflightFinding } from './preflight-finding.js'
import type { Server } from './server.js'

/** Names of the list that a finding quotes. */
const SHOWN = 5

/**
 * Whether the server lists the model that is asked for. Some servers answer in the name of any model: the numbers would
 * then be told of one that never spoke.
 */
export function listingFindings(
  { models }: Pick<Server, 'models'>,
  model: string,
): readonly PreflightFinding[] {
  if (models === undefined || models.some((listed) => isSame(listed, model))) return []
  const names = models.slice(0, SHOWN).map((name) => quoted(name, 80))
  const listed = `${names.join(', ')}${models.length > SHOWN ? ', …' : ''}`
  return [
    {
      code: 'model-unlisted',
      severity: 'notice',
      what: `The server does not list the model ${quoted(model, 80)}; it lists ${models.length === 0 ? 'none' : listed}. Some servers answer all the same, with another model.`,
      fix: 'Name a model of the list behind the "#", or make sure that the server knows this one by another way.',
    },
  ]
}

/** Ollama adds a tag to names that have none, and some gateways put `models/` before theirs. */
function isSame(listed: string, model: string): boolean {
  return listed === model || listed === `${model}:latest` || listed === `models/${model}`
}
