import type { ComponentType } from 'react'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'

export type Values = Readonly<Record<string, unknown>>

export interface FieldInputProps {
  field: FieldDescriptor
  value: unknown
  /** The record of the value: a reference reads its `<name>Label` there. */
  record: Values
  /** `companions` are other values that change with the field, such as a reference's label. */
  onChange: (value: unknown, companions?: Values) => void
  onBlur?: () => void
  error?: string | undefined
  /** A problem that does not prevent saving. */
  warning?: string | undefined
  readOnly?: boolean
  id?: string
  /** Autofill hint; only for data of the person who fills in the form. */
  autoComplete?: string
  /** Focused when its container opens. */
  isFirst?: boolean
}

export interface FieldCellProps {
  field: FieldDescriptor
  value: unknown
  record: Values
}

/** How the values of an input type are shown. */
export interface FieldFace extends FaceText {
  Cell: ComponentType<FieldCellProps>
  /** Whether the value has its full length, so that its error is shown while typing. */
  isWhole?: (value: unknown) => boolean
}

export interface FaceText {
  /** Returns an empty string for an empty value. */
  toText: (value: unknown, field: FieldDescriptor, record: Values) => string
  /** Right-aligned, for numbers. */
  align?: 'end'
  /** Default column width in rem. */
  width: number
}
