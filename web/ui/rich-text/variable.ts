/** A placeholder of message texts, filled in for each person. */
export interface Variable {
  code: string
  label: string
  /** A sample value. */
  sample: string
}
