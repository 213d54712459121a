import { anyOf, ownRecords, staff } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import { boolean, choice, longText, reference, text } from '../fields.ts'

/** Further ways to reach a person, besides the main email, phones and address. */
export const contacts = defineResource({
  name: 'contacts',
  kind: 'stored',
  label: { one: 'Contacto', many: 'Contactos' },
  title: 'value',
  access: {
    read: anyOf(staff, ownRecords('personId')),
    create: anyOf(staff, ownRecords('personId')),
    update: anyOf(staff, ownRecords('personId')),
    delete: anyOf(staff, ownRecords('personId')),
  },
  parents: { people: 'personId' },
  partOf: 'personId',
  list: { sort: 'type' },
  fields: {
    personId: reference('people', {
      label: 'Pessoa',
      required: true,
      hidden: true,
      fixed: true,
      writeBy: ['admin', 'editor', 'member'],
    }),
    type: choice(
      {
        mobile: 'Telemóvel',
        phone: 'Telefone',
        email: 'Email',
        address: 'Morada',
        web: 'Página',
        other: 'Outro',
      },
      { label: 'Tipo', required: true, listed: true, sortable: true, writeBy: ['admin', 'editor', 'member'] },
    ),
    value: text({
      label: 'Contacto',
      required: true,
      listed: true,
      searchable: true,
      span: 2,
      rules: ['contact'],
      writeBy: ['admin', 'editor', 'member'],
    }),
    label: choice(
      { personal: 'Pessoal', work: 'Trabalho', guardian: 'Encarregado de educação' },
      { label: 'Etiqueta', listed: true, writeBy: ['admin', 'editor', 'member'] },
    ),
    preferred: boolean({
      label: 'Preferido',
      help: 'Um por tipo.',
      listed: true,
      writeBy: ['admin', 'editor', 'member'],
    }),
    forBilling: boolean({ label: 'Para cobrança' }),
    notes: longText({ label: 'Notas', max: 500, span: 3, listed: true }),
  },
})
