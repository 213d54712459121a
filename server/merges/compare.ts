import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { isEmpty } from '@agremia/resources/coerce.ts'
import { referenceBase } from '@agremia/resources/define-resource.ts'
import { members } from '@agremia/resources/definitions/members.ts'
import type { MergeSide } from '@agremia/resources/definitions/merges.ts'
import { mergeSides } from '@agremia/resources/definitions/merges.ts'
import { people } from '@agremia/resources/definitions/people.ts'
import { mayReadField } from '@agremia/resources/describe.ts'
import type { Field } from '@agremia/resources/fields.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { display } from '../rest/audit.ts'
import { fieldsOf, sameValue } from '../rest/check.ts'
import type { WireRecord } from '../rest/find-record.ts'
import { findRecords } from '../rest/find-record.ts'
import type { Context } from '../rest/modules.ts'
import { planOf } from '../rest/modules.ts'
import type { Subjects } from './subjects.ts'
import { isOnePerson } from './subjects.ts'
import type { FieldMessages } from '../errors.ts'

/** A field in which the two records differ. */
export interface ComparedField {
  name: string
  label: string
  kept: string
  lost: string
  /** The side that stays. */
  side: MergeSide
  /** Whether the values can be joined. */
  canJoin: boolean
  /** Whether the values are encrypted where they are stored. */
  isSealed: boolean
}

/** What the two records are, and what the one that stays becomes. */
export interface Comparison {
  fields: ComparedField[]
  kept: Sides
  lost: Sides
  /** The values that the person and the membership that stay get (wire form). */
  person: Record<string, unknown>
  member: Record<string, unknown>
  takesPhoto: boolean
  errors: FieldMessages
}

interface Sides {
  person: ResourceRecord<'people'>
  member: ResourceRecord<'members'> | undefined
}

/** These follow from the exemptions of both records, which all stay. */
const ofExemptions = new Set(['exemptFrom', 'exemptUntil', 'exemptReason'])

/** A photo is no field that is written. */
const photo = 'photoUrl'

/** Compares the records field by field. Without a choice the value of the kept record stays, unless it is empty. */
export async function compareRecords(
  writing: Context,
  subjects: Subjects,
  choices: Readonly<Record<string, unknown>>,
): Promise<Comparison> {
  const { db, world, caller, settings } = writing
  const [personPlan, memberPlan] = [planOf(world, people.name), planOf(world, members.name)]
  const { kept, lost } = subjects
  const persons = await findRecords(db, personPlan, [kept.personId, lost.personId])
  const memberships = await findRecords(
    db,
    memberPlan,
    [kept.memberId, lost.memberId].flatMap((id) => id ?? []),
  )
  const sidesOf = ({ personId, memberId }: Subjects['kept']): Sides => ({
    person: persons.get(personId)!,
    member: memberId === null ? undefined : memberships.get(memberId),
  })
  const [one, other] = [sidesOf(kept), sidesOf(lost)]
  const terminology = await world.organisation.terminology()
  const fields: ComparedField[] = []
  const errors: FieldMessages = {}
  const known = new Set<string>()

  const compare = (
    all: Readonly<Record<string, Field>>,
    from: WireRecord,
    to: WireRecord,
  ): Record<string, unknown> => {
    const values: Record<string, unknown> = {}
    for (const [name, field] of Object.entries(all)) {
      if (!isMerged(name, field)) continue
      known.add(name)
      const [mine, theirs] = [from[name], to[name]]
      if (sameValue(mine, theirs) || (isBlank(mine) && isBlank(theirs))) continue
      const canJoin = isJoinable(field) && !isBlank(mine) && !isBlank(theirs)
      const chosen = mergeSides.find((side) => side === choices[name])
      if (chosen === 'both' && !canJoin)
        errors['choices'] = [`${fillTerms(field.label, terminology)}: escolha o valor de uma das fichas.`]
      const side = chosen ?? proposedSide(name, { mine, theirs, canJoin })
      if (mayReadField(field, caller)) {
        const text = (record: WireRecord) =>
          name === photo
            ? record[name]
              ? 'Tem fotografia'
              : ''
            : display(
                field,
                field.reference ? record[`${referenceBase(name)}Label`] : record[name],
                terminology,
                settings.timeZone,
              )
        const label = fillTerms(field.label, terminology)
        fields.push({
          name,
          label,
          kept: text(from),
          lost: text(to),
          side,
          canJoin,
          isSealed: field.sealed === true,
        })
      }
      if (side !== 'kept') values[name] = side === 'lost' ? theirs : joined(mine, theirs)
    }
    return values
  }
  const person = isOnePerson(subjects)
    ? {}
    : compare(fieldsOf(personPlan, settings), one.person, other.person)
  const member =
    one.member && other.member ? compare(fieldsOf(memberPlan, settings), one.member, other.member) : {}
  for (const name of Object.keys(choices))
    if (!known.has(name))
      errors['choices'] = [`Não há nenhuma informação «${name.slice(0, 60)}» para escolher.`]
  const takesPhoto = photo in person
  delete person[photo]
  return { fields, kept: one, lost: other, person, member, takesPhoto, errors }
}

function isMerged(name: string, { storage, readOnly, computed, derived, hidden, fixed }: Field): boolean {
  if (name === photo) return storage.in !== 'through'
  if (ofExemptions.has(name)) return false
  return storage.in === 'own' && !readOnly && !computed && !derived && !hidden && !fixed
}

/** A flag that is not set gives way too: «Não contactar» of either record stays. */
function isBlank(value: unknown): boolean {
  return isEmpty(value) || value === false || value === 0
}

function isJoinable({ inputType, column }: Field): boolean {
  return inputType === 'textarea' || column === 'list'
}

/** The earlier admission counts; texts are joined. */
function proposedSide(
  name: string,
  { mine, theirs, canJoin }: { mine: unknown; theirs: unknown; canJoin: boolean },
): MergeSide {
  if (isBlank(mine)) return 'lost'
  if (canJoin) return 'both'
  return name === 'admissionDate' && String(theirs) < String(mine) ? 'lost' : 'kept'
}

function joined(mine: unknown, theirs: unknown): unknown {
  return Array.isArray(mine) && Array.isArray(theirs)
    ? [...new Set([...mine, ...theirs])]
    : `${String(mine)}\n\n${String(theirs)}`
}
