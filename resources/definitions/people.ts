import {
  admins,
  anyOf,
  onlyFor,
  ownerRoles,
  ownRecords,
  staffReaders,
  staffRoles,
  staffWriters,
  unlessWithheld,
} from '../access.ts'
import { defineResource } from '../define-resource.ts'
import {
  boolean,
  choice,
  computed,
  date,
  datetime,
  email,
  group,
  integer,
  longText,
  nif,
  niss,
  personName,
  phone,
  postalCode,
  text,
} from '../fields.ts'

/** Erases what identifies a person, of the person itself and of its memberships. */
export const anonymise = {
  label: 'Eliminar os dados pessoais',
  past: 'eliminou os dados pessoais',
  icon: 'erase',
  done: 'Os dados pessoais foram eliminados.',
  when: { is: { anonymisedAt: null }, otherwise: 'Os dados desta pessoa já foram eliminados.' },
  access: admins,
  isDestructive: true,
  many: false,
  fields: {
    confirmation: text({
      label: 'Confirmação',
      help: 'Escreva «anonimizar». Esta ação é definitiva. Os documentos fiscais são mantidos durante 10 anos.',
      max: 40,
      required: true,
      span: 2,
    }),
  },
} as const

/** Withholds the data of a person, of the person itself and of its memberships. */
export const protect = {
  label: 'Proteger',
  past: 'protegeu a pessoa',
  icon: 'lock',
  many: false,
  question: {
    title: 'Proteger: {{name}}',
    text: 'Só os administradores veem os dados, ao abrir a ficha, e cada leitura fica no histórico. Listas, exportações e impressões ficam sem eles; os pagamentos e as mensagens continuam.',
  },
  when: [
    { is: { anonymisedAt: null }, otherwise: 'Os dados desta pessoa já foram eliminados.' },
    { is: { isProtected: false }, otherwise: 'A pessoa já está protegida.' },
  ],
  done: 'A pessoa está protegida: só os administradores lhe veem os dados, e cada leitura da ficha fica registada.',
  access: admins,
  fields: { reason: text({ label: 'Motivo', max: 200, required: true, span: 2 }) },
} as const

export const unprotect = {
  label: 'Deixar de proteger',
  past: 'deixou de proteger a pessoa',
  icon: 'unlock',
  many: false,
  question: {
    title: 'Deixar de proteger: {{name}}',
    text: 'Os dados voltam a ver-se como os de toda a gente.',
  },
  when: { is: { isProtected: true }, otherwise: 'A pessoa não está protegida.' },
  done: 'A pessoa deixou de estar protegida.',
  access: admins,
} as const

/** Nobody changes the record of a person whose data were erased. */
export const keptRecords = { anonymisedAt: null } as const

/** A natural or legal person: identity and main contacts, stored once. */
export const people = defineResource({
  name: 'people',
  kind: 'stored',
  label: { one: 'Pessoa', many: 'Pessoas', gender: 'f' },
  help: '{MemberPlural} e outras pessoas, singulares ou coletivas.',
  title: 'name',
  access: {
    read: anyOf(staffReaders, ownRecords('_id')),
    create: staffWriters,
    update: unlessWithheld(onlyFor(keptRecords, anyOf(staffWriters, ownRecords('_id')))),
    delete: unlessWithheld(onlyFor(keptRecords, staffWriters)),
  },
  list: { sort: 'name' },
  protection: {
    of: '_id',
    withholds: {
      allBut: ['name', 'kind', 'deathDate', 'doNotContact', 'anonymisedAt', 'birthDecade', 'isProtected'],
    },
  },
  actions: { anonymise, protect, unprotect },
  fields: {
    ...group('Identificação', {
      name: personName({
        label: 'Nome completo',
        required: true,
        listed: true,
        sortable: true,
        searchable: true,
        span: 2,
      }),
      shortName: text({ label: 'Nome no cartão', max: 60 }),
      kind: choice(
        { natural: 'Singular', legal: 'Coletiva' },
        { label: 'Tipo de pessoa', assigned: true, default: 'natural', filterable: true },
      ),
      nif: nif({
        label: 'NIF',
        confidential: 'nif',
        help: 'Número de identificação fiscal, com 9 algarismos.',
        searchable: true,
        unique: 'Já existe uma pessoa com este NIF.',
      }),
      niss: niss({ label: 'N.º de Segurança Social (NISS)', confidential: 'documents' }),
      birthDate: date({
        label: 'Data de nascimento',
        rules: ['notFuture', 'notBefore:1900-01-01'],
        sortable: true,
        filterable: true,
      }),
      gender: choice(
        { female: 'Feminino', male: 'Masculino', other: 'Outro' },
        { label: 'Género', filterable: true },
      ),
      idDocumentType: choice(
        {
          CC: 'Cartão de Cidadão',
          BI: 'Bilhete de Identidade',
          PASSAPORTE: 'Passaporte',
          TITULO_RESIDENCIA: 'Título de residência',
          OUTRO: 'Outro',
        },
        { label: 'Documento', confidential: 'documents' },
      ),
      idDocumentNumber: text({
        label: 'N.º do documento',
        max: 30,
        rules: ['idDocument'],
        sealed: true,
        confidential: 'documents',
      }),
      idDocumentExpiry: date({ label: 'Validade do documento', confidential: 'documents' }),
      nationality: text({ label: 'Nacionalidade', max: 2, rules: ['country'] }),
      maritalStatus: choice(
        {
          single: 'Solteiro(a)',
          married: 'Casado(a)',
          partnership: 'União de facto',
          divorced: 'Divorciado(a)',
          widowed: 'Viúvo(a)',
        },
        { label: 'Estado civil' },
      ),
      profession: text({ label: 'Profissão', max: 100 }),
      employer: text({ label: 'Entidade patronal', max: 100 }),
      education: text({ label: 'Habilitações', max: 100 }),
    }),
    ...group('Contactos', {
      mobile: phone({ label: 'Telemóvel', listed: true, searchable: true, writeBy: ownerRoles }),
      phone: phone({ label: 'Telefone', searchable: true, writeBy: ownerRoles }),
      email: email({ label: 'Email', searchable: true, writeBy: ownerRoles }),
      address: text({ label: 'Morada', span: 2, writeBy: ownerRoles }),
      postalCode: postalCode({
        label: 'Código postal',
        searchable: true,
        sortable: true,
        writeBy: ownerRoles,
      }),
      city: text({ label: 'Localidade', max: 100, sortable: true, searchable: true, writeBy: ownerRoles }),
      parish: text({ label: 'Freguesia', max: 100 }),
      municipality: text({ label: 'Concelho', max: 100, filterable: true }),
      district: text({ label: 'Distrito', max: 100 }),
      country: text({ label: 'País', max: 2, default: 'PT', rules: ['country'] }),
    }),
    ...group('Representação', {
      guardianName: text({ label: 'Encarregado de educação', help: 'Obrigatório para menores de 18 anos.' }),
      guardianNif: nif({ label: 'NIF do encarregado de educação', confidential: 'nif' }),
      guardianContact: text({ label: 'Contacto do encarregado', max: 100 }),
      representativeName: text({ label: 'Representante', help: 'Para pessoas coletivas.' }),
      representativeRole: text({ label: 'Cargo do representante', max: 100 }),
    }),
    ...group('Outros dados', {
      deathDate: date({
        label: 'Data de falecimento',
        rules: ['notFuture', 'notBefore:birthDate'],
        help: 'Com esta data, nada mais lhe é enviado.',
        filterable: true,
      }),
      photoUrl: computed({ label: 'Fotografia', type: 'image', inputType: 'image' }),
      doNotContact: boolean({
        label: 'Não contactar',
        help: 'Não recebe mensagens do programa, nem avisos nem convocatórias; só o que a própria pessoa pedir, como a ligação para entrar.',
        filterable: true,
      }),
      personNotes: longText({ label: 'Notas da pessoa', readBy: staffRoles, confidential: 'notes' }),
      isProtected: boolean({
        label: 'Pessoa protegida',
        readOnly: true,
        hidden: true,
        filterable: true,
      }),
      anonymisedAt: datetime({ label: 'Dados eliminados em', readOnly: true, hidden: true }),
      birthDecade: integer({ label: 'Década de nascimento', readOnly: true, hidden: true }),
    }),
  },
})
