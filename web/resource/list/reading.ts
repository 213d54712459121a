import type { ComponentType, ReactNode } from 'react'
import type { StoredRecord } from '../../api/client.ts'

type SystemField = '_id' | '_created_at' | '_updated_at' | '_version'
type Companion<Name> = Name extends `${infer Base}Id` ? `${Base}Label` | `${Base}Tone` : never

/** A record with at least these fields, and the label and tone of references. */
export type Reads<Name extends string> =
  | StoredRecord
  | Readonly<Record<Name | Companion<Name> | SystemField, unknown>>

/** A component that renders a record. */
export interface Drawing {
  Cell: ComponentType<{ record: StoredRecord }>
  /** Fields that it reads besides the system fields; absent: any. */
  reads?: readonly string[]
}

/**
 * Pairs a component with the fields that it reads, which a list then requests. Reading another field is a
 * compile error.
 */
export function reading<const Name extends string>(
  reads: readonly Name[],
  Cell: (props: { record: Reads<NoInfer<Name>> }) => ReactNode,
): Required<Drawing> {
  return { Cell, reads }
}
