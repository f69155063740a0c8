/** Assay as a library: public names in the order in which data flows. */
export { AssayError, BugError, type Fault, InputError, StoreError, SubjectError } from './errors.js'
