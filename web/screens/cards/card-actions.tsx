import { useState } from 'react'
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
import { useNavigate } from 'react-router'
import { recordPath } from '@agremia/resources/paths.ts'
import { isApiError, type StoredRecord } from '../../api/client.ts'
import { useMay, useResource, useTerminology } from '../../api/queries.ts'
import { openDocument } from '../../resource/open-document.ts'
import { runAction } from '../../resource/action-dialog.tsx'
import { plainText } from '../../fields/texts.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { confirmDialog } from '../../ui/confirm-dialog.ts'
import { toast } from '../../ui/toast.ts'
import { CardDeedDialog, type CardDeed } from './card-deed-dialog.tsx'
import { cardLetterPath } from '../../paths/cards.ts'
import { isEnded } from './card-standing.ts'
import { issueCopyText, useNextIssue } from './next-issue.ts'
import { refreshCards } from './refresh-cards.ts'

/** What can be done about a card, as far as its state lets it be. */
export function CardActions({ record }: { record: StoredRecord }) {
  const may = new Set(useResource('membershipCards')?.actions.map(({ name }) => name))
  const [deed, setDeed] = useState<CardDeed>()
  const nextIssue = useNextIssue(record)
  const ended = isEnded(record)
  const waits = record.status === 'toPrint'
  const canDeliver = may.has('deliver') && ['printed', 'sent'].includes(String(record.status))
  return (
    <Group gap="0.625rem">
      {may.has('issueCopy') && !ended && (
        <Button
          variant="default"
          leftSection={<IconCopyPlus {...icon} />}
          onClick={() => setDeed('issueCopy')}
        >
          {issueCopyText(nextIssue)}
        </Button>
      )}
      {canDeliver ? (
        <Button leftSection={<IconTruckDelivery {...icon} />} onClick={() => setDeed('deliver')}>
          Entregar
        </Button>
      ) : (
        <Button
          variant={waits ? 'filled' : 'default'}
          leftSection={<IconFileText {...icon} />}
          onClick={() => void openDocument(recordPath('membershipCards', record._id))}
        >
          Abrir o PDF
        </Button>
      )}
      <MoreActions record={record} may={may} onAsk={setDeed} />
      {deed && (
        <CardDeedDialog
          record={record}
          deed={deed}
          nextIssue={nextIssue}
          onClose={() => setDeed(undefined)}
        />
      )}
    </Group>
  )
}

interface MoreActionsProps {
  record: StoredRecord
  may: ReadonlySet<string>
  onAsk: (deed: CardDeed) => void
}

function MoreActions({ record, may, onAsk }: MoreActionsProps) {
  const terminology = useTerminology()
  const navigate = useNavigate()
  const reprint = useReprint(record)
  const mayWrite = useMay('membershipCardLetters').read
  const ended = isEnded(record)
  const again =
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
                run: () => void navigate(cardLetterPath(terminology, record._id)),
              },
            ]
          : []),
        ...(again
          ? [{ label: 'Imprimir outra vez', icon: <IconPrinter {...icon} />, run: () => void reprint() }]
          : []),
        ...(may.has('revoke') && !ended
          ? [
              {
                label: 'Anular',
                icon: <IconX {...icon} />,
                isDestructive: true,
                run: () => onAsk('revoke'),
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
      toast(isApiError(error) ? error.message : 'Não foi possível concluir o pedido.', { tone: 'error' })
    }
    refreshCards(client)
  }
}
