import type { DriftMeasures } from '../../src/checkpoint/drift-measures.js'
import type { DriftView } from '../../src/report/pages/ladder-page.js'
import { hostileTexts } from './hostile-texts.js'

const measures = (change: number): DriftMeasures => ({
  cosine: 1 - change ** 2,
  oneMinusCosine: change ** 2,
  relativeNorm: change,
  normChange: change / 10,
  meanAbs: change / 100,
  maxAbs: change,
  identicalShare: change === 0 ? 1 : 0.2,
})

const matrices = ['q_proj', 'k_proj', 'v_proj', 'o_proj', 'up_proj', 'down_proj']

/** Drift between two checkpoints of 12 layers: tensors that moved, one that stood still, rows of the vocabulary. */
export function driftOf(): DriftView {
  return {
    schema: 'assay.drift/1',
    a: { path: 'checkpoints/before', format: 'safetensors', tensors: 73, sizeBytes: 1_000_000 },
    b: {
      path: `checkpoints/${hostileTexts.override}`,
      format: 'safetensors',
      tensors: 73,
      sizeBytes: 1_000_000,
    },
    seed: 0,
    tensors: [
      ...Array.from({ length: 12 }, (_, layer) =>
        matrices.map((matrix, at) => ({
          name: `model.layers.${layer}.${at < 4 ? 'self_attn' : 'mlp'}.${matrix}.weight`,
          dtype: 'bf16',
          shape: [64, 64],
          elements: 4096,
          rows: 64,
          rowsTouched: 64,
          ...measures(at === 3 ? 0 : 10 ** (-4 + layer / 4)),
        })),
      ).flat(),
      {
        name: 'model.embed_tokens.weight',
        dtype: 'bf16',
        shape: [1000, 64],
        elements: 64_000,
        rows: 1000,
        rowsTouched: 12,
        ...measures(0.02),
      },
    ],
    rows: [
      {
        tensor: 'model.embed_tokens.weight',
        kind: 'token',
        id: 7,
        token: '<tool_call>',
        normZBefore: 0.1,
        normZ: 2.5,
        ...measures(0.4),
      },
      {
        tensor: 'model.embed_tokens.weight',
        kind: 'control',
        id: 8,
        token: hostileTexts.script,
        normZBefore: { kind: 'unscored', reason: 'one row alone' },
        normZ: 0,
        ...measures(0),
      },
    ],
    groups: [],
    leftOut: [],
    notices: ['One tensor stands in the first checkpoint alone.'],
    conclusions: ['The row of <tool_call> moved 20 times as far as its table.'],
    left: { tensors: 0, rows: 3, groups: 0 },
  }
}
