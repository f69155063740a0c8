/** Sections that ask subjects, in the order in which they are carried out. `assay audit` does so by its commands. */
export const askedSectionIds = ['probes', 'parametric', 'calls', 'ladder', 'dialogues'] as const
