import { nobody, staffReaders, staffWriters } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import { choice, choices, integer, personName, reference } from '../fields.ts'

/** Why two people may be the same. */
const duplicateReasons = {
  document: 'mesmo documento',
  nameBirth: 'mesmo nome e data de nascimento',
  similarBirth: 'nome parecido e mesma data de nascimento',
  name: 'mesmo nome',
  email: 'mesmo email',
  phone: 'mesmo telefone',
  iban: 'mesmo IBAN',
  memberships: 'duas inscrições em vigor',
} as const

const found = { assigned: true, readOnly: true, listed: true } as const
const person = { assigned: true, readOnly: true, hidden: true } as const

/** Pairs of people who may be the same. The program finds them; people say that they are not. */
export const duplicates = defineResource({
  name: 'duplicates',
  kind: 'stored',
  label: { one: 'Possível duplicado', many: 'Duplicados', counted: { one: 'par', many: 'pares' } },
  help: 'Pares de fichas que podem ser da mesma pessoa, com o que as aproxima.',
  title: 'name',
  access: { read: staffReaders, create: nobody, update: nobody, delete: nobody },
  list: { sort: 'strength' },
  actions: {
    dismiss: {
      label: 'Não são a mesma pessoa',
      past: 'disse que não são a mesma pessoa',
      icon: 'cancel',
      many: false,
      question: false,
      when: { is: { state: 'open' }, otherwise: 'Já se decidiu sobre estas fichas.' },
      done: 'Fica assente que não são a mesma pessoa.',
      access: staffWriters,
      sets: { state: 'dismissed' },
    },
    reconsider: {
      label: 'Voltar a considerar',
      past: 'voltou a considerar',
      icon: 'again',
      done: 'Voltam a estar por ver.',
      many: false,
      question: false,
      when: { is: { state: 'dismissed' }, otherwise: 'Estas fichas não foram postas de lado.' },
      access: staffWriters,
      sets: { state: 'open' },
    },
  },
  fields: {
    personId: reference('people', { label: 'Pessoa', ...person }),
    otherPersonId: reference('people', { label: 'Outra pessoa', ...person }),
    name: personName({ label: 'Nome', ...found, sortable: true, searchable: true }),
    memberNumber: integer({ label: 'N.º', readOnly: true, listed: true, searchable: true }),
    otherName: personName({ label: 'Nome da outra ficha', ...found, searchable: true }),
    otherNumber: integer({ label: 'N.º da outra', readOnly: true, listed: true, searchable: true }),
    reasons: choices(duplicateReasons, {
      label: 'O que as aproxima',
      readOnly: true,
      listed: true,
      filterable: true,
    }),
    /** The order of the codes is that of the list. */
    strength: choice(
      {
        certain: { label: 'Quase certa', tone: 'red' },
        likely: { label: 'Provável', tone: 'amber' },
        possible: { label: 'Possível', tone: 'grey' },
      },
      { label: 'Semelhança', ...found, sortable: true, filterable: true, badge: true },
    ),
    state: choice(
      {
        open: { label: 'Por ver', tone: 'amber' },
        dismissed: { label: 'Não são a mesma pessoa', tone: 'grey' },
      },
      { label: 'Estado', ...found, default: 'open', filterable: true, badge: true },
    ),
  },
})
