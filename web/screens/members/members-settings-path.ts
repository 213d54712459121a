import { compoundPath } from '@agremia/resources/paths.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'

/** Where it is decided how members are kept, and what they pay. */
export function membersSettingsPath({ memberURLPlural }: Terminology): string {
  return `/${compoundPath('configuracao', memberURLPlural)}`
}
