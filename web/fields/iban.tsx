import { formatIban, maskIban } from '@agremia/resources/rules/bank-identifiers.ts'
import type { FieldCellProps, FieldFace } from './field-face.ts'
import { CellText } from './text-cell.tsx'
import { plainText } from './texts.ts'

export const iban: FieldFace = { Cell: IbanCell, toText: ibanText, width: 13 }

/** Lists mask the IBAN, which other people could see on the screen. */
function IbanCell({ value }: FieldCellProps) {
  const text = plainText(value)
  return <CellText>{text === '' ? '' : maskIban(text)}</CellText>
}

export function ibanText(value: unknown): string {
  return formatIban(plainText(value))
}
