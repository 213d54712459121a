import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { isApiError, type StoredRecord } from '../../api/client.ts'
import { recordQuery, useFields } from '../../api/queries.ts'
import { plainText } from '../../fields/texts.ts'
import { RecordHistory } from '../../resource/record-history.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Page } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { useMemberPaths } from '../members/use-member-paths.ts'
import { CardActions } from './card-actions.tsx'
import { CardState, issueText } from './card-cells.tsx'
import { CardCode } from './card-code.tsx'
import { CardEnded } from './card-ended.tsx'
import { CardFacts } from './card-facts.tsx'
import { CardPreview } from './card-preview.tsx'
import { isEnded } from './card-standing.ts'
import { OtherCards } from './other-cards.tsx'
import classes from './card-view.module.css'

/** One card: both sides as they are printed, what it is worth, what happened to it and what can be done. */
export default function CardView() {
  const { id } = useParams()
  const fields = useFields('membershipCards')
  const found = useQuery(recordQuery<StoredRecord>('membershipCards', id))
  if (found.error && !found.data) {
    const message = isApiError(found.error) ? found.error.message : undefined
    return <ErrorState isPage message={message} onRetry={() => void found.refetch()} />
  }
  if (found.data === undefined || !fields) return <PageSkeleton />
  if (found.data === null) {
    return (
      <EmptyState isPage title="Página não encontrada">
        Este cartão não existe.
      </EmptyState>
    )
  }
  return <CardPage key={found.data._id} record={found.data} fields={fields} />
}

function CardPage({ record, fields }: { record: StoredRecord; fields: FieldMap }) {
  const name = plainText(record.memberLabel)
  return (
    <Page
      title={`Cartão n.º\u00A0${plainText(record.cardNumber)}`}
      leading={<Avatar name={name} photo={plainText(record.photoUrl)} size="large" />}
      state={<CardState record={record} fields={fields} />}
      subtitle={<Subtitle record={record} />}
      action={<CardActions record={record} />}
    >
      <div className={classes.view}>
        <div className={classes.main}>
          <CardEnded record={record} />
          <CardPreview cardId={record._id} name={name} isEnded={isEnded(record)} />
          <CardFacts record={record} fields={fields} />
          <section aria-label="Histórico" className={classes.history}>
            <h2>Histórico</h2>
            <RecordHistory resource="membershipCards" id={record._id} />
          </section>
        </div>
        <aside className={classes.side} aria-label="Verificação e outros cartões">
          <Card title="Verificação">
            <CardCode record={record} />
          </Card>
          <OtherCards record={record} fields={fields} />
        </aside>
      </div>
    </Page>
  )
}

function Subtitle({ record }: { record: StoredRecord }) {
  const paths = useMemberPaths()
  return (
    <>
      <Anchor
        component={AppLink}
        underline="always"
        fz="inherit"
        to={paths.record(plainText(record.memberId), 'cartoes')}
      >
        {plainText(record.memberLabel)}
      </Anchor>
      {` · n.º\u00A0${plainText(record.memberNumber)} · ${plainText(record.categoryLabel)} · ${issueText(record)} via`}
    </>
  )
}
