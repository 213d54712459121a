import { isId } from '@agremia/resources/coerce.ts'
import { invalid, notFound } from '../errors.ts'
import type { Asked } from './advice.ts'

const most = 500

/** Charges that somebody ticked, as what an advice is asked about. Throws 404 and 422. */
export function chosenCharges({ memberId, chargeIds }: { memberId: unknown; chargeIds: unknown }): Asked {
  if (typeof memberId !== 'string' || !isId(memberId)) throw notFound()
  const isList = Array.isArray(chargeIds) && chargeIds.length > 0 && chargeIds.length <= most
  if (!isList || !chargeIds.every((id) => typeof id === 'string' && isId(id)))
    throw invalid({ chargeIds: [`Escolha dívidas da lista, no máximo ${most}.`] })
  const ids = new Set(chargeIds.map((id) => String(id).toLowerCase()))
  return { memberId: memberId.toLowerCase(), type: null, year: null, chargeIds: [...ids] }
}
