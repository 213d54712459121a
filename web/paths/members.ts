import { compoundPath } from '@agremia/resources/paths.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'

/** The settings of members and of what they pay. */
export function membersSettingsPath({ memberURLPlural }: Terminology): string {
  return `/${compoundPath('configuracao', memberURLPlural)}`
}

/** The page of a new member. */
export function newMemberPath({ memberURLPlural }: Terminology): string {
  return `/${memberURLPlural}/novo`
}
