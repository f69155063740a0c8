/** What tells a run from another of the same id. */
export interface RunToName {
  readonly id: string
  readonly folder: string
  /** When it began, as its `run.json` says. */
  readonly createdAt: unknown
}

/**
 * Names runs, each by its id. The parts of two ladders, or of two audits, have the same ids in both: runs of one id that began at
 * different times are named with the folder that they lie in, such as `release-7/dialogues-gold`. Copies keep one name.
 */
export function runNames(runs: readonly RunToName[]): readonly string[] {
  const alike = new Map<string, RunToName[]>()
  for (const run of runs) {
    const others = alike.get(run.id)
    if (others === undefined) alike.set(run.id, [run])
    else others.push(run)
  }
  const shared = new Set(
    [...alike].flatMap(([id, all]) =>
      all.length > 1 && new Set(all.map(({ createdAt }) => createdAt)).size === all.length ? [id] : [],
    ),
  )
  return runs.map((run) => (shared.has(run.id) ? withFolder(run) : run.id))
}

function withFolder({ id, folder }: RunToName): string {
  const above = folder
    .split(/[\\/]/)
    .filter((part) => part !== '' && part !== '.')
    .at(-2)
  return above === undefined ? id : `${above}/${id}`
}
