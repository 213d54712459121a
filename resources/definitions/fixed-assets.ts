import { staffReaders, staffWriters } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import { choice, date, group, longText, money, reference, text } from '../fields.ts'

/** State of a fixed asset. */
export const assetConditions = {
  good: { label: 'Bom', tone: 'green' },
  worn: { label: 'Usado', tone: 'blue' },
  broken: { label: 'Avariado', tone: 'amber' },
} as const

/** What the organisation owns and uses for years: an annex of the cash map (Decreto-Lei n.º 36-A/2011, art. 11.º). */
export const fixedAssets = defineResource({
  name: 'fixedAssets',
  kind: 'stored',
  label: { one: 'Bem', many: 'Património', new: 'Novo bem' },
  help: 'Imóveis, equipamento e outros bens duradouros. Os que existem no fim do ano vão no mapa de recebimentos e pagamentos.',
  title: 'description',
  access: { read: staffReaders, create: staffWriters, update: staffWriters, delete: staffWriters },
  list: { sort: '-acquiredOn' },
  fields: {
    ...group('Bem', {
      description: text({
        label: 'Descrição',
        max: 150,
        required: true,
        listed: true,
        sortable: true,
        searchable: true,
        span: 2,
      }),
      kind: choice(
        {
          building: 'Imóvel',
          equipment: 'Equipamento',
          furniture: 'Mobiliário',
          vehicle: 'Viatura',
          computing: 'Informática',
          instrument: 'Instrumentos e trajes',
          other: 'Outro',
        },
        { label: 'Tipo', required: true, default: 'equipment', listed: true, filterable: true },
      ),
      condition: choice(assetConditions, {
        label: 'Estado',
        required: true,
        default: 'good',
        listed: true,
        filterable: true,
        badge: true,
      }),
      location: text({ label: 'Onde está', max: 100, listed: true, searchable: true }),
      serialNumber: text({ label: 'N.º de série ou matrícula', max: 60, searchable: true }),
    }),
    ...group('Aquisição', {
      acquiredOn: date({
        label: 'Adquirido em',
        required: true,
        rules: ['notFuture'],
        listed: true,
        sortable: true,
        filterable: true,
      }),
      cost: money({
        label: 'Custo',
        help: 'De um bem oferecido, o valor estimado.',
        required: true,
        listed: true,
        summed: true,
      }),
      recordedOn: date({
        label: 'No património desde',
        help: 'Vazio: o dia em que foi adquirido. De um bem de um ano já fechado, um dia com as contas abertas: o que se fechou fica como está.',
        rules: ['notBefore:acquiredOn', 'notFuture'],
      }),
      depreciation: money({
        label: 'Já depreciado',
        help: 'O que tinha perdido do custo no dia em que entrou no património.',
        required: true,
        default: 0,
      }),
      /** The cost without what it had lost when it was recorded. */
      value: money({
        label: 'Valor',
        assigned: true,
        readOnly: true,
        derived: true,
        listed: true,
        summed: true,
      }),
      transactionId: reference('transactions', {
        label: 'Transação',
        help: 'A que o pagou.',
      }),
    }),
    ...group('Abate', {
      disposedOn: date({
        label: 'Abatido em',
        help: 'Vendido, oferecido, perdido ou inutilizado.',
        rules: ['notBefore:acquiredOn', 'notBefore:recordedOn', 'notFuture'],
        listed: true,
        filterable: true,
      }),
      disposal: text({ label: 'Destino', max: 150 }),
      notes: longText({ label: 'Observações' }),
    }),
  },
})
