/**
 * Resolves a reference against a base address (RFC 3986, section 5.2) and splits off its fragment. Works on any scheme
 * and on bases without one.
 */
export function resolveAddress(
  base: string,
  reference: string,
): { readonly address: string; readonly fragment: string } {
  const target = partsOf(reference)
  const from = partsOf(base)
  const { fragment = '' } = target
  return { address: textOf(merged(from, target)), fragment }
}

interface AddressParts {
  readonly scheme: string | undefined
  readonly authority: string | undefined
  readonly path: string
  readonly query: string | undefined
  readonly fragment?: string | undefined
}

/** RFC 3986, appendix B. Each part ends at a character that it cannot hold, so that nothing is tried twice. */
const ADDRESS = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s

function partsOf(text: string): AddressParts {
  const [, scheme, authority, path = '', query, fragment] = ADDRESS.exec(text) ?? []
  return { scheme, authority, path, query, fragment }
}

function merged(base: AddressParts, target: AddressParts): AddressParts {
  if (target.scheme !== undefined) return { ...target, path: withoutDots(target.path) }
  const { scheme } = base
  if (target.authority !== undefined) return { ...target, scheme, path: withoutDots(target.path) }
  const { authority } = base
  if (target.path === '') return { ...base, query: target.query ?? base.query }
  const path = target.path.startsWith('/') ? target.path : besides(base, target.path)
  return { scheme, authority, path: withoutDots(path), query: target.query }
}

function besides({ authority, path }: AddressParts, relative: string): string {
  if (authority !== undefined && path === '') return `/${relative}`
  return path.slice(0, path.lastIndexOf('/') + 1) + relative
}

function withoutDots(path: string): string {
  if (!path.includes('.')) return path
  const kept: string[] = []
  const steps = path.split('/')
  for (const [at, step] of steps.entries()) {
    const isLast = at === steps.length - 1
    if (step === '..') {
      if (kept.length > 1 || (kept.length === 1 && kept[0] !== '')) kept.pop()
    } else if (step !== '.') {
      kept.push(step)
      continue
    }
    if (isLast) kept.push('')
  }
  return kept.join('/')
}

function textOf({ scheme, authority, path, query }: AddressParts): string {
  let text = scheme === undefined ? '' : `${scheme}:`
  if (authority !== undefined) text += `//${authority}`
  text += path
  return query === undefined ? text : `${text}?${query}`
}
