import { fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { countText } from '../../src/text/number-text.js'
import { startS3Stub } from '../../test/contract/s3-stub.js'
import { startServer } from './mock-server.js'
import { ownRun } from './own-run.js'
import { questionLines } from './questions.js'

/** The flag by which a benchmark starts itself again as a store. */
const STORE = '--serve-store'
const PEERS = resolve('test/assets/s3')

/** What a store was asked. */
interface StoreCounts {
  readonly requests: Readonly<Record<string, number>>
  readonly objects: number
  readonly segments: number
  readonly sizeBytes: number
}

/** A store on this host that answers every request after `delayMs`; tells its address and its counts to the parent. */
export async function serveStoreIfAsked(): Promise<void> {
  const at = process.argv.indexOf(STORE)
  if (at === -1) return
  const durationMs = Number(process.argv[at + 1])
  const stub = await startS3Stub({ fault: () => ({ kind: 'slow', durationMs }) })
  process.send?.(stub.url)
  process.on('message', () => {
    const objects = [...stub.objects]
    const counts: StoreCounts = {
      requests: Object.fromEntries(stub.counts),
      objects: objects.length,
      segments: objects.filter(([key]) => key.includes('.segments/')).length,
      sizeBytes: objects.reduce((sum, [, { bytes }]) => sum + bytes.length, 0),
    }
    process.send?.(counts)
  })
  process.on('disconnect', () => process.exit())
  await new Promise(() => undefined)
}

/** Wall and processor time of a run into a folder of this host, a shared folder, and a store that answers in 0 and 30 ms. */
export async function measureStores(isQuick: boolean): Promise<void> {
  const count = isQuick ? 2000 : 20_000
  if (!existsSync(join(PEERS, 'node_modules'))) {
    console.log('stores: passed over, for the client is not installed: npm ci --prefix test/assets/s3')
    return
  }
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'))
  const server = await startServer(5)
  try {
    const items = join(folder, 'items.jsonl')
    await writeFile(items, [...questionLines(count)].join(''))
    const spent = async (
      output: string,
      variables: Readonly<Record<string, string>> = {},
    ): Promise<string> => {
      const subject = `compatible:${server.url}#mock,server=other`
      const { report } = ownRun({ items: [items], subject, output, concurrency: 64 }, [], variables)
      const told = await report
      if (told?.exitCode !== 0) throw new Error(`the run into ${output} ended with ${told?.exitCode}`)
      const { wallMs, cpuMs, peakMb } = told
      return `${(wallMs / 1000).toFixed(1)} s, ${((cpuMs * 1000) / count).toFixed(0)} µs of processor a sample, ${peakMb.toFixed(0)} MiB`
    }
    console.log(`${countText(count)} chats of 5 ms at concurrency 64, no cache`)
    console.log(`  folder of this host: ${await spent(join(folder, 'here'))}`)
    console.log(`  shared folder:       ${await spent(`shared:${join(folder, 'shared')}`)}`)
    for (const delayMs of [0, 30]) {
      const store = fork(process.argv[1] ?? '', [STORE, String(delayMs)])
      const told = (): Promise<unknown> => new Promise((done) => store.once('message', done))
      const url = String(await told())
      const line = await spent('s3://runs/bench/run', {
        ASSAY_PEERS: PEERS,
        AWS_ENDPOINT_URL: url,
        AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
        AWS_SECRET_ACCESS_KEY: 'example-of-no-worth',
      })
      const coming = told()
      store.send('counts')
      const { requests, objects, segments, sizeBytes } = (await coming) as StoreCounts // sent by the child above
      const asked = Object.entries(requests).map(([method, times]) => `${times} ${method}`)
      console.log(`  store, ${delayMs} ms:${delayMs === 0 ? ' ' : ''}        ${line}`)
      console.log(
        `    ${objects} objects, ${segments} of them segments, ${(sizeBytes / 1e6).toFixed(1)} MB; ${asked.join(', ')}`,
      )
      store.kill()
    }
  } finally {
    server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
