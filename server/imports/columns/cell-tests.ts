import { isDate } from '@agremia/resources/rules/dates.ts'
import { parseAmount } from '@agremia/resources/rules/amount.ts'
import { email as emailRule } from '@agremia/resources/rules/email.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import { iban as ibanRule } from '@agremia/resources/rules/iban.ts'
import { nif as nifRule } from '@agremia/resources/rules/identity-numbers.ts'
import { phone as phoneRule } from '@agremia/resources/rules/phone.ts'
import type { TextRule } from '@agremia/resources/rules/text-rule.ts'
import { readDate } from './read-values.ts'

/** Whether a text of a cell is of a kind of value; of several phones in a cell, each. */
export type CellTest = (text: string) => boolean

const obeys =
  (rule: TextRule): CellTest =>
  (text) => {
    const value = rule.normalize(text)
    return value !== '' && rule.problem(value) === undefined
  }

const genders = /^(m|f|h|masculino|feminino|masc|fem|homem|mulher|male|female)$/

export const cellTests = {
  nif: obeys(nifRule),
  email: (text) => text.includes('@') && obeys(emailRule)(text),
  iban: obeys(ibanRule),
  postalCode: (text) => /^[1-9]\d{3}([-– ]?\d{3})?(\s+\D.*)?$/.test(text),
  phone: (text) => text.split(/[/;,|\n]|\s+ou\s+/).every((one) => obeys(phoneRule)(one)),
  date: (text) => isDate(readDate(text, '2099-12-31') ?? ''),
  money: (text) => /[,.]\d{2}(\s*€)?$|€/.test(text) && parseAmount(text) !== undefined,
  gender: (text) => genders.test(foldText(text)),
} satisfies Record<string, CellTest>
