import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { codeOf } from './system-error.js'

/** This process, as a lock tells others of it. */
export interface ProcessIdentity {
  readonly pid: number
  readonly host: string
  readonly machine?: string
}

/**
 * A machine is a start of its system with a space of process numbers: two containers of one name have different spaces.
 * Absent where the host does not tell; then nobody is taken for dead.
 */
export function processIdentity(): ProcessIdentity {
  const host = hostname()
  try {
    const start = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return { pid: process.pid, host, machine: `${start} ${readlinkSync('/proc/self/ns/pid')}` }
  } catch {
    return { pid: process.pid, host }
  }
}

/** Linux gives numbers up to 2^22, Windows up to 2^32; zero and less mean groups of processes. */
const MOST_PROCESS_NUMBER = 0xffff_ffff

/** Whether some system could give a process this number: whatever names another was not written by its holder. */
export function isProcessNumber(pid: number): boolean {
  return Number.isInteger(pid) && pid > 0 && pid <= MOST_PROCESS_NUMBER
}

/** Of a lock whose holder is none. */
export function noProcess(pid: number): string {
  return `no system gives a process the number ${pid}`
}

/** Whether a process of this machine is surely gone. False for whatever is elsewhere. */
export function isGone({ pid, host, machine }: ProcessIdentity): boolean {
  if (!isProcessNumber(pid)) return true
  const own = processIdentity()
  if (machine === undefined || machine !== own.machine || host !== own.host) return false
  // A lock of this very process is one that another opening holds; who asks knows its own.
  if (pid === own.pid) return false
  try {
    process.kill(pid, 0)
    return false
  } catch (cause) {
    // A number above 2^31 is no argument for the host: it has no such process.
    const codes: readonly unknown[] = ['ESRCH', 'ERR_INVALID_ARG_TYPE', 'ERR_OUT_OF_RANGE']
    return codes.includes(codeOf(cause))
  }
}
