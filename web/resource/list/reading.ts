import type { ComponentType, ReactNode } from 'react'
import type { ResourceName, ResourceRecord } from '@agremia/resources/definitions/index.ts'
import type { SystemFields } from '@agremia/resources/define-resource.ts'
import type { RecordFor } from '../../api/client.ts'

type Companion<Field> = Field extends `${infer Base}Id` ? `${Base}Label` | `${Base}Tone` : never
type ReadKey<Field> = Field | Companion<Field> | keyof SystemFields

/** A record of a resource with at least these fields, and the label and tone of references. */
export type Reads<Name extends ResourceName, Field extends keyof ResourceRecord<Name>> = Pick<
  ResourceRecord<Name>,
  keyof ResourceRecord<Name> & ReadKey<Field>
>

/** Props of a component that renders these fields of a record. */
export interface CellProps<Name extends ResourceName, Field extends keyof ResourceRecord<Name>> {
  record: Reads<Name, Field>
}

/** A component that renders a record. */
export interface Drawing<Name extends string = string> {
  Cell: ComponentType<{ record: RecordFor<Name> }>
  /** Fields that it reads besides the system fields; absent: any. */
  reads?: readonly string[]
}

/**
 * Pairs a component with the fields that it reads, which a list then requests. Reading another field is a
 * compile error.
 */
export function reading<
  const Field extends string,
  Read extends { [Key in keyof Read]: Key extends ReadKey<Field> ? unknown : never },
>(reads: readonly Field[], Cell: (props: { record: Read }) => ReactNode) {
  return { Cell, reads }
}
