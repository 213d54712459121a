import type { Settings } from '@agremia/resources/definitions/settings.ts'
import type { ChargeType } from '@agremia/resources/definitions/unsettled-payments.ts'
import { formatAmount } from '@agremia/resources/rules/amount.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import { capitalise } from '@agremia/resources/terminology.ts'

type Texts = Pick<Settings, 'vatExemptionText' | 'donationLegalQuality' | 'donationLegalBasis'>

/** What the law wants said of the lines of a receipt; where there are others, with the lines that it is said of. */
export function receiptMentions(
  lines: readonly { type: ChargeType | null; amount: number }[],
  texts: Texts,
  { membershipPayments }: Pick<Terminology, 'membershipPayments'>,
): string[] {
  const mention = (types: readonly ChargeType[], label: string, text: string): string[] => {
    const meant = lines.filter(({ type }) => type !== null && types.includes(type))
    if (meant.length === 0 || text === '') return []
    const sum = meant.reduce((total, { amount }) => total + amount, 0)
    const sentence = text.endsWith('.') ? text : `${text}.`
    return [meant.length === lines.length ? sentence : `${label} (${formatAmount(sum)}): ${sentence}`]
  }
  return [
    ...mention(['quota', 'joia'], `${capitalise(membershipPayments)} e joias`, texts.vatExemptionText),
    ...mention(['donation'], 'Donativos', sayDonation(texts)),
  ]
}

/** Which body received it and by which law it counts; what does not count says so. */
function sayDonation({ donationLegalQuality, donationLegalBasis }: Texts): string {
  if (donationLegalBasis === '') return 'Donativo sem relevância fiscal, concedido sem contrapartidas.'
  const facts = [donationLegalQuality, donationLegalBasis].filter(Boolean).join(' · ')
  return `Donativo concedido sem contrapartidas. ${facts}`
}
