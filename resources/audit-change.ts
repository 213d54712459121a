/** A change in a history, with the formatted values before and after. */
export interface AuditChange {
  field: string
  label: string
  from: string | null
  to: string | null
  /** The former value, if the caller may set the field to it. */
  was?: unknown
}
