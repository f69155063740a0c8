/** What a reader left out or changed. */
export interface Notice {
  readonly code: string
  readonly what: string
  readonly where: string
}
