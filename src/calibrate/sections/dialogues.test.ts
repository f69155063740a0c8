import { beforeAll, describe, expect, it } from 'vitest'
import { securityDeskPack } from '../../../packs/security-desk/index.js'
import { hostHash } from '../../adapters/hash.js'
import { isGreen, type SectionResult } from '../calibration.js'
import type { CalibrationContext } from '../calibration-context.js'
import { dialogueFaults } from '../dialogues/dialogue-faults.js'
import type { DialogueWorld } from '../dialogues/dialogue-stage.js'
import { knownRuns } from '../dialogues/known-runs.js'
import { dialoguesSection } from './dialogues.js'

function contextOf(
  worlds: readonly DialogueWorld[],
  signal = new AbortController().signal,
): CalibrationContext {
  return {
    stage: { worlds: async () => worlds, hash: hostHash },
    notify: () => undefined,
    signal,
    seed: 0,
    mostItems: 1,
  } as unknown as CalibrationContext // the section asks for no more
}

describe('the section of dialogues', () => {
  let world: DialogueWorld
  let result: SectionResult

  beforeAll(async () => {
    const opened = await securityDeskPack.open({ size: 'small', seed: 0, semantics: 'strict' })
    world = { pack: securityDeskPack, world: opened, language: 'en' }
    result = await dialoguesSection.run(contextOf([world]))
  }, 120_000)

  it('finds every agent as it is known, in a world of two dialogues a category', () => {
    expect(result.checks.filter(({ verdict }) => verdict !== 'passed')).toEqual([])
    const expectations = knownRuns.reduce((sum, run) => sum + run.expectations.length, 0)
    expect(result.checks).toHaveLength(expectations + dialogueFaults.length)
    expect(new Set(result.checks.map(({ id }) => id)).size).toBe(result.checks.length)
    expect(result.notes).toEqual(['security-desk-en: gold was played in 12 of 48 dialogues.'])
  })

  it.each(dialogueFaults.map(({ id, noticedBy }) => [id, noticedBy]))('notices %s', (id, noticedBy) => {
    const found = result.checks.find((check) => check.id === `faults/${id}`)
    expect(found?.measured.split(', ')).toContain(noticedBy)
  })

  it('tells strict from released figures', () => {
    const measured = (id: string) =>
      result.checks.find((check) => check.id === `security-desk-en/${id}`)?.measured
    expect(measured('silent/code-forced/tool-recall')).toBe('tool-recall = 0')
    expect(measured('silent/code-forced/compat-tool-f1')).toBe('compat-tool-f1 = none')
    expect(measured('gold-twice/json-forced/tool-precision')).toBe('tool-precision = 0.5')
    expect(measured('wrong-entry/code-forced/compat-parameter-f1')).toBe('compat-parameter-f1 = 1')
  })

  it('is missing, not passed, without a world', async () => {
    const none = await dialoguesSection.run(contextOf([]))
    expect(none.checks.map(({ verdict }) => verdict)).toEqual(['missing'])
    expect(isGreen(none)).toBe(false)
  })

  it('stops when it is told to', async () => {
    const stopped = AbortSignal.abort(new Error('enough'))
    await expect(dialoguesSection.run(contextOf([world], stopped))).rejects.toThrow('enough')
  })
})
