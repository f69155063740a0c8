import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { travelPack } from '../packs/travel/index.js'
import { hostDrafts } from '../src/adapters/drafts.js'
import { hostFiles } from '../src/adapters/files.js'
import { hostHash } from '../src/adapters/hash.js'
import { planDialogues } from '../src/agent/generate/generate-dialogues.js'
import { writeDialogues } from '../src/agent/generate/write-dialogues.js'
import { countText } from '../src/text/number-text.js'

/**
 * How long the whole set of travel takes, from nothing to its last file, twice under one seed, and whether both are equal
 * byte for byte. --quick fills each template once, over the small knowledge base.
 */
const isQuick = process.argv.includes('--quick')
const size = isQuick ? 'small' : 'full'
console.log(`Dialogues, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`)
const hashes = [await generated(), await generated()]
console.log(hashes[0] === hashes[1] ? '  both are equal byte for byte' : '  THE TWO DIFFER')
if (hashes[0] !== hashes[1]) process.exitCode = 1

async function generated(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-dialogues-'))
  try {
    const [started, used] = [performance.now(), process.cpuUsage()]
    const world = await travelPack.open({ size, seed: 0, semantics: 'strict' })
    const plan = planDialogues({
      pack: travelPack,
      world,
      seed: 0,
      hash: hostHash,
      now: () => performance.now(),
      ...(isQuick ? { fillings: 1 } : {}),
    })
    const { counter } = await writeDialogues(
      { plan, world, size, seed: 0, assay: 'bench', folder },
      { files: hostFiles, drafts: hostDrafts, progress: async () => {} },
    )
    const { user, system } = process.cpuUsage(used)
    const { dialogues, userTurns } = counter.statistics
    console.log(
      `  ${countText(dialogues)} dialogues, ${countText(userTurns)} turns of the user run and checked: ${((performance.now() - started) / 1000).toFixed(0)} s, CPU ${((user + system) / 1e6).toFixed(0)} s, at most ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB; ${counter.redrawn} draws thrown away, ${counter.repeated} repeated`,
    )
    return await hashOfFolder(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function hashOfFolder(folder: string): Promise<string> {
  const hash = createHash('sha256')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  for (const path of paths.sort()) {
    hash.update(path.slice(folder.length))
    for await (const piece of createReadStream(path)) hash.update(piece)
  }
  return hash.digest('hex')
}
