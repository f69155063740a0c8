import { writeJson } from '../text/json.js'

/** What the config files of the trainers differ in. */
export type TrainerSettings = StageSettings | RepairSettings

interface CommonSettings {
  /** All weights, or adapters beside trained embeddings. */
  readonly update: 'fft' | 'lora'
  /** Longest record by Assay's count. */
  readonly maxTokens: number
  readonly hasSystemPrompts: boolean
  readonly seed: number
}

/** Of tool tokens. */
export interface StageSettings extends CommonSettings {
  readonly stage: 1 | 2
}

/** Of a repair mix. */
export interface RepairSettings extends CommonSettings {
  readonly stage: 'repair'
  readonly learningRate: number
  /** Calls stand beside the text, as those of an API: LLaMA-Factory reads them from `llamafactory.jsonl`. */
  readonly recordsCalls: boolean
  /** Declarations of tools stand in the records. */
  readonly hasTools: boolean
  /** `chat_template.jinja` stands in the folder. */
  readonly hasTemplate: boolean
}

/** Versions whose keys the configs use. */
export const trainerVersions = { trl: '1.16.0', axolotl: '0.19.0', llamafactory: '0.9.5' } as const

const LORA = { rank: 64, alpha: 128, dropout: 0 } as const
/** One device: 8 × 128 records a step, as ToolGen's and ToolSense's 1,024. */
const BATCH = { size: 8, accumulation: 128 } as const
/** 8 × 4: a repair has some thousand rows and needs steps. */
const REPAIR_BATCH = { size: 8, accumulation: 4 } as const

function batchOf({ stage }: TrainerSettings): { readonly size: number; readonly accumulation: number } {
  return stage === 'repair' ? REPAIR_BATCH : BATCH
}

/** 2e-5 is ToolGen's for all weights; none is published for adapters, whose usual rate is ten times as high. */
function rateOf(settings: TrainerSettings): string {
  if (settings.stage !== 'repair') return settings.update === 'fft' ? '2.0e-5' : '2.0e-4'
  const text = settings.learningRate.toExponential()
  // YAML 1.1 takes `1e-5` for a text.
  return text.includes('.') ? text : text.replace('e', '.0e')
}

/** ToolGen's: eight passes over the documentation, one over the queries. Of a repair three, a choice of ours. */
function epochsOf({ stage }: TrainerSettings): number {
  if (stage === 'repair') return 3
  return stage === 1 ? 8 : 1
}

/** Weights of a repair stay in float32 while sums are done in bfloat16: its steps are too small for bfloat16 weights. */
function keepsFloat32({ stage }: TrainerSettings): boolean {
  return stage === 'repair'
}

/** Room for a tokenizer that needs more tokens than Assay counted: nothing is padded to it. */
function lengthOf({ maxTokens }: TrainerSettings): number {
  return 2 * maxTokens
}

/** `trl.yaml`, read by `train_trl.py`. */
export function trlConfig(settings: TrainerSettings): string {
  return lines([
    `# TRL ${trainerVersions.trl}: python train_trl.py --config trl.yaml`,
    'model_name_or_path: ./model',
    `dtype: ${keepsFloat32(settings) ? 'float32' : 'bfloat16'}`,
    'datasets:',
    '  - path: json',
    '    data_files: train.jsonl',
    '    split: train',
    '# No record is cut: all fit by count, and a cut would take the target.',
    'max_length: null',
    'completion_only_loss: true',
    'packing: false',
    ...(settings.update === 'lora'
      ? [
          'use_peft: true',
          `lora_r: ${LORA.rank}`,
          `lora_alpha: ${LORA.alpha}`,
          `lora_dropout: ${LORA.dropout}`,
          'lora_target_modules: all-linear',
          'lora_modules_to_save: [embed_tokens, lm_head]',
        ]
      : []),
    `per_device_train_batch_size: ${batchOf(settings).size}`,
    `gradient_accumulation_steps: ${batchOf(settings).accumulation}`,
    `num_train_epochs: ${epochsOf(settings)}`,
    `learning_rate: ${rateOf(settings)}`,
    'lr_scheduler_type: linear',
    'warmup_steps: 0.03',
    'optim: adamw_torch',
    'bf16: true',
    'gradient_checkpointing: true',
    'logging_steps: 1',
    'save_strategy: epoch',
    'report_to: none',
    'output_dir: ./out',
    `seed: ${settings.seed}`,
  ])
}

/** `axolotl.yaml`. */
export function axolotlConfig(settings: TrainerSettings): string {
  return lines([
    `# Axolotl ${trainerVersions.axolotl}: axolotl train axolotl.yaml`,
    'base_model: ./model',
    ...(settings.stage === 'repair' && settings.hasTemplate
      ? ['chat_template: jinja', 'chat_template_jinja: ./chat_template.jinja']
      : ['chat_template: tokenizer_default']),
    'datasets:',
    '  - path: train.jsonl',
    '    ds_type: json',
    '    type: chat_template',
    '    field_messages: messages',
    '    message_property_mappings:',
    '      role: role',
    '      content: content',
    '    roles_to_train: [assistant]',
    '    train_on_eos: turn',
    ...(settings.stage === 'repair'
      ? [
          '    # Earlier turns of a conversation are marked and not trained on.',
          '    message_field_training: train',
          ...(settings.hasTools ? ['    field_tools: tools'] : []),
        ]
      : []),
    'train_on_inputs: false',
    `sequence_len: ${lengthOf(settings)}`,
    '# A record that is longer all the same stops the training instead of losing its target.',
    'excess_length_strategy: raise',
    'sample_packing: false',
    'pad_to_sequence_len: false',
    'val_set_size: 0',
    ...(settings.update === 'lora'
      ? [
          'adapter: lora',
          `lora_r: ${LORA.rank}`,
          `lora_alpha: ${LORA.alpha}`,
          `lora_dropout: ${LORA.dropout}`,
          'lora_target_linear: true',
          'lora_modules_to_save: [embed_tokens, lm_head]',
          'peft_ensure_weight_tying: true',
        ]
      : []),
    `micro_batch_size: ${batchOf(settings).size}`,
    `gradient_accumulation_steps: ${batchOf(settings).accumulation}`,
    `num_epochs: ${epochsOf(settings)}`,
    `learning_rate: ${rateOf(settings)}`,
    'lr_scheduler: linear',
    'warmup_ratio: 0.03',
    'optimizer: adamw_torch',
    ...(keepsFloat32(settings)
      ? [
          '# With bf16: true Axolotl keeps the weights in bfloat16, which cannot hold steps this small.',
          'bf16: false',
          'tf32: true',
        ]
      : ['bf16: true']),
    'gradient_checkpointing: true',
    'logging_steps: 1',
    'saves_per_epoch: 1',
    'output_dir: ./out',
    `seed: ${settings.seed}`,
  ])
}

/** `llamafactory.yaml`. */
export function llamaFactoryConfig(settings: TrainerSettings): string {
  return lines([
    `# LLaMA-Factory ${trainerVersions.llamafactory}: llamafactory-cli train llamafactory.yaml`,
    'model_name_or_path: ./model',
    'stage: sft',
    'do_train: true',
    ...(settings.update === 'lora'
      ? [
          'finetuning_type: lora',
          `lora_rank: ${LORA.rank}`,
          `lora_alpha: ${LORA.alpha}`,
          `lora_dropout: ${LORA.dropout}`,
          'lora_target: all',
          'additional_target: embed_tokens,lm_head',
        ]
      : ['finetuning_type: full']),
    'dataset_dir: .',
    'dataset: assay_training',
    settings.stage === 'repair' && settings.recordsCalls
      ? '# Name the `template` of the model here: without one LLaMA-Factory does not know how it writes calls.'
      : '# Without `template` the chat template of the tokenizer is taken.',
    ...(settings.hasSystemPrompts ? [] : ["default_system: ''"]),
    `cutoff_len: ${lengthOf(settings)}`,
    'train_on_prompt: false',
    ...(settings.stage === 'repair' ? ['# The last turn alone.', 'mask_history: true'] : []),
    'packing: false',
    `per_device_train_batch_size: ${batchOf(settings).size}`,
    `gradient_accumulation_steps: ${batchOf(settings).accumulation}`,
    `num_train_epochs: ${epochsOf(settings)}`,
    `learning_rate: ${rateOf(settings)}`,
    'lr_scheduler_type: linear',
    'warmup_ratio: 0.03',
    'optim: adamw_torch',
    ...(keepsFloat32(settings)
      ? ['# Trained weights are kept in float32 as long as pure_bf16 is not set.']
      : []),
    'bf16: true',
    'logging_steps: 1',
    'save_strategy: epoch',
    'report_to: none',
    'output_dir: ./out',
    `seed: ${settings.seed}`,
  ])
}

/** `dataset_info.json`, by which LLaMA-Factory finds the records. */
export function llamaFactoryDatasets(settings?: RepairSettings): string {
  const dataset = {
    file_name: settings?.recordsCalls === true ? 'llamafactory.jsonl' : 'train.jsonl',
    formatting: 'sharegpt',
    columns: { messages: 'messages', ...(settings?.hasTools === true ? { tools: 'tools' } : {}) },
    tags: {
      role_tag: 'role',
      content_tag: 'content',
      user_tag: 'user',
      assistant_tag: 'assistant',
      system_tag: 'system',
      ...(settings === undefined ? {} : { observation_tag: 'tool', function_tag: 'function' }),
    },
  }
  return `${writeJson({ assay_training: dataset }, 2)}\n`
}

function lines(all: readonly string[]): string {
  return `${all.join('\n')}\n`
}
