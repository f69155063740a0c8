/** What wrappers put before the names of tensors: trainers, compilers, adapters, and classes of models. */
const PREFIXES = [
  'module.',
  '_orig_mod.',
  '_fsdp_wrapped_module.',
  'base_model.model.',
  'base_model.',
  'model.',
  'transformer.',
  'language_model.',
] as const

/** `embed_tokens`, `tok_emb`, `token_embd`, `wte`, `shared` and their kin; not those of positions, types, images. */
const INPUT = /(?:^|\.)(?:\w*emb\w*|wte|shared)(?:\.weight)?$/
const NO_INPUT = /pos|type|patch|vision|visual|image|audio|norm|rotary|time/
const OUTPUT =
  /^(?:.*\.)?(?:lm_head|embed_out|unembed|output_embedding\w*)(?:\.weight)?$|^(?:model\.)?output\.weight$/

/** Which end of the vocabulary a tensor is: the rows of these are tokens. */
export function vocabularyRole(name: string): 'input' | 'output' | undefined {
  if (OUTPUT.test(name)) return 'output'
  return INPUT.test(name) && !NO_INPUT.test(name) ? 'input' : undefined
}

/** A name without what wrappers put before it. */
export function bareName(name: string): string {
  let bare = name
  for (let prefix = prefixOf(bare); prefix !== undefined; prefix = prefixOf(bare))
    bare = bare.slice(prefix.length)
  return bare
}

function prefixOf(name: string): string | undefined {
  return PREFIXES.find((prefix) => name.startsWith(prefix) && name.length > prefix.length)
}

/** Parts of a layer, as GGUF names them and as Hugging Face does. */
const PARTS: ReadonlyMap<string, string> = new Map([
  ['attn_q', 'self_attn.q_proj'],
  ['attn_k', 'self_attn.k_proj'],
  ['attn_v', 'self_attn.v_proj'],
  ['attn_output', 'self_attn.o_proj'],
  ['attn_q_norm', 'self_attn.q_norm'],
  ['attn_k_norm', 'self_attn.k_norm'],
  ['attn_norm', 'input_layernorm'],
  ['ffn_norm', 'post_attention_layernorm'],
  ['ffn_gate', 'mlp.gate_proj'],
  ['ffn_up', 'mlp.up_proj'],
  ['ffn_down', 'mlp.down_proj'],
])

/** Architectures whose layers the table above names and whose weights the converter writes as they are. */
const PLAIN = new Set(['llama', 'qwen2', 'qwen3'])
/** Here the converter reorders the rows of queries and keys (for its rotary positions). */
const REORDERED = new Set(['llama'])

/**
 * The name that a tensor of a GGUF file has at Hugging Face, without wrappers, or why it is not compared with one.
 *
 * @param architecture `general.architecture` of the file.
 */
export function nameOfGguf(
  name: string,
  architecture: string,
): { readonly kind: 'name'; readonly name: string } | { readonly kind: 'none'; readonly reason: string } {
  if (name === 'token_embd.weight') return { kind: 'name', name: 'embed_tokens.weight' }
  if (name === 'output.weight') return { kind: 'name', name: 'lm_head.weight' }
  if (!PLAIN.has(architecture)) {
    return { kind: 'none', reason: `the names of GGUF's architecture "${architecture}" are not mapped` }
  }
  if (name === 'output_norm.weight') return { kind: 'name', name: 'norm.weight' }
  const [, layer, part = '', ending = ''] = /^blk\.(\d+)\.(\w+)\.(weight|bias)$/.exec(name) ?? []
  const mapped = PARTS.get(part)
  if (layer === undefined || mapped === undefined) return { kind: 'none', reason: 'the name is not mapped' }
  if (REORDERED.has(architecture) && (part === 'attn_q' || part === 'attn_k')) {
    return { kind: 'none', reason: 'GGUF files of this architecture hold its rows in another order' }
  }
  return { kind: 'name', name: `layers.${layer}.${mapped}.${ending}` }
}
