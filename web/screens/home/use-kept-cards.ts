import { useQueries } from '@tanstack/react-query'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { useEffect } from 'react'
import { forgetKeptCards, keepCards } from '../../api/kept-cards.ts'
import { useSession, useTerminology } from '../../api/queries.ts'
import { previewQuery } from '../cards/index.ts'
import type { OwnCard } from './own-card.ts'

/** Keeps the member's cards on the device once all are drawn; `undefined` until it is known which there are. */
export function useKeptCards(cards: readonly OwnCard[] | undefined): void {
  const terminology = useTerminology()
  const userId = useSession()?.id
  const pictures = useQueries({ queries: (cards ?? []).map(({ _id }) => previewQuery(_id)) })
  const kept = cards?.flatMap((card, place) => {
    const picture = pictures[place]?.data
    if (!picture) return []
    const { memberLabel: name, memberNumber, validUntil } = card
    const { code, qr, front } = picture
    const number = fillTerms(`{MemberSingular} n.º ${memberNumber}`, terminology)
    return [{ organisation: terminology.name, name, number, validUntil, code, qr, front }]
  })
  const isWhole = kept !== undefined && kept.length === cards?.length
  // The same text for as long as it says the same: they are written once.
  const text = isWhole ? JSON.stringify(kept) : undefined
  useEffect(() => {
    if (text === undefined || userId === undefined) return
    const all = JSON.parse(text) as NonNullable<typeof kept>
    if (all.length === 0) forgetKeptCards()
    else keepCards(userId, all)
  }, [text, userId])
}
