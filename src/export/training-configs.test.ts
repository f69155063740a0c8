import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import {
  axolotlConfig,
  llamaFactoryConfig,
  llamaFactoryDatasets,
  type TrainerSettings,
  trlConfig,
} from './training-configs.js'

const settings: TrainerSettings = {
  stage: 1,
  update: 'lora',
  maxTokens: 1024,
  hasSystemPrompts: true,
  seed: 3,
}

describe('trainer configs', () => {
  it('train adapters of rank 64, alpha 128, with the embeddings', () => {
    expect(parse(trlConfig(settings))).toMatchObject({
      use_peft: true,
      lora_r: 64,
      lora_alpha: 128,
      lora_dropout: 0,
      lora_target_modules: 'all-linear',
      lora_modules_to_save: ['embed_tokens', 'lm_head'],
    })
    expect(parse(axolotlConfig(settings))).toMatchObject({
      adapter: 'lora',
      lora_r: 64,
      lora_alpha: 128,
      lora_target_linear: true,
      lora_modules_to_save: ['embed_tokens', 'lm_head'],
      peft_ensure_weight_tying: true,
    })
    expect(parse(llamaFactoryConfig(settings))).toMatchObject({
      finetuning_type: 'lora',
      lora_rank: 64,
      lora_alpha: 128,
      lora_target: 'all',
      additional_target: 'embed_tokens,lm_head',
    })
  })

  it('train all weights otherwise, without a word of adapters', () => {
    const full = { ...settings, update: 'fft' } as const
    for (const config of [trlConfig, axolotlConfig, llamaFactoryConfig]) {
      expect(config(full)).not.toMatch(/lora|adapter|peft/)
      expect(parse(config(full))).toMatchObject({ learning_rate: 2e-5, seed: 3 })
      expect(parse(config(settings))).toMatchObject({ learning_rate: 2e-4 })
    }
    expect(parse(llamaFactoryConfig(full))).toMatchObject({ finetuning_type: 'full' })
  })

  it('train the answer alone, in batches of 1,024, eight epochs or one', () => {
    expect(parse(trlConfig(settings))).toMatchObject({ completion_only_loss: true, num_train_epochs: 8 })
    expect(parse(axolotlConfig(settings))).toMatchObject({
      num_epochs: 8,
      train_on_inputs: false,
      datasets: [
        { path: 'train.jsonl', type: 'chat_template', roles_to_train: ['assistant'], train_on_eos: 'turn' },
      ],
    })
    expect(parse(llamaFactoryConfig({ ...settings, stage: 2 }))).toMatchObject({
      train_on_prompt: false,
      num_train_epochs: 1,
    })
    const sizes = [trlConfig, llamaFactoryConfig].map((config) => parse(config(settings)))
    for (const { per_device_train_batch_size: size, gradient_accumulation_steps: steps } of sizes) {
      expect(size * steps).toBe(1024)
    }
  })

  it('let no trainer cut a target in silence', () => {
    expect(parse(trlConfig(settings)).max_length).toBeNull()
    expect(parse(axolotlConfig(settings))).toMatchObject({
      sequence_len: 2048,
      excess_length_strategy: 'raise',
    })
    expect(parse(llamaFactoryConfig(settings))).toMatchObject({ cutoff_len: 2048 })
  })

  it('keep templates of LLaMA-Factory from adding a system message where there is none', () => {
    expect(parse(llamaFactoryConfig({ ...settings, hasSystemPrompts: false }))).toMatchObject({
      default_system: '',
    })
    expect(parse(llamaFactoryConfig(settings))).not.toHaveProperty('default_system')
  })

  it('name the messages to LLaMA-Factory', () => {
    const { assay_training: dataset } = JSON.parse(llamaFactoryDatasets())
    expect(dataset).toMatchObject({
      file_name: 'train.jsonl',
      formatting: 'sharegpt',
      columns: { messages: 'messages' },
    })
    expect(parse(llamaFactoryConfig(settings))).toMatchObject({ dataset: 'assay_training', dataset_dir: '.' })
  })
})

describe('configs of a repair', () => {
  const repair: TrainerSettings = {
    stage: 'repair',
    update: 'fft',
    maxTokens: 500,
    hasSystemPrompts: true,
    seed: 0,
    learningRate: 1.25e-5,
    recordsCalls: false,
    hasTools: false,
    hasTemplate: false,
  }
  it('take steps small enough for the data, with weights that can hold them', () => {
    expect(parse(trlConfig(repair))).toMatchObject({
      dtype: 'float32',
      learning_rate: 1.25e-5,
      per_device_train_batch_size: 8,
      gradient_accumulation_steps: 4,
      num_train_epochs: 3,
    })
    expect(parse(axolotlConfig(repair))).toMatchObject({
      bf16: false,
      micro_batch_size: 8,
      chat_template: 'tokenizer_default',
      datasets: [{ message_field_training: 'train' }],
    })
    expect(parse(llamaFactoryConfig(repair))).toMatchObject({ mask_history: true, bf16: true })
    expect(llamaFactoryConfig(repair)).not.toContain('pure_bf16: true')
  })
  it('write rates that every YAML reader takes for numbers', () => {
    expect(trlConfig({ ...repair, learningRate: 1e-5 })).toContain('learning_rate: 1.0e-5')
  })
  it('name tools, a template and recorded calls where there are any', () => {
    const settings = { ...repair, recordsCalls: true, hasTools: true, hasTemplate: true } as const
    expect(parse(axolotlConfig(settings))).toMatchObject({
      chat_template_jinja: './chat_template.jinja',
      datasets: [{ field_tools: 'tools' }],
    })
    expect(JSON.parse(llamaFactoryDatasets(settings)).assay_training.file_name).toBe('llamafactory.jsonl')
  })
})
