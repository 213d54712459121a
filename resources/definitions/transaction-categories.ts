import { staffReaders, staffWriters } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import { boolean, choice, choices, colour, group, integer, reference, text } from '../fields.ts'
import { chargeTypes } from './unsettled-payments.ts'

/** Direction of a transaction. */
export const transactionKinds = {
  income: { label: 'Receita', tone: 'green' },
  expense: { label: 'Despesa', tone: 'amber' },
  transfer: { label: 'Transferência', tone: 'blue' },
} as const
export type TransactionKind = keyof typeof transactionKinds

/** What money is received or spent for. */
export const transactionCategories = defineResource({
  name: 'transactionCategories',
  kind: 'stored',
  label: { one: 'Categoria de transação', many: 'Categorias de transação', gender: 'f' },
  help: 'Aquilo por que a organização recebe e gasta dinheiro.',
  title: 'name',
  insteadOfDeleting: 'Em vez disso, pode deixar de a usar.',
  access: { read: staffReaders, create: staffWriters, update: staffWriters, delete: staffWriters },
  list: { sort: 'order' },
  fields: {
    ...group('Categoria', {
      name: text({
        label: 'Nome',
        max: 80,
        required: true,
        listed: true,
        sortable: true,
        searchable: true,
        span: 2,
        unique: 'Já existe uma categoria com este nome.',
      }),
      kind: choice(transactionKinds, {
        label: 'Tipo',
        required: true,
        listed: true,
        filterable: true,
        badge: true,
      }),
      parentId: reference('transactionCategories', {
        label: 'Parte de',
        help: 'Uma categoria do mesmo tipo, que não seja parte de outra.',
        listed: true,
        filterable: true,
      }),
      code: text({
        label: 'Código',
        help: 'Da conta do SNC, para quem faz a contabilidade.',
        max: 20,
        listed: true,
        searchable: true,
      }),
      colour: colour({ label: 'Cor' }),
      order: integer({ label: 'Ordem', required: true, default: 100, sortable: true }),
      active: boolean({ label: 'Em uso', default: true, listed: true, filterable: true }),
      system: boolean({
        label: 'Do programa',
        help: 'O tipo não muda.',
        readOnly: true,
        hidden: true,
      }),
    }),
    ...group('Lançamentos automáticos', {
      chargeTypes: choices(chargeTypes, {
        label: 'Recebe o que se paga de',
        help: 'Os pagamentos destas dívidas são lançados nesta categoria. Cada tipo é lançado numa só.',
      }),
      purpose: choice(
        {
          donations: 'Donativos',
          capital: 'Capital, que não é receita nem despesa do ano',
          fees: 'Comissões dos pagamentos',
        },
        { label: 'Finalidade', help: 'Os donativos vão para a lista dos doadores e o Modelo 25.' },
      ),
    }),
  },
})
