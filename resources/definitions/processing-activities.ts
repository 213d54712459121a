import { admins } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import { choices, group, longText, text } from '../fields.ts'
import { lawfulBases } from '../processing-purposes.ts'
import { retentionLabels } from '../retention.ts'

/** What the organisation does with personal data, and why (article 30, paragraph 1, of the RGPD). */
export const processingActivities = defineResource({
  name: 'processingActivities',
  kind: 'stored',
  label: {
    one: 'Atividade de tratamento',
    many: 'Atividades de tratamento',
    gender: 'f',
    new: 'Nova atividade',
  },
  help: 'O registo das atividades de tratamento: para quê, que dados, de quem, com que fundamento e durante quanto tempo.',
  title: 'name',
  access: { read: admins, create: admins, update: admins, delete: admins },
  list: { sort: 'name' },
  fields: {
    ...group('Tratamento', {
      name: text({
        label: 'Finalidade',
        required: true,
        listed: true,
        sortable: true,
        searchable: true,
        span: 2,
      }),
      bases: choices(lawfulBases, { label: 'Fundamento', listed: true }),
      people: text({ label: 'De quem são os dados', max: 500, required: true, listed: true, span: 3 }),
      data: longText({ label: 'Dados', max: 2000, required: true }),
      specialData: text({
        label: 'Dados sensíveis',
        help: 'De saúde, sindicais, políticos, religiosos e outros do artigo 9.º do RGPD, com o que os permite.',
        max: 500,
        span: 3,
      }),
    }),
    ...group('Quem os recebe', {
      recipients: longText({ label: 'Destinatários', max: 2000 }),
      transfers: text({
        label: 'Transferências para fora do Espaço Económico Europeu',
        help: 'Vazio: não há. Senão, para que país e com que garantias.',
        max: 500,
        span: 3,
      }),
    }),
    ...group('Conservação', {
      retention: choices(retentionLabels, {
        label: 'Prazos que se aplicam',
        help: 'São os da configuração de privacidade.',
      }),
      otherPeriod: text({ label: 'Outro prazo', max: 500, span: 2 }),
    }),
    notes: longText({ label: 'Observações' }),
  },
})
