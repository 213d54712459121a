import { nobody, staffReaders, staffWriters } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import { boolean, choice, date, datetime, group, integer, json, text } from '../fields.ts'
import { counter, retryAction, underWayStates, workFields } from '../work-fields.ts'
import { cardLayouts } from '../card-layouts.ts'
import { selectionShape } from '../json-shape.ts'

/** Sets of cards to print: by state, or selected ones. */
export const cardSets = {
  'por-imprimir': 'Os que estão por imprimir',
  novos: 'Por imprimir, primeira via',
  renovacao: 'Por imprimir, renovações e novas vias',
  todos: 'Todos os que contam',
  selecao: 'Os escolhidos',
} as const
export type CardSet = keyof typeof cardSets

const { state, createdByName, problem } = workFields({
  running: 'A preparar',
  done: 'Pronto',
  by: 'Pedido por',
  states: { undone: { label: 'Posto de parte', tone: 'grey' } },
  filterable: true,
})

/** Cards printed together: the set is fixed on request, drawn in the background, and its PDF is kept for a while. */
export const printBatches = defineResource({
  name: 'printBatches',
  kind: 'stored',
  label: { one: 'Lote de impressão', many: 'Lotes de impressão', new: 'Imprimir cartões' },
  title: 'batchNumber',
  nameTemplate: 'n.º\u00A0{batchNumber}',
  access: { read: staffReaders, create: staffWriters, update: nobody, delete: nobody },
  list: { sort: '-batchNumber' },
  work: { underWay: underWayStates, progress: { total: 'count', done: ['drawn'] }, about: 'batchNumber' },
  actions: {
    undo: {
      label: 'Não saíram bem',
      past: 'disse que não saíram bem',
      icon: 'back',
      done: 'Os cartões estão outra vez por imprimir.',
      many: false,
      preview: true,
      question: { title: 'Pôr os cartões do lote n.º {{batchNumber}} outra vez por imprimir?' },
      when: { is: { state: 'done' }, otherwise: 'Só um lote que ficou pronto se põe de parte.' },
      access: staffWriters,
    },
    retry: retryAction,
  },
  fields: {
    ...group('Lote', {
      batchNumber: integer({
        label: 'Lote n.º',
        assigned: true,
        readOnly: true,
        listed: true,
        sortable: true,
        unique: 'Já existe um lote com este número.',
      }),
      date: date({ label: 'Data', assigned: true, readOnly: true, listed: true }),
      cardSet: choice(cardSets, { label: 'Cartões', required: true, default: 'por-imprimir', listed: true }),
      /** For the set `selecao`. */
      chosen: json({ label: 'Escolhidos', shape: selectionShape }),
      layout: choice(cardLayouts, { label: 'Papel', required: true, default: 'a4-10', listed: true }),
      includeLetters: boolean({ label: 'Com a carta de cada um' }),
      state,
      count: counter('Quantos'),
      drawn: integer({ label: 'Desenhados', assigned: true, default: 0, readOnly: true, derived: true }),
      createdByName,
    }),
    ...group('Documento', {
      finishedAt: datetime({ label: 'Pronto em', readOnly: true }),
      /** SHA-256 of the document, in hexadecimal. */
      fileHash: text({ label: 'Resumo do documento (SHA-256)', max: 64, readOnly: true }),
      fileBytes: integer({ label: 'Tamanho do documento, em bytes', readOnly: true }),
      problem,
    }),
  },
})
