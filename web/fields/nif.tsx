import { nif as nifRule } from '@agremia/resources/rules/identity-numbers.ts'
import type { FieldFace } from './field-face.ts'
import { textCell } from './text-cell.tsx'
import { plainText } from './texts.ts'

export const nif: FieldFace = { Cell: textCell(nifText), toText: nifText, isWhole, width: 8 }

function isWhole(value: unknown): boolean {
  return plainText(value).replace(/\D/g, '').length >= 9
}

export function nifText(value: unknown): string {
  return nifRule.format(plainText(value))
}
