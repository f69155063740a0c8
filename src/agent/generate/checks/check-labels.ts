import type { TemplateTurn } from '../../dialogue-template.js'
import type { PackWorld, ToolRole } from '../../pack.js'
import type { CheckFinding } from '../finding.js'
import type { GoldRun } from '../run-gold.js'

const labelByRole: Partial<Record<ToolRole, string>> = {
  search: 'search',
  filter: 'refine',
  nearest: 'nearest',
  sort: 'sort',
  date: 'date',
  seek: 'seek',
}

/** What only words tell, not calls. */
const spoken: ReadonlySet<string> = new Set(['switch-domain', 'change-mind'])

/** The labels that a second annotator gives who sees nothing but the calls; `noop` where there are none. */
function labelsOfRun({ execution }: GoldRun, world: Pick<PackWorld, 'tools'>): readonly string[] {
  const roles = new Map(world.tools.map(({ name, role }) => [name, role]))
  const labels = new Set<string>()
  for (const { tool } of execution.trace) {
    const role = roles.get(tool)
    const label = role === undefined ? undefined : labelByRole[role]
    if (label !== undefined) labels.add(label)
  }
  return labels.size === 0 ? ['noop'] : [...labels]
}

/** `labels`: those of the grammar are those that the calls show, but for what only words tell. */
export function checkLabels(
  turns: readonly TemplateTurn[],
  { runs, world }: { readonly runs: readonly GoldRun[]; readonly world: Pick<PackWorld, 'tools'> },
): readonly CheckFinding[] {
  return runs.flatMap((run): readonly CheckFinding[] => {
    if (run.execution.error !== undefined) return []
    const given = (turns[run.turn]?.label ?? '').split('+').filter((label) => !spoken.has(label))
    const shown = labelsOfRun(run, world)
    if (given.length === shown.length && shown.every((label) => given.includes(label))) return []
    const what = `The label says ${given.join('+') || 'nothing'}, the calls say ${shown.join('+')}.`
    return [{ check: 'labels', what, turn: run.turn + 1 }]
  })
}
