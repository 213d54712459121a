import { nobody, staffReaders, staffWriters } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import {
  assigned,
  choice,
  computed,
  date,
  fiscalYear,
  group,
  longText,
  money,
  reference,
  stateOptions,
  tags,
  text,
} from '../fields.ts'
import { cancelAction } from '../work-fields.ts'

/** Invoices, receipts, contracts and other papers of the treasury, with their files. Never deleted, only cancelled with a reason. */
export const treasuryDocs = defineResource({
  name: 'treasuryDocs',
  kind: 'stored',
  label: { one: 'Documento', many: 'Documentos' },
  help: 'Faturas, recibos e outros papéis da tesouraria.',
  title: 'number',
  nameTemplate: '{number} · {description}',
  access: { read: staffReaders, create: staffWriters, update: staffWriters, delete: nobody },
  list: { sort: '-date' },
  parents: { externalEntities: 'externalEntityId', members: 'memberId' },
  actions: {
    cancel: {
      ...cancelAction,
      done: 'Documento anulado.',
      when: { isNot: { status: 'cancelled' }, otherwise: 'Este documento já está anulado.' },
    },
  },
  fields: {
    ...group('Documento', {
      number: text({
        label: 'N.º interno',
        max: 20,
        ...assigned,
        listed: true,
        sortable: true,
        searchable: true,
      }),
      description: text({
        label: 'Descrição',
        max: 250,
        required: true,
        listed: true,
        searchable: true,
        span: 2,
      }),
      type: choice(
        {
          invoice: 'Fatura',
          invoiceReceipt: 'Fatura-recibo',
          simplifiedInvoice: 'Fatura simplificada',
          receipt: 'Recibo',
          creditNote: 'Nota de crédito',
          debitNote: 'Nota de débito',
          quote: 'Orçamento',
          contract: 'Contrato',
          statement: 'Extrato',
          proof: 'Comprovativo',
          slip: 'Talão',
          minutes: 'Ata',
          other: 'Outro',
        },
        { label: 'Tipo', required: true, default: 'other', listed: true, filterable: true },
      ),
      direction: choice(
        { received: 'Recebido', issued: 'Emitido' },
        { label: 'Sentido', required: true, default: 'received', filterable: true },
      ),
      date: date({
        label: 'Data',
        required: true,
        rules: ['notFuture'],
        listed: true,
        sortable: true,
        filterable: true,
      }),
      year: fiscalYear('date', { label: 'Ano', hidden: true, filterable: true }),
      dueDate: date({
        label: 'Vencimento',
        rules: ['notBefore:date'],
        listed: true,
        sortable: true,
        filterable: true,
      }),
      externalNumber: text({ label: 'N.º do documento', max: 60, listed: true, searchable: true }),
      atcud: text({ label: 'ATCUD', max: 100 }),
      externalEntityId: reference('externalEntities', { label: 'Entidade', listed: true, filterable: true }),
      memberId: reference('members', { label: '{MemberSingular}', filterable: true }),
    }),
    ...group('Valor', {
      netAmount: money({ label: 'Base' }),
      vatAmount: money({ label: 'IVA' }),
      totalAmount: money({ label: 'Total', listed: true, sortable: true, summed: true }),
      paidAmount: money({ label: 'Pago', ...assigned, derived: true, summed: true }),
      currency: text({ label: 'Moeda', max: 3, required: true, default: 'EUR', hidden: true }),
      status: choice(
        {
          unpaid: { label: 'Por pagar', tone: 'amber' },
          partial: { label: 'Pago em parte', tone: 'amber' },
          paid: { label: 'Pago', tone: 'green' },
          filed: { label: 'Arquivado', tone: 'grey' },
          cancelled: { label: 'Anulado', tone: 'grey' },
        },
        { ...stateOptions, default: 'filed' },
      ),
      categoryId: reference('transactionCategories', { label: 'Categoria proposta' }),
      costCenterId: reference('costCenters', { label: 'Centro de custos proposto' }),
    }),
    ...group('Arquivo', {
      /** Transactions that settle it. */
      transactions: computed({ label: 'Transações', type: 'list', inputType: 'tags', detail: true }),
      hasTransaction: computed({
        label: 'Tem transação',
        type: 'boolean',
        inputType: 'checkbox',
        hidden: true,
        filterable: true,
      }),
      tags: tags({ label: 'Etiquetas', filterable: true }),
      notes: longText({ label: 'Observações' }),
      cancelReason: text({ label: 'Motivo da anulação', max: 500, readOnly: true }),
    }),
  },
})
