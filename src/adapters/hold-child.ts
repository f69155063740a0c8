import type { ChildProcess } from 'node:child_process'

/** Whether this process waits for a child: an idle one keeps nobody waiting for its end. */
export function holdChild(
  child: Pick<ChildProcess, 'ref' | 'unref' | 'stdin' | 'stdout'>,
  isHeld: boolean,
): void {
  for (const part of [child, child.stdin, child.stdout]) {
    // Pipes of a child are sockets, which the types of streams do not say.
    const held = part as { ref?(): void; unref?(): void } | null
    if (isHeld) held?.ref?.()
    else held?.unref?.()
  }
}
