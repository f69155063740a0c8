import type { DriftDocument, DriftTensor } from '../../checkpoint/drift-document.js'
import { type CalibrationCheck, defineCalibrationSection } from '../calibration.js'
import { judgeLadder, ladderKey } from '../ladder/judge-ladder.js'
import type { LadderFigure } from '../ladder/ladder-figures.js'
import { type Reference, readReferences } from '../reference/read-references.js'
import type { LadderTraining } from '../reference/reference-card.js'

/** Weights of both ends of a training, beside the card. */
const WEIGHTS = 'model.safetensors'

/** Weights that were trained in known places only, compared: drift is where it is, and nowhere else. */
export const driftSection = defineCalibrationSection({
  id: 'drift',
  describes: 'drift is located where a reference subject was trained',
  needsReferences: true,
  async run(context) {
    const { files } = context
    const folder = await context.folder()
    const references = await readReferences(folder, files)
    const figures = new Map<string, LadderFigure>()
    const checks: CalibrationCheck[] = []
    for (const { card } of references) {
      const drifts = card.climbed.filter(({ measure }) => measure.figure === 'drift')
      const [first] = drifts
      const parent = first?.measure.parent
      if (first === undefined || parent === undefined || card.training?.trained === undefined) continue
      context.notify(`${card.name}: weights against ${parent}`)
      const [before, after] = [parent, card.name].map((name) => files.join(folder, 'models', name, WEIGHTS))
      if (before === undefined || after === undefined) continue
      const isThere = (await files.facts(before)) !== undefined && (await files.facts(after)) !== undefined
      if (isThere) {
        const document = await context.compareWeights(before, after)
        for (const where of ['trained', 'elsewhere'] as const) {
          const key = ladderKey({ subject: card.name, figure: 'drift', parent, where })
          figures.set(key, changedIn(document, card.training.trained, where))
        }
        checks.push(await againstItself(after, card.name, context.compareWeights))
      }
      checks.push(...drifts.map((expectation) => judgeLadder(card, expectation, figures)))
    }
    if (checks.length > 0) return { section: 'drift', checks, notes: [] }
    return { section: 'drift', checks: [nothingToCompare(references)], notes: [] }
  },
})

function nothingToCompare(references: readonly Reference[]): CalibrationCheck {
  return {
    id: 'drift',
    says: 'Some subject was trained in known places only.',
    expected: 'a card that names them',
    measured: `${references.length} cards, none of them`,
    verdict: 'missing',
  }
}

async function againstItself(
  path: string,
  name: string,
  compare: (a: string, b: string) => Promise<DriftDocument>,
): Promise<CalibrationCheck> {
  const { tensors } = await compare(path, path)
  const moved = tensors.filter(({ identicalShare }) => identicalShare !== 1)
  return {
    id: `${name}/itself`,
    says: 'Held against itself, no weight has moved.',
    expected: '0 tensors moved',
    measured: `${moved.length} of ${tensors.length} tensors moved`,
    verdict: moved.length === 0 && tensors.length > 0 ? 'passed' : 'failed',
  }
}

type Trained = NonNullable<LadderTraining['trained']>

/**
 * Share of elements that differ: of the matrices that were trained, or of all else. A table of which some rows were trained
 * counts with the elements that these rows cannot account for.
 */
function changedIn(
  { tensors }: DriftDocument,
  trained: Trained,
  where: 'trained' | 'elsewhere',
): LadderFigure {
  const own = new Set(trained.tensors.map(commonName))
  let elements = 0
  let changed = 0
  for (const tensor of tensors) {
    const isTrained = own.has(commonName(tensor.name))
    if (isTrained !== (where === 'trained')) continue
    elements += tensor.elements
    changed += isTrained ? changedElements(tensor) : beyondRows(tensor, trained.rows.length)
  }
  return { value: elements === 0 ? 0 : changed / elements, n: elements }
}

function changedElements({ identicalShare, elements }: DriftTensor): number {
  return typeof identicalShare === 'number' ? Math.round((1 - identicalShare) * elements) : elements
}

/** Elements that differ in more rows than the trained ones; a tensor of another kind has none that may. */
function beyondRows(tensor: DriftTensor, rows: number): number {
  const isTable = /(?:embd|embed|output|lm_head)/.test(tensor.name) && tensor.rows > 1
  if (isTable && tensor.rowsTouched <= rows) return 0
  return changedElements(tensor)
}

/** Names of llama.cpp and of the transformers library for one tensor, as one. */
function commonName(name: string): string {
  return name
    .replace(/^model\./, '')
    .replace(/^layers\.(\d+)\./, 'blk.$1.')
    .replace('self_attn.q_proj', 'attn_q')
    .replace('self_attn.k_proj', 'attn_k')
    .replace('self_attn.v_proj', 'attn_v')
    .replace('self_attn.o_proj', 'attn_output')
    .replace('mlp.gate_proj', 'ffn_gate')
    .replace('mlp.up_proj', 'ffn_up')
    .replace('mlp.down_proj', 'ffn_down')
}
