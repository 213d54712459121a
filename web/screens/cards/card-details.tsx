import type { RecordProps } from '../../resource/loaded-record.tsx'
import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { formatDate, formatDateTime } from '@agremia/resources/rules/dates.ts'
import { listQuery, useTerminology } from '../../api/queries.ts'
import { organisationTimeZone } from '../../fields/organisation-clock.ts'
import { choiceText } from '../../fields/texts.ts'
import { cardPath, printBatchPath } from '../../paths/cards.ts'
import { debtsOfPath } from '../../paths/dues.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Card } from '../../ui/with-side.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { CardState, issueText } from './card-cells.tsx'
import { isEnded } from './card-records.ts'
import classes from './card-details.module.css'

type CardRecord = ResourceRecord<'membershipCards'>

interface CardFactsProps {
  record: CardRecord
  fields: FieldMap
}

/** Validity, issue, printing and delivery of a card, with links to charge and print batch. */
export function CardFacts({ record, fields }: CardFactsProps) {
  const { type } = fields
  const until = record.validUntil ?? ''
  return (
    <Facts>
      <Fact
        label="Válido até"
        value={until === '' ? 'Sem data de fim' : formatDate(until)}
        note={`desde ${formatDate(record.validFrom)}`}
      />
      <Fact label="Emitido" value={formatDate(record.issuedAt)} note={<Fee record={record} />} />
      {record.type === 'digital' ? (
        <>
          <Fact label="Tipo" value={type && choiceText(record.type, type)} />
          <Fact label="Modelo" value={record.templateLabel || 'O da categoria'} />
        </>
      ) : (
        <>
          <Fact label="Impresso" value={printed(record)} note={<Batch record={record} />} />
          <Fact label="Entrega" {...delivered(record, fields)} />
        </>
      )}
    </Facts>
  )
}

/** Links to the charge for another copy. */
function Fee({ record }: RecordProps<'membershipCards'>) {
  if (typeof record.feeChargeId !== 'string') return null
  return (
    <Anchor component={AppLink} to={debtsOfPath(record.memberId)} fz="inherit">
      {record.feeChargeLabel}
    </Anchor>
  )
}

function printed({ printedAt }: CardRecord): ReactNode {
  if (typeof printedAt !== 'string') return 'Ainda não'
  return formatDateTime(printedAt, organisationTimeZone()).slice(0, 10)
}

function Batch({ record }: RecordProps<'membershipCards'>) {
  const terminology = useTerminology()
  if (typeof record.printBatchId !== 'string') return null
  return (
    <Anchor component={AppLink} to={printBatchPath(terminology, record.printBatchId)} fz="inherit">
      Lote n.º {record.printBatchLabel}
    </Anchor>
  )
}

function delivered(record: CardRecord, { deliveryMethod }: FieldMap): { value: string; note?: string } {
  const how = deliveryMethod ? choiceText(record.deliveryMethod, deliveryMethod).toLowerCase() : ''
  if (typeof record.deliveredAt === 'string')
    return { value: formatDate(record.deliveredAt), ...(how && { note: how }) }
  return record.status === 'sent' ? { value: 'A caminho', note: how } : { value: 'Ainda não' }
}

/** For a lost, replaced or revoked card: the date, the reason and the card that replaced it. */
export function CardEnded({ record }: RecordProps<'membershipCards'>) {
  const terminology = useTerminology()
  if (!isEnded(record)) return null
  const since = formatDateTime(record.revokedAt ?? '', organisationTimeZone()).slice(0, 10)
  return (
    <p className={classes.note} role="note">
      Sem efeito desde {since}: {record.revokeReason}.
      {typeof record.replacedById === 'string' && (
        <>
          {' Em seu lugar está o '}
          <Anchor
            component={AppLink}
            underline="always"
            to={cardPath(terminology, record.replacedById)}
            fz="inherit"
          >
            cartão n.º {record.replacedByLabel}
          </Anchor>
          .
        </>
      )}
    </p>
  )
}

interface OtherCardsProps {
  record: CardRecord
  fields: FieldMap
}

/** The other cards of the same member, newest first. */
export function OtherCards({ record, fields }: OtherCardsProps) {
  const terminology = useTerminology()
  const all = useQuery(cardsOfMemberQuery(record)).data?.data ?? []
  const others = all.filter(({ _id }) => _id !== record._id)
  if (others.length === 0) return null
  return (
    <Card title="Outros cartões">
      <ul className={classes.cards}>
        {others.map((other) => (
          <li key={other._id}>
            <Anchor component={AppLink} to={cardPath(terminology, other._id)}>
              {issueText(other)} via, n.º {other.cardNumber}
            </Anchor>
            <CardState record={other} fields={fields} />
            <span className={classes.when}>emitido em {formatDate(other.issuedAt)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** All cards of the member who holds this card, newest first. */
function cardsOfMemberQuery(record: CardRecord) {
  const parent = { resource: 'members', id: record.memberId }
  return listQuery('membershipCards', { parent, sort: '-issue', limit: 50 })
}

/** The number of the member's next copy; undefined while the cards load. */
export function useNextIssue(record: CardRecord): number | undefined {
  const cards = useQuery(cardsOfMemberQuery(record)).data?.data
  return cards && Math.max(...[record, ...cards].map(({ issue }) => issue)) + 1
}

/** `Emitir 2.ª via` */
export function issueCopyText(issue: number | undefined): string {
  return `Emitir ${copyText(issue)}`
}

export function copyText(issue: number | undefined): string {
  return issue === undefined ? 'nova via' : `${issue}.ª via`
}
