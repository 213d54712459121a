import { isId } from '@agremia/resources/coerce.ts'
import { chargeTypes } from '@agremia/resources/definitions/unsettled-payments.ts'
import type { ChargeType } from '@agremia/resources/definitions/unsettled-payments.ts'
import { ApiError, badRequest, invalid, notFound } from '../../errors.ts'
import type { AdviceRequest } from './advice-request.ts'

export const maxCharges = 500

/** The advice request for selected charges of a member. Throws 404 and 422. */
export function requestForCharges({
  memberId,
  chargeIds,
}: {
  memberId: unknown
  chargeIds: unknown
}): AdviceRequest {
  if (!isId(memberId)) throw notFound()
  const isList = Array.isArray(chargeIds) && chargeIds.length > 0 && chargeIds.length <= maxCharges
  if (!isList || !chargeIds.every((id) => isId(id)))
    throw invalid({ chargeIds: [`Escolha dívidas da lista, no máximo ${maxCharges}.`] })
  const ids = new Set(chargeIds.map((id) => String(id).toLowerCase()))
  return { memberId: memberId.toLowerCase(), type: null, year: null, chargeIds: [...ids] }
}

/** The debts that parameters name. Throws 400, 404 and 422. */
export function readAdviceRequest(query: Partial<Record<string, string>>): AdviceRequest {
  const { memberID, memberId = memberID, type, year, chargeIds } = query
  const isMissing = (value: unknown) => typeof value !== 'string' || value === ''
  if (!isMissing(memberId) && isMissing(type) && !isMissing(chargeIds))
    return requestForCharges({ memberId, chargeIds: String(chargeIds).split(',') })
  if (isMissing(memberId) || isMissing(type) || (type === 'quota' && isMissing(year)))
    throw new ApiError(400, 'Not Enough Data')
  if (!Object.hasOwn(chargeTypes, String(type))) throw badRequest('type: escolha um tipo da lista.')
  if (!isMissing(year) && !/^(19|20|21)\d\d$/.test(String(year)))
    throw badRequest('year: indique um ano com quatro algarismos.')
  if (!isId(memberId)) throw notFound()
  return {
    memberId: memberId.toLowerCase(),
    type: String(type) as ChargeType,
    year: isMissing(year) ? null : Number(year),
    chargeIds: null,
  }
}
