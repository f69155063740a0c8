import { readGgufMetadata } from '../../adapters/gguf-metadata.js'
import type { SubjectFacts } from '../../subject/subject.js'

/** Names of GGUF's file types that are no quantisation. */
const FLOATS: Readonly<Record<number, string>> = { 0: 'F32', 1: 'F16', 32: 'BF16' }

/** Name of the type of a GGUF's weights: quantisation moves probabilities. Undefined for other subjects. */
export async function weightsOf({ endpoint = '' }: SubjectFacts): Promise<string | undefined> {
  if (!endpoint.endsWith('.gguf')) return undefined
  const { 'general.file_type': type } = await readGgufMetadata(endpoint)
  if (typeof type !== 'number') return undefined
  return FLOATS[type] ?? `quantised (GGUF file type ${type})`
}
