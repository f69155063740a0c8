import { loadTokenCounter, type TokenCounter } from '../../text/count-tokens.js'
import type { Catalog } from '../catalog.js'
import type { Tool } from '../tool.js'
import { FindingCollector } from './collector.js'
import { type DescriptionPart, descriptionParts, type PartCounts, partsOf } from './description-parts.js'
import { type Equivalence, findEquivalence } from './equivalence.js'
import type { CodeCount, Finding, Severity } from './finding.js'
import { loadPatternJudge } from './patterns.js'
import { type PromptCost, promptCost, promptText } from './prompt-cost.js'
import { PROVIDERS, type ProviderId } from './providers.js'
import type { LintRule, RuleContext, TextRule } from './rule.js'
import { partCodes } from './rules/description-parts.js'
import { lintRules } from './rules/index.js'
import { serviceTexts, subjectOf, type TextKind, type TextPlace, type ToolSubject } from './subject.js'

export interface LintOptions {
  /** Whose rules for names and schemas count; default all. */
  readonly providers?: readonly ProviderId[]
  /** Only these codes; default all. */
  readonly only?: readonly string[]
  /** Not these codes; outranks `only`. */
  readonly skip?: readonly string[]
  /** Findings listed of each code and severity, and classes; default 10,000; 0 lists all. Counts are always whole. */
  readonly limit?: number
  /**
   * Whether each part that a description lacks is a finding; default false, unless `only` names the code. How many tools say
   * each part is always counted.
   */
  readonly parts?: boolean
  /** Whether to count prompt tokens; default true. */
  readonly tokens?: boolean
  /** Called between pieces of work of about a second at most; reject to stop. */
  readonly pause?: () => Promise<void>
}

/** An equivalence class by name. */
export interface LintClass {
  readonly kind: 'exact' | 'near'
  readonly tools: readonly string[]
  /** Jaccard similarity of the member least like the first. */
  readonly similarity: number
  /** Whether any member would do for any other, as far as names tell. */
  readonly interchangeable: boolean
}

/** Tools in classes of two or more, and pairs beyond them. */
export interface EquivalenceSummary {
  readonly classes: number
  readonly exactClasses: number
  /** Classes whose members would do for each other, as far as names tell. */
  readonly interchangeableClasses: number
  readonly toolsInClasses: number
  readonly confusablePairs: number
  /** False when counts are lower bounds. */
  readonly isComplete: boolean
}

export interface DescribedTools {
  readonly described: number
  readonly saying: PartCounts
}

export interface Unmeasured {
  readonly kind: 'unmeasured'
  readonly reason: string
}

export interface LintReport {
  readonly schema: 'assay.lint/1'
  readonly tools: number
  readonly providers: readonly ProviderId[]
  /** Findings in all, listed or not. */
  readonly totals: Readonly<Record<Severity, number>>
  /** Distinct tools that have such findings. */
  readonly affected: Readonly<Record<Severity, number>>
  readonly counts: readonly CodeCount[]
  readonly findings: readonly Finding[]
  /** Largest first. */
  readonly classes: readonly LintClass[]
  readonly equivalence: ({ readonly kind: 'measured' } & EquivalenceSummary) | Unmeasured
  /** How many of the tools that have a description say each part of a good one, as far as English phrases tell. */
  readonly descriptionParts: ({ readonly kind: 'measured' } & DescribedTools) | Unmeasured
  readonly tokens: PromptCost | Unmeasured
}

const EQUIVALENCE_CODES = ['duplicate-exact', 'duplicate-near', 'confusable']
const DEFAULT_LIMIT = 10_000

/** Every code there is, in the order of the rules. */
export const lintCodes: readonly string[] = lintRules.flatMap((rule) => rule.codes.map(({ code }) => code))

/**
 * Looks for whatever makes tools hard to find, to tell apart or to call. Pure, and linear in the size of the catalog
 * but for bounded comparisons of similar tools. Texts of the catalog are data: nothing in them is run, and no pattern
 * used on them backtracks.
 */
export async function lintCatalog(catalog: Catalog, options: LintOptions = {}): Promise<LintReport> {
  const { only, skip = [], pause = async () => {} } = options
  const isAsked = (code: string): boolean =>
    only?.includes(code) ?? (options.parts === true || !partCodes.includes(code))
  const isOn = (code: string): boolean => isAsked(code) && !skip.includes(code)
  const limit = options.limit === 0 ? Number.POSITIVE_INFINITY : (options.limit ?? DEFAULT_LIMIT)
  const providers = PROVIDERS.filter(({ id }) => options.providers?.includes(id) ?? true)
  const rules = lintRules.filter((rule) => rule.codes.some(({ code }) => isOn(code)))
  const collector = new FindingCollector(catalog, { rules: lintRules, isOn, limit })

  const equivalence = EQUIVALENCE_CODES.some(isOn)
    ? await findEquivalence(catalog.tools, { maxPairs: Math.min(limit, DEFAULT_LIMIT), pause })
    : undefined
  const context: RuleContext = { providers, equivalence, patterns: await loadPatternJudge() }

  for (const rule of rules) {
    if (rule.kind !== 'catalog') continue
    rule.check(catalog, (fault) => collector.add(fault, fault.tools), context)
    await pause()
  }
  const counter = options.tokens === false ? undefined : await loadTokenCounter()
  const parts = new PartTally()
  const tokenCounts = await checkTools({ catalog, rules, collector, context, counter, parts, pause })

  const counts = collector.counts()
  const total = (severity: Severity): number =>
    counts.reduce((sum, count) => sum + (count.severity === severity ? count.findings : 0), 0)
  return {
    schema: 'assay.lint/1',
    tools: catalog.tools.length,
    providers: providers.map(({ id }) => id),
    totals: { error: total('error'), warn: total('warn'), info: total('info') },
    affected: {
      error: collector.affected('error'),
      warn: collector.affected('warn'),
      info: collector.affected('info'),
    },
    counts,
    findings: collector.findings(),
    classes: classesOf(equivalence, catalog.tools, limit),
    equivalence:
      equivalence === undefined
        ? { kind: 'unmeasured', reason: 'switched off' }
        : { kind: 'measured', ...summaryOf(equivalence) },
    descriptionParts: parts.counts(),
    tokens:
      counter === undefined
        ? { kind: 'unmeasured', reason: 'switched off' }
        : promptCost(catalog.tools, tokenCounts, counter),
  }
}

interface ToolChecks {
  readonly catalog: Catalog
  readonly rules: readonly LintRule[]
  readonly collector: FindingCollector
  readonly context: RuleContext
  readonly counter: TokenCounter | undefined
  readonly parts: PartTally
  readonly pause: () => Promise<void>
}

class PartTally {
  /** Undefined until a tool was looked at. */
  #described: number | undefined
  readonly #saying = new Map<DescriptionPart, number>()

  count(subject: ToolSubject): void {
    this.#described ??= 0
    if ((subject.tool.description ?? '').trim() === '') return
    this.#described++
    for (const part of partsOf(subject)) this.#saying.set(part, (this.#saying.get(part) ?? 0) + 1)
  }

  counts(): LintReport['descriptionParts'] {
    if (this.#described === undefined)
      return { kind: 'unmeasured', reason: 'no tool was looked at by itself' }
    const entries = descriptionParts.map((part) => [part, this.#saying.get(part) ?? 0])
    const saying = Object.fromEntries(entries) as PartCounts // an entry for every part
    return { kind: 'measured', described: this.#described, saying }
  }
}

/** One pass over the tools, since each schema may have to be read from a store. Gives the tokens of each. */
async function checkTools({
  catalog,
  rules,
  collector,
  context,
  counter,
  parts,
  pause,
}: ToolChecks): Promise<readonly number[]> {
  const tokens: number[] = []
  if (counter === undefined && rules.every(({ kind }) => kind === 'catalog')) return tokens
  const checkText = textChecker(rules, collector)
  const services = new Map<string, number[]>()
  for (const [position, tool] of catalog.tools.entries()) {
    const subject = subjectOf(tool)
    parts.count(subject)
    for (const place of subject.texts) checkText(place)
    for (const rule of rules) {
      if (rule.kind === 'tool') rule.check(subject, (fault) => collector.gather(fault, fault.where), context)
    }
    collector.close([position])
    if (counter !== undefined) tokens.push(counter.count(promptText(tool, subject.input.root)))
    const service = JSON.stringify([tool.service, tool.category, tool.serviceDescription])
    const siblings = services.get(service)
    if (siblings === undefined) services.set(service, [position])
    else siblings.push(position)
    if (position % 512 === 511) await pause()
  }
  for (const positions of services.values()) {
    const first = catalog.tools[positions[0] ?? 0]
    for (const place of first === undefined ? [] : serviceTexts(first)) checkText(place)
    collector.close(positions)
  }
  return tokens
}

/** Distinct texts remembered as faultless, so that one written on a thousand tools is looked at once. */
const MAX_CLEAN_TEXTS = 200_000

function textChecker(rules: readonly LintRule[], collector: FindingCollector): (place: TextPlace) => void {
  const textRules = rules.filter((rule): rule is TextRule => rule.kind === 'text')
  const clean: Record<TextKind, Set<string>> = { name: new Set(), prose: new Set(), value: new Set() }
  return (place) => {
    const known = clean[place.kind]
    if (known.has(place.text)) return
    let isClean = true
    for (const rule of textRules) {
      rule.check(place, (fault) => {
        isClean = false
        collector.gather(fault, place.where)
      })
    }
    if (!isClean) return
    if (known.size >= MAX_CLEAN_TEXTS) known.clear()
    known.add(place.text)
  }
}

function classesOf(
  equivalence: Equivalence | undefined,
  tools: readonly Tool[],
  limit: number,
): readonly LintClass[] {
  const classes = equivalence?.classes.slice(0, Math.min(limit, Number.MAX_SAFE_INTEGER)) ?? []
  return classes.map(({ kind, tools: positions, similarity, isInterchangeable }) => ({
    kind,
    tools: positions.map((position) => tools[position]?.name ?? ''),
    similarity,
    interchangeable: isInterchangeable,
  }))
}

function summaryOf({ classes, pairCount, isComplete }: Equivalence): EquivalenceSummary {
  return {
    classes: classes.length,
    exactClasses: classes.filter(({ kind }) => kind === 'exact').length,
    interchangeableClasses: classes.filter(({ isInterchangeable }) => isInterchangeable).length,
    toolsInClasses: classes.reduce((sum, { tools }) => sum + tools.length, 0),
    confusablePairs: pairCount,
    isComplete,
  }
}
