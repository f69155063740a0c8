import type { SeekLexicon } from '../../src/agent/pack.js'

/** How questions name what a search cannot do without, in both languages. */
export const seekLexicon: SeekLexicon = {
  slots: [
    {
      slot: 'site',
      phrases: {
        en: ['site', 'sites', 'location', 'which place', 'where'],
        es: ['sede', 'sedes', 'emplazamiento', 'ubicación', 'dónde'],
      },
    },
    {
      slot: 'product',
      phrases: {
        en: ['product', 'products', 'software', 'application', 'program'],
        es: ['producto', 'productos', 'software', 'aplicación', 'programa'],
      },
    },
    {
      slot: 'raised_since',
      phrases: {
        en: [
          'since when',
          'from when',
          'start date',
          'starting date',
          'first day',
          'since which day',
          'how far back',
        ],
        es: [
          'desde cuándo',
          'desde qué día',
          'fecha de inicio',
          'primer día',
          'a partir de qué fecha',
          'desde qué fecha',
        ],
      },
    },
  ],
}
