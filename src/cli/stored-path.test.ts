import { describe, expect, it } from 'vitest'
import { storedPath } from './stored-path.js'

describe('storedPath', () => {
  it('lets through paths of this host and what lies in the bucket of the run', () => {
    for (const path of [
      'items.jsonl',
      '/data/s3:/items.jsonl',
      'shared:/mnt/items.jsonl',
      's3/items.jsonl',
    ]) {
      expect(storedPath(path, 'runs/first')).toBe(path)
    }
    expect(storedPath('s3://ours/items.jsonl', 's3://ours/runs/first')).toBe('s3://ours/items.jsonl')
  })

  it('refuses another bucket, also one whose name begins alike', () => {
    for (const folder of ['runs/first', 's3://our/runs/first', 's3://ours2/runs/first']) {
      expect(() => storedPath('s3://ours/items.jsonl', folder)).toThrow(/another bucket[^]*--items/)
    }
  })
})
