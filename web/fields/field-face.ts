import type { ComponentType } from 'react'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'

export type Values = Readonly<Record<string, unknown>>

export interface FieldInputProps {
  field: FieldDescriptor
  value: unknown
  /** The record that the value belongs to: a reference finds its `<name>Label` there. */
  record: Values
  /** `companions` are values that travel beside the field and follow it, such as a reference's label. */
  onChange: (value: unknown, companions?: Values) => void
  onBlur?: () => void
  error?: string | undefined
  /** Said softly: it does not stop the record from being saved. */
  warning?: string | undefined
  readOnly?: boolean
  id?: string
  /** What the browser may fill in, of the person who writes: nothing of others. */
  autoComplete?: string
  /** Takes the focus when what holds it opens. */
  isFirst?: boolean
}

export interface FieldCellProps {
  field: FieldDescriptor
  value: unknown
  record: Values
}

/** How one input type is edited, how it is shown, and how it reads where there is room for words only. */
export interface FieldFace extends FaceText {
  Input: ComponentType<FieldInputProps>
  Cell: ComponentType<FieldCellProps>
  /** Whether a value is complete, so that its error is shown while somebody still types. */
  isWhole?: (value: unknown) => boolean
}

export interface FaceText {
  /** Empty text for an empty value. */
  toText: (value: unknown, field: FieldDescriptor, record: Values) => string
  /** Numbers stand under each other. */
  align?: 'end'
  /** Width of its column, in rem, until somebody drags it. */
  width: number
}
