import { expect, it } from 'vitest'
import { travelPack } from '../../packs/travel/index.js'
import { hostHash } from '../../src/adapters/hash.js'
import { dialogueItemJson } from '../../src/agent/generate/dialogue-item-json.js'
import { planDialogues } from '../../src/agent/generate/generate-dialogues.js'
import { fingerprintOf } from '../../src/text/hash.js'

/** Fingerprints of all dialogues of the small set, every plan run and every check passed. */
async function small(seed: number): Promise<readonly string[]> {
  const world = await travelPack.open({ size: 'small', seed, semantics: 'strict' })
  const plan = planDialogues({ pack: travelPack, world, seed, fillings: 2, hash: hostHash, now: () => 0 })
  return [...plan.dialogues()].map((made) => fingerprintOf(dialogueItemJson(made, 'travel')))
}

it('fills every template of travel twice, byte-equal under one seed, otherwise under another', async () => {
  const [first, second, other] = [await small(0), await small(0), await small(1)]
  expect(first).toHaveLength(1_080)
  expect(new Set(first).size).toBe(1_080)
  expect(second).toEqual(first)
  expect(other).toHaveLength(1_080)
  expect(other.filter((hash) => first.includes(hash))).toEqual([])
})
