import { admins } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import { choice, date, email, group, longText, phone, text } from '../fields.ts'

/** Who processes personal data on behalf of the organisation (article 28 of the RGPD). */
export const processors = defineResource({
  name: 'processors',
  kind: 'stored',
  label: { one: 'Subcontratante', many: 'Subcontratantes' },
  help: 'Quem trata dados pessoais por conta da organização: alojamento, email, SMS, pagamentos, contabilidade.',
  title: 'name',
  access: { read: admins, create: admins, update: admins, delete: admins },
  list: { sort: 'name' },
  fields: {
    ...group('Subcontratante', {
      name: text({ label: 'Nome', required: true, listed: true, sortable: true, searchable: true, span: 2 }),
      status: choice(
        {
          missing: { label: 'Sem contrato', tone: 'amber' },
          signed: { label: 'Com contrato', tone: 'green' },
          ended: { label: 'Terminou', tone: 'grey' },
        },
        { label: 'Situação', assigned: true, readOnly: true, listed: true, filterable: true, badge: true },
      ),
      service: text({
        label: 'Serviço',
        help: 'Por exemplo, alojamento, email, SMS, pagamentos, contabilidade.',
        required: true,
        listed: true,
        searchable: true,
      }),
      data: longText({ label: 'Dados que trata', max: 2000 }),
      location: text({
        label: 'Onde os trata',
        help: 'O país, e fora do Espaço Económico Europeu as garantias.',
        max: 300,
        span: 2,
      }),
    }),
    ...group('Contacto', {
      contactName: text({ label: 'Pessoa de contacto', listed: true }),
      email: email({ label: 'Email' }),
      phone: phone({ label: 'Telefone' }),
    }),
    ...group('Contrato', {
      contractOn: date({
        label: 'Data do contrato',
        help: 'Do contrato ou do acordo que a lei exige: diz que dados trata, para quê e com que segurança.',
        rules: ['notFuture'],
        listed: true,
        filterable: true,
      }),
      contractPlace: text({ label: 'Onde está guardado', span: 2 }),
      endedOn: date({ label: 'Terminou em', rules: ['notBefore:contractOn'] }),
    }),
    notes: longText({ label: 'Observações' }),
  },
})
