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

export type CardActionName = 'issueCopy' | 'deliver' | 'revoke'

interface CardActionDialogProps {
  record: StoredRecord
  actionName: CardActionName
  /** The number of the copy that would be issued. */
  nextIssue: number | undefined
  onClose: () => void
}

/** Asks for the fields of an action, runs it and shows a toast; after `issueCopy` opens the new card. */
export function CardActionDialog({ record, actionName, nextIssue, onClose }: CardActionDialogProps) {
  const terminology = useTerminology()
  const client = useQueryClient()
  const navigate = useNavigate()
  const refreshDebts = useRefreshDebts()
  const fee = useFee()
  const action = useResource('membershipCards')?.actions.find(({ name }) => name === actionName)
  if (!action) return null
  const { title, intro, done } = textsOf(actionName, nextIssue)
  const initial = {
    issueCopy: { lost: false, chargeFee: fee > 0 },
    deliver: { date: organisationToday(), method: 'hand' },
    revoke: {},
  }[actionName]
  const feeText =
    actionName === 'issueCopy' && fee > 0 ? ` A ${copyText(nextIssue)} custa ${formatAmount(fee)}.` : ''
  return (
    <ActionDialog
      title={`${title} n.º ${plainText(record.cardNumber)}`}
      action={actionName === 'issueCopy' ? { ...action, label: issueCopyText(nextIssue) } : action}
      initial={initial}
      {...(actionName === 'issueCopy' && fee === 0 && { omit: ['chargeFee'] })}
      intro={`${intro}${feeText}`}
      onClose={onClose}
      onRun={async (input) => {
        const answer = await runAction('membershipCards', record._id, actionName, input)
        toast(done)
        onClose()
        refreshCards(client)
        if (actionName !== 'issueCopy') return
        refreshDebts()
        if (answer) void navigate(cardPath(terminology, answer._id))
      }}
    />
  )
}

/** The fee of another copy, in cents. */
function useFee(): number {
  return decimalToCents(Number(useSettings().cardsReplacementFee ?? 0)) ?? 0
}

interface ActionTexts {
  title: string
  intro: string
  done: string
}

function textsOf(actionName: CardActionName, nextIssue: number | undefined): ActionTexts {
  if (actionName !== 'issueCopy') return texts[actionName]
  const copy = copyText(nextIssue)
  return {
    title: `Emitir ${copy} do cartão`,
    intro: 'O código deste cartão deixa de valer já, e o novo fica por imprimir.',
    done: `${copy.charAt(0).toUpperCase()}${copy.slice(1)} emitida.`,
  }
}

const texts = {
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
