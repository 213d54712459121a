import type { Settings } from '@agremia/resources/definitions/settings.ts'
import { countSms, removeSmsAccents } from '@agremia/resources/rules/sms.ts'

export interface SmsPreview {
  text: string
  encoding: 'GSM-7' | 'UCS-2'
  parts: number
  /** Euros. */
  cost: number
}

/** An SMS as it would be sent, and its cost. */
export function previewSms(text: string, settings: Settings): SmsPreview {
  const smsText = settings.smsRemoveAccents === 'true' ? removeSmsAccents(text) : text
  const { encoding, parts } = countSms(smsText)
  return { text: smsText, encoding, parts, cost: costOf(parts, settings) }
}

/** The cost of SMS parts in euros, rounded to cents. */
export function costOf(parts: number, { smsPricePerPart }: Settings): number {
  // The price has up to four decimals: computes with integers.
  return Math.round((parts * Math.round(Number(smsPricePerPart) * 10_000)) / 100) / 100
}
