/** Characters of a prompt or of gold that a report shows. The longest prompts of BFCL have 2,000. */
export const PROMPT_LENGTH = 4000
/** Names of offered tools. */
export const OFFERED = 50
/** Characters of an output that are kept while samples are read. */
export const SAID_LENGTH = 20_000
/** Rows of a single file: 20,000 have about 6 MB. The live view has no cap. */
export const FILE_ROWS = 20_000
/** JSON of all evidence in a single file, so that 1,500 items stay below 3 MB with the page around them. */
export const FILE_EVIDENCE_BYTES = 1_750_000
