import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { folderPrefixes, madeUpName, qualifiedName, unmistakableName } from './tool-names.js'

describe('madeUpName', () => {
  it.each([
    ['get', '/users/{id}', 'get_users_by_id'],
    ['get', '/users/{user-id}/posts.json', 'get_users_by_user-id_posts_json'],
    ['post', '/', 'post'],
    ['get', '/größe/{名前}', 'get_größe_by_名前'],
    ['get', '/search?q={q}', 'get_search_q_by_q'],
    ['delete', '/a//b/', 'delete_a_b'],
  ])('names %s %s', (method, path, name) => {
    expect(madeUpName(method, path)).toBe(name)
  })
  it('adds digits that depend on nothing but method and path', () => {
    expect(unmistakableName('get', '/users/{id}')).toMatch(/^get_users_by_id_[0-9a-f]{8}$/)
    expect(unmistakableName('get', '/users/{id}')).not.toBe(unmistakableName('get', '/users/by/id'))
  })
})

describe('folderPrefixes', () => {
  const prefixes = (...paths: string[]): Record<string, string> => Object.fromEntries(folderPrefixes(paths))
  it('makes a prefix of the place in the folder', () => {
    expect(prefixes('github.com/api.github.com.json', 'users.yaml', 'my apis/v1.2/openapi.yml')).toEqual({
      'github.com/api.github.com.json': 'github_com_api_github_com',
      'users.yaml': 'users',
      'my apis/v1.2/openapi.yml': 'my_apis_v1_2',
    })
  })
  it('keeps a name that would be nothing else', () => {
    expect(prefixes('openapi.yaml', 'a/swagger.json')).toEqual({
      'openapi.yaml': 'openapi',
      'a/swagger.json': 'a',
    })
  })
  it('takes paths whole that would share a prefix, and leaves the others alone', () => {
    expect(prefixes('a.b.json', 'a_b.json', 'c.json')).toEqual({
      'a.b.json': 'a.b.json',
      'a_b.json': 'a_b.json',
      'c.json': 'c',
    })
    expect(prefixes('x/openapi.yaml', 'x/swagger.json')).toEqual({
      'x/openapi.yaml': 'x/openapi.yaml',
      'x/swagger.json': 'x/swagger.json',
    })
  })
  it('gives every path its own prefix, whatever the paths', () => {
    const part = fc.stringMatching(/^[a-c_. ]{1,3}$/)
    const path = fc
      .tuple(fc.array(part, { minLength: 1, maxLength: 3 }), fc.constantFrom('json', 'yaml'))
      .map(([parts, ending]) => `${parts.join('/')}.${ending}`)
    fc.assert(
      fc.property(fc.uniqueArray(path, { maxLength: 30 }), (paths) => {
        expect(new Set(folderPrefixes(paths).values()).size).toBe(paths.length)
      }),
    )
  })
  it('joins with two underscores', () => {
    expect(qualifiedName('users', 'getUser')).toBe('users__getUser')
  })
})
