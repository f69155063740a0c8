import { defineDetector } from '../detector.js'

/** Whether the catalog is the one that the questions were made for. */
export const catalogDetector = defineDetector({
  id: 'fingerprint',
  describes: 'the catalog is the one that the questions were made for',
  fits: () => true,
  async look({ instrument }) {
    const { catalog, expected } = instrument
    if (catalog.fingerprint === expected.catalog) return []
    const what = `The catalog has the fingerprint ${catalog.fingerprint.slice(0, 12)}…, and ${expected.catalog.slice(0, 12)}… was expected.`
    return [{ code: 'catalog', what }]
  },
})
