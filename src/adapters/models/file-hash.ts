import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { hostFiles } from '../files.js'

const known = new Map<string, Promise<string>>()

/** SHA-256 of a file, 64 hex digits, in pieces; a file that has not changed is read once by a process. */
export async function hashFile(path: string): Promise<string> {
  const { size, mtimeMs } = await stat(path)
  const key = `${resolve(path)}\u0000${size}\u0000${mtimeMs}`
  const hash = known.get(key) ?? hashPieces(hostFiles.stream(path))
  known.set(key, hash)
  return hash
}

/** SHA-256 of pieces one after the other, 64 hex digits. */
export async function hashPieces(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of pieces) hash.update(piece)
  return hash.digest('hex')
}
