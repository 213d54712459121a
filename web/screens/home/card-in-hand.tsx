import { formatDate } from '@agremia/resources/rules/dates.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { IconSun, IconX } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import { isApiError } from '../../api/client.ts'
import { workWithoutServer } from '../../api/server-status.ts'
import { useTerminology } from '../../api/queries.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { LoadingText } from '../../ui/loading-text.tsx'
import { useWakeLock } from '../../ui/use-wake-lock.ts'
import { previewQuery } from '../cards/index.ts'
import type { OwnCard } from './own-card.ts'
import classes from './card-in-hand.module.css'

interface CardInHandProps {
  card: OwnCard
  onClose: () => void
}

/** The card held up to whoever checks it: its code as large as the screen allows, black on white at night too. */
export function CardInHand({ card, onClose }: CardInHandProps) {
  const terminology = useTerminology()
  const { data, error } = useQuery(previewQuery(card._id))
  useWakeLock(true)
  // It was fetched before: lost contact takes nothing from it.
  useEffect(workWithoutServer, [])
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
