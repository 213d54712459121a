import { staffReaders, staffWriters } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import {
  boolean,
  choices,
  copied,
  email,
  group,
  iban,
  integer,
  longText,
  nif,
  phone,
  reference,
  text,
} from '../fields.ts'
import { people } from './people.ts'

/** Suppliers, funders, donors and others with whom the organisation exchanges money, who are not members. */
export const externalEntities = defineResource({
  name: 'externalEntities',
  kind: 'stored',
  label: { one: 'Entidade externa', many: 'Entidades externas', gender: 'f' },
  help: 'Fornecedores, financiadores, doadores e outras entidades que não são {memberPlural}.',
  title: 'name',
  insteadOfDeleting: 'Em vez disso, pode deixar de a usar.',
  access: { read: staffReaders, create: staffWriters, update: staffWriters, delete: staffWriters },
  list: { sort: 'name' },
  fields: {
    ...group('Entidade', {
      name: text({
        label: 'Nome',
        max: 200,
        required: true,
        listed: true,
        sortable: true,
        searchable: true,
        span: 2,
      }),
      tradeName: text({ label: 'Nome comercial', max: 200, searchable: true }),
      kinds: choices(
        {
          supplier: 'Fornecedor',
          client: 'Cliente',
          funder: 'Financiador',
          sponsor: 'Patrocinador',
          donor: 'Doador',
          publicBody: 'Entidade pública',
          bank: 'Banco',
          other: 'Outro',
        },
        { label: 'Tipo', listed: true, filterable: true },
      ),
      nif: nif({
        confidential: 'nif',
        label: 'NIF',
        listed: true,
        searchable: true,
        unique: 'Já existe uma entidade com este NIF.',
      }),
      vatNumber: text({ label: 'Número de IVA', help: 'De entidades estrangeiras.', max: 20 }),
      active: boolean({ label: 'Em uso', default: true, listed: true, filterable: true }),
    }),
    ...group('Morada', copied(people, ['address', 'postalCode', 'city', 'country'], {})),
    ...group('Contactos', {
      email: email({ label: 'Email', listed: true, searchable: true }),
      phone: phone({ label: 'Telefone', listed: true, searchable: true }),
      website: text({ label: 'Página', max: 200 }),
      contactName: text({ label: 'Pessoa de contacto', max: 200, searchable: true }),
      contactPhone: phone({ label: 'Telefone da pessoa' }),
    }),
    ...group('Tesouraria', {
      iban: iban({ label: 'IBAN', sealed: true, confidential: 'iban' }),
      paymentTermDays: integer({ label: 'Prazo de pagamento', unit: 'dias', max: 365 }),
      defaultCategoryId: reference('transactionCategories', {
        label: 'Categoria habitual',
        help: 'Proposta numa transação nova. Sem ela, é proposta a da última transação.',
      }),
      notes: longText({ label: 'Observações' }),
    }),
  },
})
