import { describe, expect, it } from 'vitest'
import { jsonOf } from '../../../test/contract/described-tools.js'
import { memoryFiles } from '../../../test/contract/memory-files.js'
import { InputError } from '../../errors.js'
import type { JsonValue } from '../../text/json.js'
import type { ApiDocument } from './document.js'
import { type OutsideDocuments, objectsIn, References } from './references.js'

const documentOf = (root: unknown, address = 'specs/api.json'): ApiDocument => {
  return { address, root: jsonOf(root), dialect: '3.1' }
}
const resolver = (outside?: OutsideDocuments): References => new References({ outside, paths: memoryFiles() })
const found = (root: unknown, reference: string): JsonValue | string => {
  const resolution = resolver().resolve(reference, documentOf(root), 'paths')
  return resolution.kind === 'found' ? resolution.value : resolution.reason
}

describe('References.resolve', () => {
  it.each([
    ['#/a/b', { a: { b: 1 } }],
    ['#/a/1', { a: [0, 1] }],
    ['#/a~1b/c~0d', { 'a/b': { 'c~d': 1 } }],
    ['#/a~01b', { 'a~1b': 1 }],
    ['#/a/List%C2%ABPet%C2%BB', { a: { 'List«Pet»': 1 } }],
    ['#/a/100%', { a: { '100%': 1 } }],
    ['#/a/%7Bid%7D', { a: { '{id}': 1 } }],
    ['#/a/b%20c', { a: { 'b%20c': 1 } }],
    ['#/constructor', { constructor: 1 }],
    ['#/', { '': 1 }],
  ])('finds %s', (reference, root) => {
    expect(found(root, reference)).toBe(1)
  })
  it('takes the whole document', () => {
    const document = documentOf({ a: 1 })
    expect(resolver().resolve('#', document, '')).toMatchObject({ kind: 'found', value: document.root })
  })
  it.each([
    ['#/a/c', { a: { b: 1 } }],
    ['#/a/b/c', { a: { b: 1 } }],
    ['#/a/01', { a: [0, 1] }],
    ['#/a/-1', { a: [0, 1] }],
    ['#/toString', {}],
    ['#nowhere', {}],
  ])('misses %s', (reference, root) => {
    expect(found(root, reference)).toBe(`"${reference}" is not there`)
  })
  it('goes on behind references that a pointer meets', () => {
    expect(found({ a: { $ref: '#/b' }, b: { c: { $ref: '#/d' } }, d: { e: 1 } }, '#/a/c/e')).toBe(1)
  })
  it('ends when a pointer leads through itself', () => {
    expect(found({ a: { $ref: '#/a/b' } }, '#/a/b')).toBe('"#/a/b" is not there')
  })
  it('finds anchors', () => {
    expect(found({ a: { $anchor: 'here', type: 'string' } }, '#here')).toMatchObject({ type: 'string' })
    expect(found({ a: { $dynamicAnchor: 'node', type: 'object' } }, '#node')).toMatchObject({
      type: 'object',
    })
  })
  it('gives references to one value one key', () => {
    const document = documentOf({ 'a b': 1 })
    const keys = ['#/a b', '#/a%20b', 'api.json#/a b', './api.json#/a%20b'].map((reference) => {
      const resolution = resolver().resolve(reference, document, '')
      return resolution.kind === 'found' ? resolution.key : ''
    })
    expect(new Set(keys)).toEqual(new Set(['specs/api.json#/a b']))
  })

  it.each([
    'other.json#/a',
    '../../etc/passwd',
    '/etc/passwd',
    'https://a.test/x.json',
    'http://169.254.169.254/latest/meta-data',
  ])('refuses to leave the document for %s', (reference) => {
    const resolve = () => resolver().resolve(reference, documentOf({}), 'paths./a.get')
    expect(resolve).toThrow(InputError)
    expect(resolve).toThrow(/leaves the document[^]*specs\/api\.json, paths\.\/a\.get[^]*--allow-remote-refs/)
  })
  it('shows no secret of an address', () => {
    const resolve = () => resolver().resolve('https://me:pass@a.test/x?token=abc', documentOf({}), 'paths')
    expect(resolve).toThrow(/https:\/\/a\.test\/x/)
    expect(resolve).not.toThrow(/pass|abc/)
    const from = documentOf({}, 'https://me:pass@a.test/api.json?token=abc')
    const leave = () => resolver().resolve('https://b.test/x', from, 'paths')
    expect(leave).toThrow(/https:\/\/a\.test\/api\.json, paths/)
    expect(leave).not.toThrow(/pass|abc/)
  })
  it('finds what is in a document that was drawn in, and what that one refers to', () => {
    const main = documentOf({})
    const other = documentOf({ a: { $ref: '#/b' }, b: { c: 1 } }, 'specs/other.json')
    const references = resolver(new Map([[other.address, other]]))
    expect(references.follow({ value: jsonOf({ $ref: 'other.json#/a' }), document: main }, '')).toEqual({
      value: jsonOf({ c: 1 }),
      document: other,
    })
  })
  it('says why a document that was drawn in cannot be read', () => {
    const error = new InputError({
      code: 'file-missing',
      what: 'There is no such file.',
      where: 'specs/x.json',
    })
    const references = resolver(new Map([['specs/x.json', error]]))
    expect(() => references.resolve('x.json', documentOf({}), 'paths./a')).toThrow(
      /specs\/x\.json, which cannot be read: There is no such file[^]*paths\.\/a/,
    )
  })
})

describe('References.follow', () => {
  const follow = (root: unknown, value: unknown) => {
    return resolver().follow({ value: jsonOf(value), document: documentOf(root) }, '')
  }
  it('takes what is no reference as it is', () => {
    expect(follow({}, { $ref: 5 })).toMatchObject({ value: { $ref: 5 } })
    expect(follow({}, 'text')).toMatchObject({ value: 'text' })
  })
  it('ends when references lead round in a circle', () => {
    const root = { a: { $ref: '#/b' }, b: { $ref: '#/a' } }
    expect(follow(root, { $ref: '#/a' })).toMatchObject({ kind: 'missing', reason: /circle/ })
    expect(follow({ a: { $ref: '#/a' } }, { $ref: '#/a' })).toMatchObject({ kind: 'missing' })
    expect(follow({ $ref: '#' }, { $ref: '#' })).toMatchObject({ kind: 'missing' })
  })
})

describe('objectsIn', () => {
  it('finds every object, whatever the order', () => {
    const root = jsonOf({ a: [{ b: {} }, [[{}]], null, 1], c: { d: 'x' } })
    expect([...objectsIn(root)]).toHaveLength(5)
  })
})
