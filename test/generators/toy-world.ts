import type {
  CheckedArguments,
  PackTool,
  PackWorld,
  ToolOutcome,
  ToolParameter,
} from '../../src/agent/pack.js'
import type { ResultCell, ResultRows, ToolResult } from '../../src/agent/tool-result.js'

interface Book {
  readonly [column: string]: ResultCell
}

const BOOKS: readonly Book[] = [
  { title: 'Salt Roads', author: 'Ines Ferro', year: 1998, rating: 4.5, pages: 320, is_lent: false },
  { title: 'The Quiet Kiln', author: 'Tomas Bek', year: 2004, rating: 3.9, pages: 210, is_lent: true },
  { title: 'Northern Weights', author: 'Ines Ferro', year: 2011, rating: 4.1, pages: 512, is_lent: false },
  { title: 'A Ledger of Birds', author: 'Mara Quill', year: 2011, rating: 4.8, pages: 188, is_lent: false },
  { title: "The Miller's Proof", author: 'Odo Lang', year: 2019, rating: 2.7, pages: 640, is_lent: null },
  { title: 'Ünder Glass — «Δ» 🙂', author: 'Mara Quill', year: 2023, rating: 4, pages: 95, is_lent: true },
]

const COLUMNS = ['title', 'author', 'year', 'rating', 'pages', 'is_lent']

function rowsOf(places: readonly number[]): ResultRows {
  return {
    count: places.length,
    columns: COLUMNS,
    value: (row, column) => BOOKS[places[row] ?? -1]?.[column],
    rowId: (row) => `book:${places[row]}`,
  }
}

function found(places: readonly number[], summary: string): ToolOutcome {
  return { kind: 'rows', rows: rowsOf(places), summary: `${summary} ${places.length} books found.` }
}

const about: readonly ToolParameter[] = [
  { name: 'author', type: 'text', shape: 'set', description: 'Authors to choose from.' },
  { name: 'year', type: 'integer', shape: 'pair', description: 'First and last year.' },
  { name: 'rating', type: 'number', shape: 'pair', description: 'Lowest and highest rating.' },
  {
    name: 'pages',
    type: 'integer',
    shape: 'one',
    minimum: 1,
    maximum: 5000,
    description: 'Most pages.',
    default: 5000,
  },
  { name: 'is_lent', type: 'boolean', shape: 'one', description: 'Whether somebody has it.' },
]

function matches({ values }: CheckedArguments): (book: Book) => boolean {
  const { author, year, rating, pages, is_lent } = values as Record<
    string,
    readonly ResultCell[] | ResultCell
  >
  const within = (range: typeof year, value: ResultCell): boolean =>
    !Array.isArray(range) || (Number(value) >= Number(range[0]) && Number(value) <= Number(range[1]))
  return (book) =>
    (!Array.isArray(author) || author.includes(book.author)) &&
    within(year, book.year) &&
    within(rating, book.rating) &&
    (typeof pages !== 'number' || Number(book.pages) <= pages) &&
    (is_lent === undefined || book.is_lent === is_lent)
}

function placesIn(result: ToolResult): readonly number[] {
  return Array.from({ length: result.rows.count }, (_, row) => Number(result.rows.rowId(row).split(':')[1]))
}

const prior: ToolParameter = {
  name: 'prior_results',
  type: 'result',
  shape: 'one',
  isMandatory: true,
  description: 'What was found before.',
}

const key: ToolParameter = {
  name: 'key',
  type: 'text',
  shape: 'one',
  isMandatory: true,
  description: 'The key.',
}

const toyTools: readonly PackTool[] = [
  {
    name: 'search_books',
    role: 'search',
    description: 'Looks for books in a library.',
    parameters: [
      {
        name: 'branch',
        type: 'text',
        shape: 'one',
        isMandatory: true,
        choices: ['north', 'south'],
        description: 'Branch.',
      },
      ...about,
      { name: 'due', type: 'date', shape: 'one', description: 'Needed on this day.' },
      { name: 'pickup', type: 'time', shape: 'pair', description: 'When it can be fetched.' },
    ],
    examples: ['search_books(branch="north", author=["Ines Ferro"])'],
    run: (args) =>
      found(
        BOOKS.flatMap((book, place) => (matches(args)(book) ? [place] : [])),
        `Books in ${String(args.values.branch)};`,
      ),
  },
  {
    name: 'filter_books',
    role: 'filter',
    description: 'Narrows books down.',
    parameters: [prior, ...about],
    needsOneOf: [about.map(({ name }) => name)],
    examples: ['filter_books(prior_results=books, rating=[4, 5])'],
    run: (args) => {
      const before = args.values.prior_results as ToolResult
      return found(
        placesIn(before).filter((place) => matches(args)(BOOKS[place] ?? {})),
        `${before.summary} Filtered;`,
      )
    },
  },
  {
    name: 'merge_books',
    role: 'nearest',
    description: 'Puts lists together.',
    parameters: [{ ...prior, name: 'lists', shape: 'list' }],
    examples: ['merge_books(lists=[old, new])'],
    run: ({ values }) => {
      const lists = values.lists as readonly ToolResult[]
      return found([...new Set(lists.flatMap(placesIn))], 'Together;')
    },
  },
  {
    name: 'sort_books',
    role: 'sort',
    description: 'Sorts books.',
    parameters: [
      { ...prior, name: 'results' },
      { name: 'column', type: 'text', shape: 'one', isMandatory: true, description: 'By which column.' },
      { name: 'ascending', type: 'boolean', shape: 'one', description: 'Lowest first.', default: true },
    ],
    examples: ['sort_books(results=books, column="rating", ascending=False)'],
    run: ({ values }) => {
      const before = values.results as ToolResult
      const column = String(values.column)
      if (!COLUMNS.includes(column)) {
        return {
          kind: 'error',
          error: 'column',
          parameter: 'column',
          message: `There is no column "${column}".`,
        }
      }
      const sign = values.ascending === false ? -1 : 1
      const places = [...placesIn(before)].sort((a, b) => {
        const [x, y] = [BOOKS[a]?.[column] ?? '', BOOKS[b]?.[column] ?? '']
        return x < y ? -sign : x > y ? sign : 0
      })
      return found(places, `${before.summary} Sorted by ${column};`)
    },
  },
  {
    name: 'shift_day',
    role: 'date',
    description: 'Moves a date.',
    parameters: [
      { name: 'date', type: 'date', shape: 'one', isMandatory: true, description: 'From this day.' },
      { name: 'days', type: 'integer', shape: 'one', isMandatory: true, description: 'Days to go on.' },
    ],
    examples: ['shift_day(date="2025-05-18", days=3)'],
    run: ({ values }) => {
      const day = Date.parse(String(values.date)) + Number(values.days) * 86_400_000
      return { kind: 'value', value: new Date(day).toISOString().slice(0, 10) }
    },
  },
  {
    name: 'ask_reader',
    role: 'seek',
    description: 'Asks the reader.',
    parameters: [
      { name: 'query', type: 'text', shape: 'one', isMandatory: true, description: 'The question.' },
    ],
    examples: ['ask_reader("Which branch?")'],
    run: unreachable,
  },
  {
    name: 'save_to_cache',
    role: 'save',
    description: 'Keeps a value.',
    parameters: [key, { ...prior, name: 'value', type: 'any', description: 'What to keep.' }],
    examples: ['save_to_cache(key="books", value=books)'],
    run: unreachable,
  },
  {
    name: 'get_from_cache',
    role: 'get',
    description: 'Gives a kept value.',
    parameters: [key],
    examples: ['books = get_from_cache(key="books")'],
    run: unreachable,
  },
]

function unreachable(): never {
  throw new Error('the engine carries this out itself')
}

/** A library of six books: enough for every kind of call. */
export function toyWorld(semantics: PackWorld['semantics'] = 'strict'): PackWorld {
  return {
    pack: { id: 'toy', version: 1, persona: 'a librarian', languages: ['en'] },
    semantics,
    knowledge: 'toy',
    tools: toyTools,
    seek: { slots: [] },
    save: () => [],
    counts: { books: BOOKS.length },
  }
}
