import { nobody, staffReaders, staffWriters } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import { choice, datetime, file, group, json, longText, stateOptions, text } from '../fields.ts'
import { counter } from '../work-fields.ts'
import { batchCauses, channels } from './messages.ts'
import { either, selectionShape } from '../json-shape.ts'

/** A message to many people, composed in the background. `audience` is `{ids}` or `{query}` of the list of members. */
export const messageBatches = defineResource({
  name: 'messageBatches',
  kind: 'stored',
  label: { one: 'Envio', many: 'Envios' },
  title: 'subject',
  access: { read: staffReaders, create: staffWriters, update: nobody, delete: nobody },
  work: { underWay: ['composing'], progress: { total: 'total', done: ['done'] }, about: 'subject' },
  actions: {
    cancel: {
      label: 'Cancelar o envio',
      past: 'cancelou o envio',
      icon: 'cancel',
      done: 'Envio cancelado.',
      many: false,
      isDestructive: true,
      question: { title: 'Cancelar «{{subject}}»?' },
      preview: true,
      when: { isNot: { state: 'cancelled' }, otherwise: 'Este envio já foi cancelado.' },
      access: staffWriters,
    },
  },
  fields: {
    ...group('Mensagem', {
      subject: text({ label: 'Assunto', required: true, max: 200, listed: true, searchable: true, span: 3 }),
      body: longText({ label: 'Mensagem', required: true, max: 20_000, detail: true, rules: ['html'] }),
      smsText: longText({ label: 'Texto do SMS', max: 1000, detail: true }),
      kind: choice(
        { service: 'Serviço', news: 'Divulgação' },
        {
          label: 'Tipo',
          help: 'A divulgação só chega a quem a aceitou e traz uma ligação para deixar de a receber.',
          required: true,
          default: 'service',
          listed: true,
          filterable: true,
        },
      ),
      channel: choice(
        { preferred: 'O preferido de cada pessoa', ...channels },
        { label: 'Canal', required: true, default: 'preferred', listed: true },
      ),
      oncePer: choice(
        { person: 'Uma mensagem a cada pessoa', address: 'Uma só para quem partilha o endereço' },
        {
          label: 'Endereços partilhados',
          help: 'O mesmo email, telemóvel ou morada. Uma convocatória é para cada pessoa.',
          required: true,
          default: 'person',
        },
      ),
      attachmentId: file({
        label: 'Anexo',
        help: 'Vai em cada email: uma convocatória, por exemplo. SMS e cartas não o levam.',
        detail: true,
      }),
      cause: choice(batchCauses, {
        label: 'Origem',
        assigned: true,
        default: 'bulk',
        readOnly: true,
        filterable: true,
      }),
      /** Empty when another area chose the recipients. */
      audience: json({
        label: 'Destinatários',
        required: true,
        detail: true,
        shape: either(selectionShape, {}),
      }),
    }),
    ...group('Andamento', {
      state: choice(
        {
          composing: { label: 'A preparar', tone: 'blue' },
          composed: { label: 'Preparado', tone: 'green' },
          cancelled: { label: 'Cancelado', tone: 'grey' },
        },
        { ...stateOptions, default: 'composing' },
      ),
      total: counter('Pessoas'),
      done: counter('Mensagens'),
      sent: counter('Enviadas'),
      failed: counter('Falhadas'),
      /** Messages that wait for release by a person. */
      held: counter('Retidas'),
      toPrint: counter('Por imprimir'),
      cancelled: counter('Canceladas'),
      leftOut: counter('Excluídas'),
      finishedAt: datetime({ label: 'Preparado em', readOnly: true }),
      createdByName: text({ label: 'Por', readOnly: true, listed: true }),
    }),
  },
})
