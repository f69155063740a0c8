/** The two parts of a name such as `Parcel Radar&&lookup`: cut at the first `&&`, later ones belong to the endpoint. */
export interface JoinedName {
  readonly service: string
  readonly endpoint: string
}

/** Undefined when the name holds no `&&`. */
export function splitJoinedName(name: string): JoinedName | undefined {
  const at = name.indexOf('&&')
  return at === -1 ? undefined : { service: name.slice(0, at), endpoint: name.slice(at + 2) }
}

/**
 * The spelling that ToolSense's catalog has for one of ToolGen's names. Its texts went through sentences that end in
 * full stops, which were then cut off: the service loses white space at its ends and trailing stops (as if one had
 * been added), the endpoint loses white space, then trailing stops. 225 of ToolGen's 46,984 names differ from it.
 */
export function toolSenseSpelling(name: string): string {
  const joined = splitJoinedName(name)
  if (joined === undefined) return withoutTrailingStops(`${name}.`.trim())
  const service = withoutTrailingStops(`${joined.service}.`.trim())
  return `${service}&&${withoutTrailingStops(joined.endpoint.trim())}`
}

function withoutTrailingStops(text: string): string {
  let end = text.length
  while (text.charCodeAt(end - 1) === 0x2e) end--
  return text.slice(0, end)
}
