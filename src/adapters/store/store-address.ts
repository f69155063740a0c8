import { posix, resolve } from 'node:path'
import { InputError } from '../../errors.js'
import { keyOfPath } from './folder-objects.js'

/** Where something lies in a store of objects. */
export type StoreAddress =
  | { readonly kind: 's3'; readonly bucket: string; readonly key: string }
  | { readonly kind: 'shared'; readonly key: string }

const SCHEME = /^(?:s3:\/\/|shared:)/

/** Whether a path is the address of a store of objects, right or wrong; every other path is one of this host. */
export function isStoreAddress(path: string): boolean {
  return SCHEME.test(path)
}

/** The longest key that S3 takes, in bytes. */
const MOST_KEY_BYTES = 1024
/** Left for what a run keeps below its folder, such as `raw/bodies-0001.jsonl.segments/0000000001`. */
const SPARE_BYTES = 128

/** @throws {InputError} `store-address`. */
export function parseStoreAddress(address: string): StoreAddress {
  if (/[\u0000-\u001f\u007f\ud800-\udfff]/u.test(address)) {
    throw refused(address, 'It holds a control character or half a character.')
  }
  if (address.startsWith('shared:')) {
    const path = address.slice('shared:'.length)
    if (path === '') throw refused(address, 'It names no folder.')
    return { kind: 'shared', key: keyOfPath(resolve(path)) }
  }
  const [bucket = '', ...parts] = address.slice('s3://'.length).split('/')
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$/.test(bucket)) {
    throw refused(address, 'Its bucket is no name of letters, digits, dots, underscores and hyphens.')
  }
  if (parts.at(-1) === '') parts.pop()
  if (parts.some((part) => part === '' || part === '.' || part === '..')) {
    throw refused(address, 'A part of its key is empty, "." or "..".')
  }
  const key = parts.join('/')
  if (new TextEncoder().encode(key).length > MOST_KEY_BYTES - SPARE_BYTES) {
    throw refused(address, `Its key is longer than ${MOST_KEY_BYTES - SPARE_BYTES} bytes.`)
  }
  return { kind: 's3', bucket, key }
}

/** Joins parts to an address. A `..` in a bucket stays, so that it is refused and not silently another key. */
export function joinStoreAddress(address: string, ...parts: readonly string[]): string {
  const { root, rest } = rootOf(address)
  if (root === 'shared:') return `shared:${posix.join(rest, ...parts)}`
  const added = parts.flatMap((part) => part.split('/')).filter((part) => part !== '' && part !== '.')
  return [root, rest.replace(/\/$/, ''), ...added].filter((part) => part !== '').join('/')
}

/** The address above; a bucket stands above itself. */
export function folderOfStoreAddress(address: string): string {
  const { root, rest } = rootOf(address)
  if (root === 'shared:') return `shared:${posix.dirname(rest)}`
  return `${root}${posix.dirname(`/${rest}`).replace(/\/$/, '')}`
}

function rootOf(address: string): { readonly root: string; readonly rest: string } {
  if (address.startsWith('shared:')) return { root: 'shared:', rest: address.slice('shared:'.length) }
  const [bucket = '', ...parts] = address.slice('s3://'.length).split('/')
  return { root: `s3://${bucket}`, rest: parts.join('/') }
}

function refused(address: string, reason: string): InputError {
  return new InputError({
    code: 'store-address',
    what: `This is no address of a store. ${reason}`,
    where: address,
    fix: 'Write s3://BUCKET/PREFIX/RUN, or shared:/FOLDER/RUN for a folder that several hosts share.',
  })
}
