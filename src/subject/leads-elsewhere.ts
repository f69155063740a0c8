/** Whether a spec names an address that is not on this host: a key must not go there because a file or a queue says so. */
export function leadsElsewhere(spec: string): boolean {
  // Whoever reads an address leaves these out, so that `127.0.0.1<tab>.example.com` is another host than it looks.
  if (/[\t\r\n]/.test(spec)) return true
  // `http:/host` and `http:host` are addresses as well, for whoever reads them as browsers do.
  const addresses = spec.match(/(?:https?:|[a-z][a-z0-9+.-]*:[\\/]{2})[^\s#,]*/gi) ?? []
  return addresses.some((address) => {
    const host = URL.canParse(address) ? new URL(address).hostname : ''
    return !(host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host))
  })
}
