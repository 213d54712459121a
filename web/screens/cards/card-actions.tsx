import type { RecordProps } from '../../resource/loaded-record.tsx'
import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { Group } from '@mantine/core'
import { IconFileText, IconMail } from '@tabler/icons-react'
import { recordPath } from '@agremia/resources/paths.ts'
import { formatAmount, toCents } from '@agremia/resources/rules/amount.ts'
import { capitalise } from '@agremia/resources/letter-case.ts'
import { useMay, useSettings, useTerminology } from '../../api/queries.ts'
import { cardLetterPath, cardPath } from '../../paths/cards.ts'
import { ActionButton } from '../../resource/actions/action-buttons.tsx'
import { type ActionSetup, useActions } from '../../resource/actions/use-actions.tsx'
import { openDocument } from '../../resource/open-document.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { useNavigate } from '../../ui/router.tsx'
import { CommandButton } from '../../ui/command-button.tsx'
import { copyText, issueCopyText, useNextIssue } from './card-details.tsx'

/** The actions that the card's state and the user's role allow. */
export function CardActions({ record }: RecordProps<'membershipCards'>) {
  const terminology = useTerminology()
  const navigate = useNavigate()
  const mayWrite = useMay('membershipCardLetters').read
  const { find, dialog } = useActions('membershipCards', record, {
    issueCopy: useCopySetup(record),
  })
  const deliver = find('deliver')
  const openPdf = () => void openDocument(recordPath('membershipCards', record._id))
  const openLetter = () => navigate(cardLetterPath(terminology, record._id))
  const others = [find('reprint'), find('revoke')]
  return (
    <Group gap="0.625rem">
      <ActionButton action={find('issueCopy')} />
      {deliver ? (
        <ActionButton action={deliver} variant="filled" />
      ) : (
        <CommandButton
          icon={IconFileText}
          label="Abrir o PDF"
          variant={record.status === 'toPrint' ? 'filled' : 'default'}
          onClick={openPdf}
        />
      )}
      <ActionMenu
        actions={[
          { label: 'Abrir o PDF', icon: <IconFileText {...icon} />, run: openPdf },
          ...(mayWrite ? [{ label: 'Abrir a carta', icon: <IconMail {...icon} />, run: openLetter }] : []),
          ...others.filter((action) => action !== undefined),
        ]}
      />
      {dialog}
    </Group>
  )
}

const icon = { size: '1.125rem', stroke: 1.5, 'aria-hidden': true } as const

/** Another copy: its number and its fee. Opens the new card. */
function useCopySetup(record: ResourceRecord<'membershipCards'>): ActionSetup {
  const terminology = useTerminology()
  const navigate = useNavigate()
  const nextIssue = useNextIssue(record)
  const copy = copyText(nextIssue)
  const fee = toCents(useSettings().cardsReplacementFee ?? 0)
  const ends = 'O código deste cartão deixa de valer já, e o novo fica por imprimir.'
  return {
    label: issueCopyText(nextIssue),
    title: `Emitir ${copy} do cartão n.º ${record.cardNumber}`,
    text: fee > 0 ? `${ends} A ${copy} custa ${formatAmount(fee)}.` : ends,
    initial: { lost: false, chargeFee: fee > 0 },
    omit: fee === 0 ? ['chargeFee'] : [],
    done: `${capitalise(copy)} emitida.`,
    after: ({ _id }) => navigate(cardPath(terminology, _id)),
  }
}
