/** What went wrong with a server, before it is known which server and which secrets the message must not show. */
export class McpFailure extends Error {
  readonly code: string
  readonly what: string
  readonly fix: string | undefined

  constructor({ code, what, fix }: { readonly code: string; readonly what: string; readonly fix?: string }) {
    super(what)
    this.code = code
    this.what = what
    this.fix = fix
  }
}
