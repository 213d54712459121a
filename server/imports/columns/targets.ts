import type { Definition } from '@agremia/resources/define-resource.ts'
import type { Field } from '@agremia/resources/fields.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import type { CellTest } from './cell-tests.ts'
import { cellTests } from './cell-tests.ts'
import { titleSynonyms } from './synonyms.ts'

/** What a column may have: a field of the records, or something that the kind of import makes of it. */
export interface Target {
  name: string
  label: string
  help?: string | undefined
  field?: Field | undefined
  /** Cells of such a column look like this. */
  test?: CellTest | undefined
  /** Folded titles of such columns. */
  titles: readonly string[]
}

/** Words that titles have or not: `data de admissão`, `data admissão`. */
const particles = new Set(['de', 'da', 'do', 'das', 'dos', 'o', 'a', 'e', 'em'])

/** `NOME,C,30`: LibreOffice adds type, length and decimals to the titles of tables of dBase. */
const dbaseType = /,[A-Z](,\d+){0,2}$/

/** A title for comparing: folded, without particles and without what is in brackets. */
export function plainTitle(title: string): string {
  const folded = foldText(title.replace(dbaseType, '').replaceAll(/\([^)]*\)|[*:]/g, ' '))
  const words = folded.split(' ').filter((word) => !particles.has(word))
  return words.join(' ')
}

export function target(
  name: string,
  label: string,
  {
    terminology,
    help,
    field,
    test,
  }: { terminology: Terminology; help?: string | undefined; field?: Field; test?: CellTest | undefined },
): Target {
  const filled = fillTerms(label, terminology)
  return {
    name,
    label: filled,
    help: help && fillTerms(help, terminology),
    field,
    test,
    titles: [...new Set([plainTitle(filled), ...(titleSynonyms[name] ?? []).map(plainTitle)])],
  }
}

/** The targets of the fields of a definition that people may write, in the order of the form. */
export function fieldTargets(
  { fields }: Pick<Definition, 'fields'>,
  terminology: Terminology,
  { besides = [], without = [] }: { besides?: readonly string[]; without?: readonly string[] } = {},
): Target[] {
  const isWritable = (field: Field) =>
    !field.readOnly &&
    !field.computed &&
    !field.derived &&
    !field.hidden &&
    !field.parts &&
    field.column !== 'json' &&
    field.inputType !== 'file'
  return Object.entries(fields)
    .filter(([name, field]) => besides.includes(name) || (isWritable(field) && !without.includes(name)))
    .map(([name, field]) =>
      target(name, field.label, { terminology, help: field.help, field, test: testOf(name, field) }),
    )
}

function testOf(name: string, field: Field): CellTest | undefined {
  const rule = (['nif', 'email', 'iban', 'postalCode', 'phone'] as const).find((one) =>
    field.rules.includes(one),
  )
  if (rule) return cellTests[rule]
  if (field.column === 'date') return cellTests.date
  if (field.column === 'cents') return cellTests.money
  return name === 'gender' ? cellTests.gender : undefined
}
