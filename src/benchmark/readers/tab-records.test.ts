import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memoryFiles } from '../../../test/contract/memory-files.js'
import { readTabRecords } from './tab-records.js'

async function records(text: string): Promise<readonly (readonly string[])[]> {
  const all: (readonly string[])[] = []
  for await (const { fields } of readTabRecords(memoryFiles({ f: text }).stream('f'), 'f')) all.push(fields)
  return all
}

describe('readTabRecords', () => {
  it('splits at tabs and passes over blank lines', async () => {
    expect(await records('1\ta b\n\n2\t\n')).toEqual([
      ['1', 'a b'],
      ['2', ''],
    ])
  })

  it('reads quoted fields, over several lines and with quotes doubled', async () => {
    expect(await records('1\t"a\tb"\tc\n2\t"x\n\n""y"""\n3\t""\n')).toEqual([
      ['1', 'a\tb', 'c'],
      ['2', 'x\n\n"y"'],
      ['3', ''],
    ])
  })

  it('takes a field that only begins with a quote as it stands', async () => {
    expect(await records('1\t"Hello" she said\n2\t5" nails\n')).toEqual([
      ['1', '"Hello" she said'],
      ['2', '5" nails'],
    ])
  })

  it('names the line on which an open quote began', async () => {
    await expect(records('1\tx\n2\t"open\n3\ty\n')).rejects.toMatchObject({
      code: 'quote-open',
      where: 'f, line 2',
    })
    await expect(records('1\t"open\nclosed" and on\n')).rejects.toMatchObject({ code: 'quote-open' })
  })

  it('reads back what pandas would write', async () => {
    const field = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', ' ', 'é') })
    const needsQuotes = /["\t\n]/
    const write = (value: string): string =>
      needsQuotes.test(value) ? `"${value.replaceAll('"', '""')}"` : value
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(field, field), { maxLength: 5 }), async (rows) => {
        // A row of blanks alone is a blank line; a first column that is never empty keeps rows apart from those.
        const table = rows.map(([one, other]) => [`k${one}`, other])
        const text = table.map((row) => `${row.map(write).join('\t')}\n`).join('')
        expect(await records(text)).toEqual(table)
      }),
    )
  })
})
