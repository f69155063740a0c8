import type { Ask, ModelAnswer, ModelQuestion } from '../../src/benchmark/generate/ask.js'
import { buildTool } from '../../src/catalog/build-tool.js'
import { type Catalog, catalogOf } from '../../src/catalog/catalog.js'
import type { Tool } from '../../src/catalog/tool.js'

/** A tool of the town, with what people use it for and two facts of it. */
interface TownTool {
  readonly name: string
  readonly service: string
  readonly task: string
  readonly text: string
  /** What it gives, in words of its text. */
  readonly gives: string
}

const ROWS = `
Kiosk|lendVolume|borrow a novel for two weeks|Reserves a printed book for a reader and sets the day on which it is due back.|a printed book
Kiosk|shelfMap|learn on which floor the atlases stand|Gives the floor and shelf where a printed title stands in the reading hall.|the floor and shelf
Kiosk|fineSum|see how much I owe for late returns|Adds up the unpaid late charges of a reader in cents.|unpaid late charges
Kiosk|hallSeat|hold a quiet desk for tomorrow morning|Reserves a desk in the reading hall for half a day.|a desk in the reading hall
Tramline|nextDeparture|know when the tram leaves from the bridge|Lists the coming departures at a stop with their delay in minutes.|their delay in minutes
Tramline|ticketPrice|find out what a ride to the harbour costs|Computes the fare between two stops for adults and children.|the fare between two stops
Tramline|lostUmbrella|ask whether my umbrella was handed in|Searches the lost and found office for things left on a tram.|things left on a tram
Tramline|pathWithoutStairs|get a way to the clinic without any steps|Plans a journey that uses lifts and low floor cars only.|lifts and low floor cars
Bakehouse|loafOrder|have six rolls ready on Sunday|Places a bread order for pick up at a given hour.|a bread order
Bakehouse|allergenSheet|check whether the cake has nuts in it|Returns the allergens that a pastry contains.|the allergens that a pastry contains
Bakehouse|ovenTimes|learn when warm bread comes out|Lists the baking hours of each kind of bread.|the baking hours
Bakehouse|cakeQuote|hear what a wedding cake would cost|Estimates the price of a cake by its tiers and guests.|its tiers and guests
Waterworks|gaugeRead|report what my water meter shows|Stores the reading of a household meter with its date.|a household meter
Waterworks|pipeRepair|tell somebody about a leak in our street|Opens a repair ticket for a broken main with its place.|a broken main
Waterworks|hardness|find out how hard our drinking water is|Returns the lime content of a district in degrees.|the lime content
Waterworks|bathTemperature|see how warm the outdoor pool is today|Gives the temperature of a public bath in Celsius.|a public bath in Celsius
Registry|wedDay|get a date for our marriage at the town hall|Books a civil ceremony in a room of the hall.|a civil ceremony
Registry|passRenew|apply for a new passport|Starts the renewal of travel papers and names the papers to bring.|travel papers
Registry|dogTag|sign up our puppy for the tax|Registers a dog with its owner and sends a tag.|a dog with its owner
Registry|moveIn|announce that we live in another flat now|Records a change of address within the town.|a change of address
Greenery|treeSponsor|give money for a young oak|Takes a donation for a tree and puts up a plate.|a donation for a tree
Greenery|bedWater|help to water the flowers in the square|Assigns volunteers to flower beds for a week.|volunteers to flower beds
Greenery|plotRent|lease a small garden for the summer|Offers free allotments with their size and yearly rent.|free allotments
Greenery|leafPickup|get the autumn leaves fetched|Schedules the collection of garden waste bags at a house.|garden waste bags`

export const townTools: readonly TownTool[] = ROWS.trim()
  .split('\n')
  .map((row) => {
    const [service = '', name = '', task = '', text = '', gives = ''] = row.split('|')
    return { service, name, task, text, gives }
  })

export function townTool(
  { name, service, text }: Pick<TownTool, 'name' | 'service' | 'text'>,
  more: Partial<Tool> = {},
): Tool {
  return {
    ...buildTool({
      name,
      service,
      description: text,
      category: service,
      source: { format: 'test', at: 'town' },
    }),
    ...more,
  }
}

/** Twenty-four tools of six services, no two alike. */
export function townCatalog(more: readonly Tool[] = []): Catalog {
  return catalogOf([...townTools.map((tool) => townTool(tool)), ...more])
}

/** A tool as a prompt shows it. */
export interface ShownLine {
  readonly tool: string
  readonly name: string
  readonly text?: string
}

/** The tools in a prompt, in their order. */
export function toolsIn(prompt: string): readonly ShownLine[] {
  return prompt
    .split('\n')
    .filter((line) => line.startsWith('{"tool":"'))
    .flatMap((line) => {
      const value = JSON.parse(line) as ShownLine // written by the code under test
      return value.name === undefined ? [] : [value]
    })
}

/** The quoted lines of the block that follows a heading of a prompt. */
export function quotedIn(prompt: string, heading: string): readonly string[] {
  const [, after = ''] = prompt.split(`\n${heading}`)
  const [block = ''] = after.split('\n--- end of data')
  return block
    .split('\n')
    .filter((line) => line.startsWith('"'))
    .map((line) => String(JSON.parse(line)))
}

const said = (value: unknown): ModelAnswer => ({ kind: 'said', text: JSON.stringify(value), isCut: false })

const taskOf = (name: string): string =>
  townTools.find((tool) => tool.name === name)?.task ?? `use ${name.length} of it`

/** A generator that does as it is told: the tasks of the first tools that it is shown. */
export function goodRequest(prompt: string, needs: number): ModelAnswer {
  const shown = toolsIn(prompt).slice(0, needs)
  const tasks = shown.map(({ name }) => taskOf(name))
  return said({
    samples: [
      {
        query: `I want to ${tasks.join(', and to ')}.`,
        needs: shown.map(({ tool }, at) => ({ need: tasks[at], tools: [tool] })),
      },
    ],
  })
}

/** A judge who knows the town: a tool serves the need that is its task. */
export function goodJudgement(prompt: string): ModelAnswer {
  const needs = quotedIn(prompt, 'Needs')
  const tools = toolsIn(prompt).map(({ tool, name }) => {
    const need = needs.indexOf(taskOf(name)) + 1
    return need > 0 ? { tool, grade: 'fully', need } : { tool, grade: 'no' }
  })
  return said({ needsMatch: true, natural: true, tools })
}

const NEEDS = { easy: 1, medium: 2, hard: 4 } as const

/** The number of needs that a question is about, by its id. */
export function needsOf(question: ModelQuestion): number {
  return NEEDS[question.id.split('/')[0] as keyof typeof NEEDS] ?? 1 // ids of RRB jobs begin with the tier
}

/** Both together, for retrieval. */
export const townAsk: Ask = async (question) =>
  question.role === 'generator'
    ? goodRequest(question.prompt, needsOf(question))
    : goodJudgement(question.prompt)

export const givesOf = (name: string): string => townTools.find((tool) => tool.name === name)?.gives ?? ''

/** What the tools of a prompt give, as a multiple-choice question about the first. */
export const mcqSample = (prompt: string) => {
  const [first, ...others] = toolsIn(prompt)
  return {
    question: 'What does this tool deal with for the people who live in town?',
    answer: givesOf(first?.name ?? ''),
    others: others.map(({ tool, name }) => ({ tool, answer: givesOf(name) })),
  }
}

/** Options of a judge's prompt, by letter. */
export const optionsIn = (prompt: string): readonly { readonly option: string; readonly text: string }[] =>
  prompt
    .split('\n')
    .filter((line) => line.startsWith('{"option":') && !line.includes('verdict'))
    .map((line) => JSON.parse(line) as { option: string; text: string })

export const mcqVerdicts = (prompt: string) => ({
  specific: true,
  options: optionsIn(prompt).map(({ option, text }) => ({
    option,
    verdict: text === givesOf(toolsIn(prompt)[0]?.name ?? '') ? 'right' : 'wrong',
  })),
})
