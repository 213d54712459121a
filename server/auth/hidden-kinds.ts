import type { Caller, ConfidentialKind, HiddenKinds } from '@agremia/resources/access.ts'
import { isStaff } from '@agremia/resources/access.ts'
import type { Settings } from '@agremia/resources/definitions/settings.ts'
import { confidentialKinds } from '@agremia/resources/settings/privacy-settings.ts'

/**
 * The caller, with what settings keep from it: kinds of fields from the staff, except administrators, and from programs; the data of protected
 * people from everybody.
 */
export function withHidden(caller: Caller, settings: Settings): Caller {
  if (caller.role === 'visitor') return caller
  const protects = settings.protectsPeople === 'true' && ({ protectsPeople: true } as const)
  if (caller.role === 'admin' || !isStaff(caller)) return protects ? { ...caller, ...protects } : caller
  const hidden: HiddenKinds = Object.entries(confidentialKinds).flatMap(([kind, setting]) =>
    settings[setting] === 'true' ? [kind as ConfidentialKind] : [],
  )
  return { ...caller, ...(hidden.length > 0 && { hidden }), ...protects }
}
