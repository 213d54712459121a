import { useQueries } from '@tanstack/react-query'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { useEffect } from 'react'
import { forgetKeptCards, keepCards } from '../../api/kept-cards.ts'
import { useSession, useTerminology } from '../../api/queries.ts'
import { previewQuery } from '../cards/index.ts'
import type { OwnCard } from './own-card.ts'

/** Stores the member's cards on the device for offline use, once all pictures have loaded. `cards` is undefined while loading. */
export function useKeptCards(cards: readonly OwnCard[] | undefined): void {
  const terminology = useTerminology()
  const userId = useSession()?.id
  const pictures = useQueries({ queries: (cards ?? []).map(({ _id }) => previewQuery(_id)) })
  const storedCards = cards?.flatMap((card, place) => {
    const picture = pictures[place]?.data
    if (!picture) return []
    const { memberLabel: name, memberNumber, validUntil } = card
    const { code, qr, front } = picture
    const number = fillTerms(`{MemberSingular} n.º ${memberNumber}`, terminology)
    return [{ organisation: terminology.name, name, number, validUntil, code, qr, front }]
  })
  const isComplete = storedCards !== undefined && storedCards.length === cards?.length
  // Compared as text, so that the effect writes only when something changed.
  const text = isComplete ? JSON.stringify(storedCards) : undefined
  useEffect(() => {
    if (text === undefined || userId === undefined) return
    const all = JSON.parse(text) as NonNullable<typeof storedCards>
    if (all.length === 0) forgetKeptCards()
    else keepCards(userId, all)
  }, [text, userId])
}
