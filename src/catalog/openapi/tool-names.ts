import { hashText } from '../../text/hash.js'

/**
 * The name of an operation without an id: method and path, `GET /users/{id}` as `get_users_by_id`. White space and
 * punctuation become `_`.
 */
export function madeUpName(method: string, path: string): string {
  const words = path.replace(/\{([^{}]*)\}/g, ' by $1 ').match(/[\p{L}\p{N}-]+/gu) ?? []
  return [method, ...words].join('_')
}

/** A name that no other operation of the description can have: eight digits of a hash of method and path are added. */
export function unmistakableName(method: string, path: string): string {
  return `${madeUpName(method, path)}_${hashText(`${method} ${path}`).slice(0, 8)}`
}

/**
 * Prefixes for the tools of the descriptions in a folder, by path in the folder. A prefix is the path without its
 * ending, and without a last part `openapi` or `swagger` after a folder's name; separators, dots and white space are
 * `_`: `github.com/api.github.com.json` gives `github_com_api_github_com`. Paths that would share a prefix are taken
 * whole instead. So the name of a tool depends on its own file's place, and (but for such pairs) on no other file.
 */
export function folderPrefixes(paths: readonly string[]): ReadonlyMap<string, string> {
  const shared = new Set<string>()
  const seen = new Set<string>()
  for (const path of paths) {
    const prefix = prefixOf(path)
    if (seen.has(prefix)) shared.add(prefix)
    seen.add(prefix)
  }
  return new Map(
    paths.map((path) => {
      const prefix = prefixOf(path)
      return [path, shared.has(prefix) ? path.replaceAll('\\', '/') : prefix]
    }),
  )
}

/** The name of a tool in a folder of descriptions. */
export function qualifiedName(prefix: string, name: string): string {
  return `${prefix}__${name}`
}

function prefixOf(path: string): string {
  const parts = path.replace(/\.[^./\\]*$/, '').split(/[/\\]+/)
  if (parts.length > 1 && /^(openapi|swagger)$/i.test(parts.at(-1) ?? '')) parts.pop()
  return parts.join('_').replace(/[.\s]+/g, '_')
}
