import type { Benchmark, McqItem, QaItem } from '../../benchmark/item.js'
import type { Catalog } from '../../catalog/catalog.js'
import { InputError } from '../../errors.js'
import { readTokenMap } from '../../parametric/read-token-map.js'
import type { TokenMap } from '../../parametric/token-map.js'
import { type ProbeFacts, type ProbePlan, type ProbeTokens, planProbe } from '../../probe/probe-plan.js'
import type { MainShowing } from '../../probe/showing.js'
import { ToolDisplays } from '../../probe/tool-display.js'
import type { Subject } from '../../subject/subject.js'
import { printable } from '../../text/printable.js'
import type { CliContext } from '../command.js'

/** What the command line says of a probe; what it leaves open is as in the run that is resumed, else the default. */
export interface ProbeOpening {
  /** Default: `token` with a token map, else `name`. */
  readonly show?: MainShowing
  /** `flat`, `hier`, `hierarchical`, `numeric`, or a file. */
  readonly tokens?: string
}

export interface ProbeParts {
  readonly benchmarks: readonly Benchmark[]
  readonly catalog: Catalog | undefined
  readonly subject: Subject
  /** Of the run that is resumed. */
  readonly stored: ProbeFacts | undefined
  readonly seed: number
  readonly context: CliContext
}

/** Maps of ids are spelled out whole up to this many tools, else for the tools that are asked about. */
const MOST_SPELLED = 2000
/** Tokens that the subject's tokenizer looks at. */
const MOST_LOOKED_AT = 5000
const SERVER_CONCURRENCY = 16
const NAMED = 5

/**
 * Plans how items are shown: reads the token map, draws the other tools and looks at the tokens with the subject's own
 * tokenizer.
 *
 * @throws {InputError} `tokens-missing`, `catalog-missing`, `probe-nothing-shown`, and what reading a map throws.
 */
export async function openProbe(asked: ProbeOpening, parts: ProbeParts): Promise<ProbePlan> {
  const { catalog, stored, seed, benchmarks, context } = parts
  const spec = asked.tokens ?? stored?.tokens?.spec
  const show = asked.show ?? stored?.show ?? (spec === undefined ? 'name' : 'token')
  checkFlags({ spec, show, catalog })
  const items = benchmarks.flatMap((benchmark) =>
    benchmark.items.filter((item): item is McqItem | QaItem => item.kind === 'mcq' || item.kind === 'qa'),
  )
  const map =
    spec === undefined || catalog === undefined
      ? undefined
      : await readTokenMap(spec === 'hier' ? 'hierarchical' : spec, catalog, context.files)
  const texts = map === undefined ? undefined : await tokenTexts(map, items, parts)
  const displays = new ToolDisplays({
    catalog,
    items,
    seed,
    ...(texts === undefined ? {} : { tokenOf: (position: number) => texts.get(position)?.join('') }),
  })
  const planned = { show, hasTokens: map !== undefined, items, displays }
  const plan = planProbe(planned)
  const whyNot = plan.facts.leftOut[show]
  if (whyNot !== undefined && items.length > 0) {
    throw new InputError({
      code: 'probe-nothing-shown',
      what: `No item can be shown by its ${show}: ${whyNot}.`,
      where: show === 'token' ? '--tokens' : '--show',
      fix: 'Name the catalog that the items were made for with --catalog, or show tools otherwise with --show.',
    })
  }
  tellUnshown(plan, context)
  if (map === undefined || texts === undefined || spec === undefined) return plan
  const tokens = await lookAtTokens({ spec, map, texts, plan, items }, parts)
  return { ...plan, facts: { ...plan.facts, tokens } }
}

function checkFlags({
  spec,
  show,
  catalog,
}: {
  readonly spec: string | undefined
  readonly show: MainShowing
  readonly catalog: Catalog | undefined
}): void {
  if (show === 'token' && spec === undefined) {
    throw new InputError({
      code: 'tokens-missing',
      what: 'Nothing says which tokens stand for the tools.',
      where: '--show token',
      fix: 'Pass --tokens flat, hier, numeric or a file.',
    })
  }
  if (spec !== undefined && catalog === undefined) {
    throw new InputError({
      code: 'catalog-missing',
      what: 'Tokens stand for the tools of a catalog, and none is named.',
      where: '--tokens',
      fix: 'Name it with --catalog.',
    })
  }
}

/** The token strings of each tool, by its place in the catalog. */
async function tokenTexts(
  map: TokenMap,
  items: readonly (McqItem | QaItem)[],
  { catalog, subject }: ProbeParts,
): Promise<ReadonlyMap<number, readonly string[]>> {
  const texts = new Map<number, readonly string[]>()
  const asked = new Set(items.map(({ tool }) => catalog?.position(tool)))
  const isAll = map.entries.length <= MOST_SPELLED
  for (const { position, spelling } of map.entries) {
    if (spelling.kind === 'parts') {
      texts.set(position, spelling.parts)
      continue
    }
    if (!isAll && !asked.has(position)) continue
    const { detokenize } = subject.prompts ?? {}
    if (detokenize === undefined) {
      throw new InputError({
        code: 'tokenizer-missing',
        what: 'The map gives ids, and the subject shows no tokenizer to write them as text.',
        where: '--tokens',
        fix: 'Give the map with texts, {"tool": "<<token>>"}.',
      })
    }
    texts.set(position, [await detokenize(spelling.ids)])
  }
  return texts
}

function tellUnshown({ facts }: ProbePlan, { notify }: CliContext): void {
  for (const [showing, why] of Object.entries(facts.leftOut)) notify(`control ${showing} left out: ${why}`)
  for (const [showing, items] of Object.entries(facts.unshown)) {
    const [first] = items
    if (first === undefined) continue
    const name = printable(first.item, { maxLength: 80 })
    notify(`items that cannot be shown by ${showing}: ${items.length}, such as ${name}: ${first.why}`)
  }
}

interface ShownTokens {
  readonly spec: string
  readonly map: TokenMap
  readonly texts: ReadonlyMap<number, readonly string[]>
  readonly plan: ProbePlan
  readonly items: readonly (McqItem | QaItem)[]
}

/** Whether tokens that are meant to be one are one to the subject. */
async function lookAtTokens(
  { spec, map, texts, plan, items }: ShownTokens,
  { subject, catalog, context }: ProbeParts,
): Promise<ProbeTokens> {
  const facts = { spec, layout: map.layout }
  const { tokenize } = subject.prompts ?? {}
  if (!map.isSingle || tokenize === undefined) return facts
  const parts = new Set<string>()
  const byText = new Map(Array.from(texts.values(), (list) => [list.join(''), list]))
  for (const item of items) {
    for (const part of texts.get(catalog?.position(item.tool) ?? -1) ?? []) parts.add(part)
    for (const showing of plan.showingsOf(item)) {
      if (showing !== 'other-token') continue
      const display = plan.display(item, showing)
      const text = display.kind === 'shown' ? display.tool?.text : undefined
      for (const part of byText.get(text ?? '') ?? []) parts.add(part)
    }
  }
  const looked = [...parts].slice(0, MOST_LOOKED_AT)
  const split: string[] = []
  let at = 0
  const work = async (): Promise<void> => {
    for (let part = looked[at++]; part !== undefined; part = looked[at++]) {
      context.signal.throwIfAborted()
      if ((await tokenize(part)).length !== 1) split.push(part)
    }
  }
  await Promise.all(Array.from({ length: Math.min(SERVER_CONCURRENCY, subject.maxConcurrency) }, work))
  if (split.length === 0) return facts
  const first = looked.filter((part) => split.includes(part)).slice(0, NAMED)
  const shown = first.map((part) => printable(part, { maxLength: 60 })).join(', ')
  context.notify(
    `tokens of tools that this model writes as several: ${split.length} of ${looked.length}, such as ${shown}: it was not trained with them, or its tokenizer lost them`,
  )
  return { ...facts, split: { shown: looked.length, split: split.length, first } }
}
