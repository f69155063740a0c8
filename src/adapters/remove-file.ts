import { rm } from 'node:fs/promises'

/** Removes a file of ours; nothing happens where it is not there. */
export async function removeFile(path: string): Promise<void> {
  await rm(path, { force: true })
}

/** Removes a folder of ours with all that it holds. A link is removed itself, not what it leads to. */
export async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true })
}
