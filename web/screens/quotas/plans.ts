import { monthNames } from '@agremia/resources/rules/dates.ts'
import { periodsOf } from '@agremia/resources/rules/quota-periods.ts'
import type { StoredRecord } from '../../api/client.ts'

/** The fields of `quotaPlans` that screens use. */
export interface Plan extends StoredRecord {
  name: string
  periodicity: string
  active: boolean
  /** Day of the month, 1 to 31; in shorter months the last day. */
  dueDay: number
  /** Month of the year or of the period, from 1. */
  dueMonth: number
  proRata: boolean
  chargesOnAdmission: boolean
}

/** The fields of `memberCategories` that concern quotas. */
export interface Category extends StoredRecord {
  name: string
  active: boolean
  paysQuota: boolean
  quotaPlanId: string | null
}

/** The due date of each period as text. */
export function dueText({ periodicity, dueDay, dueMonth }: Plan): string {
  const day = dueDay === 31 ? 'último dia' : `dia ${dueDay}`
  if (periodsOf(periodicity).length === 1) return `até ao ${day} de ${monthNames[dueMonth - 1] ?? ''}`
  if (periodicity === 'monthly') return `até ao ${day} do mês`
  return `até ao ${day} do ${Math.min(dueMonth, monthsOf(periodicity))}.º mês`
}

/** Number of months in each period. */
function monthsOf(periodicity: string): number {
  return 12 / periodsOf(periodicity).length
}
