import { useSyncExternalStore } from 'react'

/** Where the reader is: `#/items?q=search` is page `items` with `q`. */
export interface Route {
  readonly page: string
  readonly query: URLSearchParams
}

/** The address as it stands, kept up to date. */
export function useRoute(): Route {
  const hash = useSyncExternalStore(listen, () => window.location.hash)
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2)
  return { page: path === '' ? 'overview' : path, query: new URLSearchParams(query) }
}

function listen(changed: () => void): () => void {
  window.addEventListener('hashchange', changed)
  return () => window.removeEventListener('hashchange', changed)
}

/** The address of a page; members without a value are left out. */
export function hrefOf(page: string, query: Readonly<Record<string, string | undefined>> = {}): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => (pair[1] ?? '') !== '')
  const text = new URLSearchParams(given).toString()
  return text === '' ? `#/${page}` : `#/${page}?${text}`
}

/** Changes the address without a step back: for what is typed. */
export function replaceRoute(page: string, query: Readonly<Record<string, string | undefined>>): void {
  window.history.replaceState(null, '', hrefOf(page, query))
  window.dispatchEvent(new HashChangeEvent('hashchange'))
}
