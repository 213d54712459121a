import { liveCardStates } from '@agremia/resources/definitions/membership-cards.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listQuery, useMay } from '../../api/queries.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { CardPreview } from '../cards/index.ts'
import { CardInHand } from './card-in-hand.tsx'
import type { OwnCard } from './own-card.ts'
import { useKeptCards } from './use-kept-cards.ts'
import type { OwnMembership } from './own-membership.ts'
import classes from './own-cards.module.css'

/** The cards that the member has now; a touch holds one up. Nothing when there is none. */
export function OwnCards({ member }: { member: OwnMembership }) {
  const isShown = useMay('membershipCards').list
  const liveCards = listQuery<OwnCard>('membershipCards', {
    sort: '-cardNumber',
    where: { memberId: member._id, status: liveCardStates },
  })
  const { data } = useQuery({ ...liveCards, enabled: isShown })
  const today = organisationToday()
  const held = data?.data.filter(({ validUntil }) => validUntil === null || validUntil >= today)
  useKeptCards(held)
  const cards = held ?? []
  if (cards.length === 0) return null
  return (
    <section className={classes.part} aria-labelledby="cartao">
      <h2 id="cartao">{cards.length === 1 ? 'O meu cartão' : 'Os meus cartões'}</h2>
      <div className={classes.cards}>
        {cards.map((card) => (
          <Card key={card._id} card={card} />
        ))}
      </div>
    </section>
  )
}

function Card({ card }: { card: OwnCard }) {
  const [isHeld, setHeld] = useState(false)
  return (
    <div className={classes.card}>
      <CardPreview cardId={card._id} name={card.memberLabel} isFront />
      <button type="button" className={classes.hold} onClick={() => setHeld(true)}>
        Mostrar em ecrã inteiro
      </button>
      {isHeld && <CardInHand card={card} onClose={() => setHeld(false)} />}
    </div>
  )
}
