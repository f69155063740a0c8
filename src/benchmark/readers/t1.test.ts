import { describe, expect, it } from 'vitest'
import { describeBenchmarkReader, readSample } from '../../../test/contract/benchmark-reader.js'
import { foreignTo, t1Folder } from '../../../test/contract/benchmark-samples.js'
import { t1 } from './t1.js'

const page = 'output_file_hotel_test_1.csv'
const HEAD = 'ID,Filled_Template,Filled_Plan'
const table = (...rows: readonly string[]): string => [HEAD, ...rows].join('\n')
const broken = (name: string, text: string, { code = 'table-broken', mentions = /output_file/ } = {}) => ({
  name,
  path: page,
  files: { [page]: text },
  code,
  mentions,
})
const fine = ['1,assistant: Hello,', '1,user: A room,print("No planning needed")']

describeBenchmarkReader({
  reader: t1,
  samples: [t1Folder],
  broken: [
    broken('a quotation mark left open', table('1,"assistant: Hello,', '1,user: x,y'), {
      mentions: /not closed[^]*line 2/,
    }),
    broken('a header without the plan', 'ID,Filled_Template\n1,user: a', { mentions: /Filled_Plan/ }),
    broken('an ID that comes again', table(...fine, '2,assistant: Hi,', '2,user: b,', '1,user: again,'), {
      code: 'item-twice',
      mentions: /hotel-test-1-1/,
    }),
    {
      name: 'a split that is not there',
      path: 'T1',
      files: t1Folder.files,
      split: 'validation',
      code: 'split-needed',
      mentions: /validation/,
    },
  ],
  foreign: foreignTo(t1.id),
})

const noticesOf = async (...rows: readonly string[]) => {
  const { items, notices } = await readSample(t1, { path: page, files: { [page]: table(...rows) } })
  return { ids: items.map(({ id }) => id), codes: notices.map(({ code }) => code), items, notices }
}

describe('what is wrong with a T1 table', () => {
  it.each([
    ['an empty cell of text is passed over', ['1,,'], 'text-empty', 1],
    ['NaN is empty', ['1,NaN,nan'], 'text-empty', 1],
    ['an empty ID goes on with the dialogue above', [',assistant: And then?,'], 'id-empty', 1],
    ['a plan of the assistant is left out', ['1,assistant: Fine,x = 1'], 'plan-on-assistant', 1],
    ['a turn of the user without a plan is told of', ['1,user: More,'], 'plan-missing', 1],
    ['two turns of one role are told of', ['1,user: More,pass'], 'not-alternating', 1],
    ['a row without a role drops its dialogue', ['1,Hello there,'], 'role-missing', 0],
    ['a placeholder in a text drops its dialogue', ['1,assistant: In <CITY_1>?,'], 'placeholder-left', 0],
    [
      'a placeholder in a plan drops its dialogue',
      ['1,assistant: So?,', '1,user: x,"f(city=[""<CITY_1_NAME_2>""])"'],
      'placeholder-left',
      0,
    ],
  ] as const)('%s', async (_, rows, code, kept) => {
    const { ids, codes } = await noticesOf(...fine, ...rows)
    expect(ids).toHaveLength(kept)
    expect(codes).toContain(code)
  })

  it('drops a dialogue in which the user says nothing, and keeps one that the user starts', async () => {
    expect(await noticesOf('1,assistant: Hello,')).toMatchObject({ ids: [], codes: ['no-user'] })
    const { ids, codes } = await noticesOf('7,user: A room,pass', '7,assistant: Fine,', '7,user: Now,pass')
    expect(ids).toEqual(['hotel-test-7-1'])
    expect(codes).toEqual(['starts-with-user'])
  })

  it('takes a doubled role once, and counts it once a kind', async () => {
    const { items, notices } = await noticesOf(
      '1,assistant: Assistant: Welcome,',
      '1,user: user: user: A room: two beds,pass',
    )
    expect(items[0]).toMatchObject({
      json: { turns: [{ text: 'Welcome' }, { text: 'A room: two beds', plan: 'pass' }] },
    })
    expect(notices).toHaveLength(1)
    expect(notices[0]?.what).toMatch(/^2 rows have the role twice.*line 2/)
  })

  it('keeps plans of several lines, CRLF and all, and does not take tags for placeholders', async () => {
    const { items } = await noticesOf('1,assistant: Hi,', '1,user: See <CODE>,"a = f()\r\n\tb"')
    expect(items[0]).toMatchObject({ json: { turns: [{}, { text: 'See <CODE>', plan: 'a = f()\r\n\tb' }] } })
  })

  it('names a file of another name by itself, without template', async () => {
    const { items } = await readSample(t1, { path: 'mine.csv', files: { 'mine.csv': table(...fine) } })
    expect(items).toMatchObject([{ id: 'mine-1', json: { pack: 'travel' } }])
    expect(items[0]).not.toHaveProperty('cluster')
  })

  it('reads one split of many', async () => {
    const { items } = await readSample(t1, { ...t1Folder, split: 'train' })
    expect(items.map(({ id }) => id)).toEqual(['hotel-train-1-1'])
  })
})
