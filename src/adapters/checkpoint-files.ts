import { open } from 'node:fs/promises'
import { InputError } from '../errors.js'
import type { FileParts } from '../ports.js'
import { codeOf } from './system-error.js'

/** Parts of the host's files. */
export const hostFileParts: FileParts = {
  async readPart(path, { start, length }) {
    try {
      const file = await open(path, 'r')
      try {
        const bytes = new Uint8Array(length)
        let filled = 0
        while (filled < length) {
          const { bytesRead } = await file.read(bytes, filled, length - filled, start + filled)
          if (bytesRead === 0) break
          filled += bytesRead
        }
        return bytes.subarray(0, filled)
      } finally {
        await file.close()
      }
    } catch (cause) {
      const code = codeOf(cause) ?? String(cause)
      throw new InputError({
        code: code === 'ENOENT' ? 'file-missing' : 'file-unreadable',
        what: code === 'ENOENT' ? 'There is no such file.' : `The file cannot be read: ${code}.`,
        where: path,
        fix: 'Name a readable file.',
        cause,
      })
    }
  },
}
