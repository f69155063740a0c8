import { peers } from '../../adapters/peers.js'
import { agentsWithoutModel } from '../../agent/agents/agents-without-model.js'
import { benchmarkReaders } from '../../benchmark/readers/index.js'
import { catalogSources } from '../../catalog/sources/index.js'
import type { Files } from '../../ports.js'
import { retrieverKinds } from '../../retrieval/retrievers/index.js'
import { askedSectionIds } from '../../sections/asked-section-ids.js'
import { sections } from '../../sections/index.js'
import { dialects } from '../../toolcall/dialects/index.js'
import { helpTopics } from '../help/help-topics.js'
import { packs } from '../packs.js'
import { subjectKinds } from '../run/run-subject-kinds.js'
import type { Candidate, Offer, ValueSource } from './complete-words.js'

/** Runs that are offered; the newest of them, for their names begin with the time. */
const MOST_RUNS = 100

/** Flags that name runs, and arguments of commands that do. */
const RUN_FLAGS: ReadonlySet<string> = new Set(['resume', 'baseline'])
const RUN_ARGUMENTS: ReadonlySet<string> = new Set(['run', 'a', 'b', 'folder', 'paths'])

/** Values that Assay knows, and runs in `runs/`. */
export function hostValues(files: Files): ValueSource {
  return {
    async option(name, command) {
      if (RUN_FLAGS.has(name)) return withFiles(await runsIn(files))
      const known = OPTIONS[name]?.(command)
      return known === undefined ? undefined : { candidates: known, isFile: MAY_BE_FILES.has(name) }
    },
    async argument(name, command) {
      if (command === 'help') {
        return {
          candidates: helpTopics.map(({ id, title }) => ({ value: id, description: title })),
          isFile: false,
        }
      }
      return RUN_ARGUMENTS.has(name) ? withFiles(await runsIn(files)) : undefined
    },
  }
}

/** Options whose value may be a file as well. */
const MAY_BE_FILES: ReadonlySet<string> = new Set(['dialect', 'subject', 'retriever', 'pack'])

type Known = readonly { readonly id: string; readonly describes?: string }[]

const ids = (list: Known): readonly Candidate[] =>
  list.map(({ id, describes }) => ({
    value: id,
    ...(describes === undefined ? {} : { description: describes }),
  }))

/** Kinds that take an argument end with their colon. */
const specs = (list: readonly { readonly id: string; readonly usage: string }[]): readonly Candidate[] =>
  list.map(({ id, usage }) => ({ value: usage.startsWith(`${id}:`) ? `${id}:` : id, description: usage }))

const OPTIONS: Readonly<Record<string, (command: string) => readonly Candidate[]>> = {
  dialect: () => ids(dialects),
  retriever: () => specs(retrieverKinds),
  subject: (command) => [
    ...specs(subjectKinds),
    ...(command === 'audit' ? specs(retrieverKinds) : []),
    ...(command === 'converse' || command === 'audit'
      ? agentsWithoutModel.map((value) => ({ value, description: 'an agent without a model' }))
      : []),
  ],
  section: () => [...sections.map(({ id }) => id), ...askedSectionIds].map((value) => ({ value })),
  format: (command) =>
    command.startsWith('benchmark') ? ids(benchmarkReaders) : catalogSources.map(({ id }) => ({ value: id })),
  'items-format': () => ids(benchmarkReaders),
  pack: () => packs.map(({ id }) => ({ value: id })),
  need: () => peers.map(({ name, purpose }) => ({ value: name, description: purpose })),
}

function withFiles(candidates: readonly Candidate[]): Offer {
  return { candidates, isFile: true }
}

async function runsIn(files: Files): Promise<readonly Candidate[]> {
  if ((await files.facts('runs'))?.kind !== 'folder') return []
  const names = await files.list('runs')
  return names
    .slice(-MOST_RUNS)
    .reverse()
    .map((name) => ({ value: `runs/${name}`, description: 'run' }))
}
