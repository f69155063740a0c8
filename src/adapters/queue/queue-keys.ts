/** Before the names of all keys, so that a Redis may hold other things as well. */
const PREFIX = 'assay'
/** Before the keys of the engine. */
export const ENGINE_PREFIX = `${PREFIX}:queue`
/** How long what a run left behind is kept for its resumption. */
export const KEPT_SECONDS = 7 * 24 * 3600

/** Keys of all runs. */
export const RUNS_KEY = `${PREFIX}:runs`

export const announcementKey = (run: string): string => `${PREFIX}:run:${run}`
/** Held by the one who collects. */
export const holdKey = (run: string): string => `${PREFIX}:run:${run}:held`
export const answersKey = (run: string): string => `${PREFIX}:run:${run}:answers`
export const parcelKey = (run: string, hash: string): string => `${PREFIX}:run:${run}:parcel:${hash}`
/** Which run has an id. */
export const idKey = (hashOfId: string): string => `${PREFIX}:id:${hashOfId}`
