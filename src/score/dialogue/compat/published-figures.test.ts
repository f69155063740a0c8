import { describe, expect, it } from 'vitest'

/**
 * Figures of the paper's first version (arXiv 2505.16986), in percent, by category: flights, hotels, restaurants,
 * attractions, F-H, H-R, H-A, F-H-A, F-H-R.
 */
const published = {
  'Llama 3.1 8B': {
    tool: [40.16, 60.0, 57.55, 49.66, 49.73, 67.61, 55.85, 43.45, 45.0],
    parameter: [26.94, 29.89, 47.87, 24.73, 27.75, 42.05, 27.74, 27.9, 31.26],
    execution: [26.24, 48.13, 56.99, 40.4, 38.43, 51.82, 48.88, 28.76, 36.79],
    cache: [36.63, 33.7, 35.49, 43.87, 21.85, 9.95, 32.75, 24.37, 27.47],
  },
  'Llama 3.1 8B SFT': {
    tool: [91.02, 87.75, 84.23, 95.02, 89.05, 90.12, 76.77, 87.13, 83.4],
    parameter: [73.44, 75.32, 73.0, 86.07, 73.23, 81.26, 74.39, 74.71, 70.45],
    execution: [85.26, 72.13, 95.16, 98.15, 89.25, 83.67, 71.41, 81.15, 82.47],
    cache: [62.07, 71.35, 65.32, 83.0, 57.01, 64.42, 65.7, 52.76, 53.88],
  },
  'Llama 3.3 70B': {
    tool: [73.76, 96.07, 97.03, 88.36, 60.61, 78.29, 78.72, 75.36, 69.25],
    parameter: [48.61, 85.93, 92.19, 83.16, 36.44, 67.5, 74.4, 61.37, 60.07],
    execution: [83.32, 98.55, 99.54, 63.7, 95.02, 99.6, 97.01, 94.81, 91.3],
    cache: [53.8, 75.0, 90.78, 78.59, 37.15, 38.43, 57.03, 44.29, 45.37],
  },
  's1.1 32B': {
    tool: [87.38, 94.36, 93.49, 79.34, 82.27, 74.29, 77.65, 81.24, 80.4],
    parameter: [66.25, 78.99, 83.44, 62.0, 59.53, 68.35, 78.95, 66.85, 74.19],
    execution: [57.2, 63.95, 69.82, 72.57, 66.89, 49.72, 44.39, 60.86, 61.47],
    cache: [57.46, 57.23, 69.22, 63.87, 47.49, 32.55, 56.64, 50.42, 53.74],
  },
  'Phi-4-reasoning-plus': {
    tool: [53.66, 91.28, 78.14, 52.71, 73.25, 70.18, 79.38, 54.9, 63.75],
    parameter: [27.2, 69.47, 64.04, 37.27, 46.05, 52.31, 65.39, 49.32, 50.73],
    execution: [72.76, 93.05, 93.49, 66.25, 83.37, 96.04, 96.04, 84.49, 91.86],
    cache: [39.73, 46.52, 50.53, 50.79, 32.53, 21.72, 53.52, 32.33, 37.65],
  },
} as const

/** Means over the categories as printed in the second version. */
const printedMeans = {
  'Llama 3.1 8B': { tool: 52.11, parameter: 31.79, execution: 41.83, cache: 29.56 },
  'Llama 3.1 8B SFT': { tool: 87.17, parameter: 75.76, execution: 84.29, cache: 63.95 },
  'Llama 3.3 70B': { tool: 79.72, parameter: 67.74, execution: 91.43, cache: 57.83 },
  's1.1 32B': { tool: 83.38, parameter: 70.95, execution: 60.76, cache: 54.29 },
  'Phi-4-reasoning-plus': { tool: 68.58, parameter: 51.31, execution: 86.37, cache: 40.59 },
} as const

interface Row {
  readonly name: string
  readonly precision: number
  readonly recall: number
  readonly f1: number
  readonly accuracy?: number
}

/** Rows whose precision and recall are known: the small model, and the one row that is off. */
const rows: readonly Row[] = [
  ['F', 30.9, 57.34, 40.16, 17.34, 60.3, 26.94],
  ['H', 49.89, 75.25, 60.0, 23.59, 40.8, 29.89],
  ['R', 52.97, 63.0, 57.55, 36.07, 71.12, 47.87],
  ['A', 48.49, 50.9, 49.66, 25.11, 24.36, 24.73],
  ['F-H', 40.89, 63.44, 49.73, 19.28, 49.48, 27.75],
  ['H-R', 59.21, 78.77, 67.61, 33.52, 56.37, 42.05],
  ['H-A', 45.46, 72.39, 55.85, 20.02, 45.12, 27.74],
  ['F-H-A', 36.24, 54.24, 43.45, 21.18, 40.88, 27.9],
  ['F-H-R', 34.65, 64.19, 45.0, 21.77, 55.44, 31.26],
].flatMap(([category, precision, recall, f1, ...parameters]) => [
  { name: `8B ${category} tool`, ...figuresOf([precision, recall, f1]) },
  { name: `8B ${category} parameter`, ...figuresOf(parameters) },
])
const offRow: Row = { name: '70B H-R tool', precision: 70.91, recall: 80.46, f1: 78.29, accuracy: 60.5 }

function figuresOf(figures: readonly unknown[]): { precision: number; recall: number; f1: number } {
  const [precision = 0, recall = 0, f1 = 0] = figures.map(Number)
  return { precision, recall, f1 }
}

/** Half a unit of the last printed place, and what it comes to in a mean of two. */
const SLACK = 0.0075

/** What cannot be true of a row, whatever the counts behind it. */
function contradictions({ precision, recall, f1, accuracy }: Row): readonly string[] {
  const harmonic = (2 * precision * recall) / (precision + recall)
  const implied = f1 / (200 - f1)
  return [
    ...(Math.abs(harmonic - f1) > 2 * SLACK ? [`F1 of precision and recall is ${harmonic.toFixed(2)}`] : []),
    ...(accuracy !== undefined && Math.abs(100 * implied - accuracy) > 2 * SLACK
      ? [`accuracy of F1 is ${(100 * implied).toFixed(2)}`]
      : []),
  ]
}

describe('published figures of T1', () => {
  it('hold together by F1 = 2PR/(P + R) and accuracy = F1/(2 − F1), but for one row', () => {
    expect(rows).toHaveLength(18)
    const flagged = [...rows, offRow].filter((row) => contradictions(row).length > 0)
    expect(flagged.map(({ name }) => name)).toEqual(['70B H-R tool'])
    expect(contradictions(offRow)).toEqual(['F1 of precision and recall is 75.38', 'accuracy of F1 is 64.33'])
    expect(contradictions({ ...offRow, f1: 75.38 })).toEqual([])
  })

  it('have means over categories that are unweighted, the row in error included', () => {
    for (const [model, means] of Object.entries(printedMeans)) {
      const figures = published[model as keyof typeof published]
      for (const [measure, mean] of Object.entries(means)) {
        const values = figures[measure as keyof typeof figures]
        const own = values.reduce((sum, value) => sum + value, 0) / values.length
        expect(Math.abs(own - mean), `${model} ${measure}: ${own}`).toBeLessThanOrEqual(0.0051)
      }
    }
  })
})
