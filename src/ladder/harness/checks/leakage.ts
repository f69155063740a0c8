import type { BatteryId } from '../../ladder-case.js'
import type { RungTable } from '../../rung.js'
import type { RungFinding } from '../../rung-finding.js'
import { findingOf } from '../finding-of.js'
import { defineHarnessCheck } from '../harness-check.js'
import { entitiesIn, entityKey, type HarnessView, promptOfCase } from '../harness-view.js'

/** Batteries that are to be new to the subject; the others repeat the corpus on purpose. */
const NEW: ReadonlySet<BatteryId> = new Set<BatteryId>([
  'eval',
  'novel',
  'unseen',
  'suppression',
  'unseen-tools',
  'multi-call',
])
/** From here on likeness is told in the table, though not called a near duplicate. */
const LIKE = 0.6

/** Prompts and entities of the tests that stand in the training corpus: what they show may be memory. */
export const leakage = defineHarnessCheck({
  id: 'leakage',
  looksAt: 'prompts and entities of the tests that stand in the training corpus',
  codes: ['prompts-trained', 'entities-trained'],
  applies: ({ sets, evidence }) =>
    evidence.corpus.examples.length > 0 &&
    (sets.length > 0 || evidence.cases.some(({ battery }) => NEW.has(battery))),
  run(view) {
    const counted = groupsOf(view).map((group) => ({ group, counts: countsOf(view, group) }))
    return {
      findings: counted.flatMap(({ group, counts }) => leakFindings(group, counts)),
      tables: [
        {
          id: 'leakage',
          title: 'Overlap with the training corpus',
          columns: [
            'test',
            'prompts',
            'exact',
            'normalised',
            'near (0.8)',
            'like (0.6)',
            'entities',
            'of them trained',
          ],
          rows: counted.map(({ group, counts }): RungTable['rows'][number] => [
            group.name,
            group.prompts.length,
            counts.exact.length,
            counts.normalised.length,
            counts.near.length,
            counts.like,
            counts.entities,
            counts.trained,
          ]),
          note: 'Normalised: but for case, ¿?¡!.,;: and spaces. Near and like: shared words by Jaccard. Each prompt counts once, under the closest kind; "like" counts all from 0.6 on.',
        },
      ],
    }
  },
})

interface PromptGroup {
  readonly name: string
  readonly prompts: readonly { readonly id: string; readonly text: string }[]
  /** Templates of the corpus with other entities resemble it by design. */
  readonly resembles: boolean
}

function groupsOf(view: HarnessView): readonly PromptGroup[] {
  const sets = view.sets.map(({ set }) => ({
    name: set.name,
    prompts: set.items.map(({ id, prompt }) => ({ id: `${set.name}/${id}`, text: prompt })),
    resembles: false,
  }))
  const batteries = Array.from(view.batteries)
    // Cases of the user's tests are those of the sets, where there are any.
    .filter(([battery]) => NEW.has(battery) && !(battery === 'eval' && sets.length > 0))
    .map(([battery, cases]) => ({
      name: battery,
      prompts: cases.map((one) => ({ id: one.id, text: promptOfCase(one) })),
      resembles: battery === 'unseen' || battery === 'suppression',
    }))
  return [...sets, ...batteries]
}

interface OverlapCounts {
  readonly exact: readonly string[]
  readonly normalised: readonly string[]
  readonly near: readonly string[]
  readonly like: number
  /** Distinct ones. */
  readonly entities: number
  readonly trained: number
}

function countsOf(view: HarnessView, { prompts }: PromptGroup): OverlapCounts {
  const kinds = { exact: [] as string[], normalised: [] as string[], near: [] as string[] }
  let like = 0
  const entities = new Map<string, boolean>()
  for (const { id, text } of prompts) {
    const { kind, jaccard } = view.corpusPrompts.overlap(text)
    if (kind !== 'none') kinds[kind].push(id)
    if (jaccard >= LIKE) like++
    for (const entity of entitiesIn(text)) {
      const key = entityKey(entity)
      if (!entities.has(key)) entities.set(key, view.isTrainedEntity(entity))
    }
  }
  const trained = [...entities.values()].filter(Boolean).length
  return { ...kinds, like, entities: entities.size, trained }
}

function leakFindings(group: PromptGroup, counts: OverlapCounts): readonly RungFinding[] {
  const { name, prompts, resembles } = group
  const { exact, normalised, near, entities, trained } = counts
  const ids = [...exact, ...normalised, ...(resembles ? [] : near)]
  return [
    ...(ids.length === 0
      ? []
      : [
          findingOf({
            code: 'prompts-trained',
            severity: 'warn',
            what: `${ids.length} of ${prompts.length} prompts of ${name} stand in the training corpus: ${exact.length} to the letter, ${normalised.length} but for case and punctuation, ${near.length} nearly. Scores there may be memory.`,
            cases: ids,
          }),
        ]),
    ...(trained === 0
      ? []
      : [
          findingOf({
            code: 'entities-trained',
            severity: 'info',
            what: `${trained} of ${entities} distinct entities in prompts of ${name} stand in the training corpus.`,
            cases: [],
            count: trained,
          }),
        ]),
  ]
}
