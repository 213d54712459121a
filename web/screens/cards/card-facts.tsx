import type { ReactNode } from 'react'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { formatDate, formatDateTime } from '@agremia/resources/rules/dates.ts'
import type { StoredRecord } from '../../api/client.ts'
import { useTerminology } from '../../api/queries.ts'
import { organisationTimeZone } from '../../fields/organisation-clock.ts'
import { choiceText, plainText } from '../../fields/texts.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { debtsOfPath } from '../dues/dues-paths.ts'
import { cardPath, printBatchPath } from './card-paths.ts'

interface CardFactsProps {
  record: StoredRecord
  fields: FieldMap
}

/** What a card is worth and what became of it, with ways to what it has to do with. */
export function CardFacts({ record, fields }: CardFactsProps) {
  const { type } = fields
  const until = plainText(record.validUntil)
  return (
    <Facts>
      <Fact
        label="Validade"
        value={until === '' ? 'Sem data de fim' : `até ${formatDate(until)}`}
        note={`desde ${formatDate(plainText(record.validFrom))}`}
      />
      <Fact
        label="Tipo"
        value={type && choiceText(record.type, type)}
        note={plainText(record.templateLabel) || 'Modelo da categoria'}
      />
      <Fact label="Emitido" value={formatDate(plainText(record.issuedAt))} />
      {record.type !== 'digital' && (
        <Fact label="Impresso" {...printed(record)} note={<Batch record={record} />} />
      )}
      {record.type !== 'digital' && <Fact label="Entregue" {...delivered(record, fields)} />}
      {record.revokedAt !== null && <Ended record={record} />}
      {record.feeChargeId !== null && (
        <Fact
          label="Valor da 2.ª via"
          value={
            <AppLink to={debtsOfPath(plainText(record.memberId))}>{plainText(record.feeChargeLabel)}</AppLink>
          }
        />
      )}
    </Facts>
  )
}

function printed({ printedAt }: StoredRecord): { value: ReactNode } {
  if (typeof printedAt !== 'string') return { value: 'Ainda não' }
  return { value: formatDateTime(printedAt, organisationTimeZone()).slice(0, 10) }
}

function Batch({ record }: { record: StoredRecord }) {
  const terminology = useTerminology()
  if (typeof record.printBatchId !== 'string') return null
  return (
    <AppLink to={printBatchPath(terminology, record.printBatchId)}>
      Lote n.º {plainText(record.printBatchLabel)}
    </AppLink>
  )
}

function delivered(record: StoredRecord, { deliveryMethod }: FieldMap): { value: string; note?: string } {
  const how = deliveryMethod ? choiceText(record.deliveryMethod, deliveryMethod).toLowerCase() : ''
  if (typeof record.deliveredAt === 'string')
    return { value: formatDate(record.deliveredAt), ...(how && { note: how }) }
  return record.status === 'sent' ? { value: 'A caminho', note: how } : { value: 'Ainda não' }
}

function Ended({ record }: { record: StoredRecord }) {
  const terminology = useTerminology()
  const next = record.replacedById
  return (
    <Fact
      label="Sem efeito desde"
      value={formatDateTime(plainText(record.revokedAt), organisationTimeZone()).slice(0, 10)}
      note={
        <>
          {plainText(record.revokeReason)}
          {typeof next === 'string' && (
            <>
              {' · '}
              <AppLink to={cardPath(terminology, next)}>
                cartão n.º {plainText(record.replacedByLabel)}
              </AppLink>
            </>
          )}
        </>
      }
    />
  )
}
