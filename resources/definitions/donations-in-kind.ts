import { nobody, staffReaders, staffWriters } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import {
  assigned,
  choice,
  date,
  group,
  integer,
  longText,
  money,
  reference,
  stateOptions,
  text,
} from '../fields.ts'
import { cancelAction } from '../work-fields.ts'

/** Goods that were given without anything in return (EBF art. 61.º–66.º). Numbered by year, never deleted. */
export const donationsInKind = defineResource({
  name: 'donationsInKind',
  kind: 'stored',
  label: { one: 'Donativo em espécie', many: 'Donativos em espécie' },
  help: 'Bens oferecidos à organização, com o valor que vai no recibo e no Modelo 25.',
  title: 'number',
  nameTemplate: '{number} · {description}',
  access: { read: staffReaders, create: staffWriters, update: staffWriters, delete: nobody },
  list: { sort: '-date' },
  parents: { members: 'memberId', externalEntities: 'externalEntityId' },
  actions: {
    cancel: {
      ...cancelAction,
      done: 'Donativo anulado.',
      when: { is: { status: 'registered' }, otherwise: 'Este donativo já foi anulado.' },
    },
  },
  fields: {
    ...group('Donativo', {
      number: text({
        label: 'N.º',
        max: 20,
        ...assigned,
        listed: true,
        sortable: true,
        searchable: true,
      }),
      date: date({
        label: 'Data',
        required: true,
        rules: ['notFuture'],
        listed: true,
        sortable: true,
        filterable: true,
      }),
      year: integer({ label: 'Ano', ...assigned, derived: true, hidden: true, filterable: true }),
      memberId: reference('members', {
        label: '{MemberSingular}',
        help: 'Quem deu, ou a entidade. De um donativo anónimo, nenhum dos dois.',
        listed: true,
        filterable: true,
      }),
      externalEntityId: reference('externalEntities', { label: 'Entidade', listed: true, filterable: true }),
      description: text({
        label: 'O que foi dado',
        max: 250,
        required: true,
        listed: true,
        searchable: true,
        span: 2,
      }),
      value: money({
        label: 'Valor estimado',
        required: true,
        min: 0.01,
        listed: true,
        summed: true,
      }),
      valuation: text({
        label: 'Como se estimou',
        help: 'Fatura de quem deu, preço de mercado, avaliação.',
        max: 150,
      }),
      status: choice(
        {
          registered: { label: 'Registado', tone: 'green' },
          cancelled: { label: 'Anulado', tone: 'grey' },
        },
        { ...stateOptions, label: 'Situação', default: 'registered' },
      ),
      cancelReason: text({ label: 'Motivo da anulação', max: 500, readOnly: true }),
      notes: longText({ label: 'Observações' }),
    }),
  },
})
