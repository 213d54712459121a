import { Button } from '@mantine/core'
import { IconUserCheck, IconUserExclamation } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type MatchReason, matchReasons } from '@agremia/resources/match-reasons.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { isDate } from '@agremia/resources/rules/dates.ts'
import { resourcePath } from '@agremia/resources/paths.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { useMemberPaths } from '../../paths/use-member-paths.ts'
import { useTerminology } from '../../api/queries.ts'
import { api, isTimedOut } from '../../api/client.ts'
import { dataQuery } from '../../api/data-query.ts'
import type { Values } from '../../fields/index.ts'
import type { FormControls } from '../../resource/record-form.tsx'
import { attempt } from '../../resource/attempt.ts'
import { useSearchText } from '../../ui/search-text.ts'
import classes from './known-people.module.css'

interface KnownPeopleProps {
  people: readonly PossibleDuplicate[]
  /** The id of the person whose data fills the form. */
  chosen?: unknown
  /** Fills the form with a person; without it, people are only listed. */
  onUse?: (personId: string) => void
}

/** Warns that the person may already be registered, and offers to reuse that record. */
export function PossibleDuplicates({ people, chosen, onUse }: KnownPeopleProps) {
  const shown = people.filter(({ reason }) => reason !== 'search')
  return (
    <div aria-live="polite">
      {shown.length > 0 && (
        <section className={classes.warning}>
          <h2 className={classes.title}>
            <IconUserExclamation size="1.25rem" stroke={1.5} aria-hidden />
            {shown.length === 1 ? 'Pode já estar registada' : 'Podem já estar registadas'}
          </h2>
          <ul className={classes.people}>
            {shown.map((person) => (
              <li key={person._id} className={classes.person}>
                <Person person={person} />
                <PersonActions person={person} isChosen={chosen === person._id} onUse={onUse} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function Person({ person }: { person: PossibleDuplicate }) {
  const facts = [person.birthYear && `nasceu em ${person.birthYear}`, person.city].filter(Boolean)
  return (
    <div className={classes.who}>
      <Avatar name={person.name} />
      <div>
        <strong>{person.name}</strong>
        <p className="note">{[reasons[person.reason], ...facts].join(' · ')}</p>
      </div>
    </div>
  )
}

function PersonActions({
  person,
  isChosen,
  onUse,
}: {
  person: PossibleDuplicate
  isChosen: boolean
  onUse: ((id: string) => void) | undefined
}) {
  const paths = useMemberPaths()
  const terminology = useTerminology()
  if (person.memberId !== null) {
    const number = person.memberNumber === null ? '' : ` n.º\u00A0${person.memberNumber}`
    return (
      <AppLink to={paths.record(person.memberId)} className={classes.link}>
        {fillTerms('Ver {memberSingular}', terminology)}
        {number}
        {person.stateLabel && ` (${person.stateLabel})`}
      </AppLink>
    )
  }
  if (isChosen) {
    return (
      <p className={classes.chosen}>
        <IconUserCheck size="1.125rem" stroke={1.5} aria-hidden />
        Dados preenchidos com os desta pessoa
      </p>
    )
  }
  if (!onUse) return null
  return (
    <Button variant="default" size="xs" onClick={() => onUse(person._id)}>
      Usar esta pessoa
    </Button>
  )
}

const reasons: Record<PossibleDuplicate['reason'], string> = {
  ...matchReasons,
  search: 'nome parecido',
}

/** A registered person who may be the one in the form. */
interface PossibleDuplicate {
  _id: string
  name: string
  birthYear: number | null
  city: string | null
  memberNumber: number | null
  memberId: string | null
  stateLabel: string | null
  reason: MatchReason | 'search'
}

/** The fields that the search compares. */
const searchFields = ['nif', 'name', 'birthDate', 'email'] as const

/** A registered person whose record is being edited, with the names of the changed fields. */
interface EditedPerson {
  personId: unknown
  changes: readonly string[]
}

/**
 * Searches, debounced, for other people with the same NIF, the same email, or the same name and birth date. Those of earlier values
 * are not returned: they could be used for another person.
 */
export function usePossibleDuplicates(values: Values, edited?: EditedPerson): PossibleDuplicate[] {
  const { asked, current } = useSearchText(
    edited ? editDuplicatesQuery(values, edited) : duplicatesQuery(values),
  )
  const found = useQuery({
    ...dataQuery<PossibleDuplicate[]>(
      ['peopleResearcher', asked],
      `${resourcePath('peopleResearcher')}?${asked}`,
    ),
    enabled: asked !== '',
  })
  return current(found.data) ?? []
}

/** The query for a new person; empty until the values can identify somebody. A name alone is not enough. */
export function duplicatesQuery(values: Values): string {
  const filled = searchFields.flatMap((name) => {
    const value = values[name]
    const text = typeof value === 'string' ? value.trim() : ''
    return text !== '' && (name !== 'birthDate' || isDate(text)) ? [[name, text] as [string, string]] : []
  })
  const names = new Set(filled.map(([name]) => name))
  const identifies = names.has('nif') || names.has('email') || (names.has('name') && names.has('birthDate'))
  return identifies ? new URLSearchParams(filled).toString() : ''
}

/** The query for a registered person: compares only changed fields; name and birth date count as one. */
export function editDuplicatesQuery(values: Values, { personId, changes }: EditedPerson): string {
  const birth = changes.includes('name') || changes.includes('birthDate') ? ['name', 'birthDate'] : []
  const searched = [...changes.filter((name) => name === 'nif' || name === 'email'), ...birth]
  const query = duplicatesQuery(Object.fromEntries(searched.map((name) => [name, values[name]])))
  return query === '' || typeof personId !== 'string' ? '' : `${query}&except=${personId}`
}

/** Fills a new member's form from a registered person, so that saving does not create the person again. */
export function useFillFromPerson(form: FormControls<'members'>): (personId: string) => Promise<void> {
  return async (personId) => {
    await attempt(async () => {
      const person = await api.read('people', personId)
      if (person === null || isTimedOut(person)) return
      const known = Object.entries(person).filter(
        ([name, value]) => form.fields[name] !== undefined && !form.fields[name].readOnly && value !== null,
      )
      form.setMany({ ...Object.fromEntries(known), personId: person._id })
    }, 'Não foi possível carregar a pessoa.')
  }
}
