import { admins, nobody } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import { boolean, choice, datetime, group, integer, text } from '../fields.ts'
import { retryAction, underWayStates, workFields } from '../work-fields.ts'

const { state, createdByName, problem } = workFields({
  running: 'A fazer',
  done: 'Pronta',
  by: 'Pedida por',
  states: {
    missing: { label: 'Sem ficheiro', tone: 'red' },
    discarded: { label: 'A apagar', tone: 'grey' },
  },
  filterable: true,
})

/** Backups and complete exports: each is one file, made in the background and deleted after a while. */
export const backups = defineResource({
  name: 'backups',
  kind: 'stored',
  label: { one: 'Cópia de segurança', many: 'Cópias de segurança', gender: 'f', new: 'Fazer cópia' },
  title: 'fileName',
  access: { read: admins, create: admins, update: nobody, delete: nobody },
  list: { sort: '-date' },
  work: { underWay: underWayStates, about: 'fileName' },
  actions: {
    check: {
      label: 'Confirmar que se repõe',
      past: 'pediu para confirmar que se repõe',
      icon: 'check',
      many: false,
      question: false,
      when: [
        { is: { state: 'done' }, otherwise: 'A cópia ainda não está feita.' },
        { isNot: { kind: 'export' }, otherwise: 'Uma exportação não se repõe.' },
      ],
      done: 'A cópia vai ser reposta à parte e comparada: o resultado aparece aqui.',
      access: admins,
    },
    discard: {
      label: 'Apagar',
      past: 'apagou a cópia',
      icon: 'erase',
      done: 'Cópia apagada.',
      many: false,
      when: {
        is: { state: ['done', 'failed', 'missing'] },
        otherwise: 'A cópia está a ser feita, ou já foi apagada.',
      },
      access: admins,
      isDestructive: true,
    },
    retry: { ...retryAction, access: admins },
  },
  fields: {
    ...group('Cópia', {
      date: datetime({ label: 'Data', assigned: true, readOnly: true, listed: true, sortable: true }),
      kind: choice(
        {
          requested: 'Pedida',
          scheduled: 'Automática',
          upgrade: 'Antes de atualizar',
          export: 'Exportação',
        },
        { label: 'Tipo', required: true, default: 'requested', listed: true, filterable: true },
      ),
      fileName: text({
        label: 'Ficheiro',
        assigned: true,
        readOnly: true,
        unique: 'Já há uma cópia com este nome.',
      }),
      state,
      createdByName,
      problem,
    }),
    ...group('Conteúdo', {
      withFiles: boolean({ label: 'Com ficheiros', default: true }),
      isEncrypted: boolean({ label: 'Cifrada', readOnly: true, assigned: true, listed: true }),
      rowCount: integer({ label: 'Linhas', readOnly: true }),
      fileCount: integer({ label: 'Ficheiros', readOnly: true }),
      kilobytes: integer({ label: 'Tamanho (kB)', readOnly: true, listed: true }),
      finishedAt: datetime({ label: 'Pronta em', readOnly: true }),
    }),
    ...group('Confirmação', {
      checkState: choice(
        {
          none: { label: 'Por confirmar', tone: 'grey' },
          waiting: { label: 'A confirmar', tone: 'blue' },
          good: { label: 'Repõe-se', tone: 'green' },
          bad: { label: 'Não se repõe', tone: 'red' },
        },
        {
          label: 'Confirmação',
          assigned: true,
          default: 'none',
          readOnly: true,
          listed: true,
          badge: true,
        },
      ),
      checkedAt: datetime({ label: 'Confirmada em', readOnly: true }),
      checkResult: text({ label: 'Resultado', max: 500, readOnly: true }),
    }),
  },
})
