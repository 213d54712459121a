import { Anchor } from '@mantine/core'
import type { StoredRecord } from '../../api/client.ts'
import { plainText } from '../../fields/texts.ts'
import { FoundRecord, type Found } from '../../resource/found-record.tsx'
import { RecordHistory } from '../../resource/record-history.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Card } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'
import { WithSide } from '../../ui/with-side.tsx'
import { useMemberPaths } from '../../paths/members.ts'
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
  return (
    <FoundRecord resource="membershipCards">
      {(found) => <CardPage key={found.record._id} {...found} />}
    </FoundRecord>
  )
}

function CardPage({ record, fields }: Found) {
  const name = plainText(record.memberLabel)
  return (
    <Page
      title={`Cartão n.º\u00A0${plainText(record.cardNumber)}`}
      leading={<Avatar name={name} photo={plainText(record.photoUrl)} size="large" />}
      state={<CardState record={record} fields={fields} />}
      subtitle={<Subtitle record={record} />}
      action={<CardActions record={record} />}
    >
      <WithSide
        label="Verificação e outros cartões"
        side={
          <>
            <Card title="Verificação">
              <CardCode record={record} />
            </Card>
            <OtherCards record={record} fields={fields} />
          </>
        }
      >
        <CardEnded record={record} />
        <CardPreview cardId={record._id} name={name} isEnded={isEnded(record)} />
        <CardFacts record={record} fields={fields} />
        <section aria-label="Histórico" className={classes.history}>
          <h2>Histórico</h2>
          <RecordHistory resource="membershipCards" id={record._id} />
        </section>
      </WithSide>
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
