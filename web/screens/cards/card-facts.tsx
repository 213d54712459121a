import type { ReactNode } from 'react'
import { Anchor } from '@mantine/core'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { formatDate, formatDateTime } from '@agremia/resources/rules/dates.ts'
import type { StoredRecord } from '../../api/client.ts'
import { useTerminology } from '../../api/queries.ts'
import { organisationTimeZone } from '../../fields/organisation-clock.ts'
import { choiceText, plainText } from '../../fields/texts.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { debtsOfPath } from '../../paths/dues.ts'
import { printBatchPath } from '../../paths/cards.ts'

interface CardFactsProps {
  record: StoredRecord
  fields: FieldMap
}

/** What a card is worth and how far it got, with ways to what it has to do with. */
export function CardFacts({ record, fields }: CardFactsProps) {
  const { type } = fields
  const until = plainText(record.validUntil)
  return (
    <Facts>
      <Fact
        label="Válido até"
        value={until === '' ? 'Sem data de fim' : formatDate(until)}
        note={`desde ${formatDate(plainText(record.validFrom))}`}
      />
      <Fact label="Emitido" value={formatDate(plainText(record.issuedAt))} note={<Fee record={record} />} />
      {record.type === 'digital' ? (
        <>
          <Fact label="Tipo" value={type && choiceText(record.type, type)} />
          <Fact label="Modelo" value={plainText(record.templateLabel) || 'O da categoria'} />
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

/** What a second copy cost. */
function Fee({ record }: { record: StoredRecord }) {
  if (typeof record.feeChargeId !== 'string') return null
  return (
    <Anchor component={AppLink} to={debtsOfPath(plainText(record.memberId))} fz="inherit">
      {plainText(record.feeChargeLabel)}
    </Anchor>
  )
}

function printed({ printedAt }: StoredRecord): ReactNode {
  if (typeof printedAt !== 'string') return 'Ainda não'
  return formatDateTime(printedAt, organisationTimeZone()).slice(0, 10)
}

function Batch({ record }: { record: StoredRecord }) {
  const terminology = useTerminology()
  if (typeof record.printBatchId !== 'string') return null
  return (
    <Anchor component={AppLink} to={printBatchPath(terminology, record.printBatchId)} fz="inherit">
      Lote n.º {plainText(record.printBatchLabel)}
    </Anchor>
  )
}

function delivered(record: StoredRecord, { deliveryMethod }: FieldMap): { value: string; note?: string } {
  const how = deliveryMethod ? choiceText(record.deliveryMethod, deliveryMethod).toLowerCase() : ''
  if (typeof record.deliveredAt === 'string')
    return { value: formatDate(record.deliveredAt), ...(how && { note: how }) }
  return record.status === 'sent' ? { value: 'A caminho', note: how } : { value: 'Ainda não' }
}
