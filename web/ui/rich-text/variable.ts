/** Something that texts may name in braces, to be filled in for each person. */
export interface Variable {
  code: string
  label: string
  /** What may stand in its place. */
  sample: string
}
