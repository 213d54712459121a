/**
 * Response of `GET /explainer`: `{data: {<resource>: {<field>: FieldDescriptor}}, resources: {<resource>: ResourceDescriptor}}`.
 * It lists only what the caller's role may read; labels have the organisation's terms filled in.
 */
export type FieldType =
  | 'string'
  | 'text'
  | 'int32'
  | 'float32'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'reference'
  | 'list'
  | 'image'
  | 'object'

/** The control that edits the field and the cell that shows it, in `web/fields/`. */
export type InputType =
  | 'text'
  | 'textarea'
  | 'number'
  | 'money'
  | 'select'
  | 'radio'
  | 'checkbox'
  | 'date'
  | 'datetime'
  | 'phone'
  | 'email'
  | 'nif'
  | 'iban'
  | 'postalCode'
  | 'reference'
  | 'tags'
  | 'image'
  | 'file'
  | 'colour'
  | 'password'

export interface Option {
  value: string
  label: string
  /** One sentence on what choosing it means. */
  help?: string
  tone?: Tone
}

/** Semantic tones of badges, always shown with a word, never as colour alone. */
export type Tone = 'green' | 'blue' | 'amber' | 'red' | 'grey'
