import type { Explainer, FieldMap } from '@agremia/resources/descriptor.ts'

let fields: Record<string, FieldMap> = {}

/** Stores the explainer's fields for code outside of components. */
export function storeFields(explainer: Explainer): void {
  fields = explainer.data
}

export function storedFields(resource: string): FieldMap | undefined {
  return fields[resource]
}
