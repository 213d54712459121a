import { nobody, seesAllFields, staffReaders, staffWriters } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import { boolean, choice, datetime, group, integer, json, reference, text } from '../fields.ts'
import { mapOf, oneOf } from '../json-shape.ts'

/** Which value of a field stays; `both` joins texts and lists. */
export const mergeSides = ['kept', 'lost', 'both'] as const
export type MergeSide = (typeof mergeSides)[number]

/** Values of a field in both records, as texts, and the side that stays. */
export const comparedShape = {
  name: 'text',
  label: 'text',
  kept: 'text?',
  lost: 'text?',
  side: oneOf(mergeSides),
} as const

const note = { readOnly: true, listed: true } as const
const input = { fixed: true, hidden: true } as const

/** Merges of two records of a person: the moved rows, the values of the deleted record, and the undo. */
export const merges = defineResource({
  name: 'merges',
  kind: 'stored',
  label: { one: 'Fusão', many: 'Fusões', gender: 'f', new: 'Fundir fichas' },
  help: 'Duas fichas da mesma pessoa que passaram a ser uma. Cada fusão pode ser desfeita.',
  title: 'name',
  access: {
    read: seesAllFields(staffReaders),
    create: seesAllFields(staffWriters),
    update: nobody,
    delete: nobody,
  },
  parents: { people: 'personId', members: 'memberId' },
  actions: {
    undo: {
      label: 'Desfazer a fusão',
      past: 'desfez a fusão',
      icon: 'back',
      many: false,
      when: { is: { state: 'done' }, otherwise: 'A fusão já está desfeita.' },
      done: 'A fusão está desfeita: as duas fichas são outra vez como eram.',
      access: seesAllFields(staffWriters),
      isDestructive: true,
    },
  },
  fields: {
    ...group('Fichas', {
      name: text({ label: 'Ficha que ficou', assigned: true, ...note, searchable: true, max: 200 }),
      memberNumber: integer({ label: 'N.º de {memberSingular}', ...note, searchable: true }),
      lostName: text({ label: 'Ficha fundida', assigned: true, ...note, searchable: true, max: 200 }),
      formerNumber: integer({
        label: 'N.º anterior',
        help: 'Não volta a ser atribuído.',
        ...note,
        searchable: true,
      }),
      personId: reference('people', { label: 'Pessoa que fica', required: true, ...input }),
      lostPersonId: text({ label: 'Pessoa a fundir', max: 36, required: true, ...input }),
      memberId: reference('members', { label: '{MemberSingular} que fica', ...input }),
      lostMemberId: text({ label: '{MemberSingular} a fundir', max: 36, ...input }),
      keepsBoth: boolean({
        label: 'Manter as duas inscrições',
        help: 'Junta as pessoas, e cada inscrição fica com o seu número e os seus estados.',
        ...input,
      }),
      choices: json({
        label: 'Escolhas',
        help: 'O nome da informação, e de que ficha é o valor que fica: kept, lost, ou both nos textos e listas que se juntam. Sem escolha fica o valor da ficha que fica ou, se estiver vazio, o da outra.',
        ...input,
        shape: mapOf(oneOf(mergeSides)),
      }),
    }),
    ...group('Fusão', {
      state: choice(
        { done: { label: 'Feita', tone: 'green' }, undone: { label: 'Desfeita', tone: 'grey' } },
        {
          label: 'Estado',
          assigned: true,
          default: 'done',
          ...note,
          filterable: true,
          badge: true,
        },
      ),
      createdByName: text({ label: 'Por', ...note }),
      undoneByName: text({ label: 'Desfeita por', readOnly: true }),
      undoneAt: datetime({ label: 'Desfeita em', readOnly: true }),
      comparison: json({
        label: 'Valores',
        readOnly: true,
        hidden: true,
        detail: true,
        shape: { list: [comparedShape] },
      }),
      moved: json({
        label: 'O que passou para a ficha que ficou',
        readOnly: true,
        hidden: true,
        detail: true,
        shape: { list: [{ label: 'text', count: 'integer' }] },
      }),
    }),
  },
})
