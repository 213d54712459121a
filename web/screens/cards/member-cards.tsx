import type { RecordProps } from '../../resource/loaded-record.tsx'
import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { useState } from 'react'
import { Anchor } from '@mantine/core'
import { IconId } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { listQuery, useFields, useMay, useTerminology } from '../../api/queries.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { EmptyState } from '../../ui/message-state.tsx'
import { WithSide } from '../../ui/with-side.tsx'
import { RowsPlaceholder } from '../../resource/query-page.tsx'
import { CardActions } from './card-actions.tsx'
import { CardState, issueText } from './card-cells.tsx'
import { CardEnded, CardFacts, OtherCards } from './card-details.tsx'
import { cardPath } from '../../paths/cards.ts'
import { CardPreview } from './card-preview.tsx'
import { isEnded } from './card-records.ts'
import classes from './member-cards.module.css'
import { lazyDialog } from '../../ui/lazy-part.ts'
import { CommandButton } from '../../ui/command-button.tsx'

const IssueOneDialog = lazyDialog(() => import('./issue-one-dialog.tsx'))

/** The tab of a member with the latest card, its actions, and the earlier cards. */
export function MemberCards({ record }: RecordProps<'members'>) {
  const fields = useFields('membershipCards')
  const parent = { resource: 'members', id: record._id }
  const found = useQuery(listQuery('membershipCards', { parent, sort: '-issue', limit: 50 }))
  if (!found.data || !fields) return <RowsPlaceholder query={found} />
  const [latest] = found.data.data
  if (!latest) {
    return (
      <EmptyState title="Ainda não tem cartão" action={<IssueButton member={record} isFirst />}>
        O cartão tem um código QR, com que qualquer telemóvel confirma que é válido.
      </EmptyState>
    )
  }
  const mayHaveAnother = isEnded(latest) || latest.status === 'expired'
  return (
    <WithSide label="Outros cartões" side={<OtherCards record={latest} fields={fields} />}>
      <div className={classes.head}>
        <h2>
          <CardLink card={latest} />
        </h2>
        <CardState record={latest} fields={fields} />
        <div className={classes.actions}>
          {mayHaveAnother ? <IssueButton member={record} /> : <CardActions record={latest} />}
        </div>
      </div>
      <CardEnded record={latest} />
      <CardPreview cardId={latest._id} name={latest.memberLabel ?? ''} isEnded={isEnded(latest)} />
      <CardFacts record={latest} fields={fields} />
    </WithSide>
  )
}

function CardLink({ card }: { card: ResourceRecord<'membershipCards'> }) {
  const terminology = useTerminology()
  return (
    <Anchor component={AppLink} fz="inherit" fw="inherit" to={cardPath(terminology, card._id)}>
      Cartão n.º {card.cardNumber}, {issueText(card)} via
    </Anchor>
  )
}

function IssueButton({ member, isFirst = false }: { member: ResourceRecord<'members'>; isFirst?: boolean }) {
  const mayIssue = useMay('membershipCards').create
  const [isDialogOpen, setDialogOpen] = useState(false)
  if (!mayIssue) return null
  return (
    <>
      <CommandButton
        icon={IconId}
        label={isFirst ? 'Emitir cartão' : 'Emitir outro cartão'}
        variant="filled"
        onClick={() => setDialogOpen(true)}
      />
      {isDialogOpen && <IssueOneDialog member={member} onClose={() => setDialogOpen(false)} />}
    </>
  )
}
