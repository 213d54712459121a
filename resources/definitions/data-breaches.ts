import { admins, nobody } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import { choice, date, datetime, group, integer, longText, stateOptions, text } from '../fields.ts'

/** Hours after a breach is known within which the CNPD is notified (article 33, paragraph 1, of the RGPD). */
export const breachNoticeHours = 72

const open = { status: 'open' } as const

/** Breaches of personal data, documented whether notified or not (article 33, paragraph 5, of the RGPD). Never deleted. */
export const dataBreaches = defineResource({
  name: 'dataBreaches',
  kind: 'stored',
  label: { one: 'Violação de dados', many: 'Violações de dados', gender: 'f' },
  help: 'Perda, divulgação ou acesso indevido a dados pessoais. Notificam-se à CNPD em 72 horas, se houver risco para as pessoas.',
  title: 'summary',
  nameTemplate: 'N.º {number}: {summary}',
  access: { read: admins, create: admins, update: admins, delete: nobody },
  list: { sort: '-knownAt' },
  actions: {
    notify: {
      label: 'Registar a notificação',
      past: 'registou a notificação à CNPD',
      icon: 'send',
      done: 'Notificação registada.',
      many: false,
      when: { is: open, otherwise: 'Esta violação já foi decidida: reabra-a primeiro.' },
      access: admins,
      fields: {
        notifiedAt: datetime({ label: 'Notificada à CNPD em', required: true }),
        notificationRef: text({ label: 'N.º do processo', max: 100 }),
        delayReason: longText({
          label: 'Motivo do atraso',
          help: 'Obrigatório depois das 72 horas.',
          max: 1000,
        }),
      },
    },
    dismiss: {
      label: 'Não notificar',
      past: 'decidiu não notificar a CNPD',
      icon: 'cancel',
      done: 'Fica assente que não se notifica.',
      many: false,
      when: { is: open, otherwise: 'Esta violação já foi decidida: reabra-a primeiro.' },
      access: admins,
      fields: {
        reason: longText({
          label: 'Porque não há risco para as pessoas',
          help: 'Fica como prova da decisão.',
          max: 1000,
          required: true,
        }),
      },
      sets: { status: 'dismissed', risk: 'none', dismissReason: { from: 'input', field: 'reason' } },
    },
    reopen: {
      label: 'Reabrir',
      past: 'reabriu',
      icon: 'back',
      done: 'Reaberta.',
      many: false,
      question: false,
      when: { isNot: open, otherwise: 'Esta violação está por decidir.' },
      access: admins,
      sets: { status: 'open', notifiedAt: null, dismissReason: null },
    },
  },
  fields: {
    ...group('O que aconteceu', {
      number: integer({
        label: 'N.º',
        assigned: true,
        readOnly: true,
        listed: true,
        sortable: true,
        unique: 'Já existe uma violação de dados com este número.',
      }),
      summary: text({
        label: 'Resumo',
        help: 'Sem nomes de pessoas.',
        required: true,
        listed: true,
        searchable: true,
        span: 2,
      }),
      knownAt: datetime({
        label: 'Soube-se em',
        help: 'As 72 horas contam-se daqui.',
        required: true,
        listed: true,
        sortable: true,
      }),
      happenedOn: date({ label: 'Aconteceu em', rules: ['notFuture'] }),
      description: longText({
        label: 'Descrição',
        help: 'O que aconteceu, como e quando, e como se soube.',
        required: true,
      }),
    }),
    ...group('Quem e o quê', {
      people: text({ label: 'Pessoas afetadas', required: true, max: 500, span: 2 }),
      peopleCount: integer({ label: 'Quantas, cerca de' }),
      data: longText({ label: 'Dados afetados', max: 2000, required: true }),
      effects: longText({ label: 'Consequências prováveis', max: 2000 }),
      measures: longText({
        label: 'Medidas',
        help: 'O que se fez e se vai fazer para conter o dano e para que não se repita.',
        max: 5000,
      }),
      risk: choice(
        {
          unknown: 'Por avaliar',
          none: 'Sem risco',
          some: 'Risco',
          high: 'Risco elevado',
        },
        {
          label: 'Risco para as pessoas',
          help: 'Com risco notifica-se a CNPD; com risco elevado avisam-se também as pessoas.',
          required: true,
          default: 'unknown',
          listed: true,
          filterable: true,
        },
      ),
      toldOn: date({ label: 'Pessoas avisadas em', rules: ['notFuture'] }),
      toldHow: text({ label: 'Como se avisaram' }),
    }),
    ...group('Notificação à CNPD', {
      status: choice(
        {
          open: { label: 'Por notificar', tone: 'amber' },
          notified: { label: 'Notificada', tone: 'green' },
          dismissed: { label: 'Sem notificação', tone: 'grey' },
        },
        { ...stateOptions, default: 'open' },
      ),
      notifyBy: datetime({ label: 'Prazo', assigned: true, readOnly: true, listed: true, sortable: true }),
      notifiedAt: datetime({ label: 'Notificada em', readOnly: true }),
      notificationRef: text({ label: 'N.º do processo', max: 100, readOnly: true }),
      delayReason: longText({ label: 'Motivo do atraso', max: 1000, readOnly: true }),
      dismissReason: longText({ label: 'Porque não se notifica', max: 1000, readOnly: true }),
    }),
  },
})
