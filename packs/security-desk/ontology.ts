/** Codes, not words, wherever a value may be spoken of: they read alike in every language. */
export const SEVERITIES = ['SEV1', 'SEV2', 'SEV3', 'SEV4'] as const
export const PRIORITIES = ['P1', 'P2', 'P3', 'P4'] as const
export const ENVIRONMENTS = ['PROD', 'STAGE', 'DEV', 'OFFICE'] as const
/** Numbers of the public list of weaknesses: injection, access control, memory, credentials and the like. */
export const WEAKNESSES = [
  'CWE-22',
  'CWE-79',
  'CWE-89',
  'CWE-119',
  'CWE-200',
  'CWE-287',
  'CWE-352',
  'CWE-416',
  'CWE-502',
  'CWE-787',
  'CWE-862',
  'CWE-918',
] as const
/** Detection rules of this desk. */
export const RULES = [
  'R-110',
  'R-121',
  'R-134',
  'R-207',
  'R-215',
  'R-228',
  'R-303',
  'R-319',
  'R-342',
  'R-410',
] as const
export const TICKET_KINDS = ['PATCH', 'INCIDENT', 'ACCESS', 'CHANGE'] as const
/** What a host does, as its name says. */
export const ROLES = ['web', 'db', 'app', 'mail', 'file', 'auth', 'build', 'desk'] as const

/** Invented products, so that nothing a model knows of real ones helps it. */
export const PRODUCTS = [
  'Kelvar Gateway',
  'Kelvar Proxy',
  'Ostrix Database',
  'Ostrix Queue',
  'Nubral Mail',
  'Nubral Calendar',
  'Tavoro Directory',
  'Tavoro Vault',
  'Quenza Shell',
  'Quenza Agent',
  'Brinolt Kernel',
  'Brinolt Hypervisor',
  'Sembla Browser',
  'Sembla Reader',
  'Dracine Balancer',
  'Dracine Cache',
  'Fennow Storage',
  'Fennow Backup',
  'Ulmera Runtime',
  'Ulmera Builder',
  'Vostel Router',
  'Vostel Switch',
  'Hixora Print',
  'Hixora Scan',
  'Pellune Wiki',
  'Pellune Forum',
  'Zarkov Registry',
  'Zarkov Monitor',
  'Ibralt Office',
  'Ibralt Notes',
] as const

/** Versions of products are whole numbers up to this. */
export const LAST_VERSION = 12

/** First and last day of what the desk knows. */
export const FIRST_DAY = '2025-01-01'
export const LAST_DAY = '2025-06-30'

/**
 * Numbers of vulnerabilities start here in a year that has not come: ids in the form that everybody knows, none of which can be
 * taken for a real one.
 */
export const FIRST_VULNERABILITY = 10_001
export const VULNERABILITY_YEAR = 2099

export interface DeskCounts {
  readonly sites: number
  readonly hosts: number
  readonly vulnerabilities: number
  readonly alerts: number
  readonly tickets: number
}

export const COUNTS: Readonly<Record<'full' | 'small', DeskCounts>> = {
  full: { sites: 120, hosts: 60_000, vulnerabilities: 9_000, alerts: 240_000, tickets: 90_000 },
  small: { sites: 36, hosts: 3_600, vulnerabilities: 900, alerts: 9_000, tickets: 4_500 },
}

/** Teams at a site. */
export const TEAMS_PER_SITE = 3
