/** The media type whose schema speaks for a message: JSON, then a wildcard, then a form, then what comes first. */
export function jsonFirst(mediaTypes: readonly string[]): string | undefined {
  let best: { readonly mediaType: string; readonly rank: number } | undefined
  for (const mediaType of mediaTypes) {
    const rank = rankOf(mediaType)
    if (best === undefined || rank < best.rank) best = { mediaType, rank }
  }
  return best?.mediaType
}

/** Whether a message of that type may be JSON. */
export function mayBeJson(mediaType: string): boolean {
  return rankOf(mediaType) <= 2
}

function rankOf(mediaType: string): number {
  const [essence = ''] = mediaType.toLowerCase().split(';')
  const type = essence.trim()
  if (type === 'application/json') return 0
  if (/[/+]json$/.test(type)) return 1
  if (type === '' || type === '*/*' || type === 'application/*') return 2
  if (/^(application\/x-www-form-urlencoded|multipart\/|application\/form-data)/.test(type)) return 3
  return 4
}
