import { staffReaders, staffWriters } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import { boolean, choice, choices, computed, date, group, iban, integer, money, text } from '../fields.ts'
import { movedMethods } from '../payment-methods.ts'

/** Where the organisation has money: cash boxes, bank accounts, accounts of payment services. */
export const treasuryAccounts = defineResource({
  name: 'treasuryAccounts',
  kind: 'stored',
  label: { one: 'Conta', many: 'Contas', gender: 'f' },
  help: 'Onde a organização tem dinheiro: caixas, contas bancárias e de serviços de pagamentos.',
  title: 'name',
  insteadOfDeleting: 'Em vez disso, pode deixar de a usar.',
  access: { read: staffReaders, create: staffWriters, update: staffWriters, delete: staffWriters },
  list: { sort: 'order' },
  fields: {
    ...group('Conta', {
      name: text({
        label: 'Nome',
        max: 60,
        required: true,
        listed: true,
        sortable: true,
        searchable: true,
        unique: 'Já existe uma conta com este nome.',
      }),
      kind: choice(
        { cash: 'Caixa', bank: 'Banco', savings: 'Poupança', gateway: 'Serviço de pagamentos' },
        { label: 'Tipo', required: true, default: 'bank', listed: true, filterable: true },
      ),
      iban: iban({ label: 'IBAN', listed: true }),
      balance: computed({
        label: 'Saldo',
        type: 'float32',
        inputType: 'money',
        listed: true,
      }),
      order: integer({ label: 'Ordem', required: true, default: 100, sortable: true }),
      active: boolean({ label: 'Em uso', default: true, listed: true, filterable: true }),
    }),
    ...group('Saldo inicial', {
      openingDate: date({
        label: 'A partir de',
        help: 'O saldo inicial é o do começo deste dia. O que é anterior fica fora da tesouraria.',
        required: true,
        rules: ['notFuture'],
      }),
      openingBalance: money({
        label: 'Saldo inicial',
        min: -9_999_999.99,
        required: true,
        default: 0,
      }),
    }),
    ...group('Pagamentos', {
      methods: choices(movedMethods, {
        label: 'Recebe os pagamentos por',
        help: 'Os pagamentos por estes meios entram nesta conta. Cada meio entra numa só.',
        span: 2,
      }),
    }),
  },
})
