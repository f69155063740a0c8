import { randomUUID } from 'node:crypto'
import { StoreError } from '../../errors.js'
import type { Clock, Lock, Notify } from '../../ports.js'
import {
  isGone,
  isProcessNumber,
  noProcess,
  type ProcessIdentity,
  processIdentity,
} from '../process-identity.js'
import { LockChain, type LockState } from './lock-chain.js'
import type { Objects } from './objects.js'
import { listSegments, readHead, segmentedName } from './segments.js'
import { storeLost } from './store-faults.js'

export interface ObjectLockOptions {
  readonly objects: Objects
  readonly clock: Clock
  readonly notify: Notify
  /** Take the lock of a holder that gives no sign of life while it is watched. */
  readonly isBreaking: boolean
  /** How often a holder gives a sign of life; default 10 s. */
  readonly beatMs?: number
  /** How long a silent holder is watched before its lock is broken; default 45 s. */
  readonly watchMs?: number
  readonly identity?: ProcessIdentity
}

const BEAT_MS = 10_000
const WATCH_MS = 45_000
/** Others that change the lock between a look at it and the try to take it. */
const MOST_LOOKS = 5

/** A lock that is held, and what writes under it asks of it. */
export interface HeldLock extends Lock {
  /** Folder that it guards, as a key that ends in a slash. */
  readonly folder: string
  readonly epoch: number
  /** Why it is held no more; undefined as far as is known. */
  readonly lost: StoreError | undefined
  /** Looks. @throws {StoreError} `store-lost` when somebody else took the lock. */
  verify(): Promise<void>
}

/**
 * Takes the lock `key`.
 *
 * @throws {StoreError} `lock-held`, and whatever the store fails with.
 */
export async function takeObjectLock(key: string, options: ObjectLockOptions): Promise<HeldLock> {
  const { objects, notify } = options
  const chain = new LockChain(objects, key)
  const folder = key.slice(0, key.lastIndexOf('/') + 1)
  for (let look = 0; look < MOST_LOOKS; look++) {
    const last = await chain.last()
    if (last?.state.state === 'held') {
      if (isGone(last.state)) {
        const { pid } = last.state
        const why = isProcessNumber(pid) ? `process ${pid} of this host is gone` : noProcess(pid)
        notify(`${objects.address(key)}: ${why}; its lock is taken`)
      } else if (!options.isBreaking || !(await isSilent(chain, last.state, options))) {
        throw held(objects.address(key), last.state, options.isBreaking)
      }
    }
    const epoch =
      1 + Math.max(last?.state.epoch ?? 0, last === undefined ? await lastEpoch(objects, folder) : 0)
    const state: LockState = {
      ...(options.identity ?? processIdentity()),
      state: 'held',
      epoch,
      token: randomUUID(),
      beat: 0,
      since: new Date(options.clock.now()).toISOString(),
    }
    const number = last?.number ?? 0
    if (await chain.advance(number, state)) {
      const lock = new BeatingLock(chain, {
        state,
        number: number + 1,
        folder,
        beatMs: options.beatMs ?? BEAT_MS,
      })
      // A folder may be named without `shared:`, too, by whoever is at it.
      if ((await objects.facts(key)) === undefined) return lock
      await lock.release()
      throw plain(objects.address(key))
    }
  }
  throw held(objects.address(key), undefined, options.isBreaking)
}

/** Whether somebody holds the lock, as far as its last state says. */
export async function isObjectLockHeld(objects: Objects, key: string): Promise<boolean> {
  const last = await new LockChain(objects, key).last()
  return last?.state.state === 'held' && !isGone(last.state)
}

/** Whether a holder gives no sign of life: what is compared is what it wrote, never the time that it wrote. */
async function isSilent(
  chain: LockChain,
  state: LockState,
  { clock, notify, watchMs = WATCH_MS }: ObjectLockOptions,
): Promise<boolean> {
  notify(
    `${chain.address}: watching process ${state.pid} on ${state.host} for ${Math.ceil(watchMs / 1000)} s, whether it still works`,
  )
  await clock.sleep(watchMs)
  const now = (await chain.last())?.state
  return now === undefined || (now.token === state.token && now.beat === state.beat)
}

/** Somebody removed the lock by hand: epochs go on from those that segments name. */
async function lastEpoch(objects: Objects, folder: string): Promise<number> {
  let epoch = 0
  for await (const entry of objects.list(folder)) {
    const name = entry.kind === 'folder' ? segmentedName(entry.name) : undefined
    if (name === undefined) continue
    const segment = (await listSegments(objects, `${folder}${name}`)).at(-1)
    if (segment !== undefined) epoch = Math.max(epoch, (await readHead(objects, segment)).epoch)
  }
  return epoch
}

interface BeatingFacts {
  readonly state: LockState
  readonly number: number
  readonly folder: string
  readonly beatMs: number
}

class BeatingLock implements HeldLock {
  readonly folder: string
  readonly epoch: number
  readonly #chain: LockChain
  readonly #timer: NodeJS.Timeout
  #state: LockState
  #number: number
  #beating: Promise<void> | undefined
  #lost: StoreError | undefined

  constructor(chain: LockChain, { state, number, folder, beatMs }: BeatingFacts) {
    this.#chain = chain
    this.#state = state
    this.#number = number
    this.folder = folder
    this.epoch = state.epoch
    this.#timer = setInterval(() => {
      this.#beating ??= this.#beat()
    }, beatMs)
    this.#timer.unref()
  }

  get lost(): StoreError | undefined {
    return this.#lost
  }

  async verify(): Promise<void> {
    const last = await this.#chain.last()
    if (last?.state.token !== this.#state.token) this.#lose()
    if (this.#lost !== undefined) throw this.#lost
  }

  async release(): Promise<void> {
    clearInterval(this.#timer)
    await this.#beating
    if (this.#lost !== undefined) return
    // Whatever made the run end is what is told; a lock that stays is broken by whoever goes on.
    await this.#advance({ ...this.#state, state: 'released' }).catch(() => undefined)
  }

  async #beat(): Promise<void> {
    try {
      await this.#advance({ ...this.#state, beat: this.#state.beat + 1 })
    } catch {
      // A store that is away now may be back at the next beat; what is written meanwhile fails by itself.
    } finally {
      this.#beating = undefined
    }
  }

  async #advance(state: LockState): Promise<void> {
    if (await this.#chain.advance(this.#number, state)) {
      this.#state = state
      this.#number++
    } else this.#lose()
  }

  #lose(): void {
    clearInterval(this.#timer)
    this.#lost ??= storeLost(this.#chain.address, 'Another process has taken over the lock of the run.')
  }
}

function plain(where: string): StoreError {
  return new StoreError({
    code: 'lock-plain',
    what: 'The run is being continued as one of a plain folder, or a process that did so has died.',
    where,
    fix: 'Wait for that process, or go on without shared: before the path.',
  })
}

function held(where: string, holder: LockState | undefined, wasWatched: boolean): StoreError {
  const who =
    holder === undefined
      ? 'another process'
      : `process ${holder.pid} on ${holder.host}, since ${holder.since} by the clock there`
  return new StoreError({
    code: 'lock-held',
    what: `The run is being continued by ${who}.`,
    where,
    fix: wasWatched
      ? 'It works still: wait for it or stop it.'
      : 'Wait for it or stop it. If it died, add --break-lock, which watches it for 45 s before it takes over.',
  })
}
