import { signedIn, staffWriters } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import {
  amountsDecision,
  allChargesDecision,
  boolean,
  group,
  integer,
  reference,
  sinceDecision,
  text,
} from '../fields.ts'

/** Categories of members: rights, quotas and age limits. */
export const memberCategories = defineResource({
  name: 'memberCategories',
  kind: 'stored',
  label: { one: 'Categoria', many: 'Categorias', gender: 'f' },
  title: 'name',
  insteadOfDeleting: 'Em vez disso, pode deixar de a usar.',
  access: { read: signedIn, create: staffWriters, update: staffWriters, delete: staffWriters },
  list: { sort: 'order' },
  fields: {
    ...group('Categoria', {
      name: text({
        label: 'Nome',
        max: 60,
        required: true,
        listed: true,
        sortable: true,
        searchable: true,
        span: 2,
        unique: 'Já existe uma categoria com este nome.',
      }),
      code: text({ label: 'Código', max: 10, listed: true }),
      order: integer({ label: 'Ordem', required: true, default: 100, listed: true, sortable: true }),
      active: boolean({ label: 'Em uso', default: true, listed: true }),
      acceptsApplications: boolean({
        label: 'Aberta a candidaturas',
        help: 'Pode ser escolhida por quem se candidata na página de inscrição.',
        default: true,
      }),
    }),
    ...group('Direitos', {
      hasVote: boolean({ label: 'Tem voto', default: true, listed: true }),
      canBeElected: boolean({ label: 'Pode ser eleito', default: true }),
      paysQuota: boolean({ label: 'Paga {membershipPayments}', default: true, listed: true }),
      quotaPlanId: reference('quotaPlans', {
        label: 'Plano de {membershipPayments}',
        help: 'De quem não tem um plano seu.',
        listed: true,
      }),
      amounts: amountsDecision(),
      since: sinceDecision(),
      charges: allChargesDecision(),
      allowsCollective: boolean({ label: 'Admite pessoas coletivas' }),
    }),
    ...group('Idade', {
      minAge: integer({ label: 'Idade mínima', max: 120 }),
      maxAge: integer({ label: 'Idade máxima', max: 120 }),
      autoPromoteToId: reference('memberCategories', {
        label: 'Passa a',
        help: 'Categoria a que se passa depois da idade máxima.',
      }),
    }),
  },
})
