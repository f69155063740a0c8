import type { PublishedFigure } from './exhibit.js'

/*
 * Numbers that others published, digits as printed. The papers' tables were read in digests of them and in the files that
 * their authors released; where a digest does not say which model a number belongs to, the number is left out.
 */

const percent = (whose: string, printed: string, group: string): PublishedFigure => ({
  whose,
  printed: `${printed} %`,
  value: Number(printed) / 100,
  group,
})

const share = (whose: string, printed: string, group: string): PublishedFigure => ({
  whose,
  printed,
  value: Number(printed),
  group,
})

export const TOOLSENSE = 'arXiv:2606.12451, by a digest of it'

export const toolsenseMcq: readonly PublishedFigure[] = [
  percent('TG, Gemma3-4B, before Stage 2', '55.4', 'accuracy'),
  percent('TG, Gemma3-4B, after Stage 2', '31.4', 'accuracy'),
  percent('TG-3FM, full fine-tuning', '29.8', 'accuracy'),
  percent('TG-3FM, LoRA', '41.7', 'accuracy'),
  percent('TG-3FM, LoRA, Qwen3.5-4B', '74.2', 'accuracy'),
  percent('TG-3FM, LoRA, Gemma3-12B', '76.4', 'accuracy'),
]

export const toolsenseQa: readonly PublishedFigure[] = [
  percent('TG, Gemma3-4B, after Stage 2', '50.0', 'balanced-accuracy'),
]

export const VECTRAYX = 'arXiv:2605.13989 v3, arXiv:2610.02142 by a digest of it, and the repository'

export const vectrayx: readonly PublishedFigure[] = [
  share('600M', '0.342', 'b1_cveqa keywords'),
  share('1B', '0.342', 'b1_cveqa keywords'),
  share('Pro 3B', '0.341', 'b1_cveqa keywords'),
  share('Pro 7B', '0.335', 'b1_cveqa keywords'),
  share('GPT-4o', '0.333', 'b1_cveqa keywords'),
  share('600M', '0.240', 'b2_classification accuracy'),
  share('1B', '0.205', 'b2_classification accuracy'),
  share('Pro 3B', '0.695', 'b2_classification accuracy'),
  share('Pro 7B', '0.815', 'b2_classification accuracy'),
  share('GPT-4o', '0.110', 'b2_classification accuracy'),
  share('600M', '0.17', 'b3_commands tool-match'),
  share('1B', '0.24', 'b3_commands tool-match'),
  share('GPT-4o', '0.520', 'b3_commands tool-match'),
  share('600M, by a rule that its own paper says is "anywhere"', '0.660', 'b4_tooluse anywhere'),
  share('1B, the same, disowned by its paper', '0.650', 'b4_tooluse anywhere'),
  share('GPT-4o', '0.615', 'b4_tooluse released'),
  share('Pro 3B', '0.600', 'b4_tooluse released'),
  share('Pro 7B', '0.880', 'b4_tooluse released'),
  share(
    'Base with LoRA, best of four seeds; of the 50-item set, to judge by the digits of all four',
    '0.60',
    'b4_tooluse_v2 released',
  ),
  share('600M', '0.589', 'b5_conversational accuracy'),
  share('1B', '0.586', 'b5_conversational accuracy'),
  share('GPT-4o', '0.631', 'b5_conversational accuracy'),
  share('Pro 3B', '0.800', 'b5_conversational accuracy'),
]

export const T1 = 'arXiv:2505.16986 v2, means over nine domains of the T1 dialogues, by a digest of it'

const t1Models = [
  ['Llama 3.1 8B', '52.11', '31.79', '41.83', '29.56'],
  ['Llama 3.1 8B, fine-tuned', '87.17', '75.76', '84.29', '63.95'],
  ['Llama 3.3 70B', '79.72', '67.74', '91.43', '57.83'],
  ['Phi-4-reasoning-plus', '68.58', '51.31', '86.37', '40.59'],
  ['s1.1 32B', '83.38', '70.95', '60.76', '54.29'],
  ['GPT 5, small set', '93.14', '86.51', '94.45', '76.25'],
] as const

export const t1: readonly PublishedFigure[] = t1Models.flatMap(
  ([whose, tool, parameter, execution, cache]) => [
    percent(whose, tool, 'compat-tool-f1'),
    percent(whose, parameter, 'compat-parameter-f1'),
    percent(whose, execution, 'compat-execution'),
    percent(whose, cache, 'compat-cache-em'),
  ],
)
