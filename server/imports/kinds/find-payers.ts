import { members } from '@agremia/resources/definitions/members.ts'
import { people } from '@agremia/resources/definitions/people.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import { cellTests } from '../columns/cell-tests.ts'
import type { Target } from '../columns/targets.ts'
import { target } from '../columns/targets.ts'
import { readingOf } from '../doubts.ts'
import { findPeople, isOtherName, nameOf, nifIn, numberIn } from './find-members.ts'
import type { CheckContext, CheckedRow } from './kind.ts'

/** Columns that say which member a row is of: one of them is enough. */
export function payerTargets(terminology: Terminology): Target[] {
  return [
    target('memberNumber', members.fields.memberNumber.label, { terminology }),
    target('memberNif', people.fields.nif.label, { terminology, test: cellTests.nif }),
    target('memberName', 'Nome {do} {memberSingular}', {
      terminology,
      help: 'Sem número nem NIF, quem tem exatamente este nome.',
    }),
  ]
}

/** A name whose family name comes first in capitals, `SILVA Rui`, in the usual order. */
function familyNameLast(name: string): string {
  const words = name.split(/\s+/)
  const first = words.findIndex((word) => word !== word.toUpperCase())
  return first > 0 ? [...words.slice(first), ...words.slice(0, first)].join(' ') : name
}

/** Sets `memberId` of rows by number, NIF or name. Rows without any of them stay without, or are refused when it is `required`. */
export async function matchPayers(
  rows: readonly CheckedRow[],
  context: CheckContext,
  { required }: { required: boolean },
): Promise<void> {
  const wanted = rows.map((row) => ({
    row,
    number: numberIn(row.texts['memberNumber']),
    nif: nifIn(row.texts['memberNif']),
    name: row.texts['memberName'] ?? '',
  }))
  const { byNumber, byNif } = await findPeople(context.db, {
    numbers: wanted.flatMap(({ number }) => number ?? []),
    nifs: wanted.flatMap(({ nif }) => nif ?? []),
    births: [],
  })
  const isContradicted = (number: number | undefined, nif: string | undefined, name: string) => {
    const known = number === undefined ? undefined : byNumber.get(number)
    return known !== undefined && nif === undefined && isOtherName(known, name)
  }
  const { byName } = await findPeople(context.db, {
    numbers: [],
    nifs: [],
    births: [],
    names: wanted.flatMap(({ number, nif, name }) =>
      name && ((number === undefined && nif === undefined) || isContradicted(number, nif, name))
        ? [name, familyNameLast(name)]
        : [],
    ),
  })
  for (const { row, number, nif, name } of wanted) {
    const { problems, texts, input } = row
    const ofNumber = number === undefined ? undefined : byNumber.get(number)
    const ofNif = nif === undefined ? undefined : byNif.get(nif)
    const alike = byName.get(foldText(name)) ?? byName.get(foldText(familyNameLast(name))) ?? []
    if (ofNumber && ofNif && ofNumber.personId !== ofNif.personId) {
      problems['memberNumber'] =
        `O n.º ${number} é de ${nameOf(ofNumber)}, e o NIF é de ${nameOf(ofNif)}: corrija um deles.`
      continue
    }
    if (ofNumber && isContradicted(number, nif, name)) {
      const named = alike.length === 1 ? alike[0] : undefined
      const reading = readingOf(row, {
        kind: 'number',
        name: 'memberNumber',
        text: `O n.º ${number} é de ${nameOf(ofNumber)}, e o nome é «${name.slice(0, 60)}».`,
        suggested: `É de ${nameOf(ofNumber)}`,
        other: named ? `É de ${nameOf(named)}` : 'É de outra pessoa, que falta indicar',
      })
      if (reading === 'other') {
        row.label = name
        if (named?.memberId) input['memberId'] = named.memberId
        else problems['memberName'] = `Indique o número ou o NIF de «${name.slice(0, 60)}».`
        continue
      }
    }
    const person =
      ofNumber ??
      ofNif ??
      (number === undefined && nif === undefined && alike.length === 1 ? alike[0] : undefined)
    if (person?.memberId) {
      input['memberId'] = person.memberId
      row.label = `${person.name}${person.memberNumber === null ? '' : ` (n.º ${person.memberNumber})`}`
      continue
    }
    row.label = name || texts['memberNumber'] || texts['memberNif'] || '—'
    if (texts['memberNumber']) problems['memberNumber'] = `Não há ninguém com o n.º ${texts['memberNumber']}.`
    else if (texts['memberNif']) problems['memberNif'] = 'Não há ninguém com este NIF.'
    else if (alike.length > 1)
      problems['memberName'] =
        `Há ${alike.length} pessoas com este nome: ${alike.map(nameOf).join(', ')}. Indique o número ou o NIF.`
    else if (name) problems['memberName'] = `Não há ninguém com o nome «${name.slice(0, 60)}».`
    else if (required) problems['memberNumber'] = 'Indique o número, o NIF ou o nome.'
  }
}
