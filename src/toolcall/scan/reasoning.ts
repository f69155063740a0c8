import type { Wrapper } from './walk.js'

/** Wrappers that models use across families, whatever their own template says. */
export const commonReasoning: readonly Wrapper[] = [
  { open: '<think>', close: '</think>' },
  { open: '[THINK]', close: '[/THINK]' },
  { open: '<|START_THINKING|>', close: '<|END_THINKING|>' },
]
