import { expect, it } from 'vitest'
import type { SourceNotice } from '../source.js'
import { NoticeBook } from './notices.js'

it('passes on ten notices of one code and counts the rest', () => {
  const told: SourceNotice[] = []
  const book = new NoticeBook({ emit: (notice) => told.push(notice), address: 'api.json' })
  for (let index = 0; index < 25; index++) book.add('a', `number ${index}`, `place ${index}`)
  book.add('b', 'alone', 'somewhere')
  expect(told).toHaveLength(11)
  expect(told[10]).toEqual({ code: 'b', what: 'alone', where: 'api.json, somewhere' })
  book.finish()
  expect(told.slice(11)).toEqual([{ code: 'a', what: '15 more of this kind were found.', where: 'api.json' }])
})
