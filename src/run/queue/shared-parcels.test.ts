import { describe, expect, it } from 'vitest'
import { SharedParcels } from './shared-parcels.js'

const parcel = (hash: string): { readonly hash: string; readonly text: string } => ({ hash, text: hash })

describe('SharedParcels', () => {
  it('sends each parcel once, and again once the queue may have lost it', () => {
    const shared = new SharedParcels()
    expect(shared.use([parcel('a')])).toEqual([parcel('a')])
    expect(shared.use([parcel('a'), parcel('b')])).toEqual([parcel('b')])
    shared.forget()
    expect(shared.use([parcel('a')])).toEqual([parcel('a')])
  })

  it('spares those that were not used for longest, none that is in use, and 64 for the next questions', () => {
    const shared = new SharedParcels()
    for (let at = 0; at < 70; at++) shared.use([parcel(`p${at}`)])
    expect(shared.spare()).toEqual([])
    for (let at = 1; at < 70; at++) shared.done([parcel(`p${at}`)])
    expect(shared.spare()).toEqual(['p1', 'p2', 'p3', 'p4', 'p5'])
    expect(shared.use([parcel('p1')])).toEqual([parcel('p1')])
    expect(shared.all()).toContain('p0')
  })
})
