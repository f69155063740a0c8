import { type CalibrationCheck, defineCalibrationSection } from '../calibration.js'
import type { CalibrationContext } from '../calibration-context.js'
import { checkDialogueFaults } from '../dialogues/check-dialogue-faults.js'
import { dialogueFaults } from '../dialogues/dialogue-faults.js'
import { type DialogueInstrument, soundInstrument } from '../dialogues/dialogue-instrument.js'
import { type DialogueSet, evenly, makeDialogues } from '../dialogues/dialogue-set.js'
import type { KnownRun } from '../dialogues/expectation.js'
import { GoldStore } from '../dialogues/gold-store.js'
import { judgeRun } from '../dialogues/judge-run.js'
import { knownRuns } from '../dialogues/known-runs.js'
import { playAgent } from '../dialogues/play-agent.js'

/** Dialogues of each category that show what need not be shown of all; so many are played whatever the limit. */
const FEW = 2

/** Agents without a model, played in the test dialogues of packs; then faults are put into the instrument. */
export const dialoguesSection = defineCalibrationSection({
  id: 'dialogues',
  describes: 'agents whose figures are known get them in dialogues, and faults on the way are noticed',
  needsReferences: false,
  async run(context) {
    const { stage, seed, signal, notify, mostItems } = context
    const checks: CalibrationCheck[] = []
    const notes: string[] = []
    const golds = new GoldStore(stage.hash)
    let first: DialogueSet | undefined
    for (const world of await stage.worlds()) {
      notify(`${world.pack.id}, ${world.language}: dialogues`)
      const most = Math.max(mostItems, FEW * (world.pack.dialogues?.categories.length ?? 0))
      const set = makeDialogues(world, { hash: stage.hash, seed, signal, most })
      first ??= set
      const { id, dialogues, whole } = set
      if (dialogues.length < whole)
        notes.push(`${id}: gold was played in ${dialogues.length} of ${whole} dialogues.`)
      for (const run of knownRuns)
        checks.push(...(await judgedIn(set, run, { context, golds, instrument: soundInstrument })))
    }
    if (first === undefined) return { section: 'dialogues', checks: [nothingToPlay], notes }
    notify(`${first.id}: ${dialogueFaults.length} faults`)
    const set = first
    const found = await checkDialogueFaults({
      faults: dialogueFaults,
      runs: knownRuns,
      judge: (run, { instrument }) =>
        judgedIn(set, { ...run, dialogues: 'some' }, { context, golds, instrument }),
    })
    return { section: 'dialogues', checks: [...checks, ...found], notes }
  },
})

const nothingToPlay: CalibrationCheck = {
  id: 'worlds',
  says: 'There is a world to play dialogues in.',
  expected: 'one world or more',
  measured: 'none',
  verdict: 'missing',
}

interface Playing {
  readonly context: CalibrationContext
  readonly golds: GoldStore
  readonly instrument: DialogueInstrument
}

async function judgedIn(
  set: DialogueSet,
  run: KnownRun,
  { context, golds, instrument }: Playing,
): Promise<readonly CalibrationCheck[]> {
  const { stage, signal } = context
  const categories = new Set(set.dialogues.map(({ category }) => category)).size
  const most = run.dialogues === 'many' ? set.dialogues.length : FEW * categories
  const played = await playAgent({
    way: run,
    world: set.world,
    dialogues: evenly(set.dialogues, most),
    instrument,
    golds,
    signal,
    hash: stage.hash,
    isCompared: run.expectations.some(
      ({ expected }) => expected.kind === 'figure' && expected.view === 'compat',
    ),
  })
  return judgeRun({ run, played, set: set.id })
}
