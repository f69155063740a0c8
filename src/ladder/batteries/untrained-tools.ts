import type { BatteryLanguage } from './corpus-language.js'

/** A tool of our own that no corpus declares, with prompts that need it. */
export interface UntrainedTool {
  readonly name: string
  readonly describes: Readonly<Record<BatteryLanguage, string>>
  readonly parameters: Readonly<Record<string, 'string' | 'integer'>>
  /** Prompts with the values that stand in them. */
  readonly prompts: readonly (Readonly<Record<BatteryLanguage, string>> & {
    readonly values: Readonly<Record<string, string | number>>
  })[]
}

export const untrainedTools: readonly UntrainedTool[] = [
  {
    name: 'bus_departures',
    describes: { en: 'next departures at a bus stop', es: 'próximas salidas en una parada de autobús' },
    parameters: { stop: 'string' },
    prompts: [
      {
        en: 'When do the next buses leave from Quillmark?',
        es: '¿Cuándo salen los próximos autobuses de Quillmark?',
        values: { stop: 'Quillmark' },
      },
      {
        en: 'Next departures at the stop Oldbury, please.',
        es: 'Próximas salidas en la parada Oldbury, por favor.',
        values: { stop: 'Oldbury' },
      },
    ],
  },
  {
    name: 'plant_watering',
    describes: { en: 'how often a plant needs water', es: 'cada cuánto hay que regar una planta' },
    parameters: { plant: 'string' },
    prompts: [
      {
        en: 'How often does a calathea need water?',
        es: '¿Cada cuánto se riega una calathea?',
        values: { plant: 'calathea' },
      },
      {
        en: 'Tell me how often to water my monstera.',
        es: 'Dime cada cuánto debo regar mi monstera.',
        values: { plant: 'monstera' },
      },
    ],
  },
  {
    name: 'locker_status',
    describes: { en: 'whether a luggage locker is free', es: 'si una consigna de equipaje está libre' },
    parameters: { locker: 'integer' },
    prompts: [
      { en: 'Is locker 7316 free?', es: '¿Está libre la consigna 7316?', values: { locker: 7316 } },
      {
        en: 'See whether locker 2958 is taken.',
        es: 'Mira si la consigna 2958 está ocupada.',
        values: { locker: 2958 },
      },
    ],
  },
  {
    name: 'river_level',
    describes: { en: 'water level of a river', es: 'nivel del agua de un río' },
    parameters: { river: 'string' },
    prompts: [
      {
        en: 'What is the water level of the Silverfen?',
        es: '¿Cuál es el nivel del agua del Silverfen?',
        values: { river: 'Silverfen' },
      },
      {
        en: 'I would like the current level of the Harrowgate river.',
        es: 'Quiero el nivel actual del río Harrowgate.',
        values: { river: 'Harrowgate' },
      },
    ],
  },
  {
    name: 'reserve_table',
    describes: { en: 'reserve a table for some people', es: 'reservar una mesa para varias personas' },
    parameters: { restaurant: 'string', people: 'integer' },
    prompts: [
      {
        en: 'Reserve a table at Copperline for 14 people.',
        es: 'Reserva una mesa en Copperline para 14 personas.',
        values: { restaurant: 'Copperline', people: 14 },
      },
      {
        en: 'We are 17 people and want to eat at Briarton, reserve a table.',
        es: 'Somos 17 personas y queremos comer en Briarton, reserva una mesa.',
        values: { restaurant: 'Briarton', people: 17 },
      },
    ],
  },
  {
    name: 'museum_hours',
    describes: { en: 'opening hours of a museum', es: 'horario de un museo' },
    parameters: { museum: 'string' },
    prompts: [
      {
        en: 'What are the opening hours of the Ravenhurst museum?',
        es: '¿Qué horario tiene el museo Ravenhurst?',
        values: { museum: 'Ravenhurst' },
      },
      {
        en: 'Until when is the Wheatley museum open?',
        es: '¿Hasta qué hora abre el museo Wheatley?',
        values: { museum: 'Wheatley' },
      },
    ],
  },
]
