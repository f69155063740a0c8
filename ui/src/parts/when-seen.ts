/** What is drawn as soon as its place comes near the window: a table of 300 bars costs no more than those that are seen. */
const waiting = new Map<Element, () => void>()

/** How far outside the window a place counts as seen. */
const NEAR = '300px'

let observer: IntersectionObserver | undefined

/** Draws once, when the place is seen or the page is printed. Returns what gives it up. */
export function whenSeen(place: Element, draw: () => void): () => void {
  if (observer === undefined) {
    observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) if (isIntersecting) drawAt(target)
      },
      { rootMargin: NEAR },
    )
    window.addEventListener('beforeprint', () => {
      for (const one of [...waiting.keys()]) drawAt(one)
    })
  }
  waiting.set(place, draw)
  observer.observe(place)
  return () => {
    forget(place)
  }
}

function drawAt(place: Element): void {
  const draw = waiting.get(place)
  forget(place)
  draw?.()
}

function forget(place: Element): void {
  waiting.delete(place)
  observer?.unobserve(place)
}
