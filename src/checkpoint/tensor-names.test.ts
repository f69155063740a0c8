import { describe, expect, it } from 'vitest'
import { bareName, nameOfGguf, vocabularyRole } from './tensor-names.js'

describe('vocabularyRole', () => {
  it.each([
    ['model.embed_tokens.weight', 'input'],
    ['tok_emb.weight', 'input'],
    ['token_embd.weight', 'input'],
    ['transformer.wte.weight', 'input'],
    ['bert.embeddings.word_embeddings.weight', 'input'],
    ['lm_head.weight', 'output'],
    ['output.weight', 'output'],
    ['model.position_embeddings.weight', undefined],
    ['vision.patch_embedding.weight', undefined],
    ['blk.0.attn_output.weight', undefined],
    ['bert.encoder.output.weight', undefined],
    ['token_embd_norm.weight', undefined],
  ])('%s: %s', (name, role) => {
    expect(vocabularyRole(name)).toBe(role)
  })
})

describe('bareName', () => {
  it('takes wrappers off, one after the other', () => {
    expect(bareName('module._orig_mod.model.layers.0.w')).toBe('layers.0.w')
    expect(bareName('base_model.model.model.x')).toBe('x')
    expect(bareName('model.')).toBe('model.')
  })
})

describe('nameOfGguf', () => {
  it('maps what converters leave as it is', () => {
    expect(nameOfGguf('blk.3.ffn_gate.weight', 'qwen2')).toEqual({
      kind: 'name',
      name: 'layers.3.mlp.gate_proj.weight',
    })
    expect(nameOfGguf('blk.3.attn_q.bias', 'qwen2')).toEqual({
      kind: 'name',
      name: 'layers.3.self_attn.q_proj.bias',
    })
    expect(nameOfGguf('blk.3.attn_v.weight', 'llama')).toMatchObject({ kind: 'name' })
    expect(nameOfGguf('token_embd.weight', 'gemma3')).toEqual({ kind: 'name', name: 'embed_tokens.weight' })
  })
  it('says why others are not compared', () => {
    expect(nameOfGguf('blk.3.attn_q.weight', 'llama')).toMatchObject({
      reason: expect.stringMatching(/another order/),
    })
    expect(nameOfGguf('output_norm.weight', 'gemma3')).toMatchObject({
      reason: expect.stringMatching(/"gemma3" are not mapped/),
    })
    expect(nameOfGguf('rope_freqs.weight', 'llama')).toMatchObject({ reason: 'the name is not mapped' })
  })
})
