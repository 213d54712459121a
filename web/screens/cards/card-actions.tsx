import { Button, Group } from '@mantine/core'
import {
  IconCopyPlus,
  IconFileText,
  IconMail,
  IconPrinter,
  IconTruckDelivery,
  IconX,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { recordPath } from '@agremia/resources/paths.ts'
import { formatAmount, toCents } from '@agremia/resources/rules/amount.ts'
import type { StoredRecord } from '../../api/client.ts'
import { useMay, useResource, useSettings, useTerminology } from '../../api/queries.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { plainText } from '../../fields/texts.ts'
import { cardLetterPath, cardPath } from '../../paths/cards.ts'
import { ActionDialog, runAction } from '../../resource/action-dialog.tsx'
import { openDocument } from '../../resource/open-document.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { confirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useNavigate } from '../../ui/router.tsx'
import { useRefreshDebts } from '../dues/index.ts'
import { copyText, issueCopyText, useNextIssue } from './card-details.tsx'
import { isEnded, refreshCards } from './card-records.ts'
import { toastError } from '../../resource/toast-error.ts'

/** The actions that the card's state and the user's role allow. */
export function CardActions({ record }: { record: StoredRecord }) {
  const may = new Set(useResource('membershipCards')?.actions.map(({ name }) => name))
  const [actionName, setActionName] = useState<CardActionName>()
  const nextIssue = useNextIssue(record)
  const ended = isEnded(record)
  const isWaiting = record.status === 'toPrint'
  const canDeliver = may.has('deliver') && ['printed', 'sent'].includes(String(record.status))
  return (
    <Group gap="0.625rem">
      {may.has('issueCopy') && !ended && (
        <Button
          variant="default"
          leftSection={<IconCopyPlus {...icon} />}
          onClick={() => setActionName('issueCopy')}
        >
          {issueCopyText(nextIssue)}
        </Button>
      )}
      {canDeliver ? (
        <Button leftSection={<IconTruckDelivery {...icon} />} onClick={() => setActionName('deliver')}>
          Entregar
        </Button>
      ) : (
        <Button
          variant={isWaiting ? 'filled' : 'default'}
          leftSection={<IconFileText {...icon} />}
          onClick={() => void openDocument(recordPath('membershipCards', record._id))}
        >
          Abrir o PDF
        </Button>
      )}
      <MoreActions record={record} may={may} onChoose={setActionName} />
      {actionName && (
        <CardActionDialog
          record={record}
          actionName={actionName}
          nextIssue={nextIssue}
          onClose={() => setActionName(undefined)}
        />
      )}
    </Group>
  )
}

interface MoreActionsProps {
  record: StoredRecord
  may: ReadonlySet<string>
  onChoose: (actionName: CardActionName) => void
}

function MoreActions({ record, may, onChoose }: MoreActionsProps) {
  const terminology = useTerminology()
  const navigate = useNavigate()
  const reprint = useReprint(record)
  const mayWrite = useMay('membershipCardLetters').read
  const ended = isEnded(record)
  const canReprint =
    may.has('reprint') && !ended && !['toPrint', 'expired', 'active'].includes(String(record.status))
  return (
    <ActionMenu
      actions={[
        {
          label: 'Abrir o PDF',
          icon: <IconFileText {...icon} />,
          run: () => void openDocument(recordPath('membershipCards', record._id)),
        },
        ...(mayWrite
          ? [
              {
                label: 'Abrir a carta',
                icon: <IconMail {...icon} />,
                run: () => navigate(cardLetterPath(terminology, record._id)),
              },
            ]
          : []),
        ...(canReprint
          ? [{ label: 'Imprimir outra vez', icon: <IconPrinter {...icon} />, run: () => void reprint() }]
          : []),
        ...(may.has('revoke') && !ended
          ? [
              {
                label: 'Anular',
                icon: <IconX {...icon} />,
                isDestructive: true,
                run: () => onChoose('revoke'),
              },
            ]
          : []),
      ]}
    />
  )
}

const icon = { size: '1.125rem', stroke: 1.5, 'aria-hidden': true } as const

function useReprint(record: StoredRecord): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    const sure = await confirmDialog({
      title: `Imprimir outra vez o cartão n.º ${plainText(record.cardNumber)}?`,
      message: 'Volta a ficar por imprimir, com o mesmo código: o que já foi impresso continua a valer.',
      confirmLabel: 'Imprimir outra vez',
    })
    if (!sure) return
    try {
      await runAction('membershipCards', record._id, 'reprint', {})
      toast('O cartão está outra vez por imprimir.')
    } catch (error) {
      toastError(error)
    }
    refreshCards(client)
  }
}

type CardActionName = 'issueCopy' | 'deliver' | 'revoke'

interface CardActionDialogProps {
  record: StoredRecord
  actionName: CardActionName
  /** The number of the copy that would be issued. */
  nextIssue: number | undefined
  onClose: () => void
}

/** Asks for the fields of an action, runs it and shows a toast; after `issueCopy` opens the new card. */
function CardActionDialog({ record, actionName, nextIssue, onClose }: CardActionDialogProps) {
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
        if (answer) navigate(cardPath(terminology, answer._id))
      }}
    />
  )
}

/** The fee of another copy, in cents. */
function useFee(): number {
  return toCents(useSettings().cardsReplacementFee ?? 0)
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
    intro: 'Em mão, fica entregue; pelo correio, fica enviado. A data e o modo ficam registados.',
    done: 'Entrega registada.',
  },
  revoke: {
    title: 'Anular o cartão',
    intro: 'Deixa de valer já: a verificação do código responde que não tem validade. Não se desfaz.',
    done: 'Cartão anulado.',
  },
} as const
