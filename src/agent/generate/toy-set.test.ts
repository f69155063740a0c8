import { describe, expect, it } from 'vitest'
import { memoryDrafts } from '../../../test/contract/memory-drafts.js'
import { memoryFiles } from '../../../test/contract/memory-files.js'
import { toyGrammar, toyPack, toyReaders } from '../../../test/generators/toy-grammar.js'
import { hostHash } from '../../adapters/hash.js'
import { AssayError } from '../../errors.js'
import type { DialogueTemplate, TemplateTurn } from '../dialogue-template.js'
import type { DialogueGrammar, Pack } from '../pack.js'
import { type DialogueRequest, planDialogues } from './generate-dialogues.js'
import { writeDialogues } from './write-dialogues.js'

const world = toyReaders()
const packOf = (changes: Partial<DialogueGrammar> = {}): Pack => ({
  ...toyPack,
  dialogues: { ...toyGrammar, ...changes },
})
const plan = (request: Partial<DialogueRequest> = {}) =>
  planDialogues({ pack: toyPack, world, seed: 0, hash: hostHash, now: () => 0, ...request })

/** What is thrown, as a user reads it. */
function refusal(act: () => unknown): unknown {
  try {
    act()
  } catch (error) {
    if (!(error instanceof AssayError)) throw error
    const { code, what, where, fix } = error
    return [code, what, where, fix]
  }
  return 'nothing'
}

async function written(request: Partial<DialogueRequest> = {}) {
  const files = memoryFiles()
  const done: number[] = []
  const setting = {
    plan: plan(request),
    world,
    size: 'small',
    seed: 0,
    assay: '0.0.0',
    folder: 'out',
  } as const
  const progress = async (count: number): Promise<void> => void done.push(count)
  const { counter } = await writeDialogues(setting, { files, drafts: memoryDrafts(files), progress })
  return { files, done, counter }
}

describe('a written set of dialogues', () => {
  it('is, file by file, what the data of the hub looks like', async () => {
    const { files, counter } = await written()
    expect([...files.contents.keys()].sort()).toEqual([
      'out/README.md',
      'out/benchmark.json',
      'out/books/test/output_file_books_test_1.csv',
      'out/books/test/output_file_books_test_2.csv',
      'out/books/train/output_file_books_train_1.csv',
      'out/books/train/output_file_books_train_2.csv',
      'out/books/validation/output_file_books_validation_1.csv',
      'out/books/validation/output_file_books_validation_2.csv',
      'out/items.jsonl',
    ])
    for (const name of [
      'README.md',
      'benchmark.json',
      'items.jsonl',
      'books/test/output_file_books_test_1.csv',
    ]) {
      const fixture = name.split('/').at(-1) ?? ''
      await expect(String(files.contents.get(`out/${name}`))).toMatchFileSnapshot(
        `../../../test/fixtures/toy-set/${fixture}`,
      )
    }
    expect(counter.table(['books', 'films'])).toMatchObject({ books: { train: { dialogues: 2 } }, films: {} })
  })

  it('tells of its progress every fifty dialogues, and of nothing where there is none', async () => {
    const { done } = await written({ fillings: 34 })
    expect(done).toEqual([50, 100])
    const { files } = await written({ splits: [] })
    expect(JSON.parse(String(files.contents.get('out/benchmark.json')))).toMatchObject({
      counts: { items: 0, kinds: {} },
      dialogues: { turns: 0, userTurns: 0, categories: { books: {} }, redrawn: 0, repeated: 0 },
    })
    expect(String(files.contents.get('out/README.md'))).toContain('0 dialogues with 0 turns of the user')
  })
})

describe('planDialogues', () => {
  it('fills each template, repeating itself where there is nothing else to say', () => {
    const made = [...plan({ fillings: 3 }).dialogues()]
    expect(made.map(({ dialogue, isRepeated }) => [dialogue.id, dialogue.split, isRepeated])).toEqual([
      [expect.stringMatching(/^books-\d-01$/), 'train', false],
      [expect.stringMatching(/^books-\d-02$/), 'train', true],
      [expect.stringMatching(/^books-\d-03$/), 'train', true],
      [expect.stringMatching(/^books-\d-01$/), 'validation', false],
      [expect.stringMatching(/^books-\d-02$/), 'validation', true],
      [expect.stringMatching(/^books-\d-03$/), 'validation', true],
      [expect.stringMatching(/^books-\d-01$/), 'test', false],
      [expect.stringMatching(/^books-\d-02$/), 'test', false],
      [expect.stringMatching(/^books-\d-03$/), 'test', true],
    ])
    expect(made.map(({ redrawn }) => redrawn >= 100)).toEqual([
      false,
      true,
      true,
      false,
      true,
      true,
      false,
      false,
      true,
    ])
    expect(plan().composed).toMatchObject({ leftOut: 0, likest: { ids: expect.anything() } })
  })

  it('draws again where nothing fits, and where a check objects to the rows', () => {
    let draws = 0
    const pack = packOf({
      bind: (...given) =>
        ++draws % 3 === 0 ? toyGrammar.bind(...given) : draws % 3 === 1 ? undefined : { AUTHOR_1: 'Nobody' },
    })
    const [first] = plan({ pack, splits: ['train'], fillings: 1 }).dialogues()
    expect([first?.redrawn, draws]).toEqual([2, 3])
  })

  it('counts what it leaves out for being alike', () => {
    const pack = packOf({
      *compose(...given) {
        for (const template of toyGrammar.compose(...given)) {
          yield template
          yield { ...template, id: `${template.id}-again` }
        }
      },
    })
    const { composed } = plan({ pack })
    expect(composed.leftOut).toBe(2)
    expect(composed.templates.map(({ template, split }) => [template.id, split]).sort()).toEqual(
      plan()
        .composed.templates.map(({ template, split }) => [template.id, split])
        .sort(),
    )
  })

  const spoilt = (change: (turn: TemplateTurn) => Partial<TemplateTurn>): Pack =>
    packOf({
      *compose(...given) {
        for (const template of toyGrammar.compose(...given)) {
          const turns = template.turns.map((turn) => ({ ...turn, ...change(turn) }))
          yield { ...template, turns } satisfies DialogueTemplate
        }
      },
    })

  it.each<readonly [string, Partial<DialogueRequest>, readonly unknown[]]>([
    [
      'a pack without dialogues',
      { pack: { ...toyPack, dialogues: undefined } as unknown as Pack },
      [
        'pack-no-dialogues',
        'The pack brings no dialogues of its own.',
        'pack toy',
        'Name another pack, or import dialogues with `assay dialogue import`.',
      ],
    ],
    [
      'a language',
      { language: 'de' },
      ['language-unknown', 'The pack has no language "de".', '--language', 'Choose from en.'],
    ],
    [
      'a category',
      { categories: ['books', 'films'] },
      ['category-unknown', 'The pack has no category "films".', '--category', 'Choose from books.'],
    ],
    [
      'names that two splits share',
      { pack: packOf({ divide: () => ({ train: ['Ines'], validation: ['Ines'], test: [] }) }) },
      [
        'name-shared',
        '"Ines" of train holds "Ines", which belongs to validation.',
        'the division of names between the splits',
        'Let the grammar keep such names together.',
      ],
    ],
    [
      'too few templates',
      { pack: packOf({ templates: { train: 1, validation: 1, test: 2 } }) },
      [
        'templates-alike',
        'The grammar composes 3 templates that differ, and 4 are wanted.',
        'category books',
        'Give the grammar more wordings, scenarios or moves.',
      ],
    ],
    [
      'templates that no check accepts',
      { pack: spoilt(({ role }) => (role === 'user' ? { label: '' } : {})) },
      [
        'dialogue-check',
        'A turn of the user has no label.',
        'template books-1, turn 2 (shape)',
        'Correct the grammar of the pack.',
      ],
    ],
    [
      'placeholders without numbers',
      {
        pack: spoilt(({ text, plan: code }) => ({
          text: text.replace('_1', ''),
          ...(code === undefined ? {} : { plan: code.replace('_1', '') }),
        })),
      },
      [
        'dialogue-check',
        '<AUTHOR> has no number.',
        'template books-1 (placeholder)',
        'Correct the grammar of the pack.',
      ],
    ],
  ])('refuses %s', (_, request, expected) => {
    expect(refusal(() => plan(request))).toEqual(expected)
  })

  it('refuses a dialogue to which a check objects, and gives up on rows that are not there', () => {
    const mislabelled = spoilt(({ label }) => (label === 'search' ? { label: 'refine' } : {}))
    const [code, what, where, fix] = refusal(() => [
      ...plan({ pack: mislabelled }).dialogues(),
    ]) as readonly string[]
    expect([code, what, fix]).toEqual([
      'dialogue-check',
      'The label says refine, the calls say search.',
      'Correct the grammar or the tools of the pack.',
    ])
    expect(where).toMatch(/^dialogue books-\d-01, turn \d \(labels\)$/)
    const none = packOf({ bind: () => undefined })
    const given = refusal(() => [...plan({ pack: none }).dialogues()]) as readonly string[]
    expect([given[0], given[1], given[3]]).toEqual([
      'dialogue-unfilled',
      'No rows were found that fill the template: 2000 draws led nowhere.',
      'Take a larger knowledge base (without --small), fewer --fillings, or another --seed.',
    ])
    expect(given[2]).toMatch(/^template books-\d, split train, filling 1$/)
  })
})
