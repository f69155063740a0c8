import { describe, expect, it } from 'vitest'
import { InputError } from '../../errors.js'
import { redisAddress } from './redis-address.js'

const none = (): undefined => undefined

describe('redisAddress', () => {
  it('reads host, port, database and TLS', () => {
    expect(redisAddress('redis://queue-host', none)).toEqual({
      host: 'queue-host',
      port: 6379,
      isEncrypted: false,
      database: 0,
      shown: 'redis://queue-host:6379',
    })
    expect(redisAddress('rediss://[::1]:6380/3', none)).toMatchObject({
      host: '::1',
      port: 6380,
      isEncrypted: true,
      database: 3,
      shown: 'rediss://[::1]:6380/3',
    })
  })

  it('takes the password out of the address, else out of its variable, and never shows it', () => {
    const variable = (name: string): string | undefined =>
      name === 'ASSAY_QUEUE_PASSWORD' ? ' of the variable\n' : undefined
    const typed = redisAddress('redis://me:p%40ss@host:1', variable)
    expect(typed).toMatchObject({ user: 'me', password: 'p@ss', shown: 'redis://host:1' })
    expect(redisAddress('redis://host:1', variable).password).toBe('of the variable')
    expect(redisAddress('redis://host:1', () => '  ')).not.toHaveProperty('password')
  })

  it.each([
    'http://host:6379',
    'host:6379',
    'redis://',
    'redis://host/name',
    'redis://:secret-word@host?db=1',
    'redis://:secret-word@host:99999',
  ])('refuses %s without quoting it', (text) => {
    const refused = (): unknown => redisAddress(text, none)
    expect(refused).toThrow(InputError)
    expect(refused).toThrow(/fix:/)
    expect(refused).not.toThrow(/secret-word/)
  })
})
