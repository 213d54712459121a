import type { Settings } from '@agremia/resources/definitions/settings.ts'
import { phone } from '@agremia/resources/rules/phone.ts'
import type { Engine } from '../rest/modules.ts'
import type { Letterhead } from '../pdf/index.ts'

/** The organisation as it stands on the top of its documents. */
export async function letterheadOf({
  world,
}: Engine): Promise<{ settings: Settings; letterhead: Letterhead }> {
  const settings = await world.organisation.settings()
  const { name, organisationNif, organisationAddress, organisationEmail, organisationPhone } = settings
  const said = organisationPhone && (phone.format?.(organisationPhone) ?? organisationPhone)
  const contacts = [organisationEmail, said].filter(Boolean)
  return { settings, letterhead: { name, nif: organisationNif, address: organisationAddress, contacts } }
}
