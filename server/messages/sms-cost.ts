import type { Settings } from '@agremia/resources/definitions/settings.ts'
import { countSms, removeSmsAccents } from '@agremia/resources/rules/sms.ts'

export interface SmsPreview {
  text: string
  encoding: 'GSM-7' | 'UCS-2'
  parts: number
  /** Euros with two places. */
  cost: number
}

/** A text message as it would leave, and what it would cost. */
export function previewSms(text: string, settings: Settings): SmsPreview {
  const said = settings.smsRemoveAccents === 'true' ? removeSmsAccents(text) : text
  const { encoding, parts } = countSms(said)
  return { text: said, encoding, parts, cost: costOf(parts, settings) }
}

/** What so many parts cost, in euros with two places. */
export function costOf(parts: number, { smsPricePerPart }: Settings): number {
  // The price has up to four places.
  return Math.round((parts * Math.round(Number(smsPricePerPart) * 10_000)) / 100) / 100
}
