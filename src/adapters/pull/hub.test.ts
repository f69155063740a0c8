import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bigramGguf } from '../../../test/generators/bigram-gguf.js'
import { listModels } from './model-folder.js'
import { pullModel } from './pull-model.js'

const model = Buffer.from(
  bigramGguf({ tokens: ['a', 'b', 'Ċ', '<end>'], control: [3], eos: 3, logit: () => 0 }),
)
const small = Buffer.from('{"a": 1}')
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
const gitSha1 = (bytes: Buffer): string =>
  createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')

const folder = mkdtempSync(join(tmpdir(), 'assay-hub-'))
let count = 0

/** What the mirror does next to the request for bytes; then it serves them. */
type Mishap = (request: IncomingMessage, response: ServerResponse, bytes: Buffer) => boolean

describe('pullHub', () => {
  let hub: Server
  let store: Server
  let endpoint = ''
  let seen: {
    readonly url: string
    readonly headers: IncomingMessage['headers']
    readonly at: 'hub' | 'store'
  }[] = []
  let mishaps: Mishap[] = []
  let announcedTag: string | undefined

  beforeAll(async () => {
    store = createServer((request, response) => {
      seen.push({ url: request.url ?? '', headers: request.headers, at: 'store' })
      if (mishaps.shift()?.(request, response, model) === true) return
      serve(request, response, model)
    })
    await listening(store)
    const storeUrl = addressOf(store)
    hub = createServer((request, response) => {
      const { url = '', method } = request
      seen.push({ url: `${method} ${url}`, headers: request.headers, at: 'hub' })
      const lists: Record<string, readonly string[]> = {
        'me/one': ['README.md', 'sub/model.gguf'],
        'me/many': ['a.Q4.gguf', 'b.Q8.gguf'],
        'me/tensors': ['config.json', 'model.safetensors', 'pytorch_model.bin', 'deep/x.json'],
        'me/none': ['pytorch_model.bin', '../evil.gguf'],
      }
      const [, listed] = /^\/api\/models\/([^/]+\/[^/]+)\/revision\/main$/.exec(url) ?? []
      const names = lists[listed ?? '']
      if (names !== undefined) {
        response.end(JSON.stringify({ siblings: names.map((rfilename) => ({ rfilename })) }))
      } else if (url.startsWith('/me/absent/')) {
        response.writeHead(404).end()
      } else if (url.startsWith('/me/gated/')) {
        response.writeHead(403).end()
      } else if (/^\/me\/[\w.]+\/resolve\/\w+\/.*\.(?:gguf|safetensors)$/.test(url)) {
        response.writeHead(302, {
          location: `${storeUrl}/bytes`,
          'x-linked-etag': `"${announcedTag ?? sha256(model)}"`,
          'x-linked-size': String(model.length),
        })
        response.end()
      } else if (/^\/me\/\w+\/resolve\/\w+\/config\.json$/.test(url)) {
        response.setHeader('etag', `"${gitSha1(small)}"`)
        serve(request, response, small)
      } else {
        response.writeHead(404).end()
      }
    })
    await listening(hub)
    endpoint = addressOf(hub)
  })
  afterAll(() => {
    hub.close()
    store.close()
    rmSync(folder, { recursive: true, force: true })
  })
  beforeEach(() => {
    seen = []
    mishaps = []
    announcedTag = undefined
  })

  const pull = (models = join(folder, String(count++))) => ({
    folder: models,
    notify: () => undefined,
    signal: new AbortController().signal,
    clock: { now: () => 0, sleep: async () => undefined },
    endpoint,
    token: 'hf_secret_token',
  })

  it('fetches a file, checks its hash, and tells the token to the hub alone', async () => {
    const options = pull()
    const [pulled] = await pullModel('me/one/sub/model.gguf', options)
    expect(pulled).toMatchObject({
      source: 'hub:me/one@main/sub/model.gguf',
      sha256: sha256(model),
      sizeBytes: model.length,
      checked: 'sha256',
    })
    expect(readFileSync(pulled?.path ?? '')).toEqual(model)
    expect(await listModels(options.folder)).toEqual([pulled])
    for (const { at, headers } of seen) {
      expect(headers.authorization).toBe(at === 'hub' ? 'Bearer hf_secret_token' : undefined)
    }
  })

  it('finds the only GGUF file, and asks which of several', async () => {
    expect((await pullModel('hf:me/one', pull()))[0]?.source).toBe('hub:me/one@main/sub/model.gguf')
    await expect(pullModel('me/many', pull())).rejects.toMatchObject({
      code: 'model-ambiguous',
      message: expect.stringMatching(/me\/many\/a\.Q4\.gguf\n +me\/many\/b\.Q8\.gguf/),
    })
    await expect(pullModel('me/none', pull())).rejects.toMatchObject({ code: 'model-none' })
  })

  it('fetches safetensors with their settings, checked by git hashes where files are small', async () => {
    const models = await pullModel('me/tensors', pull())
    expect(models.map(({ source, checked }) => [source, checked])).toEqual([
      ['hub:me/tensors@main/config.json', 'git-sha1'],
      ['hub:me/tensors@main/model.safetensors', 'sha256'],
    ])
  })

  it('goes on where a broken connection left off', async () => {
    const cut: Mishap = (request, response, bytes) => {
      const from = startOf(request)
      response.writeHead(from === 0 ? 200 : 206, {
        'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}`,
      })
      response.write(bytes.subarray(from, from + 20_000), () => response.destroy())
      return true
    }
    mishaps = [cut, cut]
    const [pulled] = await pullModel('me/one', pull())
    expect(pulled?.sha256).toBe(sha256(model))
    const ranges = seen.filter(({ at }) => at === 'store').map(({ headers }) => headers.range)
    expect(ranges[0]).toBeUndefined()
    expect(ranges.slice(1).every((range) => /^bytes=[1-9]\d*-$/.test(range ?? ''))).toBe(true)
  })

  it('goes on in a later run, and begins anew when the file has changed meanwhile', async () => {
    const options = pull()
    const path = join(options.folder, 'hub', 'me', 'one', 'main', 'sub', 'model.gguf')
    await pullModel('me/one/sub/model.gguf', options)
    const begin = (tag: string): void => {
      rmSync(path)
      writeFileSync(`${path}.part`, model.subarray(0, 5000))
      writeFileSync(`${path}.part.json`, JSON.stringify({ tag }))
      seen = []
    }
    begin(sha256(model))
    await pullModel('me/one/sub/model.gguf', options)
    expect(seen.at(-1)?.headers.range).toBe('bytes=5000-')
    begin(sha256(small))
    await pullModel('me/one/sub/model.gguf', options)
    expect(seen.at(-1)?.headers.range).toBeUndefined()
    expect(readFileSync(path)).toEqual(model)
    expect(existsSync(`${path}.part`) || existsSync(`${path}.part.json`)).toBe(false)
  })

  it('takes the whole file from a server that knows no ranges', async () => {
    const options = pull()
    mishaps = [
      (_, response, bytes) => {
        response.writeHead(200).write(bytes.subarray(0, 20_000), () => response.destroy())
        return true
      },
      (_, response, bytes) => {
        response.writeHead(200).end(bytes)
        return true
      },
    ]
    expect((await pullModel('me/one', options))[0]?.sha256).toBe(sha256(model))
  })

  it('fetches nothing again that is there', async () => {
    const options = pull()
    await pullModel('me/one', options)
    seen = []
    await pullModel('me/one', options)
    expect(seen.filter(({ at }) => at === 'store')).toEqual([])
  })

  it('keeps nothing of a file with another hash, or of more bytes than announced', async () => {
    const options = pull()
    const path = join(options.folder, 'hub', 'me', 'one', 'main', 'sub', 'model.gguf')
    announcedTag = sha256(small)
    await expect(pullModel('me/one', options)).rejects.toMatchObject({
      code: 'pull-corrupt',
      retryable: false,
    })
    expect(existsSync(path) || existsSync(`${path}.part`)).toBe(false)
    announcedTag = undefined
    const endless: Mishap = (_, response, bytes) => {
      response.writeHead(200).end(Buffer.concat([bytes, bytes]))
      return true
    }
    mishaps = Array.from({ length: 6 }, () => endless)
    await expect(pullModel('me/one', options)).rejects.toMatchObject({ code: 'pull-interrupted' })
    expect(existsSync(path)).toBe(false)
  })

  it('tries a busy server again, and says so when it gives up', async () => {
    const busy: Mishap = (_, response) => {
      response.writeHead(503).end()
      return true
    }
    mishaps = [busy, busy]
    expect((await pullModel('me/one', pull()))[0]?.sha256).toBe(sha256(model))
    mishaps = Array.from({ length: 6 }, () => busy)
    await expect(pullModel('me/one', pull())).rejects.toMatchObject({ code: 'pull-unavailable' })
  })

  it.each([
    ['me/absent/x.gguf', 'model-missing'],
    ['me/gated/x.gguf', 'model-forbidden'],
    ['me', 'model-name'],
    ['me/../x', 'model-name'],
    ['me/one/../../x.gguf', 'model-name'],
    ['me/one@../x', 'model-name'],
    ['me/one/run.py', 'model-name'],
    ['me/one/weights.bin', 'model-name'],
    ['./none.gguf', 'file-missing'],
    [tmpdir(), 'model-name'],
  ])('refuses %s', async (name, code) => {
    await expect(pullModel(name, pull())).rejects.toMatchObject({ code })
  })

  it('says that a hub cannot be reached or is none', async () => {
    await expect(pullModel('me/one', { ...pull(), endpoint: 'http://127.0.0.1:9' })).rejects.toMatchObject({
      code: 'pull-unreachable',
      message: expect.not.stringContaining('hf_secret'),
    })
    await expect(pullModel('me/one', { ...pull(), endpoint: 'ftp://x' })).rejects.toMatchObject({
      code: 'hub-endpoint',
    })
    await expect(pullModel('me/one', { ...pull(), endpoint: `${endpoint}/nothing` })).rejects.toMatchObject({
      code: 'model-missing',
    })
  })

  it('copies a file that is there, after a look at it', async () => {
    const options = pull()
    const path = join(folder, 'local.gguf')
    writeFileSync(path, model)
    const [pulled] = await pullModel(path, options)
    expect(pulled).toMatchObject({
      path: join(options.folder, 'file', 'local.gguf'),
      sha256: sha256(model),
      checked: 'none',
    })
    writeFileSync(path, model.subarray(0, -100))
    await expect(pullModel(path, options)).rejects.toMatchObject({ code: 'gguf-truncated' })
  })
})

function listening(server: Server): Promise<void> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
}

function addressOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on a port
}

function startOf({ headers }: IncomingMessage): number {
  return Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0)
}

function serve(request: IncomingMessage, response: ServerResponse, bytes: Buffer): void {
  const from = startOf(request)
  if (from > 0)
    response.writeHead(206, { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` })
  else response.setHeader('content-length', bytes.length)
  response.end(request.method === 'HEAD' ? undefined : bytes.subarray(from))
}
