import type { RetrievalItem } from '../../src/benchmark/item.js'
import { type Catalog, catalogOf } from '../../src/catalog/catalog.js'
import type { Tool } from '../../src/catalog/tool.js'
import { type Carried, carryItems } from '../../src/experiment/carry-items.js'
import { type CatalogExperiment, catalogExperiment } from '../../src/experiment/catalog-experiment.js'
import type { Answers } from '../../src/experiment/item-answer.js'
import type { Measured } from '../../src/experiment/measure-change.js'
import { rankSide } from '../../src/experiment/rank-side.js'
import { answersOf } from '../../src/experiment/sample-answers.js'
import { emptyMapping } from '../../src/experiment/tool-mapping.js'
import { type RandomStream, randomStream, shuffled } from '../../src/numeric/random.js'
import { bm25 } from '../../src/retrieval/retrievers/bm25.js'
import { planSamples } from '../../src/run/plan-run.js'
import type { StoredSample } from '../../src/run/sample-lines.js'
import { runTasks } from '../../src/run/tasks/index.js'
import type { Subject } from '../../src/subject/subject.js'
import { wordsOf, wordsOfName } from '../../src/text/shingles.js'
import { describedCatalog, noisySelector } from './noisy-selector.js'

const MARGIN = 0.03
const PERMUTATIONS = 10_000
const TRIALS = 3

/** What is asked of one side, in memory: the plan, the prompts and the reading of a run, without its folder. */
export async function askSide(
  carried: Carried,
  {
    side,
    catalog,
    subject,
    seed,
  }: {
    readonly side: 'before' | 'after'
    readonly catalog: Catalog
    readonly subject: Subject
    readonly seed: number
  },
): Promise<Answers> {
  const items = carried.items.map((item) => item[side].item)
  const samples: StoredSample[] = []
  const signal = new AbortController().signal
  const planned = planSamples(
    {
      benchmarks: [{ name: 'items', items, fingerprint: '' }],
      tasks: runTasks,
      context: { subject, seed, settings: { temperature: 0 }, catalog },
      trials: TRIALS,
    },
    () => true,
  )
  for (const { benchmark, item, trial, request } of planned) {
    const { output } = await subject.ask(request, {
      signal,
      timeoutMs: 1000,
      sample: { benchmark, item, trial },
    })
    samples.push({ benchmark, item, trial, output, where: item })
  }
  return answersOf(samples, { sides: new Map(carried.items.map((item) => [item.id, item[side]])), catalog })
}

/** Both sides of an experiment by a retriever or a model. */
export async function measure(
  carried: Carried,
  {
    before,
    after,
    subject,
    seed,
  }: {
    readonly before: Catalog
    readonly after: Catalog
    readonly subject: Subject | 'bm25'
    readonly seed: number
  },
): Promise<Measured> {
  const catalogs = { before, after }
  const answers = (side: 'before' | 'after'): Promise<Answers> =>
    subject === 'bm25'
      ? rankSide({
          retriever: bm25(),
          catalog: catalogs[side],
          sides: carried.items.map((item) => item[side]),
          inPool: false,
          notify: () => undefined,
        })
      : askSide(carried, { side, catalog: catalogs[side], subject, seed })
  return { before: await answers('before'), after: await answers('after'), varies: subject !== 'bm25' }
}

/** What an experiment with descriptions made worse on purpose found. */
export interface WorseDrill {
  readonly worsened: readonly string[]
  readonly found: readonly string[]
  /** Found to be worse or better, and not worsened. */
  readonly others: readonly string[]
  readonly tools: number
  readonly itemsATool: number
  readonly experiment: CatalogExperiment
  readonly carried: Carried
  readonly measured: Measured
  readonly before: Catalog
  readonly after: Catalog
}

export interface WorseDrillRequest {
  readonly catalog: Catalog
  /** Tools that are asked for, and how many of them get a description that says nothing. */
  readonly tools: number
  readonly worsened: number
  readonly itemsATool: number
  readonly subject: Subject | 'bm25'
  readonly seed: number
}

/** Makes items from what tools say of themselves, takes that away from some of them, and looks whether it is found. */
export async function worseDrill(request: WorseDrillRequest): Promise<WorseDrill> {
  const { catalog, tools, worsened: count, itemsATool, subject, seed } = request
  const random = randomStream(seed, 'worse drill')
  const holders = new Map<string, number>()
  for (const tool of catalog.tools) {
    for (const word of new Set(spokenWords(tool))) holders.set(word, (holders.get(word) ?? 0) + 1)
  }
  const chosen = shuffled(
    catalog.tools.filter((tool) => ownWords(tool).length >= LEAST_OWN_WORDS),
    random,
  ).slice(0, tools)
  const worsened = new Set(
    (await findable(catalog, { chosen, holders, seed })).slice(0, count).map(({ name }) => name),
  )
  const after = catalogOf(catalog.tools.map((tool) => (worsened.has(tool.name) ? emptied(tool) : tool)))
  const items = chosen.flatMap((tool) => queriesOf(tool, { count: itemsATool, random, holders }))
  const carried = carryItems({ items, before: catalog, after, mapping: emptyMapping, partial: false })
  const measured = await measure(carried, { before: catalog, after, subject, seed })
  const experiment = catalogExperiment({
    items: carried.items,
    measured,
    margin: MARGIN,
    seed,
    permutations: PERMUTATIONS,
  })
  const shown = experiment.tools.filter(({ verdict }) => verdict === 'worse' || verdict === 'better')
  return {
    worsened: [...worsened],
    found: shown
      .filter(({ tool, verdict }) => verdict === 'worse' && worsened.has(tool))
      .map(({ tool }) => tool),
    others: shown
      .filter(({ tool, verdict }) => !(verdict === 'worse' && worsened.has(tool)))
      .map(({ tool }) => tool),
    tools: experiment.tools.length,
    itemsATool,
    experiment,
    carried,
    measured,
    before: catalog,
    after,
  }
}

const LEAST_OWN_WORDS = 8
/** Share of a tool's pilot queries that BM25 finds: who is hardly found has little to lose. */
const FOUND = 0.75
const PILOT = 24

/** Of the chosen tools those that are found by what they say, judged by other queries than those of the drill. */
async function findable(
  catalog: Catalog,
  {
    chosen,
    holders,
    seed,
  }: {
    readonly chosen: readonly Tool[]
    readonly holders: ReadonlyMap<string, number>
    readonly seed: number
  },
): Promise<readonly Tool[]> {
  const random = randomStream(seed, 'pilot queries')
  const items = chosen.flatMap((tool) => queriesOf(tool, { count: PILOT, random, holders }))
  const { items: carried } = carryItems({
    items,
    before: catalog,
    after: catalog,
    mapping: emptyMapping,
    partial: false,
  })
  const sides = carried.map(({ before }) => before)
  const answers = await rankSide({
    retriever: bm25(),
    catalog,
    sides,
    inPool: false,
    notify: () => undefined,
  })
  return chosen.filter(({ name }) => {
    const own = carried.filter(({ tools }) => tools.includes(name))
    const found = own.reduce((sum, { id }) => sum + (answers.get(id)?.[0]?.value ?? 0), 0)
    return found >= FOUND * own.length
  })
}

/** A tool whose name and address are all that is left to go by. */
function emptied(tool: Tool): Tool {
  const { title: _, ...rest } = tool
  return { ...rest, description: 'Performs an operation.' }
}

function spokenWords({ title = '', description = '' }: Tool): readonly string[] {
  return wordsOf(`${title} ${description}`.slice(0, 600)).filter((word) => /^[a-z]{3,}$/.test(word))
}

/** Distinct words of what a tool says that its name and endpoint do not hold. */
function ownWords(tool: Tool): readonly string[] {
  const named = new Set([...wordsOfName(tool.name), ...wordsOfName(tool.endpoint ?? '')])
  return [...new Set(spokenWords(tool))].filter((word) => !named.has(word))
}

const OPENINGS = ['How do I', 'I would like to', 'Please', 'We need to', 'Can you', 'Is there a way to']

function queriesOf(
  tool: Tool,
  {
    count,
    random,
    holders,
  }: { readonly count: number; readonly random: RandomStream; readonly holders: ReadonlyMap<string, number> },
): readonly RetrievalItem[] {
  const rarest = [...ownWords(tool)]
    .sort((a, b) => (holders.get(a) ?? 0) - (holders.get(b) ?? 0))
    .slice(0, 12)
  const named = [...new Set(wordsOfName(tool.name))].filter((word) => word.length > 2)
  return Array.from({ length: count }, (_, at): RetrievalItem => {
    const words = [...shuffled(rarest, random).slice(0, 5), ...shuffled(named, random).slice(0, 1)]
    const opening = OPENINGS[random.below(OPENINGS.length)] ?? ''
    return {
      kind: 'retrieval',
      id: `${tool.name} ${at}`,
      query: `${opening} ${shuffled(words, random).join(' ')}`,
      gold: [[tool.name]],
    }
  })
}

/** What neutral rewrites were taken for, over many experiments. */
export interface NeutralDrill {
  readonly simulations: number
  /** Experiments with any verdict of better or worse. */
  readonly alarms: number
  /** Of those, on the measures of all items; on a tool. */
  readonly overall: number
  readonly ofTools: number
  /** Mean selection before. */
  readonly selection: number
  readonly items: number
}

export interface NeutralDrillRequest {
  readonly simulations: number
  readonly seed: number
  readonly noise: number
  readonly wobble: number
}

/** Items of a cluster: queries of one kind. */
const CLUSTER = 5

/**
 * Rewrites every description without changing what it says (clauses in another order, words for words of the same meaning)
 * and asks a selector that reads meanings and is noisy: anew in each trial, and for each text and cluster of items alike.
 */
export async function neutralDrill({
  simulations,
  seed,
  noise,
  wobble,
}: NeutralDrillRequest): Promise<NeutralDrill> {
  let alarms = 0
  let overall = 0
  let ofTools = 0
  let selected = 0
  const items = drillItems()
  for (let simulation = 0; simulation < simulations; simulation++) {
    const random = randomStream(seed, `neutral rewrites ${simulation}`)
    const before = describedCatalog(
      DESK.map((tool) => ({ name: tool.name, description: wordingOf(tool, random) })),
    )
    const after = describedCatalog(
      DESK.map((tool) => ({ name: tool.name, description: wordingOf(tool, random) })),
    )
    const carried = carryItems({ items, before, after, mapping: emptyMapping, partial: false })
    const subject = noisySelector({
      seed: seed * 1_000_003 + simulation,
      noise,
      wobble,
      synonyms: SYNONYMS,
      groupOf: (id) => id.slice(0, id.lastIndexOf(' ')),
    })
    const measured = await measure(carried, { before, after, subject, seed: simulation })
    const experiment = catalogExperiment({
      items: carried.items,
      measured,
      margin: MARGIN,
      seed: simulation,
      permutations: 2000,
    })
    const isShown = ({ verdict }: { readonly verdict: string }): boolean =>
      verdict === 'better' || verdict === 'worse'
    const byAll = experiment.overall.some(isShown)
    const byTool = experiment.tools.some(isShown)
    overall += Number(byAll)
    ofTools += Number(byTool)
    alarms += Number(byAll || byTool)
    selected += experiment.overall[0].before
  }
  return { simulations, alarms, overall, ofTools, selection: selected / simulations, items: items.length }
}

interface DeskTool {
  readonly name: string
  /** Clauses, each with the ways to say it. */
  readonly clauses: readonly (readonly [string, string])[]
  /** What people ask for. */
  readonly asks: readonly string[]
}

/** Eight tools of a help desk, said in clauses that can change places, in two wordings of one meaning. */
const DESK: readonly DeskTool[] = (
  [
    [
      'open_ticket',
      'begin a ticket',
      'start a ticket',
      'record what is broken',
      'note what is broken',
      'pick a queue',
      'choose a queue',
    ],
    [
      'close_ticket',
      'end a ticket',
      'finish a ticket',
      'record how it was solved',
      'note how it was solved',
      'tell the customer',
      'inform the customer',
    ],
    [
      'assign_agent',
      'give a ticket to an agent',
      'hand a ticket to an agent',
      'respect their shift',
      'heed their shift',
      'balance the load',
      'even the load',
    ],
    [
      'find_article',
      'search articles of the handbook',
      'seek articles of the handbook',
      'rank by topic',
      'order by topic',
      'show a short summary',
      'display a short summary',
    ],
    [
      'refund_order',
      'return money for an order',
      'repay money for an order',
      'check the invoice',
      'verify the invoice',
      'tell the bank',
      'inform the bank',
    ],
    [
      'reset_password',
      'send a link to change the password',
      'mail a link to change the password',
      'lock old sessions',
      'bar old sessions',
      'ask for a code',
      'request a code',
    ],
    [
      'list_outages',
      'show services that are down',
      'display services that are down',
      'name the region',
      'state the region',
      'guess the repair time',
      'estimate the repair time',
    ],
    [
      'merge_customers',
      'join two customers in one',
      'unite two customers in one',
      'keep the newest address',
      'retain the newest address',
      'record both histories',
      'note both histories',
    ],
  ] as const
).map(([name, a, a2, b, b2, c, c2]) => ({
  name,
  clauses: [
    [a, a2],
    [b, b2],
    [c, c2],
  ],
  asks: [
    a,
    b,
    c,
    `${a} ${b}`,
    `${b} ${c}`,
    `${a} ${c}`,
    `${c} please`,
    `${b} today`,
    `${a} first`,
    `${c} too`,
  ],
}))

const SYNONYMS: ReadonlyMap<string, string> = new Map(
  (
    'start:begin finish:end note:record choose:pick inform:tell hand:give heed:respect even:balance seek:search order:rank ' +
    'display:show repay:return verify:check mail:send bar:lock request:ask state:name estimate:guess unite:join retain:keep'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]), // each holds one colon
)

function wordingOf({ clauses }: DeskTool, random: RandomStream): string {
  const said = clauses.map(([one, other]) => (random.below(2) === 0 ? one : other))
  return `${shuffled(said, random).join('; ')}.`
}

function drillItems(): readonly RetrievalItem[] {
  const endings = ['', ' now', ' for me', ' soon', ' at once']
  return DESK.flatMap(({ name, asks }) =>
    asks.flatMap((ask, cluster) =>
      endings.slice(0, CLUSTER).map(
        (ending, at): RetrievalItem => ({
          kind: 'retrieval',
          id: `${name} ${cluster} ${at}`,
          query: `Can you ${ask}${ending}`,
          gold: [[name]],
          cluster: `${name} ${cluster}`,
        }),
      ),
    ),
  )
}
