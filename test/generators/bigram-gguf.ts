/** A language model in closed form: what comes next depends on the last token alone. */
export interface Bigram {
  /** Pieces by token id as a GGUF file of the kind `gpt2` spells them (`Ġ` for a space, `Ċ` for a line feed); at most 64. */
  readonly tokens: readonly string[]
  /** Ids of the tokens that are markers, not text. */
  readonly control: readonly number[]
  readonly bos?: number
  readonly eos: number
  readonly addsBos?: boolean
  readonly template?: string
  /** Natural log-probability of `next` after `last`, up to a constant for each `last`. */
  readonly logit: (last: number, next: number) => number
  /** Default 256. */
  readonly contextLength?: number
}

const WIDTH = 64
const INNER = 32
const EPSILON = 1e-5
const ALIGNMENT = 32

/**
 * A GGUF file of the architecture `llama` with one block whose attention and MLP write nothing, so that the embedding of
 * the last token, a unit vector, reaches the output alone: after the norm it is √(1 / (1/64 + ε)) long, and a row of the
 * output weights holds the logits of one next token by last token. Weights are single precision, so probabilities agree
 * with the closed form to some 1e-6.
 */
export function bigramGguf(bigram: Bigram): Uint8Array<ArrayBuffer> {
  const { tokens, control, bos, eos, addsBos = false, template, logit, contextLength = 256 } = bigram
  const writer = new GgufWriter()
  writer.text('general.architecture', 'llama')
  writer.text('general.name', 'bigram')
  writer.count('llama.block_count', 1)
  writer.count('llama.context_length', contextLength)
  writer.count('llama.embedding_length', WIDTH)
  writer.count('llama.feed_forward_length', INNER)
  writer.count('llama.attention.head_count', 1)
  writer.count('llama.attention.head_count_kv', 1)
  writer.count('llama.rope.dimension_count', WIDTH)
  writer.count('llama.vocab_size', tokens.length)
  writer.real('llama.attention.layer_norm_rms_epsilon', EPSILON)
  writer.text('tokenizer.ggml.model', 'gpt2')
  writer.text('tokenizer.ggml.pre', 'default')
  writer.texts('tokenizer.ggml.tokens', tokens)
  writer.integers(
    'tokenizer.ggml.token_type',
    tokens.map((_, id) => (control.includes(id) ? 3 : 1)),
  )
  // At least one is wanted; this one joins pieces that no vocabulary of these tests has.
  writer.texts('tokenizer.ggml.merges', ['\u0100 \u0100'])
  if (bos !== undefined) writer.count('tokenizer.ggml.bos_token_id', bos)
  writer.count('tokenizer.ggml.eos_token_id', eos)
  writer.flag('tokenizer.ggml.add_bos_token', addsBos)
  if (template !== undefined) writer.text('tokenizer.chat_template', template)

  const zeros = (count: number) => new Float32Array(count)
  const ones = (count: number) => new Float32Array(count).fill(1)
  const embedding = zeros(WIDTH * tokens.length)
  const output = zeros(WIDTH * tokens.length)
  const length = 1 / Math.sqrt(1 / WIDTH + EPSILON)
  for (let last = 0; last < tokens.length; last++) {
    embedding[last * WIDTH + last] = 1
    for (let next = 0; next < tokens.length; next++) output[next * WIDTH + last] = logit(last, next) / length
  }
  writer.tensor('token_embd.weight', [WIDTH, tokens.length], embedding)
  writer.tensor('blk.0.attn_norm.weight', [WIDTH], ones(WIDTH))
  for (const part of ['q', 'k', 'v', 'output']) {
    writer.tensor(`blk.0.attn_${part}.weight`, [WIDTH, WIDTH], zeros(WIDTH * WIDTH))
  }
  writer.tensor('blk.0.ffn_norm.weight', [WIDTH], ones(WIDTH))
  for (const part of ['gate', 'up']) {
    writer.tensor(`blk.0.ffn_${part}.weight`, [WIDTH, INNER], zeros(WIDTH * INNER))
  }
  writer.tensor('blk.0.ffn_down.weight', [INNER, WIDTH], zeros(WIDTH * INNER))
  writer.tensor('output_norm.weight', [WIDTH], ones(WIDTH))
  writer.tensor('output.weight', [WIDTH, tokens.length], output)
  return writer.bytes()
}

/** Numbers of the kinds of values in a GGUF file. */
const KIND = { count: 4, integer: 5, real: 6, flag: 7, text: 8, list: 9 } as const

class GgufWriter {
  readonly #entries: Uint8Array[] = []
  readonly #tensors: { readonly head: readonly Uint8Array[]; readonly data: Float32Array }[] = []

  text(key: string, value: string): void {
    this.#entry(key, KIND.text, lengthAndText(value))
  }

  count(key: string, value: number): void {
    this.#entry(
      key,
      KIND.count,
      number(4, (view) => view.setUint32(0, value, true)),
    )
  }

  real(key: string, value: number): void {
    this.#entry(
      key,
      KIND.real,
      number(4, (view) => view.setFloat32(0, value, true)),
    )
  }

  flag(key: string, value: boolean): void {
    this.#entry(key, KIND.flag, Uint8Array.of(value ? 1 : 0))
  }

  texts(key: string, values: readonly string[]): void {
    this.#list(key, KIND.text, values.map(lengthAndText))
  }

  integers(key: string, values: readonly number[]): void {
    this.#list(
      key,
      KIND.integer,
      values.map((value) => number(4, (view) => view.setInt32(0, value, true))),
    )
  }

  /** @param shape the fastest dimension first. */
  tensor(name: string, shape: readonly number[], data: Float32Array): void {
    this.#tensors.push({
      head: [lengthAndText(name), count32(shape.length), ...shape.map(count64), count32(0)],
      data,
    })
  }

  bytes(): Uint8Array<ArrayBuffer> {
    let offset = 0
    const heads = this.#tensors.flatMap(({ head, data }) => {
      const at = count64(offset)
      offset += padded(data.byteLength)
      return [...head, at]
    })
    const start = [
      new TextEncoder().encode('GGUF'),
      count32(3),
      count64(this.#tensors.length),
      count64(this.#entries.length),
      ...this.#entries,
      ...heads,
    ]
    const startBytes = start.reduce((sum, piece) => sum + piece.length, 0)
    const whole = new Uint8Array(padded(startBytes) + offset)
    let at = 0
    for (const piece of start) {
      whole.set(piece, at)
      at += piece.length
    }
    at = padded(startBytes)
    for (const { data } of this.#tensors) {
      whole.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), at)
      at += padded(data.byteLength)
    }
    return whole
  }

  #entry(key: string, kind: number, value: Uint8Array): void {
    this.#entries.push(lengthAndText(key), count32(kind), value)
    // Entries are counted, not their pieces.
    this.#entries.splice(-3, 3, joined(this.#entries.slice(-3)))
  }

  #list(key: string, kind: number, values: readonly Uint8Array[]): void {
    this.#entry(key, KIND.list, joined([count32(kind), count64(values.length), ...values]))
  }
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(pieces))
}

function padded(sizeBytes: number): number {
  return Math.ceil(sizeBytes / ALIGNMENT) * ALIGNMENT
}

function lengthAndText(value: string): Uint8Array {
  const bytes = new TextEncoder().encode(value)
  return joined([count64(bytes.length), bytes])
}

function count32(value: number): Uint8Array {
  return number(4, (view) => view.setUint32(0, value, true))
}

function count64(value: number): Uint8Array {
  return number(8, (view) => view.setBigUint64(0, BigInt(value), true))
}

function number(sizeBytes: number, set: (view: DataView) => void): Uint8Array {
  const bytes = new Uint8Array(sizeBytes)
  set(new DataView(bytes.buffer))
  return bytes
}
