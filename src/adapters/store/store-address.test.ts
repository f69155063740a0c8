import { resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { folderOfStoreAddress, isStoreAddress, joinStoreAddress, parseStoreAddress } from './store-address.js'

describe('store addresses', () => {
  it('are told from paths of this host', () => {
    for (const address of ['s3://bucket/run', 's3://', 'shared:runs/first'])
      expect(isStoreAddress(address)).toBe(true)
    for (const path of ['runs/first', '/s3://x', 's3:/bucket', 'shared', './shared:x', 'S3://x'])
      expect(isStoreAddress(path)).toBe(false)
  })

  it('name a bucket and a key, characters as they are', () => {
    expect(parseStoreAddress('s3://team.runs/2031/first run/ü%20+&/')).toEqual({
      kind: 's3',
      bucket: 'team.runs',
      key: '2031/first run/ü%20+&',
    })
    expect(parseStoreAddress('s3://bucket')).toEqual({ kind: 's3', bucket: 'bucket', key: '' })
    expect(parseStoreAddress('shared:runs/a')).toEqual({ kind: 'shared', key: resolve('runs/a').slice(1) })
    expect(parseStoreAddress('shared:/mnt/team/../a')).toEqual({ kind: 'shared', key: 'mnt/a' })
  })

  it.each([
    ['s3://', /bucket/],
    ['s3:///key', /bucket/],
    ['s3://user:password@host/key', /bucket/],
    ['s3://bucket/a//b', /empty/],
    ['s3://bucket/../other', /"\.\."/],
    ['s3://bucket/./a', /"\."/],
    ['s3://bucket/a\nb', /control character/],
    ['s3://bucket/a\ud800', /half a character/],
    [`s3://bucket/${'ü'.repeat(449)}`, /longer than 896 bytes/],
    ['shared:', /no folder/],
  ])('are refused: %j', (address, message) => {
    expect(() => parseStoreAddress(address)).toThrow(message)
    expect(() => parseStoreAddress(address)).toThrow(/s3:\/\/BUCKET/)
  })

  it('are joined and taken apart, and lead out of no bucket', () => {
    expect(joinStoreAddress('s3://bucket/runs/', 'raw', 'bodies-0001.jsonl')).toBe(
      's3://bucket/runs/raw/bodies-0001.jsonl',
    )
    expect(joinStoreAddress('s3://bucket', 'run.json')).toBe('s3://bucket/run.json')
    expect(joinStoreAddress('s3://bucket/a', './b/')).toBe('s3://bucket/a/b')
    for (const address of [
      joinStoreAddress('s3://bucket/a', '../../b'),
      joinStoreAddress('s3://bucket/../a', 'b'),
    ])
      expect(() => parseStoreAddress(address)).toThrow(/"\.\."/)
    expect(joinStoreAddress('s3://bucket/a')).toBe('s3://bucket/a')
    expect(joinStoreAddress('shared:/mnt/a/', 'run.json')).toBe('shared:/mnt/a/run.json')
    expect(joinStoreAddress('shared:runs', 'run.json')).toBe('shared:runs/run.json')
    expect(folderOfStoreAddress('s3://bucket/a/b')).toBe('s3://bucket/a')
    expect(folderOfStoreAddress('s3://bucket/a')).toBe('s3://bucket')
    expect(folderOfStoreAddress('s3://bucket')).toBe('s3://bucket')
    expect(folderOfStoreAddress('shared:/mnt/a')).toBe('shared:/mnt')
  })

  it('come apart as they were put together', () => {
    const part = fc.stringMatching(/^[\w %+&üß日-]{1,8}$/)
    fc.assert(
      fc.property(fc.array(part), part, (above, name) => {
        const folder = ['s3://bucket', ...above].join('/')
        expect(folderOfStoreAddress(joinStoreAddress(folder, name))).toBe(folder)
        expect(parseStoreAddress(joinStoreAddress(folder, name))).toMatchObject({
          key: [...above, name].join('/'),
        })
      }),
    )
  })
})
