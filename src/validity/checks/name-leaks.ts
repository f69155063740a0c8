import { splitJoinedName } from '../../catalog/alias.js'
import type { Tool } from '../../catalog/tool.js'
import { wordsOf } from '../../text/shingles.js'
import { openCamelCase } from '../../text/tokenize.js'
import { defineAuditCheck } from '../audit-check.js'
import { shareFinding } from '../audit-finding.js'
import type { AuditSubject } from '../audit-subject.js'
import { foldedWords } from '../tool-text.js'

/** A title of so few characters stands in many sentences by chance; run together it needs more. */
const LEAST_TITLE = 4
const LEAST_SQUASHED = 8
/** A single word that so many tools, and so large a part of them, have in their texts names nobody. */
const GENERIC_TOOLS = 5
const GENERIC_SHARE = 0.005

type Rule = 'A' | 'B' | 'C' | 'D'

/**
 * Whether the question names the tool that it asks for:
 *
 * - A: the words of the service's title, in order, four characters or more;
 * - B: the same title run together, eight characters or more, inside the question run together;
 * - C: the title of the endpoint, two words or more, in order;
 * - D: the tool's name as it stands.
 *
 * Words are folded (NFKC, no accents, lower case, camelCase opened); `_v2` and `_copy` at the end of a title do not count.
 */
export const nameLeaks = defineAuditCheck({
  id: 'name-leaks',
  group: 'leaks',
  looksAt: 'names of tools and services in the text of the question',
  codes: ['name-in-question', 'generic-name-in-question'],
  applies: ({ items }) => items.some(({ kind }) => kind !== 'dialogue'),
  run(subject) {
    const rows = rowsOf(subject)
    const finder = new LeakFinder(subject, rows)
    const counts: Record<string, { items: number; service: number; any: number; generic: number }> = {}
    const leaking: string[] = []
    const generic: string[] = []
    for (const { id, group, question, tools } of rows) {
      const tally = counts[group] ?? { items: 0, service: 0, any: 0, generic: 0 }
      counts[group] = tally
      tally.items++
      const { rules, isGeneric } = finder.leaksOf(question, tools)
      if (rules.size === 0) continue
      tally.any++
      if (rules.has('A') || rules.has('B')) tally.service++
      if (isGeneric) tally.generic++
      ;(isGeneric ? generic : leaking).push(id)
    }
    return {
      findings: [
        ...shareFinding({
          code: 'name-in-question',
          scale: { care: 0.01, bad: 0.25 },
          items: leaking,
          of: rows.length,
          what: 'hold the name of a right tool, of its service or of its endpoint.',
        }),
        ...shareFinding({
          code: 'generic-name-in-question',
          scale: { care: 0.5, bad: 1.1 },
          items: generic,
          of: rows.length,
          what: 'hold a name that is an ordinary word of this catalog.',
        }),
      ],
      counts,
    }
  },
})

interface Row {
  readonly id: string
  /** The tier of a retrieval item, else its kind. */
  readonly group: string
  readonly question: string
  readonly tools: readonly string[]
}

function rowsOf({ resolution, retrieval, mcq, qa, tasks }: AuditSubject): readonly Row[] {
  return [
    ...(retrieval.length === 0 ? [] : resolution.items).map(({ item, needs, tier }) => ({
      id: item.id,
      group: tier,
      question: item.query,
      tools: needs.flat(),
    })),
    ...[...mcq, ...qa].map(({ id, kind, question, tool }) => ({ id, group: kind, question, tools: [tool] })),
    ...tasks.map(({ id, messages, gold }) => ({
      id,
      group: 'call',
      question: messages.flatMap(({ role, text }) => (role === 'user' ? [text] : [])).join('\n'),
      tools: [...new Set(gold.calls.map(({ name }) => name))],
    })),
  ]
}

/** Titles of a tool, each as it would stand in a folded question. */
interface Titles {
  readonly name: string
  /** Of the service, between spaces. */
  readonly service: readonly string[]
  readonly squashed: string
  /** Of the endpoint, between spaces. */
  readonly endpoint: readonly string[]
}

class LeakFinder {
  readonly #subject: AuditSubject
  readonly #titles = new Map<string, Titles>()
  /** By word, in how many tools of the catalog it stands. */
  readonly #holders = new Map<string, number>()

  /** Tools with a text to look into. */
  #described = 0

  constructor(subject: AuditSubject, rows: readonly Row[]) {
    this.#subject = subject
    for (const { tools } of rows) {
      for (const name of tools) {
        for (const title of this.#titlesOf(name).service) this.#holders.set(title.trim(), 0)
      }
    }
    for (const { serviceDescription = '', description = '' } of subject.catalog?.tools ?? []) {
      if (serviceDescription + description === '') continue
      this.#described++
      for (const word of new Set(wordsOf(`${serviceDescription} ${description}`))) {
        const holders = this.#holders.get(word)
        if (holders !== undefined) this.#holders.set(word, holders + 1)
      }
    }
  }

  leaksOf(
    question: string,
    tools: readonly string[],
  ): { readonly rules: ReadonlySet<Rule>; readonly isGeneric: boolean } {
    const words = foldedWords(question)
    const spoken = ` ${words.join(' ')} `
    const squashed = words.join('')
    const rules = new Set<Rule>()
    let isGeneric = true
    const leak = (rule: Rule, isOrdinary: boolean): void => {
      rules.add(rule)
      isGeneric &&= isOrdinary
    }
    for (const tool of tools) {
      const titles = this.#titlesOf(tool)
      const named = titles.service.find((title) => spoken.includes(title))
      if (named !== undefined) leak('A', this.#isGeneric(named.trim()))
      else if (titles.squashed.length >= LEAST_SQUASHED && squashed.includes(titles.squashed))
        leak('B', false)
      if (titles.endpoint.some((title) => spoken.includes(title))) leak('C', false)
      if (looksLikeName(titles.name) && question.includes(titles.name)) leak('D', false)
    }
    return { rules, isGeneric }
  }

  #isGeneric(title: string): boolean {
    const holders = this.#holders.get(title) ?? 0
    return holders >= Math.max(GENERIC_TOOLS, GENERIC_SHARE * this.#described)
  }

  #titlesOf(name: string): Titles {
    const known = this.#titles.get(name)
    if (known !== undefined) return known
    const titles = titlesOf(this.#subject.tool(name), name)
    this.#titles.set(name, titles)
    return titles
  }
}

function titlesOf(tool: Tool | undefined, name: string): Titles {
  const joined = splitJoinedName(name)
  const service = withoutVersion(tool?.service ?? tool?.placeholders?.service ?? joined?.service ?? '')
  const endpoint = tool?.endpoint ?? joined?.endpoint ?? tool?.title ?? name
  const spellings = (title: string): readonly (readonly string[])[] => [
    foldedWords(title),
    foldedWords(openCamelCase(title)),
  ]
  return {
    name,
    service: spellings(service)
      .filter((words) => words.join('').length >= LEAST_TITLE)
      .map((words) => ` ${words.join(' ')} `),
    squashed: foldedWords(service).join(''),
    endpoint: spellings(endpoint)
      .filter((words) => words.length >= 2)
      .map((words) => ` ${words.join(' ')} `),
  }
}

function withoutVersion(title: string): string {
  let end = title.length
  for (;;) {
    const suffix = /_(?:v\d{1,9}|copy\d{0,9})$/i.exec(title.slice(Math.max(0, end - 20), end))
    if (suffix === null) return title.slice(0, end)
    end -= suffix[0].length
  }
}

/** A name that nobody writes by chance: not one plain word. */
function looksLikeName(name: string): boolean {
  return name.length >= LEAST_TITLE && !/^[\p{L} ]+$/u.test(name) ? true : /\p{Ll}\p{Lu}/u.test(name)
}
