import { nobody, staffReaders, staffWriters } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import { choice, datetime, group, integer, json, reference, stateOptions, text } from '../fields.ts'
import { counter, underWayStates, workFields } from '../work-fields.ts'
import { either, mapOf, selectionShape } from '../json-shape.ts'

/** The operation on each record: an action of its resource, or a bulk task of an area. */
export const bulkKinds = {
  action: 'Ação',
  notices: 'Avisos de pagamento',
  accounts: 'Contas de utilizador',
  erasure: 'Eliminação de dados',
} as const
export type BulkKind = keyof typeof bulkKinds

/** The fields of the action, or the input of the task. */
const inputShape = mapOf(
  either('text?', 'number', 'boolean', 'text[]', [mapOf(either('text?', 'number'))], selectionShape),
)

const { state, createdByName, problem } = workFields({
  running: 'Em curso',
  done: 'Concluída',
  by: 'Pedida por',
  states: { stopped: { label: 'Parada', tone: 'amber' } },
  filterable: true,
})

/**
 * One action on many records, in the background. Each record has its own transaction, with the permissions of the requester.
 * `total` excludes skipped records.
 */
export const bulkActions = defineResource({
  name: 'bulkActions',
  kind: 'stored',
  label: { one: 'Tarefa', many: 'Tarefas', gender: 'f' },
  title: 'title',
  access: { read: staffReaders, create: staffWriters, update: nobody, delete: nobody },
  work: {
    underWay: underWayStates,
    progress: { total: 'total', done: ['done', 'held', 'failed'] },
    name: 'title',
  },
  actions: {
    stop: {
      label: 'Parar',
      past: 'parou',
      icon: 'stop',
      done: 'Tarefa parada.',
      many: false,
      question: false,
      when: { is: { state: [...underWayStates] }, otherwise: 'Esta tarefa já não está em curso.' },
      access: staffWriters,
    },
    resume: {
      label: 'Continuar',
      past: 'continuou',
      icon: 'play',
      done: 'A tarefa continua.',
      many: false,
      question: false,
      when: { is: { state: 'stopped' }, otherwise: 'Só se continua uma tarefa parada.' },
      access: staffWriters,
    },
    retry: {
      label: 'Tentar outra vez',
      past: 'tentou outra vez',
      icon: 'again',
      done: 'A tarefa tenta outra vez.',
      many: false,
      question: false,
      when: [
        { isNot: { state: [...underWayStates] }, otherwise: 'Esta tarefa ainda está em curso.' },
        { isNot: { state: ['done', 'stopped'], failed: 0 }, otherwise: 'Nada falhou nesta tarefa.' },
      ],
      access: staffWriters,
    },
  },
  fields: {
    ...group('Tarefa', {
      title: text({ label: 'Tarefa', required: true, listed: true, span: 3 }),
      kind: choice(bulkKinds, { label: 'Tipo', required: true, default: 'action', filterable: true }),
      resource: text({
        label: 'Recurso',
        help: 'O dos registos, pelo nome na API.',
        max: 60,
        hidden: true,
        internal: true,
      }),
      action: text({
        label: 'Ação',
        help: 'A ação desse recurso, pelo nome na API.',
        max: 60,
        hidden: true,
        internal: true,
      }),
      /** Input of the action or task. */
      input: json({ label: 'Dados', detail: true, shape: inputShape }),
      audience: json({ label: 'Registos', detail: true, shape: selectionShape }),
    }),
    ...group('Andamento', {
      state,
      total: counter('Registos'),
      done: counter('Feitos'),
      held: counter('Retidos'),
      failed: counter('Falhados'),
      skipped: counter('Fora'),
      createdByName,
      finishedAt: datetime({ label: 'Concluída em', readOnly: true }),
      problem,
    }),
  },
})

/** Outcome of a record of a bulk action; `pending` is not done yet. */
export const bulkOutcomes = {
  pending: { label: 'Por fazer', tone: 'blue' },
  done: { label: 'Feito', tone: 'green' },
  held: { label: 'Retido', tone: 'amber' },
  skipped: { label: 'Fora', tone: 'grey' },
  failed: { label: 'Falhou', tone: 'red' },
} as const
export type BulkOutcome = keyof typeof bulkOutcomes

/** Results of a bulk action, by record. */
export const bulkActionResults = defineResource({
  name: 'bulkActionResults',
  kind: 'stored',
  label: { one: 'Resultado', many: 'Resultados' },
  title: 'label',
  access: { read: staffReaders, create: nobody, update: nobody, delete: nobody },
  list: { sort: 'place' },
  parents: { bulkActions: 'bulkActionId' },
  partOf: 'bulkActionId',
  fields: {
    bulkActionId: reference('bulkActions', {
      label: 'Tarefa',
      required: true,
      readOnly: true,
      hidden: true,
    }),
    /** Order of execution, from 1. */
    place: integer({ label: 'Ordem', assigned: true, readOnly: true, sortable: true }),
    recordId: text({ label: 'Registo', max: 36, assigned: true, readOnly: true, hidden: true }),
    label: text({ label: 'Nome', max: 300, assigned: true, readOnly: true, listed: true }),
    outcome: choice(bulkOutcomes, { ...stateOptions, label: 'Resultado', default: 'pending' }),
    /** Why it failed or was skipped, or a note about one that was done. */
    reason: text({ label: 'Motivo', max: 500, readOnly: true, listed: true, filterable: true }),
  },
})
