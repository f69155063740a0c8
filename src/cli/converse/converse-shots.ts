import { hostHash } from '../../adapters/hash.js'
import { makeShots } from '../../agent/agents/make-shots.js'
import type { Shot } from '../../agent/agents/shot.js'
import { dialogueOf } from '../../benchmark/dialogue-item.js'
import { InputError } from '../../errors.js'
import type { CliContext } from '../command.js'
import type { OpenedPack } from '../packs.js'
import { madeDialogues } from './made-items.js'

export interface ShotsOpening {
  readonly pack: OpenedPack
  readonly seed: number
  readonly language: string | undefined
  readonly count: number
}

/**
 * Examples from the training split that the pack makes in the same world; nothing of them is examined.
 *
 * @throws {InputError} `shots-few`.
 */
export async function converseShots(
  { pack, seed, language, count }: ShotsOpening,
  context: Pick<CliContext, 'clock' | 'signal'>,
): Promise<readonly Shot[]> {
  const items = madeDialogues(
    { pack, seed, split: 'train', fillings: 1, ...(language === undefined ? {} : { language }) },
    context,
  )
  const shots = await makeShots({
    dialogues: mapped(items),
    world: pack.world,
    count,
    now: () => context.clock.now(),
    hash: hostHash,
  })
  if (shots.length === count) return shots
  throw new InputError({
    code: 'shots-few',
    what: `The training dialogues of the pack give ${shots.length} examples, not ${count}.`,
    where: '--shots',
    fix: 'Ask for fewer.',
  })
}

async function* mapped(
  items: ReturnType<typeof madeDialogues>,
): AsyncGenerator<ReturnType<typeof dialogueOf>> {
  for await (const item of items) yield dialogueOf(item)
}
