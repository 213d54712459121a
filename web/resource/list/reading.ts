import type { ComponentType, ReactNode } from 'react'
import type { StoredRecord } from '../../api/client.ts'

type Everywhere = '_id' | '_created_at' | '_updated_at' | '_version'
type Companion<Name> = Name extends `${infer Base}Id` ? `${Base}Label` | `${Base}Tone` : never

/** A whole record, or the part of one that has these fields; of a reference, also what it says. */
export type Reads<Name extends string> =
  | StoredRecord
  | Readonly<Record<Name | Companion<Name> | Everywhere, unknown>>

/** Draws a record. */
export interface Drawing {
  Cell: ComponentType<{ record: StoredRecord }>
  /** The fields that it reads, besides those of all records; unsaid, it may read any. */
  reads?: readonly string[]
}

/** What draws a record, with the fields that it reads: a list asks for no others. One that is forgotten does not compile. */
export function reading<const Name extends string>(
  reads: readonly Name[],
  Cell: (props: { record: Reads<NoInfer<Name>> }) => ReactNode,
): Required<Drawing> {
  return { Cell, reads }
}
