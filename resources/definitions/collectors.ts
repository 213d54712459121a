import { staffReaders, staffWriters } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import { boolean, email, group, longText, money, percent, personName, phone, reference } from '../fields.ts'

/** People who collect dues from door to door. Collectors with an account mark payments on a phone. */
export const collectors = defineResource({
  name: 'collectors',
  kind: 'stored',
  label: { one: 'Cobrador', many: 'Cobradores' },
  help: 'Quem anda de porta em porta a cobrar {membershipPayments}, com a comissão que recebe.',
  title: 'name',
  insteadOfDeleting: 'Em vez disso, pode deixar de o usar.',
  access: { read: staffReaders, create: staffWriters, update: staffWriters, delete: staffWriters },
  list: { sort: 'name' },
  fields: {
    ...group('Cobrador', {
      name: personName({
        label: 'Nome',
        required: true,
        listed: true,
        sortable: true,
        searchable: true,
        span: 2,
      }),
      phone: phone({ label: 'Telefone', listed: true, searchable: true }),
      email: email({ label: 'Email', listed: true, searchable: true }),
      userId: reference('users', {
        label: 'Conta',
        help: 'Com uma conta, abre as suas rondas no telemóvel, e mais nada da secretaria.',
        listed: true,
        unique: 'Esta conta já é de outro cobrador.',
      }),
      active: boolean({ label: 'Em uso', default: true, listed: true, filterable: true }),
    }),
    ...group('Comissão', {
      commissionRate: percent({
        label: 'Comissão',
        help: 'Em percentagem do que cobrar. As rondas já criadas ficam com a que tinham.',
        required: true,
        default: 0,
        listed: true,
      }),
      amountPerReceipt: money({
        label: 'Valor por recibo',
        help: 'Além da percentagem, por cada pagamento que trouxer.',
        required: true,
        default: 0,
      }),
      externalEntityId: reference('externalEntities', {
        label: 'Entidade externa',
        help: 'Em nome de quem as comissões ficam na tesouraria.',
      }),
    }),
    ...group('Observações', {
      notes: longText({ label: 'Observações' }),
    }),
  },
})
