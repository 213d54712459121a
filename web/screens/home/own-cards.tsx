import { IconSun, IconX } from '@tabler/icons-react'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { liveCardStates } from '@agremia/resources/definitions/membership-cards.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { isApiError } from '../../api/client.ts'
import { eraseStoredCards, storeCards } from '../../api/stored-cards.ts'
import { listQuery, useMay, useSession, useTerminology } from '../../api/queries.ts'
import { allowOffline } from '../../api/server-status.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { LoadingText } from '../../ui/busy-indicators.tsx'
import { useWakeLock } from '../../ui/device.ts'
import { CardPreview, previewQuery } from '../cards/index.ts'
import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import classes from './own-cards.module.css'

/** The member's valid cards; touching one shows it in full screen. */
export function OwnCards({ member }: { member: ResourceRecord<'members'> }) {
  const isShown = useMay('membershipCards').list
  const liveCards = listQuery('membershipCards', {
    sort: '-cardNumber',
    where: { memberId: member._id, status: liveCardStates },
  })
  const { data } = useQuery({ ...liveCards, enabled: isShown })
  const today = organisationToday()
  const currentCards = data?.data.filter(({ validUntil }) => validUntil === null || validUntil >= today)
  useKeptCards(currentCards)
  const cards = currentCards ?? []
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

function Card({ card }: { card: ResourceRecord<'membershipCards'> }) {
  const [isFullScreen, setFullScreen] = useState(false)
  return (
    <div className={classes.card}>
      <CardPreview cardId={card._id} name={card.memberLabel ?? ''} isFront />
      <button type="button" className={classes.hold} onClick={() => setFullScreen(true)}>
        Mostrar em ecrã inteiro
      </button>
      {isFullScreen && <CardInHand card={card} onClose={() => setFullScreen(false)} />}
    </div>
  )
}

interface CardInHandProps {
  card: ResourceRecord<'membershipCards'>
  onClose: () => void
}

/** The card in full screen, to show at a door: the QR code as large as possible, black on white in both colour schemes. */
function CardInHand({ card, onClose }: CardInHandProps) {
  const terminology = useTerminology()
  const { data, error } = useQuery(previewQuery(card._id))
  useWakeLock(true)
  // The card is already loaded: without connection it stays usable, and no warning covers it.
  useEffect(allowOffline, [])
  const { memberLabel, memberNumber, validUntil } = card
  return (
    <Dialog title={`Cartão de ${memberLabel}`} hideTitle placement="full" onClose={onClose}>
      <div className={classes.hand}>
        <button type="button" className={classes.close} aria-label="Fechar" onClick={onClose}>
          <IconX size="1.5rem" stroke={1.75} />
        </button>
        <div className={classes.code}>
          {data ? (
            <img
              className={classes.qr}
              src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(data.qr)}`}
              alt="Código QR do cartão"
            />
          ) : (
            <div className={classes.qr}>
              {error ? isApiError(error) && error.message : <LoadingText>A carregar</LoadingText>}
            </div>
          )}
          <p className={classes.letters}>{data?.code ?? ' '}</p>
        </div>
        <div className={classes.words}>
          <p className={classes.organisation}>{terminology.name}</p>
          <p className={classes.name}>{memberLabel}</p>
          <p>{fillTerms(`{MemberSingular} n.º ${memberNumber}`, terminology)}</p>
          {validUntil !== null && <p>Válido até {formatDate(validUntil)}</p>}
          <p className={classes.hint}>
            <IconSun size="1.125rem" stroke={1.5} aria-hidden />
            Aumente o brilho do ecrã para o código se ler melhor.
          </p>
        </div>
      </div>
    </Dialog>
  )
}

/** Stores the member's cards on the device for offline use, once all pictures have loaded. `cards` is undefined while loading. */
function useKeptCards(cards: readonly ResourceRecord<'membershipCards'>[] | undefined): void {
  const terminology = useTerminology()
  const userId = useSession()?.id
  const pictures = useQueries({ queries: (cards ?? []).map(({ _id }) => previewQuery(_id)) })
  const storedCards = cards?.flatMap((card, place) => {
    const picture = pictures[place]?.data
    if (!picture) return []
    const { memberLabel, memberNumber, validUntil } = card
    const { code, qr, front } = picture
    const number = fillTerms(`{MemberSingular} n.º ${memberNumber}`, terminology)
    return [{ organisation: terminology.name, name: memberLabel ?? '', number, validUntil, code, qr, front }]
  })
  const isComplete = storedCards !== undefined && storedCards.length === cards?.length
  // Compared as text, so that the effect writes only when something changed.
  const text = isComplete ? JSON.stringify(storedCards) : undefined
  useEffect(() => {
    if (text === undefined || userId === undefined) return
    const all = JSON.parse(text) as NonNullable<typeof storedCards>
    if (all.length === 0) eraseStoredCards()
    else storeCards(userId, all)
  }, [text, userId])
}
