/**
 * What judging may cost. The deepest and largest values met in real tool calls stay below a hundredth of each limit;
 * beyond one the verdict is `undecided` with a located fault.
 */
export interface SchemaLimits {
  /**
   * Work for one check. A step is one subschema applied to one value, one member of an object, 32 code units of a value
   * that is compared, or 16 state transitions of a pattern; default 2,000,000, which is at most about a second.
   */
  readonly maxSteps: number
  /** Subschemas applied one inside the other, references included; default 400. A recursive schema ends here. */
  readonly maxDepth: number
  /** Objects in a schema and in each document it refers to; default 50,000. */
  readonly maxSchemas: number
  /** Nesting of a schema; default 256. */
  readonly maxSchemaDepth: number
  /** States of one pattern once its counts are written out; default 5,000. All patterns of a schema: four times that. */
  readonly maxPatternSize: number
  /** Faults reported for one value; default 100. */
  readonly maxFaults: number
}

export const DEFAULT_LIMITS: SchemaLimits = {
  maxSteps: 2_000_000,
  maxDepth: 400,
  maxSchemas: 50_000,
  maxSchemaDepth: 256,
  maxPatternSize: 5_000,
  maxFaults: 100,
}
