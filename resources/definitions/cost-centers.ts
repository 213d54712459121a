import { staffReaders, staffWriters } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import { boolean, computed, date, group, integer, money, reference, text } from '../fields.ts'

/** Parts of the organisation whose income and expense is followed: sections, projects, events. */
export const costCenters = defineResource({
  name: 'costCenters',
  kind: 'stored',
  label: { one: 'Centro de custos', many: 'Centros de custos' },
  help: 'Secções, projetos e eventos de que se seguem as receitas e as despesas.',
  title: 'name',
  insteadOfDeleting: 'Em vez disso, pode deixar de o usar.',
  access: { read: staffReaders, create: staffWriters, update: staffWriters, delete: staffWriters },
  list: { sort: 'name' },
  fields: {
    ...group('Centro de custos', {
      name: text({
        label: 'Nome',
        max: 80,
        required: true,
        listed: true,
        sortable: true,
        searchable: true,
        span: 2,
        unique: 'Já existe um centro de custos com este nome.',
      }),
      code: text({ label: 'Código', max: 20, listed: true, sortable: true, searchable: true }),
      parentId: reference('costCenters', {
        label: 'Parte de',
        help: 'Um centro de custos que não seja parte de outro.',
        listed: true,
        filterable: true,
      }),
      startDate: date({ label: 'Início', listed: true }),
      endDate: date({ label: 'Fim', listed: true, rules: ['notBefore:startDate'] }),
      responsibleMemberId: reference('members', { label: 'Responsável', listed: true }),
      active: boolean({ label: 'Em uso', default: true, listed: true, filterable: true }),
    }),
  },
})

/** What a cost centre expects to receive and to spend in a year. */
export const costCenterBudgets = defineResource({
  name: 'costCenterBudgets',
  kind: 'stored',
  label: { one: 'Orçamento', many: 'Orçamentos' },
  title: 'year',
  access: { read: staffReaders, create: staffWriters, update: staffWriters, delete: staffWriters },
  list: { sort: '-year' },
  parents: { costCenters: 'costCenterId' },
  partOf: 'costCenterId',
  fields: {
    ...group('Orçamento', {
      costCenterId: reference('costCenters', { label: 'Centro de custos', required: true, fixed: true }),
      year: integer({
        label: 'Ano',
        help: 'O ano em que começa o exercício.',
        min: 1900,
        max: 2200,
        required: true,
        sortable: true,
        listed: true,
      }),
      yearText: computed({ label: 'Exercício', listed: true, onlyFor: 'ownFiscalYear' }),
      income: money({ label: 'Receita prevista', required: true, default: 0, listed: true }),
      expense: money({ label: 'Despesa prevista', required: true, default: 0, listed: true }),
      notes: text({ label: 'Observações', max: 500, listed: true }),
    }),
  },
})
