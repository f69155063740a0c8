import type { Instruction, Label, Operation } from './instruction.js'
import type { Scopes } from './scopes.js'

/** Instructions while they are made. */
export class LoweredCode {
  readonly instructions: Instruction[] = []
  readonly scopes: Scopes

  constructor(scopes: Scopes) {
    this.scopes = scopes
  }

  add(line: number, operation: Operation): void {
    this.instructions.push({ ...operation, line })
  }

  label(): Label {
    return { at: -1 }
  }

  /** The next instruction is where the label leads. */
  place(label: Label): void {
    label.at = this.instructions.length
  }
}
