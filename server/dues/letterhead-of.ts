import type { Settings } from '@agremia/resources/definitions/settings.ts'
import type { Engine } from '../rest/modules.ts'
import type { Letterhead } from '../pdf/index.ts'
import { readLetterhead } from '../pdf/index.ts'

/** The organisation as it stands on the top of its documents. */
export async function letterheadOf({
  world,
}: Engine): Promise<{ settings: Settings; letterhead: Letterhead }> {
  const settings = await world.organisation.settings()
  return { settings, letterhead: await readLetterhead(world) }
}
