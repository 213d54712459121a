import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { decimalToCents, formatAmount } from '@agremia/resources/rules/amount.ts'
import type { StoredRecord } from '../../api/client.ts'
import { useResource, useSettings, useTerminology } from '../../api/queries.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { plainText } from '../../fields/texts.ts'
import { ActionDialog, runAction } from '../../resource/action-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { useRefreshDebts } from '../dues/index.ts'
import { cardPath } from '../../paths/cards.ts'
import { copyText, issueCopyText } from './next-issue.ts'
import { refreshCards } from './refresh-cards.ts'

export type CardDeed = 'issueCopy' | 'deliver' | 'revoke'

interface CardDeedDialogProps {
  record: StoredRecord
  deed: CardDeed
  /** The number of the copy that would be issued. */
  nextIssue: number | undefined
  onClose: () => void
}

/** Asks what a deed needs to know, does it, and shows what came of it: of another copy, the new card. */
export function CardDeedDialog({ record, deed, nextIssue, onClose }: CardDeedDialogProps) {
  const terminology = useTerminology()
  const client = useQueryClient()
  const navigate = useNavigate()
  const refreshDebts = useRefreshDebts()
  const fee = useFee()
  const action = useResource('membershipCards')?.actions.find(({ name }) => name === deed)
  if (!action) return null
  const { title, intro, done } = wordsOf(deed, nextIssue)
  const initial = {
    issueCopy: { lost: false, chargeFee: fee > 0 },
    deliver: { date: organisationToday(), method: 'hand' },
    revoke: {},
  }[deed]
  const costs = deed === 'issueCopy' && fee > 0 ? ` A ${copyText(nextIssue)} custa ${formatAmount(fee)}.` : ''
  return (
    <ActionDialog
      title={`${title} n.º ${plainText(record.cardNumber)}`}
      action={deed === 'issueCopy' ? { ...action, label: issueCopyText(nextIssue) } : action}
      initial={initial}
      {...(deed === 'issueCopy' && fee === 0 && { omit: ['chargeFee'] })}
      intro={`${intro}${costs}`}
      onClose={onClose}
      onRun={async (input) => {
        const answer = await runAction('membershipCards', record._id, deed, input)
        toast(done)
        onClose()
        refreshCards(client)
        if (deed !== 'issueCopy') return
        refreshDebts()
        if (answer) void navigate(cardPath(terminology, answer._id))
      }}
    />
  )
}

/** What another copy costs, in cents. */
function useFee(): number {
  return decimalToCents(Number(useSettings().cardsReplacementFee ?? 0)) ?? 0
}

interface DeedWords {
  title: string
  intro: string
  done: string
}

function wordsOf(deed: CardDeed, nextIssue: number | undefined): DeedWords {
  if (deed !== 'issueCopy') return words[deed]
  const copy = copyText(nextIssue)
  return {
    title: `Emitir ${copy} do cartão`,
    intro: 'O código deste cartão deixa de valer já, e o novo fica por imprimir.',
    done: `${copy.charAt(0).toUpperCase()}${copy.slice(1)} emitida.`,
  }
}

const words = {
  deliver: {
    title: 'Entregar o cartão',
    intro: 'Fica registado quando e como foi.',
    done: 'Entrega registada.',
  },
  revoke: {
    title: 'Anular o cartão',
    intro: 'Deixa de valer já: a verificação do código responde que não tem validade. Não se desfaz.',
    done: 'Cartão anulado.',
  },
} as const
