import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { packs } from '../../src/cli/packs.js'

const root = fileURLToPath(new URL('../../src', import.meta.url))

/** Where dialogues are made, played and scored. */
const engine = ['agent', 'run', 'score/dialogue']

/** Reproduces the released evaluator of T1 bit for bit, which knows travel. */
const excepted = join('score', 'dialogue', 'compat')

/** Words of the domains that no sentence about dialogues, tools and results needs. */
const domainWords =
  'travel|(?<!pre)flight|hotel|restaurant|attraction|airport|airline|layover|cuisine|checkin|vulnerabilit|cve|ticket|firewall|phishing'.split(
    '|',
  )

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
}

/** Examples in comments may be of any domain; what is carried out may not. */
function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\/|(?<![:'"`\\])\/\/[^\n]*/g, '')
}

describe('the engine', () => {
  const files = engine
    .flatMap((folder) => filesIn(join(root, folder)))
    .filter((path) => !path.includes(excepted))

  it('is looked through whole', () => {
    expect(files.length).toBeGreaterThan(100)
  })

  it('never says a word of a domain', () => {
    const words = new RegExp(domainWords.join('|'), 'i')
    const said = files.flatMap((path) => {
      const found = words.exec(withoutComments(readFileSync(path, 'utf8')))
      return found === null ? [] : [`${path.slice(root.length + 1)}: ${found[0]}`]
    })
    expect(said).toEqual([])
  })

  it('never names a tool, a parameter or a value of any one pack', async () => {
    const worlds = await Promise.all(
      packs.map(async ({ load }) => (await load()).open({ size: 'small', seed: 0, semantics: 'strict' })),
    )
    const namesOf = worlds.map(
      ({ tools }) =>
        new Set(
          tools.flatMap(({ name, parameters }) => [
            name,
            ...parameters.flatMap((parameter) => [parameter.name, ...(parameter.choices ?? [])]),
          ]),
        ),
    )
    // What all packs share (sorting, keeping, asking) is the engine's own; short words mean many things.
    const general = new Set(['severity', 'priority'])
    const own = new Set(
      namesOf.flatMap((names) =>
        [...names].filter(
          (name) => name.length > 7 && !general.has(name) && namesOf.some((other) => !other.has(name)),
        ),
      ),
    )
    expect(own.size).toBeGreaterThan(100)
    const said = files.flatMap((path) => {
      const words = new Set(withoutComments(readFileSync(path, 'utf8')).match(/[A-Za-z][A-Za-z0-9_-]*/g))
      return [...own]
        .filter((name) => words.has(name))
        .map((name) => `${path.slice(root.length + 1)}: ${name}`)
    })
    expect(said).toEqual([])
  })
})
