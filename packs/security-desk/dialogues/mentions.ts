import type { Mention } from '../../../src/agent/dialogue-template.js'

/** Words of both languages without which nothing of a flag was said; every wording of it holds some of them. */
export const mentions: readonly Mention[] = [
  { parameter: 'is_internet_facing', value: 'True', phrases: ['internet'] },
  { parameter: 'has_agent', value: 'False', phrases: ['agent', 'agente'] },
  {
    parameter: 'is_encrypted',
    value: 'False',
    phrases: ['encryption', 'unencrypted', 'encrypted', 'cifrado', 'cifrar', 'cifrados'],
  },
  {
    parameter: 'is_exploited',
    value: 'True',
    phrases: ['exploited', 'under attack', 'attackers', 'explotadas', 'bajo ataque', 'atacantes'],
  },
  {
    parameter: 'has_patch',
    value: 'True',
    phrases: [
      'patch out',
      'have a patch',
      'fix is available',
      'parche publicado',
      'tienen parche',
      'hay arreglo',
    ],
  },
  {
    parameter: 'is_remote',
    value: 'True',
    phrases: ['over the network', 'remotely', 'remote', 'por red', 'a distancia', 'remoto'],
  },
  {
    parameter: 'is_open',
    value: 'True',
    phrases: [
      'still open',
      'not closed',
      'state open',
      'has closed',
      'siguen abiertas',
      'siguen abiertos',
      'sin cerrar',
      'estado abierto',
      'ha cerrado',
    ],
  },
  {
    parameter: 'is_assigned',
    value: 'False',
    phrases: [
      'nobody works',
      'no one',
      'without an assignee',
      'nadie trabaja',
      'sin asignar',
      'sin responsable',
    ],
  },
  {
    parameter: 'is_escalated',
    value: 'True',
    phrases: ['escalated', 'escalation', 'escalaron', 'escalados', 'escaló', 'escalado'],
  },
  {
    parameter: 'has_approval',
    value: 'False',
    phrases: ['approval', 'approved', 'aprobación', 'aprobados', 'visto bueno'],
  },
]

/** Ends of scales, which whoever says "or more" leaves open. */
export const openEnds: Readonly<Record<string, readonly string[]>> = {
  criticality: ['5'],
  cvss: ['10'],
  raised_at: ['23:59'],
}
