import { nobody, staffReaders, staffWriters } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import { choice, date, group, json, reference } from '../fields.ts'
import { counter, retryAction, underWayStates, workFields } from '../work-fields.ts'
import { membershipCards } from './membership-cards.ts'
import { mapOf, selectionShape } from '../json-shape.ts'

/** Why a card run issues no card for a member. */
export const cardLeftOutReasons = {
  ended: 'Já saiu',
  deceased: 'Faleceu',
  hasCard: 'Já tem um cartão válido',
  noCard: 'Nunca teve cartão',
  noPhoto: 'Não tem fotografia',
} as const
export type CardLeftOutReason = keyof typeof cardLeftOutReasons

const { state, createdByName, problem } = workFields({
  running: 'A emitir',
  done: 'Emitida',
  by: 'Pedida por',
})

/** Issue of cards for many members, made in the background. */
export const cardRuns = defineResource({
  name: 'cardRuns',
  kind: 'stored',
  label: { one: 'Emissão de cartões', many: 'Emissões de cartões', gender: 'f' },
  title: 'createdByName',
  nameTemplate: '{created_at}',
  access: { read: staffReaders, create: staffWriters, update: nobody, delete: nobody },
  work: { underWay: underWayStates },
  actions: {
    retry: retryAction,
  },
  fields: {
    ...group('Emissão', {
      kind: choice(
        { missing: 'Quem não tem cartão válido', renewal: 'Renovação de quem já tem cartão' },
        { label: 'Para', required: true, default: 'missing', listed: true, inputType: 'radio' },
      ),
      /** Null for every member. */
      audience: json({ label: '{MemberPlural}', shape: selectionShape }),
      needsPhoto: choice(
        { no: 'Também sem fotografia', yes: 'Só quem tem fotografia' },
        { label: 'Fotografia', required: true, default: 'no', inputType: 'radio' },
      ),
      type: choice(
        Object.fromEntries(
          (membershipCards.fields.type.options ?? []).map(({ value, label }) => [value, label]),
        ),
        { label: 'Tipo', required: true, default: 'plastic', listed: true },
      ),
      templateId: reference('cardTemplates', { label: 'Modelo', blank: 'o de cada categoria' }),
      validUntil: date({ label: 'Válidos até', blank: 'segundo as configurações' }),
      state,
      count: counter('Cartões'),
      /** Number of members left out, by reason. */
      leftOut: json({ label: 'Fora da emissão', readOnly: true, shape: mapOf('integer') }),
      createdByName,
      problem,
    }),
  },
})
