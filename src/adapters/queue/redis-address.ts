import { InputError } from '../../errors.js'
import { decodePercent } from '../../text/percent-encoding.js'

/** The variable that holds the password where the address has none: command lines are seen by everybody on a host. */
export const QUEUE_PASSWORD = 'ASSAY_QUEUE_PASSWORD'

/** Where a Redis or Valkey is. */
export interface RedisAddress {
  readonly host: string
  readonly port: number
  readonly isEncrypted: boolean
  readonly database: number
  readonly user?: string
  readonly password?: string
  /** As messages may show it: without user and password. */
  readonly shown: string
}

/**
 * Reads `redis://[user[:password]@]host[:port][/database]`, or `rediss://` for TLS.
 *
 * @throws {InputError} `queue-address`; the message never shows the address, which may hold a password.
 */
export function redisAddress(text: string, variable: (name: string) => string | undefined): RedisAddress {
  const url = /^rediss?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || url.hostname === '') throw fault('The address of the queue is not one of Redis.')
  const { hostname, port, protocol, pathname, search, hash } = url
  if (search !== '' || hash !== '') throw fault('The address of the queue has a query or a fragment.')
  const path = pathname.replace(/^\//, '')
  if (!/^\d{0,4}$/.test(path)) throw fault('The path of the address is not the number of a database.')
  const isEncrypted = protocol.toLowerCase() === 'rediss:'
  const host = hostname.replace(/^\[|\]$/g, '')
  const password = url.password === '' ? variable(QUEUE_PASSWORD)?.trim() : decodePercent(url.password)
  const number = port === '' ? 6379 : Number(port)
  return {
    host,
    port: number,
    isEncrypted,
    database: Number(path),
    ...(url.username === '' ? {} : { user: decodePercent(url.username) }),
    ...(password === undefined || password === '' ? {} : { password }),
    shown: `${isEncrypted ? 'rediss' : 'redis'}://${hostname}:${number}${path === '' ? '' : `/${path}`}`,
  }
}

function fault(what: string): InputError {
  return new InputError({
    code: 'queue-address',
    what,
    where: '--queue',
    fix: `Write redis://HOST:PORT, or rediss:// for TLS; put the password into the variable ${QUEUE_PASSWORD}.`,
  })
}
