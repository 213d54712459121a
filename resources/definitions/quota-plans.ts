import { nobody, signedIn, staffWriters } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import {
  allChargesDecision,
  amountsDecision,
  boolean,
  choice,
  date,
  group,
  integer,
  money,
  parts,
  reference,
  sinceDecision,
  text,
} from '../fields.ts'

const validFrom = date({
  label: 'A partir de',
  help: 'Aplica-se aos períodos que começam neste dia ou depois.',
  required: true,
})

const priceShape = { 'categoryId?': 'uuid?', amount: 'euros', 'joia?': 'euros?' } as const

/** Quota plans: how often and when members pay. Amounts are in `quotaPrices`. */
export const quotaPlans = defineResource({
  name: 'quotaPlans',
  kind: 'stored',
  label: { one: 'Plano de {membershipPayments}', many: 'Planos de {membershipPayments}' },
  title: 'name',
  insteadOfDeleting: 'Em vez disso, pode deixar de o usar.',
  access: { read: signedIn, create: staffWriters, update: staffWriters, delete: staffWriters },
  list: { sort: 'order' },
  actions: {
    setPrices: {
      writes: ['quotaPrices'],
      label: 'Novos preços',
      past: 'definiu novos preços',
      icon: 'coins',
      done: 'Preços guardados.',
      many: false,
      access: staffWriters,
      fields: {
        validFrom,
        prices: parts('quotaPrices', { label: 'Preços', required: true, shape: priceShape }),
        charges: allChargesDecision(),
      },
    },
    removePrices: {
      writes: ['quotaPrices'],
      label: 'Retirar os preços',
      past: 'retirou os preços',
      icon: 'erase',
      done: 'Preços retirados.',
      many: false,
      access: staffWriters,
      fields: { validFrom },
    },
  },
  fields: {
    ...group('Plano', {
      name: text({
        label: 'Nome',
        max: 60,
        required: true,
        listed: true,
        sortable: true,
        searchable: true,
        span: 2,
        unique: 'Já existe um plano com este nome.',
      }),
      periodicity: choice(
        {
          yearly: 'Anual',
          halfYearly: 'Semestral',
          quarterly: 'Trimestral',
          monthly: 'Mensal',
          once: 'Única',
        },
        { label: 'Periodicidade', required: true, default: 'yearly', listed: true },
      ),
      amounts: amountsDecision(),
      order: integer({ label: 'Ordem', required: true, default: 100, listed: true, sortable: true }),
      active: boolean({ label: 'Em uso', default: true, listed: true }),
      since: sinceDecision(),
      charges: allChargesDecision(),
    }),
    ...group('Vencimento', {
      dueDay: integer({
        label: 'Dia',
        help: 'Nos meses mais curtos, o último dia.',
        min: 1,
        max: 31,
        required: true,
        default: 31,
      }),
      dueMonth: integer({
        label: 'Mês',
        help: 'Do ano, ou do período: num plano trimestral, 1 é o primeiro mês de cada trimestre.',
        min: 1,
        max: 12,
        required: true,
        default: 3,
      }),
    }),
    ...group('Admissão', {
      proRata: boolean({
        label: 'Proporcional na admissão',
        help: 'Na admissão paga-se só pelos meses que faltam, contando o da admissão. O que se paga uma única vez paga-se por inteiro.',
        default: true,
      }),
      chargesOnAdmission: boolean({
        label: 'Cobrar logo na admissão',
        help: 'A joia e a primeira {membershipPayment} ficam logo por pagar.',
        default: true,
      }),
    }),
  },
})

/** Prices of a plan from a date on. Prices are added, not changed: each period has the price valid at its start. */
export const quotaPrices = defineResource({
  name: 'quotaPrices',
  kind: 'stored',
  label: { one: 'Preço', many: 'Preços' },
  title: 'validFrom',
  access: { read: signedIn, create: staffWriters, update: nobody, delete: staffWriters },
  list: { sort: '-validFrom' },
  parents: { quotaPlans: 'quotaPlanId' },
  partOf: 'quotaPlanId',
  fields: {
    ...group('Preço', {
      quotaPlanId: reference('quotaPlans', {
        label: 'Plano de {membershipPayments}',
        required: true,
        fixed: true,
      }),
      validFrom: { ...validFrom, listed: true, sortable: true },
      categoryId: reference('memberCategories', {
        label: 'Categoria',
        blank: 'para as categorias que não têm um preço seu',
        listed: true,
        filterable: true,
      }),
      amount: money({ label: 'Valor de cada período', required: true, listed: true }),
      joia: money({ label: 'Joia', help: 'Paga uma vez, na admissão.', listed: true }),
      charges: allChargesDecision(),
    }),
  },
})
