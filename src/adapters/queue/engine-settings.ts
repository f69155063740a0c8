/** A worker holds a job for this long after it was last heard of; whoever looks after that gives it to another one. */
export const LOCK_MS = 15_000
export const STALLED_EVERY_MS = 5000
/** How many workers may die with one job in hand before it counts as their killer. */
export const MOST_STALLS = 3
