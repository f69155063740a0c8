/** Whether an address names that: halves of surrogate pairs cannot stand in one, and come back as U+FFFD. */
export function isAddressed(name: string, given: string): boolean {
  return name === given || (given.includes('\ufffd') && name.replace(/\p{Cs}/gu, '\ufffd') === given)
}
