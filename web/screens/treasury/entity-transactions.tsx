import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { toCents, toEuros } from '@agremia/resources/rules/amount.ts'
import { fiscalYearText } from '@agremia/resources/rules/fiscal-year.ts'
import { useFiscalYear } from '../../api/fiscal-year.ts'
import { listQuery } from '../../api/queries.ts'
import { RowsPlaceholder } from '../../resource/query-page.tsx'
import { openDocumentsOfEntity } from '../../paths/treasury-lists.ts'
import { Euros, euros } from '../../ui/euros.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Panel } from '../../ui/panel.tsx'
import { NumberTable } from '../../ui/number-table.tsx'
import { PartyTransactions } from './party-transactions.tsx'
import { entityYearsQuery } from './year-totals.ts'
import classes from './statement.module.css'

/** The statement of an external entity: open documents, totals of each year, and its transactions. */
export function EntityTransactions({ id }: { id: string }) {
  const where = useMemo(() => ({ externalEntityId: id }), [id])
  return (
    <div className={classes.statement}>
      <OpenDocuments id={id} />
      <YearTable id={id} />
      <PartyTransactions
        where={where}
        purpose="Aqui aparece o que se pagou a esta entidade e o que dela se recebeu."
      />
    </div>
  )
}

/** What is left to pay of the documents of the entity, less its credit notes; nothing when there is none. */
function OpenDocuments({ id }: { id: string }) {
  const where = { externalEntityId: id, status: ['unpaid', 'partial'] }
  const { meta } = useQuery(listQuery('treasuryDocs', { where, limit: 1 })).data ?? {}
  const ofNotes = { where: { ...where, type: 'creditNote' }, limit: 1 }
  const notes = useQuery(listQuery('treasuryDocs', ofNotes)).data?.meta
  if (!meta || !notes || meta.total === 0) return null
  const openOf = ({ sums }: typeof meta) => toCents(sums?.totalAmount) - toCents(sums?.paidAmount)
  const open = toEuros(openOf(meta) - 2 * openOf(notes))
  return (
    <Facts>
      <Fact
        label="Documentos por pagar"
        value={<Euros to={openDocumentsOfEntity(id)} amount={open} />}
        note={meta.total === 1 ? '1 documento' : `${meta.total} documentos`}
      />
    </Facts>
  )
}

function YearTable({ id }: { id: string }) {
  const query = useQuery(entityYearsQuery(id))
  const start = useFiscalYear()
  if (!query.data) return <RowsPlaceholder query={query} rows={3} />
  if (query.data.length === 0) return null
  return (
    <Panel title="Totais por ano" width="table">
      <NumberTable
        label="Totais por ano"
        rows={query.data}
        keyOf={({ year }) => year}
        hasFigures
        isPlain
        columns={[
          { head: 'Ano', cell: ({ year }) => fiscalYearText(start, year) },
          { head: 'Recebido', cell: ({ income }) => euros(income) },
          { head: 'Pago', cell: ({ expense }) => euros(expense) },
        ]}
      />
    </Panel>
  )
}
