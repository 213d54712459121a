import type { Explainer, FieldMap } from '@agremia/resources/descriptor.ts'

let fields: Record<string, FieldMap> = {}

/** Keeps the explainer at hand for what must know field types outside of components. */
export function rememberFields(explainer: Explainer): void {
  fields = explainer.data
}

export function knownFields(resource: string): FieldMap | undefined {
  return fields[resource]
}
