import { describe, expect, it } from 'vitest'
import { planDialogues } from '../../../src/agent/generate/generate-dialogues.js'
import { randomStream } from '../../../src/numeric/random.js'
import { hashText } from '../../../src/text/hash.js'
import { securityDeskPack } from '../index.js'
import { deskPlaces } from '../places.js'
import { bindProgram } from './bind.js'
import { constraintsOf } from './constraint.js'

const opening = { size: 'small', seed: 0, semantics: 'strict' } as const
const settings = { seed: 0, hash: (content: string | Uint8Array) => hashText(String(content)), now: () => 0 }

describe.each(['en', 'es'])('dialogues of the desk in %s', (language) => {
  it('are composed, filled from rows that exist, run and checked', async () => {
    const world = await securityDeskPack.open(opening)
    const plan = planDialogues({ pack: securityDeskPack, world, language, ...settings })
    expect(plan.count).toBe(6 * 12 * 5)
    expect(plan.composed.likest?.jaccard).toBeLessThan(0.6)
    const labels = new Map<string, number>()
    let redrawn = 0
    for (const { dialogue, redrawn: draws } of plan.dialogues()) {
      redrawn += draws
      for (const { label } of dialogue.turns) {
        for (const one of label?.split('+') ?? []) labels.set(one, (labels.get(one) ?? 0) + 1)
      }
    }
    expect(redrawn).toBeLessThan(plan.count)
    expect([...labels.keys()].sort()).toEqual(
      ['seek', 'search', 'refine', 'nearest', 'sort', 'date', 'switch-domain', 'change-mind', 'noop'].sort(),
    )
  })
})

describe('filling a template of the desk', () => {
  const textOf = async (): Promise<string> => {
    const world = await securityDeskPack.open(opening)
    const plan = planDialogues({ pack: securityDeskPack, world, language: 'es', fillings: 1, ...settings })
    return JSON.stringify(
      [...plan.dialogues()].map(({ dialogue: { id, split, turns } }) => [id, split, turns]),
    )
  }

  it('gives the same bytes again', async () => {
    expect(await textOf()).toBe(await textOf())
  })

  it('takes sites and teams of its split alone, and all values from rows', async () => {
    const world = await securityDeskPack.open(opening)
    const plan = planDialogues({
      pack: securityDeskPack,
      world,
      fillings: 2,
      categories: ['ticket'],
      ...settings,
    })
    const { train, validation, test } = plan.splits
    expect(new Set([...train, ...validation, ...test]).size).toBe(
      train.length + validation.length + test.length,
    )
    expect([train.length, validation.length, test.length]).toEqual([9 * 4, 6 * 4, 21 * 4])
    for (const { dialogue } of plan.dialogues()) {
      for (const [name, value] of Object.entries(dialogue.bindings)) {
        if (/^(?:SITE|TEAM)_/.test(name)) expect(plan.splits[dialogue.split]).toContain(value)
      }
    }
  })

  it('gives up where a filter would leave nothing out', async () => {
    const world = await securityDeskPack.open(opening)
    const exposed = constraintsOf.hosts.find(({ id }) => id === 'exposed')
    if (exposed === undefined) throw new Error('hosts have that constraint')
    const search = { domain: 'hosts' as const, scope: { site: 'SITE_1' }, wishes: [{ constraint: exposed }] }
    const program = { sites: ['SITE_1'], nodes: [search], pairs: [] }
    const context = {
      world,
      sites: deskPlaces(world).map(({ site }) => site),
      random: randomStream(0, 'test'),
    }
    expect(bindProgram(program, context)).toBeDefined()
    const again = { ...program, nodes: [search, { ...search, parent: search }] }
    expect(bindProgram(again, context)).toBeUndefined()
  })

  it('gives up where no rows fit, instead of writing a search that finds nothing', async () => {
    const world = await securityDeskPack.open(opening)
    const [team] = constraintsOf.hosts
    if (team === undefined) throw new Error('hosts have constraints')
    const wish = { constraint: team, placeholder: 'TEAM_1' }
    const hosts = (site: string) => ({ domain: 'hosts' as const, scope: { site }, wishes: [wish] })
    const program = { sites: ['SITE_1', 'SITE_2'], nodes: [hosts('SITE_1'), hosts('SITE_2')], pairs: [] }
    const sites = deskPlaces(world).map(({ site }) => site)
    // A team of one site has no hosts at another.
    expect(bindProgram(program, { world, sites, random: randomStream(0, 'test') })).toBeUndefined()
    const [first] = program.nodes
    if (first === undefined) throw new Error('written above')
    const bound = bindProgram(
      { ...program, nodes: [first] },
      { world, sites, random: randomStream(0, 'test') },
    )
    expect(Object.keys(bound ?? {})).toEqual(['SITE_1', 'SITE_2', 'TEAM_1'])
  })
})
