import { type CalibrationCheck, defineCalibrationSection } from '../calibration.js'
import type { CalibrationContext } from '../calibration-context.js'
import { checkWeights } from '../reference/check-weights.js'
import { type Figure, type Figures, judgeExpectations } from '../reference/judge-expectations.js'
import { measureReference } from '../reference/measure-reference.js'
import { measureKey } from '../reference/measure-text.js'
import { type Reference, readReferences } from '../reference/read-references.js'
import type { CardExpectation, CardMeasure } from '../reference/reference-card.js'
import { ReferenceData } from '../reference/reference-data.js'

/** Real models with known faults, measured as any model is, held against what their cards expect. */
export const subjectsSection = defineCalibrationSection({
  id: 'subjects',
  describes: 'reference subjects show what their cards expect',
  needsReferences: true,
  async run(context) {
    const folder = await context.folder()
    const data = new ReferenceData(folder, context)
    const all = (await readReferences(folder, context.files)).filter(({ card }) => card.set === 'parametric')
    const left = await needingAllItems(all, data, context)
    const references = all.map((reference) => without(reference, left))
    const weights = new Map<string, CalibrationCheck>()
    for (const reference of references)
      weights.set(reference.card.name, await checkWeights(reference, context))
    const figures = await measureAll(references, weights, { data, context })
    return {
      section: 'subjects',
      checks: references.flatMap(({ card }) => {
        const check = weights.get(card.name)
        return [...(check === undefined ? [] : [check]), ...judgeExpectations(card, figures)]
      }),
      notes: [...(await notesOf(references, data, context)), ...leftNotes(left)],
    }
  },
})

interface MeasureParts {
  readonly data: ReferenceData
  readonly context: CalibrationContext
}

async function measureAll(
  references: readonly Reference[],
  weights: ReadonlyMap<string, CalibrationCheck>,
  { data, context }: MeasureParts,
): Promise<Figures> {
  const figures = new Map<string, Figure>()
  for (const { card, weights: file } of references) {
    const wanted = measuresOf(references, card.name)
    if (file === undefined || weights.get(card.name)?.verdict !== 'passed' || wanted.length === 0) continue
    context.signal.throwIfAborted()
    context.notify(`${card.name}: ${wanted.length} figures`)
    const model = await context.openModel(file.path, card.name)
    try {
      const own = await measureReference({ card, model, wanted, data, context })
      for (const [key, figure] of own) figures.set(key, figure)
    } finally {
      await model.close()
    }
  }
  return figures
}

/** What all cards want to know of one subject, each figure once. */
function measuresOf(references: readonly Reference[], name: string): readonly CardMeasure[] {
  const all = references.flatMap(({ card }) =>
    card.expectations.flatMap(({ measure, bound }) => ('than' in bound ? [measure, bound.than] : [measure])),
  )
  const own = all.filter(({ subject }) => subject === name)
  return [...new Map(own.map((measure) => [measureKey(measure), measure])).values()]
}

/**
 * Expectations about free decoding where items are drawn: it takes a second a query, and a ratio of two shares of some
 * dozen queries decides nothing.
 */
async function needingAllItems(
  references: readonly Reference[],
  data: ReferenceData,
  { mostItems }: CalibrationContext,
): Promise<ReadonlySet<CardExpectation>> {
  const left = new Set<CardExpectation>()
  for (const expectation of references.flatMap(({ card }) => card.expectations)) {
    const { measure, bound } = expectation
    const free = ('than' in bound ? [measure, bound.than] : [measure]).filter(
      ({ metric }) => metric === 'rf' || metric === 'is',
    )
    for (const { items } of free) {
      if ((await data.items(items)).items.length > mostItems) left.add(expectation)
    }
  }
  return left
}

function without(reference: Reference, left: ReadonlySet<CardExpectation>): Reference {
  const expectations = reference.card.expectations.filter((expectation) => !left.has(expectation))
  return { ...reference, card: { ...reference.card, expectations } }
}

function leftNotes(left: ReadonlySet<CardExpectation>): readonly string[] {
  if (left.size === 0) return []
  return [
    `Not tried, for they need free decoding of every item (--items 1000): ${[...left].map(({ id }) => id).join(', ')}.`,
  ]
}

/** Which sets were drawn from, and how many items were left out. */
async function notesOf(
  references: readonly Reference[],
  data: ReferenceData,
  { mostItems, seed }: CalibrationContext,
): Promise<readonly string[]> {
  const sets = new Set(
    references.flatMap(({ card }) => card.expectations.map(({ measure }) => measure.items)),
  )
  const drawn: string[] = []
  for (const set of sets) {
    const { items } = await data.items(set)
    if (items.length > mostItems) drawn.push(`${mostItems} of ${items.length} items of ${set}`)
  }
  return drawn.length === 0 ? [] : [`Drawn with the seed ${seed}: ${drawn.join(', ')}.`]
}
