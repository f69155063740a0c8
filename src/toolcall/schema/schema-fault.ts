/** One way in which a value breaks its schema. */
export interface SchemaFault {
  readonly code: SchemaFaultCode
  /** JSON Pointer into the value, `''` for the whole. */
  readonly path: string
  /** JSON Pointer into the schema, the keyword last; behind `address#` in another document. */
  readonly schemaPath: string
  readonly keyword: string
  /** One sentence, safe to print. */
  readonly message: string
  /** Name of the property that is missing or not declared. A missing one is reported at its object. */
  readonly property?: string
  /** Of a value that fits no branch of `anyOf` or `oneOf`: the faults against the branch that comes nearest. */
  readonly nearest?: readonly SchemaFault[]
}

export type SchemaFaultCode =
  | 'wrong-type'
  | 'integer-spelling'
  | 'not-in-enum'
  | 'not-the-constant'
  | 'too-small'
  | 'too-large'
  | 'not-a-multiple'
  | 'too-short'
  | 'too-long'
  | 'pattern-mismatch'
  | 'format-mismatch'
  | 'too-few-items'
  | 'too-many-items'
  | 'repeated-item'
  | 'unknown-item'
  | 'too-few-matches'
  | 'too-many-matches'
  | 'missing-property'
  | 'unknown-property'
  | 'too-few-properties'
  | 'too-many-properties'
  | 'missing-dependency'
  | 'no-branch'
  | 'several-branches'
  | 'forbidden'
  | 'step-limit'
  | 'depth-limit'

/** What the schema asks and this interpreter cannot tell. */
export interface SchemaGap {
  readonly code: SchemaGapCode
  readonly schemaPath: string
  readonly keyword: string
  /** One sentence, safe to print. */
  readonly reason: string
}

export type SchemaGapCode =
  /** A look-around in a pattern: no engine with linear time knows it. */
  | 'pattern-look-around'
  | 'pattern-back-reference'
  /** Not a pattern of ECMA-262. */
  | 'pattern-syntax'
  | 'pattern-too-large'
  /** The reference leads nowhere within what is known. */
  | 'unresolved-reference'
  /** The reference leads to a document that was not handed in. Nothing is ever fetched. */
  | 'remote-reference'
  /** The keyword holds what no draft allows there. */
  | 'bad-keyword'
  /** Where a schema should stand there is none. */
  | 'bad-schema'
  /** `multipleOf` with a number of thousands of digits. */
  | 'number-too-long'
  | 'schema-too-large'
  | 'schema-too-deep'
