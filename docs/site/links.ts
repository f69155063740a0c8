import { posix } from 'node:path'

/**
 * Where a link of a page leads on the site: to another page, or nowhere, for files outside docs/ are no part of it. Where
 * the address of the repository is known, they lead there.
 *
 * @param page path of the page in docs/, e.g. `subjects/openai.md`.
 */
export function siteLink(link: string, page: string, repository: string | undefined): string | undefined {
  if (/^(?:[a-z]+:|#|\/)/i.test(link)) return link
  const target = posix.normalize(posix.join(posix.dirname(page), link))
  if (!target.startsWith('../')) return link
  return repository === undefined ? undefined : `${repository}/${target.slice('../'.length)}`
}
