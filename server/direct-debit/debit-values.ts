import type { DebitSequence } from '@agremia/resources/definitions/debit-batches.ts'
import type { Settings } from '@agremia/resources/definitions/settings.ts'
import { sepaText } from '@agremia/resources/rules/sepa-text.ts'
import type { RowOf } from '../database/sql.ts'
import { jsonOf, nullable, sql } from '../database/sql.ts'
import { sealValue } from '../rest/sealed-values.ts'
import type { DebtorAddress, Included } from './candidates.ts'

/** Columns of a debit copied from its mandate and charges. */
export const debitShape = {
  mandateId: 'uuid',
  reference: 'text',
  debtorName: 'text',
  iban: 'text',
  signedOn: 'day',
  sequence: 'text',
  originalIban: 'text?',
  amount: 'cents',
  remittance: 'text',
  address: nullable(jsonOf<DebtorAddress>()),
  chargeIds: 'uuid[]',
  amounts: 'cents[]',
} as const
export type DebitValues = RowOf<typeof debitShape> & { memberId: string }

/** SQL: the columns of `DebitValues` in `jsonb_to_recordset`, without the member. */
export const debitColumns = sql`"mandateId" uuid, reference text, "debtorName" text, iban text, "signedOn" date, sequence text,
  "originalIban" text, amount bigint, remittance text, address jsonb, "chargeIds" uuid[], amounts bigint[]`

/** The debit of one member. */
export function debitOf(included: Included, { sddMarksFirst }: Pick<Settings, 'sddMarksFirst'>): DebitValues {
  const {
    kind,
    isFirst,
    descriptions,
    memberNumber: _number,
    name: _name,
    hasLeft: _left,
    ...values
  } = included
  const sequence: DebitSequence =
    kind === 'single' ? 'OOFF' : isFirst && sddMarksFirst === 'true' ? 'FRST' : 'RCUR'
  return {
    ...values,
    sequence,
    remittance: sepaText(descriptions.join(', '), 140) || 'NOTPROVIDED',
  }
}

/** With encrypted accounts, as statements store it. */
export function sealedDebit(debit: DebitValues, db: Parameters<typeof sealValue>[1]): DebitValues {
  return {
    ...debit,
    iban: sealValue(debit.iban, db),
    originalIban: debit.originalIban && sealValue(debit.originalIban, db),
  }
}
