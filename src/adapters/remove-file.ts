import { rm } from 'node:fs/promises'

/** Removes a file of ours; nothing happens where it is not there. */
export async function removeFile(path: string): Promise<void> {
  await rm(path, { force: true })
}
