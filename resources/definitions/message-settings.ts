import { admins, anyOf, editorsOf, nobody, staffReaders } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import { boolean, choice, group, longText, text } from '../fields.ts'
import { eventsWithoutAccess, findMessageEvent } from '../message-events.ts'
import { channels } from './messages.ts'

/** Editors cannot change messages with a link that gives access: their text could mislead an administrator. */
const mayChange = anyOf(admins, editorsOf({ name: eventsWithoutAccess }))

/** Texts and options of automatic messages, one record per event (`message-events.ts`), addressed by its code. */
export const messageSettings = defineResource({
  name: 'messageSettings',
  kind: 'byName',
  label: { one: 'Mensagem automática', many: 'Mensagens automáticas', gender: 'f' },
  title: 'name',
  access: { read: staffReaders, create: nobody, update: mayChange, delete: nobody },
  titleText: (code) => findMessageEvent(code)?.label,
  list: { sort: 'name' },
  actions: {
    reset: {
      label: 'Repor o texto original',
      past: 'repôs o texto original',
      icon: 'back',
      done: 'Texto original reposto.',
      many: false,
      isDestructive: true,
      question: {
        title: 'Repor o texto original?',
        text: 'Perde-se o texto que a organização escreveu; fica no histórico.',
      },
      when: { is: { isDefault: false }, otherwise: 'O texto já é o original.' },
      access: mayChange,
    },
  },
  fields: {
    ...group('Envio', {
      name: text({ label: 'Acontecimento', max: 60, required: true, readOnly: true, sortable: true }),
      enabled: boolean({ label: 'Ativa', default: true }),
      channel: choice(
        { preferred: 'O preferido da pessoa', ...channels },
        { label: 'Canal', assigned: true, default: 'email' },
      ),
    }),
    ...group('Texto', {
      subject: text({ label: 'Assunto', required: true, max: 200, span: 3 }),
      body: longText({
        label: 'Mensagem',
        help: 'Os dados a azul são trocados pelos de cada pessoa.',
        required: true,
        rules: ['html'],
        max: 20_000,
      }),
      smsText: longText({
        label: 'Texto do SMS',
        help: 'Vazio: o texto da mensagem. As palavras entre chavetas são trocadas pelos dados de cada pessoa.',
        max: 1000,
      }),
      isDefault: boolean({ label: 'Texto original', readOnly: true, default: true }),
    }),
  },
})
