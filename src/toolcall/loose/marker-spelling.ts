import type { Scan } from '../scan/scan.js'

/** Texts in which letter case and the characters of DeepSeek's markers are made equal, by their scan. */
const foldings = new WeakMap<Scan, string>()

/**
 * The text with look-alikes of markers (another letter case, ASCII for full-width bars and block characters) replaced by
 * the markers, at unchanged offsets; undefined when there are none.
 */
export function restoreMarkers(scan: Scan, markers: readonly string[]): string | undefined {
  const { text } = scan
  if (!markers.some((marker) => text.includes(marker.charAt(0)))) return undefined
  const plain = foldedText(scan)
  let restored = text
  for (const marker of markers) {
    const needle = foldedMarker(marker)
    let pieces = ''
    let from = 0
    for (let at = plain.indexOf(needle); at !== -1; at = plain.indexOf(needle, at + needle.length)) {
      if (text.startsWith(marker, at)) continue
      pieces += restored.slice(from, at) + marker
      from = at + needle.length
    }
    if (from > 0) restored = pieces + restored.slice(from)
  }
  return restored === text ? undefined : restored
}

/** Whether a marker occurs, in whatever spelling. */
export function holdsLookAlike(scan: Scan, marker: string): boolean {
  return foldedText(scan).includes(foldedMarker(marker))
}

function foldedText(scan: Scan): string {
  let plain = foldings.get(scan)
  if (plain === undefined) {
    plain = folded(scan.text)
    foldings.set(scan, plain)
  }
  return plain
}

const markerFoldings = new Map<string, string>()

function foldedMarker(marker: string): string {
  let plain = markerFoldings.get(marker)
  if (plain === undefined) {
    plain = folded(marker)
    markerFoldings.set(marker, plain)
  }
  return plain
}

/** Keeps the length. */
function folded(text: string): string {
  const lower = text.toLowerCase()
  // A few letters beyond ASCII become two in lower case.
  const same =
    lower.length === text.length ? lower : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  return same.replaceAll('｜', '|').replaceAll('▁', '_')
}
