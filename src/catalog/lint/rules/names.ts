import { lookOf } from '../../../text/lookalikes.js'
import { printable } from '../../../text/printable.js'
import { wordsOf } from '../../../text/shingles.js'
import type { Provider } from '../providers.js'
import { sanitisedName, whyRefused } from '../providers.js'
import { defineCatalogRule, defineTextRule, defineToolRule } from '../rule.js'

/** Names that providers refuse. */
export const refusedNames = defineToolRule({
  codes: [
    {
      code: 'name-refused',
      severities: ['warn', 'error'],
      means:
        'A provider refuses the name; an error where every provider asked for does (all four by default).',
      fix: 'Rename to 1–64 letters, digits, `_` and `-`, beginning with a letter. Or send an alias and map it back.',
    },
    {
      code: 'name-version-suffix',
      severities: ['info'],
      means: 'The name of the tool or of its service ends in a version or copy mark such as `_v2`.',
      fix: 'If it tells two tools apart, let the description say how they differ; else drop it.',
    },
    {
      code: 'stop-action',
      severities: ['warn'],
      means: 'The entry is the stop action of an agent format (`Finish`), not a tool.',
      fix: 'Leave it out of the catalog; a benchmark must not ask for it.',
    },
  ],
  check({ tool }, report, { providers }) {
    const refusals = providers.flatMap((provider) => {
      const reason = whyRefused(tool.name, provider)
      return reason === undefined ? [] : [{ provider, reason }]
    })
    if (refusals.length > 0) {
      report({
        code: 'name-refused',
        severity: refusals.length === providers.length ? 'error' : 'warn',
        where: 'name',
        message: refusalMessage(refusals, providers.length),
      })
    }
    const suffix = versionSuffix(tool.service) ?? versionSuffix(tool.endpoint) ?? versionSuffix(tool.name)
    if (suffix !== undefined) {
      report({ code: 'name-version-suffix', where: 'name', message: `The name ends in "${suffix}".` })
    }
    const isBare = tool.service === undefined && tool.description === undefined
    if (isBare && tool.name.replace(/^<<(.*)>>$/, '$1') === 'Finish') {
      report({
        code: 'stop-action',
        where: 'name',
        message: '"Finish" ends a dialogue in ToolGen; it is not a tool.',
      })
    }
  },
})

interface Refusal {
  readonly provider: Provider
  readonly reason: string
}

function refusalMessage(refusals: readonly Refusal[], asked: number): string {
  const byReason = new Map<string, string[]>()
  for (const { provider, reason } of refusals) {
    byReason.set(reason, [...(byReason.get(reason) ?? []), provider.id])
  }
  const parts = [...byReason].map(([reason, ids]) => `${ids.join(', ')} (${reason})`)
  const all = refusals.length === asked && asked > 1 ? 'Refused by all: ' : 'Refused by '
  return `${all}${parts.join('; ')}.`
}

function versionSuffix(name: string | undefined): string | undefined {
  return name === undefined ? undefined : /(?<=[\p{L}\p{N}])[_ .-](?:v\d{1,4}|copy\d{0,4})$/iu.exec(name)?.[0]
}

/** Names that stop being distinct when a client makes them acceptable. */
export const collidingNames = defineCatalogRule({
  codes: [
    {
      code: 'name-collision',
      severities: ['warn', 'error'],
      means:
        'Names become one and the same when a client replaces what a provider refuses by `_` and cuts the rest; an error where that holds for every provider asked for.',
      fix: 'Rename so that the first 64 letters and digits differ.',
    },
  ],
  check({ tools }, report, { providers }) {
    const collisions = new Map<
      string,
      { readonly positions: readonly number[]; readonly ids: string[]; name: string }
    >()
    for (const provider of providers) {
      const groups = groupBy(tools.map(({ name }) => sanitisedName(name, provider)))
      for (const [name, positions] of groups) {
        const key = positions.join(',')
        const known = collisions.get(key)
        if (known === undefined) collisions.set(key, { positions, ids: [provider.id], name })
        else known.ids.push(provider.id)
      }
    }
    for (const { positions, ids, name } of collisions.values()) {
      report({
        code: 'name-collision',
        severity: ids.length === providers.length ? 'error' : 'warn',
        tools: positions,
        message: `${positions.length} names become "${printable(name, { maxLength: 70 })}" for ${ids.join(', ')}.`,
      })
    }
  },
})

/** Names that a model, or a reader, easily takes for each other. */
export const alikeNames = defineCatalogRule({
  codes: [
    {
      code: 'names-differ-by-case',
      severities: ['warn'],
      means: 'Names that differ only by case.',
      fix: 'Rename one so that a word differs.',
    },
    {
      code: 'names-differ-by-separator',
      severities: ['warn'],
      means: 'Names that differ only by white space, punctuation or case, such as `get_user` and `getUser`.',
      fix: 'Rename one so that a word differs.',
    },
    {
      code: 'names-differ-by-version',
      severities: ['warn'],
      means: 'Names that differ only by a version or copy mark (`v1`, `_v2`, `_copy`).',
      fix: 'Offer one version at a time, or let the descriptions say when to use which.',
    },
    {
      code: 'names-differ-by-look',
      severities: ['warn'],
      means: 'Names of different characters that look the same (Latin `a`, Cyrillic `а`; full-width forms).',
      fix: 'Find out which is meant; the other may be there to deceive.',
    },
  ],
  check({ tools }, report) {
    const names = tools.map(({ name }) => name)
    const folded = names.map((name) => name.toLowerCase())
    const squeezed = folded.map(squeeze)
    const looks = names.map((name) => squeeze(lookOf(name).toLowerCase()))
    const versionless = names.map(withoutVersions)
    const find = (
      code: string,
      {
        keys,
        unless,
        how,
      }: { readonly keys: readonly string[]; readonly unless: readonly string[]; readonly how: string },
    ): void => {
      for (const [key, positions] of groupBy(keys)) {
        if (key === '' || new Set(positions.map((position) => unless[position])).size < 2) continue
        const shown = positions
          .slice(0, 3)
          .map((position) => `"${printable(names[position] ?? '', { maxLength: 60 })}"`)
        const more = positions.length > 3 ? ` and ${positions.length - 3} more` : ''
        report({ code, tools: positions, message: `${shown.join(', ')}${more} differ only by ${how}.` })
      }
    }
    find('names-differ-by-case', { keys: folded, unless: names, how: 'case' })
    find('names-differ-by-separator', { keys: squeezed, unless: folded, how: 'separators' })
    find('names-differ-by-version', { keys: versionless, unless: looks, how: 'a version or copy mark' })
    find('names-differ-by-look', { keys: looks, unless: squeezed, how: 'characters that look alike' })
  },
})

/** Positions by key, only keys that two or more share. */
function groupBy(keys: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const groups = new Map<string, number[]>()
  for (const [position, key] of keys.entries()) {
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [position])
    else group.push(position)
  }
  for (const [key, group] of groups) if (group.length < 2) groups.delete(key)
  return groups
}

/** `&&` parts a service from its API in ToolBench names: `ab&&c` is not `a&&bc`. */
function squeeze(name: string): string {
  return name
    .split('&&')
    .map((part) => part.replace(/[^\p{L}\p{N}]+/gu, ''))
    .join('&&')
}

/** Version marks are words of their own: `v2` in `users_v2.list`, not in `v2ray`. */
function withoutVersions(name: string): string {
  const parts = name.split('&&').map((part) =>
    wordsOf(part.replace(/_/g, ' '))
      .filter((word) => !/^(?:v\d{1,4}(?:(?:alpha|beta|rc|p)\d{0,3})*|copy\d{0,3})$/.test(word))
      .join(''),
  )
  return parts.every((part) => part === '') ? '' : parts.join('&&')
}

const SCRIPTS: readonly (readonly [script: string, letters: RegExp])[] = [
  ['Latin', /\p{Script=Latin}/u],
  ['Cyrillic', /\p{Script=Cyrillic}/u],
  ['Greek', /\p{Script=Greek}/u],
  ['Armenian', /\p{Script=Armenian}/u],
  ['Cherokee', /\p{Script=Cherokee}/u],
]

/** Words of a name that mix scripts whose letters look alike. */
export const mixedScripts = defineTextRule({
  codes: [
    {
      code: 'name-mixed-script',
      severities: ['warn'],
      means: 'A word of a name mixes scripts whose letters look alike (Latin with Cyrillic, Greek, …).',
      fix: 'Write the word in one script; a mixed one may be there to deceive.',
    },
  ],
  check({ kind, text }, report) {
    if (kind !== 'name' || !/[^\u0000-\u024f]/.test(text)) return
    for (const word of text.match(/[\p{L}\p{M}]+/gu) ?? []) {
      const scripts = SCRIPTS.filter(([, letters]) => letters.test(word)).map(([script]) => script)
      // A micro sign or an angle between Latin letters is a unit, not a disguise: `µs`, `Ωm`.
      if (scripts.length < 2 || [...word].length < 3) continue
      report({
        code: 'name-mixed-script',
        message: `"${printable(word, { maxLength: 60 })}" mixes ${scripts.join(' and ')} letters.`,
      })
      return
    }
  },
})
