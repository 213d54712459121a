import type { CardVerification } from '@agremia/resources/card-verification.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { useState } from 'react'
import { useTerminology } from '../../api/queries.ts'
import { Avatar } from '../../ui/avatar.tsx'
import classes from './card-check.module.css'

/** The holder of the card. */
export function CheckFacts({ check }: { check: CardVerification }) {
  const terminology = useTerminology()
  const { displayName, memberNumber, category, memberSince, validUntil } = check
  return (
    <section className={classes.card} aria-label="Cartão">
      <Portrait check={check} />
      <p className={classes.name}>{displayName}</p>
      <p className={classes.membership}>
        {fillTerms(`{MemberSingular} n.º ${memberNumber} · ${category}`, terminology)}
      </p>
      <dl className={classes.facts}>
        <div>
          <dt>{fillTerms('{MemberSingular} desde', terminology)}</dt>
          <dd>{memberSince}</dd>
        </div>
        <div>
          <dt>Válido até</dt>
          <dd>{validUntil === null ? 'Sem data de fim' : formatDate(validUntil)}</dd>
        </div>
      </dl>
    </section>
  )
}

/** The photo; initials if there is none or it fails to load. */
function Portrait({ check: { displayName, photoUrl } }: { check: CardVerification }) {
  const [broken, setBroken] = useState<string>()
  if (photoUrl === null || photoUrl === broken) return <Avatar name={displayName} size="large" />
  return (
    <img
      className={classes.photo}
      src={photoUrl}
      alt={`Fotografia de ${displayName}`}
      onError={() => setBroken(photoUrl)}
    />
  )
}
