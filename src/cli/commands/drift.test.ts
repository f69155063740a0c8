import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordCli } from '../../../test/contract/cli-run.js'
import { bf16, safetensorsFile } from '../../../test/generators/checkpoint-files.js'
import { hostFiles } from '../../adapters/files.js'
import { buildProgram } from '../program.js'

let folder = ''
const at = (name: string): string => join(folder, name)
const pieces = ['<unk>', '<tool_call>', 'a', 'b', 'c', '<0x0A>', 'Ġthe', '"x"', '<<t1>>', '<<t2>>']
const steps = pieces.map((_, row) => (row === 1 || row === 8 ? 2 : 1))

function model(change: number) {
  const row = (id: number) =>
    [1, 0.5, -0.25 * (id + 1)].map((value) => (change === 0 ? value : value * (steps[id] ?? 1)))
  return safetensorsFile({
    'model.embed_tokens.weight': {
      dtype: 'BF16',
      shape: [pieces.length, 3],
      data: bf16(pieces.flatMap((_, id) => row(id))),
    },
    'model.layers.0.mlp.up_proj.weight': { dtype: 'BF16', shape: [2, 2], data: bf16([1, 2, 3, 4]) },
    'model.layers.10.mlp.up_proj.weight': { dtype: 'BF16', shape: [2, 2], data: bf16([1, 2, 3, 4 + change]) },
  })
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-drift-cli-'))
  for (const [name, change] of [
    ['before', 0],
    ['after', 1],
  ] as const) {
    mkdirSync(at(name))
    writeFileSync(at(`${name}/model.safetensors`), model(change))
  }
  const vocab = Object.fromEntries(pieces.map((piece, id) => [piece, id]))
  const tokenizer = {
    model: { vocab },
    decoder: { type: 'ByteLevel' },
    added_tokens: [
      { id: 0, content: '<unk>' },
      { id: 1, content: '<tool_call>' },
    ],
  }
  writeFileSync(at('after/tokenizer.json'), JSON.stringify(tokenizer))
})
afterAll(() => rmSync(folder, { recursive: true }))

async function run(...args: readonly string[]) {
  const record = recordCli(hostFiles)
  await buildProgram(record.context).parseAsync(['node', 'assay', 'drift', ...args, '--threads', '1'])
  return record
}

describe('assay drift', () => {
  it('prints assay.drift/1 with tokens, controls and groups', async () => {
    const { out } = await run(
      at('before'),
      at('after'),
      '--tokens',
      '<tool_call>',
      ' the',
      '3',
      '--group',
      'virtual=^<<.*>>$',
      '--json',
    )
    const document = JSON.parse(out())
    expect(document).toMatchObject({
      schema: 'assay.drift/1',
      seed: 0,
      a: { format: 'safetensors', tensors: 3 },
      leftOut: [],
    })
    expect(document.tensors.map((tensor: { name: string; relativeNorm: number }) => tensor.name)).toEqual([
      'model.embed_tokens.weight',
      'model.layers.0.mlp.up_proj.weight',
      'model.layers.10.mlp.up_proj.weight',
    ])
    expect(document.tensors[2]).toMatchObject({
      relativeNorm: expect.closeTo(1 / Math.sqrt(30), 12),
      maxAbs: 1,
      meanAbs: 0.25,
      identicalShare: 0.75,
      rowsTouched: 1,
      shape: [2, 2],
      dtype: 'BF16',
    })
    const [trigger, the, third, ...controls] = document.rows
    expect(trigger).toMatchObject({
      kind: 'token',
      id: 1,
      token: '<tool_call>',
      relativeNorm: 1,
      oneMinusCosine: 0,
      cosine: 1,
      normChange: 1,
    })
    expect([the.id, third.id, third.token]).toEqual([6, 3, 'b'])
    expect(controls.map(({ id }: { id: number }) => id)).toEqual([2, 4, 7])
    expect(document.groups).toMatchObject([
      { group: 'virtual', n: 2, relativeDrift: 0.5, selfCosine: expect.closeTo(1, 12) },
      { group: 'RAND', kind: 'control', relativeDrift: 0 },
    ])
  })

  it('prints text, and writes JSON, CSV and a heat map', async () => {
    const { out } = await run(
      at('before'),
      at('after'),
      '--lr',
      '1e-5',
      '--tokens',
      '"x"',
      '-o',
      at('d.json'),
      '--csv',
      at('d.csv'),
      '--svg',
      at('d.svg'),
    )
    expect(out()).toMatch(/3 tensors, 38 weights compared/)
    expect(out()).toMatch(/largest relative change is in model\.embed_tokens\.weight/)
    expect(out()).toMatch(/model\.layers\.0\.mlp\.up_proj\.weight +BF16.*numerically inert/)
    expect(JSON.parse(readFileSync(at('d.json'), 'utf8'))).toMatchObject({
      learningRate: 1e-5,
      predictedFrozenShare: 1,
    })
    const lines = readFileSync(at('d.csv'), 'utf8').trimEnd().split('\r\n')
    expect(lines[0]).toMatch(/^kind,tensor,id,token,dtype,shape,cosine/)
    expect(lines).toContainEqual(expect.stringMatching(/^token,model\.embed_tokens\.weight,7,"""x""",/))
    const svg = readFileSync(at('d.svg'), 'utf8')
    expect(svg).toMatch(/^<svg[^]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^]*mlp\.up_proj[^]*<\/svg>\n$/)
    expect(svg.indexOf('>0<')).toBeLessThan(svg.indexOf('>10<'))
  })

  it('reads groups from a file: lists, or a token map', async () => {
    writeFileSync(at('groups.json'), JSON.stringify({ service: ['<<t1>>'], api: [9, '<<t2>>'] }))
    writeFileSync(at('map.json'), JSON.stringify({ search: '<<t1>>', book: '<<t2>>' }))
    const groups = async (file: string) =>
      JSON.parse((await run(at('before'), at('after'), '--groups', at(file), '--json')).out()).groups
    expect(await groups('groups.json')).toMatchObject([
      { group: 'service', n: 1, pairwiseCosineBefore: { kind: 'unscored' } },
      { group: 'api', n: 1 },
      { group: 'RAND' },
    ])
    expect(await groups('map.json')).toMatchObject([{ group: 'virtual', n: 2 }, { group: 'RAND' }])
  })

  it.each([
    [
      ['--tokens', 'no such token'],
      /no single token of the vocabulary[^]*Its special tokens: "<unk>", "<tool_call>"\./,
    ],
    [['--tokens', '99'], /no row 99/],
    [['--group', 'x=('], /no regular expression/],
    [['--group', 'nothing'], /no name before "="/],
    [['--group', 'x=zzz'], /No token of the vocabulary fits/],
    [['--adapter', 'gone'], /no adapter_config\.json|no such file/i],
    [['--lr', '0'], /learning rate such as/],
    [['--threads', '0'], /whole number from 1 to 64/],
  ])('refuses %j', async (flags, message) => {
    const record = recordCli(hostFiles)
    const failed = buildProgram(record.context).parseAsync([
      'node',
      'assay',
      'drift',
      at('before'),
      at('after'),
      ...flags,
    ])
    await expect(failed).rejects.toThrow(message)
  })

  it('needs a second checkpoint or an adapter, and a vocabulary for texts', async () => {
    await expect(run(at('before'))).rejects.toThrow(/only one checkpoint/)
    await expect(run(at('before'), at('before'), '--tokens', 'a')).rejects.toThrow(
      /no vocabulary beside the checkpoints/,
    )
    const { out } = await run(
      at('before'),
      at('before'),
      '--tokens',
      'a',
      '--vocabulary',
      at('after/tokenizer.json'),
    )
    expect(out()).toMatch(/No weight has another value/)
  })
})
