import { anyOf, ownerRoles, ownRecords, staffOrOwner, staffWriters } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import { boolean, choice, longText, reference, text } from '../fields.ts'

/** Further ways to reach a person, besides the main email, phones and address. */
export const contacts = defineResource({
  name: 'contacts',
  kind: 'stored',
  label: { one: 'Contacto', many: 'Contactos' },
  title: 'value',
  protection: { of: 'personId', withholds: 'record' },
  access: {
    read: staffOrOwner,
    create: anyOf(staffWriters, ownRecords('personId')),
    update: anyOf(staffWriters, ownRecords('personId')),
    delete: anyOf(staffWriters, ownRecords('personId')),
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
      writeBy: ownerRoles,
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
      { label: 'Tipo', required: true, listed: true, sortable: true, writeBy: ownerRoles },
    ),
    value: text({
      label: 'Contacto',
      required: true,
      listed: true,
      searchable: true,
      span: 2,
      rules: ['contact'],
      writeBy: ownerRoles,
    }),
    label: choice(
      { personal: 'Pessoal', work: 'Trabalho', guardian: 'Encarregado de educação' },
      { label: 'Etiqueta', listed: true, writeBy: ownerRoles },
    ),
    preferred: boolean({
      label: 'Preferido',
      help: 'Um por tipo.',
      listed: true,
      writeBy: ownerRoles,
    }),
    forBilling: boolean({ label: 'Para cobrança' }),
    notes: longText({ label: 'Notas', max: 500, span: 3, listed: true, confidential: 'notes' }),
  },
})
