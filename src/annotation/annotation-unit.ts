import { callTaskOf } from '../benchmark/call-item.js'
import type { CallItem, Item, McqItem, QaItem, RetrievalItem } from '../benchmark/item.js'
import type { Catalog } from '../catalog/catalog.js'
import { InputError } from '../errors.js'
import { randomStream, shuffled } from '../numeric/random.js'

/** One thing that an annotator is asked: a question of its own, or one tool of a retrieval item. */
export interface AnnotationUnit {
  /** The item's id; for a retrieval item with the tool behind it. */
  readonly id: string
  readonly item: string
  readonly kind: Exclude<Item['kind'], 'dialogue'>
  /** What stands above the choices, as label and text; a stranger's words. */
  readonly shown: readonly { readonly label: string; readonly text: string }[]
  readonly question: string
  /** Keyed 1, 2, … in this order. */
  readonly choices: readonly AnnotationChoice[]
  /** Whether several choices may be named together, or none by 0. */
  readonly isMultiple: boolean
  /** What the benchmark holds to be right; never shown. One of the choices' values, or several joined as `joinedAnswer` does. */
  readonly judged: string
}

export interface AnnotationChoice {
  /** What is stored. */
  readonly value: string
  readonly label: string
}

export interface UnitOptions {
  readonly catalog?: Catalog | undefined
  /** For the order of options, which is the same for all annotators. */
  readonly seed: number
  /** Further tools of a retrieval item that has no pool, best first. */
  readonly rank?: ((query: string) => readonly string[]) | undefined
}

/**
 * What is asked of an item: of a retrieval item one unit a tool of its pool, of any other one unit. Nothing shown says what
 * is held to be right.
 *
 * @throws {InputError} `annotation-unfit` for an item that nobody can be asked about.
 */
export function annotationUnits(item: Item, options: UnitOptions): readonly AnnotationUnit[] {
  switch (item.kind) {
    case 'retrieval':
      return retrievalUnits(item, options)
    case 'mcq':
      return [mcqUnit(item, options)]
    case 'qa':
      return [qaUnit(item, options)]
    case 'call':
      return [callUnit(item, options)]
    case 'dialogue':
      throw unfit(
        item.id,
        'Dialogues are judged by what their plans do, not by annotators.',
        'Leave them out.',
      )
    default:
      return item satisfies never
  }
}

const FIT = [
  { value: 'fully', label: 'does it fully' },
  { value: 'partly', label: 'does a part of it' },
  { value: 'no', label: 'does not do it' },
] as const

function retrievalUnits(
  item: RetrievalItem,
  { catalog, seed, rank }: UnitOptions,
): readonly AnnotationUnit[] {
  const gold = new Set(item.gold.flat())
  const others = item.pool ?? rank?.(item.query)
  if (others === undefined) {
    throw unfit(
      item.id,
      'The item has no pool, and its gold alone would tell the annotator what is right.',
      'Name the catalog with --catalog; the tools nearest to the query are then shown beside the gold.',
    )
  }
  const names = [...new Set([...gold, ...others])].sort()
  return shuffled(names, randomStream(seed, `tools of ${item.id}`)).map((name) => ({
    id: `${item.id}\u0000${name}`,
    item: item.id,
    kind: 'retrieval',
    shown: [{ label: 'Request', text: item.query }, ...describedTool(name, catalog)],
    question: 'Does this tool do what is asked for?',
    choices: FIT,
    isMultiple: false,
    judged: gold.has(name) ? 'fully' : (judgedGrade(item, name) ?? 'no'),
  }))
}

function judgedGrade({ grades }: RetrievalItem, name: string): 'fully' | 'partly' | undefined {
  const grade = grades?.[name]
  return grade === undefined ? undefined : grade === 2 ? 'fully' : 'partly'
}

/** Stored where no option is right, or more than one. */
const NO_SINGLE = 'none'

function mcqUnit(item: McqItem, { catalog, seed }: UnitOptions): AnnotationUnit {
  const options = shuffled([item.answer, ...item.distractors], randomStream(seed, `options of ${item.id}`))
  const letters = options.map((_, index) => String.fromCharCode(0x41 + index))
  return {
    id: item.id,
    item: item.id,
    kind: 'mcq',
    shown: [...describedTool(item.tool, catalog), { label: 'Question', text: item.question }],
    question: 'Which answer is right?',
    choices: [
      ...options.map((label, index) => ({ value: letters[index] as string, label })),
      { value: NO_SINGLE, label: '(none of them, or more than one)' },
    ],
    isMultiple: false,
    judged: letters[options.indexOf(item.answer)] as string,
  }
}

const YES_NO = [
  { value: 'yes', label: 'yes' },
  { value: 'no', label: 'no' },
  { value: 'unclear', label: 'what is known does not tell' },
] as const

function qaUnit(item: QaItem, { catalog }: UnitOptions): AnnotationUnit {
  return {
    id: item.id,
    item: item.id,
    kind: 'qa',
    shown: [...describedTool(item.tool, catalog), { label: 'Question', text: item.question }],
    question: 'Yes or no?',
    choices: YES_NO,
    isMultiple: false,
    judged: item.answer,
  }
}

function callUnit(item: CallItem, { catalog }: UnitOptions): AnnotationUnit {
  const { messages, tools, gold } = callTaskOf(item, { catalog })
  return {
    id: item.id,
    item: item.id,
    kind: 'call',
    shown: messages.map(({ role, text }) => ({ label: role, text })),
    question: 'Which tools should be called?',
    choices: tools.map(({ name, description }) => ({
      value: name,
      label: description === undefined ? name : `${name}: ${description}`,
    })),
    isMultiple: true,
    judged: joinedAnswer(gold.calls.map(({ name }) => name)),
  }
}

/** Several values as one, whatever their order; the empty text for none. */
export function joinedAnswer(values: readonly string[]): string {
  return [...new Set(values)].sort().join('\n')
}

function describedTool(
  name: string,
  catalog: Catalog | undefined,
): readonly { readonly label: string; readonly text: string }[] {
  const position = catalog?.position(name)
  const tool = position === undefined ? undefined : catalog?.tools[position]
  const service = tool?.service === undefined ? [] : [{ label: 'Service', text: tool.service }]
  const description = tool?.description === undefined ? [] : [{ label: 'It says', text: tool.description }]
  return [{ label: 'Tool', text: name }, ...service, ...description]
}

function unfit(id: string, what: string, fix: string): InputError {
  return new InputError({ code: 'annotation-unfit', what, where: `item ${JSON.stringify(id)}`, fix })
}
