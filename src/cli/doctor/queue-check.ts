import { QUEUE_PASSWORD, type RedisAddress } from '../../adapters/queue/redis-address.js'
import { type RedisFacts, redisFacts } from '../../adapters/redis-facts.js'
import { AssayError } from '../../errors.js'
import { printable } from '../../text/printable.js'
import type { DoctorCheck } from './doctor-document.js'

/** Whether the queue answers, keeps what it holds, and forgets nothing when its memory is full. */
export async function queueCheck(
  address: RedisAddress,
  timeoutMs: number,
  facts: (address: RedisAddress, timeoutMs: number) => Promise<RedisFacts> = redisFacts,
): Promise<DoctorCheck> {
  const common = { group: 'queue', name: address.shown, isDemanded: true } as const
  let found: RedisFacts
  try {
    found = await facts(address, timeoutMs)
  } catch (error) {
    // A missing peer has its own check, which says what to install.
    if (error instanceof AssayError)
      return { ...common, state: 'bad', found: 'not tried', fix: error.fix ?? error.what }
    const reason = error instanceof Error ? error.message : String(error)
    const isRefused = /NOAUTH|WRONGPASS|AUTH/.test(reason)
    return {
      ...common,
      state: 'bad',
      found: isRefused ? 'refuses the password, or wants one' : 'does not answer',
      fix: isRefused
        ? `Put the password into the variable ${QUEUE_PASSWORD}, or write redis://USER:PASSWORD@HOST:PORT.`
        : 'Start Redis or Valkey, or correct the address: redis://HOST:PORT.',
    }
  }
  const { server, evictionPolicy, isAppendOnly } = found
  if (evictionPolicy !== 'noeviction') {
    return {
      ...common,
      state: 'bad',
      found: `${server}, which forgets jobs when its memory is full (${printable(evictionPolicy ?? 'policy unknown', { maxLength: 40 })})`,
      wanted: 'maxmemory-policy noeviction',
      fix: 'redis-cli config set maxmemory-policy noeviction, and the same in its config file.',
    }
  }
  if (isAppendOnly !== true) {
    return {
      ...common,
      state: 'careful',
      found: `${server}, which loses jobs when it is restarted`,
      wanted: 'appendonly yes',
      fix: 'redis-cli config set appendonly yes, and the same in its config file. The collecting side plans lost jobs again.',
    }
  }
  return { ...common, state: 'ok', found: `${server}, noeviction, append-only` }
}
