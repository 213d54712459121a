import { formatNumber } from '@agremia/resources/rules/amount.ts'
import { Anchor } from '@mantine/core'
import { formatCardCode } from '@agremia/resources/rules/card-code.ts'
import { formatDateTime } from '@agremia/resources/rules/dates.ts'
import { plural } from '@agremia/resources/rules/plural.ts'
import { organisationTimeZone } from '../../fields/organisation-clock.ts'
import { publicCheckPath } from '../../paths/cards.ts'
import { useMemberPaths } from '../../paths/use-member-paths.ts'
import { type DescribedRecord, LoadedRecord, type RecordProps } from '../../resource/loaded-record.tsx'
import { RecordHistory } from '../../resource/record-history.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Card, WithSide } from '../../ui/with-side.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { Page } from '../../ui/page.tsx'
import { CardActions } from './card-actions.tsx'
import { CardState, issueText } from './card-cells.tsx'
import { CardEnded, CardFacts, OtherCards } from './card-details.tsx'
import { CardPreview } from './card-preview.tsx'
import { isEnded } from './card-records.ts'
import classes from './card-view.module.css'

/** The page of one card: preview, facts, history, verification and actions. */
export default function CardView() {
  return (
    <LoadedRecord resource="membershipCards">
      {(found) => <CardPage key={found.record._id} {...found} />}
    </LoadedRecord>
  )
}

function CardPage({ record, fields }: DescribedRecord<'membershipCards'>) {
  const name = record.memberLabel ?? ''
  return (
    <Page
      title={`Cartão n.º\u00A0${record.cardNumber}`}
      leading={<Avatar name={name} photo={record.photoUrl} size="large" />}
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

function Subtitle({ record }: RecordProps<'membershipCards'>) {
  const paths = useMemberPaths()
  return (
    <>
      <Anchor
        component={AppLink}
        underline="always"
        fz="inherit"
        to={paths.record(record.memberId, 'cartoes')}
      >
        {record.memberLabel}
      </Anchor>
      {` · n.º\u00A0${record.memberNumber} · ${record.categoryLabel ?? ''} · ${issueText(record)} via`}
    </>
  )
}

/** The code, a link to its public verification, and the number of verifications. */
function CardCode({ record }: RecordProps<'membershipCards'>) {
  const code = record.code
  const count = record.verifyCount
  const last = record.lastVerifiedAt ?? ''
  return (
    <div className={classes.code}>
      <CopyField label="Código" text={formatCardCode(code)} />
      <Anchor href={publicCheckPath(code)} target="_blank" rel="noreferrer" fz="sm" className={classes.way}>
        Ver o que o código QR responde
      </Anchor>
      <p className="note">
        {count === 0
          ? 'Ainda não foi verificado.'
          : `Verificado ${formatNumber(count)} ${plural(count, 'vez', 'vezes')}, a última em ${formatDateTime(last, organisationTimeZone())}.`}
      </p>
    </div>
  )
}
