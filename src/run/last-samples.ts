import type { Files } from '../ports.js'
import { sampleKey } from './sample-line.js'
import { readSampleLines, type StoredSample, type TornLine } from './sample-lines.js'

/**
 * The samples of a run, each once: of two lines of one key the later. The file is read twice; between the two readings only
 * the place of each last line is kept.
 *
 * @throws what `readSampleLines` throws.
 */
export async function* lastSamples(
  path: string,
  files: Pick<Files, 'stream'>,
  torn: TornLine,
): AsyncGenerator<StoredSample> {
  const last = new Map<string, string>()
  for await (const sample of readSampleLines(path, files, torn)) last.set(sampleKey(sample), sample.where)
  for await (const sample of readSampleLines(path, files, () => undefined, { hasEffort: true })) {
    if (last.get(sampleKey(sample)) === sample.where) yield sample
  }
}
