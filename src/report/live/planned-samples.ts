import { isJsonArray, isJsonObject, type JsonObject } from '../../text/json.js'
import { isCount } from '../../text/plain-value.js'

/**
 * Samples that a run is to have by its `run.json`: items times trials. Undefined where an item is asked in several variants,
 * which only its text tells (rotations of options, showings of a probe), or where the file does not say.
 */
export function plannedSamples(run: JsonObject): number | undefined {
  const { benchmarks, trials, rotations, probe } = run
  if (probe !== undefined || rotations === 'all') return undefined
  if (!isCount(trials) || !isJsonArray(benchmarks)) return undefined
  let items = 0
  for (const benchmark of benchmarks) {
    if (!isJsonObject(benchmark) || !isCount(benchmark.items)) return undefined
    items += benchmark.items
  }
  return items * trials
}
