import type { DialogueWorld } from '../../calibrate/dialogues/dialogue-stage.js'
import type { CliContext } from '../command.js'
import { openPack } from '../packs.js'

/** In which agents without a model are played: one pack a language, so that neither counts for itself alone. */
const WORLDS = [
  { spec: 'travel', language: 'en' },
  { spec: 'security-desk', language: 'es' },
] as const

/** @param seed decides rows and dialogues. */
export function openCalibrationWorlds(
  seed: number,
  context: Pick<CliContext, 'files' | 'notify' | 'signal'>,
): Promise<readonly DialogueWorld[]> {
  return Promise.all(
    WORLDS.map(async ({ spec, language }) => {
      const { pack, world } = await openPack(
        { spec, size: 'small', seed, semantics: 'strict', isTyped: true },
        context,
      )
      return { pack, world, language }
    }),
  )
}
