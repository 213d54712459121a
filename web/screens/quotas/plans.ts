import { monthNames } from '@agremia/resources/rules/dates.ts'
import { periodsOf } from '@agremia/resources/rules/quota-periods.ts'
import type { StoredRecord } from '../../api/client.ts'

/** A plan of quotas, as far as its screens read it. */
export interface Plan extends StoredRecord {
  name: string
  periodicity: string
  active: boolean
  /** Of the month, counted from 1; of shorter months, the last. */
  dueDay: number
  /** Of the year or of the period, counted from 1. */
  dueMonth: number
  proRata: boolean
  chargesOnAdmission: boolean
}

/** A category of members, as far as it decides on quotas. */
export interface Category extends StoredRecord {
  name: string
  active: boolean
  paysQuota: boolean
  quotaPlanId: string | null
}

/** Until when each period is paid, in words. */
export function dueText({ periodicity, dueDay, dueMonth }: Plan): string {
  const day = dueDay === 31 ? 'último dia' : `dia ${dueDay}`
  if (periodsOf(periodicity).length === 1) return `até ao ${day} de ${monthNames[dueMonth - 1] ?? ''}`
  if (periodicity === 'monthly') return `até ao ${day} do mês`
  return `até ao ${day} do ${Math.min(dueMonth, monthsOf(periodicity))}.º mês`
}

/** How many months each period has. */
function monthsOf(periodicity: string): number {
  return 12 / periodsOf(periodicity).length
}
