import { Button } from '@mantine/core'
import { IconUserCheck, IconUserExclamation } from '@tabler/icons-react'
import { AppLink } from '../../ui/app-link.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import type { KnownPerson } from './use-known-people.ts'
import { useMemberPaths } from '../../paths/members.ts'
import { useTerminology } from '../../api/queries.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import classes from './known-people.module.css'

interface KnownPeopleProps {
  people: readonly KnownPerson[]
  /** The person that is being used. */
  chosen?: unknown
  /** Goes on with somebody; without it, they are only named. */
  onUse?: (personId: string) => void
}

/** Warns that the person may already be known, and offers to go on with them. */
export function KnownPeople({ people, chosen, onUse }: KnownPeopleProps) {
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

function Person({ person }: { person: KnownPerson }) {
  const facts = [person.birthYear && `nasceu em ${person.birthYear}`, person.city].filter(Boolean)
  return (
    <div className={classes.who}>
      <Avatar name={person.name} />
      <div>
        <strong>{person.name}</strong>
        <p className={classes.facts}>{[reasons[person.reason], ...facts].join(' · ')}</p>
      </div>
    </div>
  )
}

function PersonActions({
  person,
  isChosen,
  onUse,
}: {
  person: KnownPerson
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

const reasons: Record<KnownPerson['reason'], string> = {
  nif: 'mesmo NIF',
  nameBirth: 'mesmo nome e data de nascimento',
  email: 'mesmo email',
  search: 'nome parecido',
}
