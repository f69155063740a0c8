import type { Files } from '../../ports.js'
import { decodePercent } from '../../text/percent-encoding.js'

/** Where a `$ref` points to. */
export type ReferenceAddress =
  | {
      readonly kind: 'address'
      /** Path or address of the document, spelled like `ApiDocument.address`. */
      readonly address: string
      /** What follows `#`, still percent-encoded; empty for the whole document. */
      readonly fragment: string
    }
  | { readonly kind: 'refused'; readonly reason: string }

export type PathJoiner = Pick<Files, 'join' | 'folderOf'>

export function isWebAddress(address: string): boolean {
  return /^https?:\/\//i.test(address)
}

/**
 * Resolves a reference against the document that holds it. A document that came over the network may name only what is
 * on the network, so that no stranger's description reads local files.
 */
export function referenceAddress(reference: string, base: string, paths: PathJoiner): ReferenceAddress {
  const hash = reference.indexOf('#')
  const target = hash === -1 ? reference : reference.slice(0, hash)
  const fragment = hash === -1 ? '' : reference.slice(hash + 1)
  if (target === '') return { kind: 'address', address: base, fragment }
  if (isWebAddress(base) || isWebAddress(target)) {
    const url = URL.canParse(target, isWebAddress(base) ? base : undefined)
      ? new URL(target, isWebAddress(base) ? base : undefined)
      : undefined
    if (url === undefined) return { kind: 'refused', reason: 'is not an address' }
    if (url.protocol !== 'http:' && url.protocol !== 'https:') {
      return {
        kind: 'refused',
        reason: `has the scheme "${url.protocol}", but only files, http and https are read`,
      }
    }
    return { kind: 'address', address: url.href, fragment }
  }
  // Two letters at least, so that a drive letter is a path.
  if (/^[a-z][a-z0-9+.-]+:/i.test(target)) {
    return { kind: 'refused', reason: 'has a scheme that is not read; only files, http and https are' }
  }
  const path = decodePercent(target)
  const isAbsolute = /^([/\\]|[a-z]:[/\\])/i.test(path)
  const address = withoutDots(isAbsolute ? path : paths.join(paths.folderOf(base), path))
  return { kind: 'address', address: address === withoutDots(base) ? base : address, fragment }
}

/** One spelling for one path: `a/./b/../c` is `a/c`. */
function withoutDots(path: string): string {
  const kept: string[] = []
  for (const part of path.split('/')) {
    const last = kept.at(-1)
    if (part === '.') continue
    if (part === '..' && last !== undefined && last !== '' && last !== '..') kept.pop()
    else kept.push(part)
  }
  return kept.join('/')
}

/** Queries and user names can hold secrets; messages show neither. */
export function shownAddress(address: string): string {
  if (!isWebAddress(address) || !URL.canParse(address)) return address
  const { protocol, host, pathname } = new URL(address)
  return `${protocol}//${host}${pathname}`
}
