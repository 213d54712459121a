import type { Caller } from '../access.ts'
import { nobody, staff } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import type { InputType } from '../descriptor.ts'
import { longText, text } from '../fields.ts'

interface Setting {
  label: string
  group: string
  default: string
  /** Visitors and members read it too. */
  public?: true
  /** Only administrators change it. */
  admin?: true
  help?: string
  inputType?: InputType
  options?: Record<string, string>
  /** Rules of `validate.ts` that the value must follow. */
  rules?: readonly string[]
}

const yesNo = { inputType: 'checkbox', rules: ['yesNo'] } as const

/** Every setting of the organisation: name → what it is. Values are text; switches are 'true' and 'false'. */
export const settingList = {
  name: {
    label: 'Nome da organização',
    group: 'Organização',
    default: 'Agremia',
    public: true,
    rules: ['required', 'max:200'],
  },
  orgType: {
    label: 'Tipo',
    group: 'Organização',
    default: 'association',
    public: true,
    inputType: 'select',
    options: { association: 'Associação', cooperative: 'Cooperativa' },
    rules: ['option'],
  },
  organisationNif: { label: 'NIPC', group: 'Organização', default: '', inputType: 'nif', rules: ['nif'] },
  organisationAddress: { label: 'Sede', group: 'Organização', default: '', public: true, rules: ['max:300'] },
  organisationEmail: {
    label: 'Email',
    group: 'Organização',
    default: '',
    public: true,
    inputType: 'email',
    rules: ['email'],
  },
  organisationPhone: {
    label: 'Telefone',
    group: 'Organização',
    default: '',
    public: true,
    inputType: 'phone',
    rules: ['phone'],
  },
  supportEmail: {
    label: 'Email do apoio técnico',
    help: 'Para onde escreve quem precisa de ajuda com o programa.',
    group: 'Organização',
    default: '',
    public: true,
    admin: true,
    inputType: 'email',
    rules: ['email'],
  },
  foundationDate: {
    label: 'Data de fundação',
    group: 'Organização',
    default: '',
    inputType: 'date',
    rules: ['date'],
  },
  timeZone: {
    label: 'Fuso horário',
    group: 'Organização',
    default: 'Europe/Lisbon',
    public: true,
    inputType: 'select',
    options: { 'Europe/Lisbon': 'Continente e Madeira', 'Atlantic/Azores': 'Açores' },
    rules: ['option'],
  },
  client: {
    label: 'Identificador da instalação',
    group: 'Organização',
    default: 'agremia',
    public: true,
    admin: true,
    rules: ['max:60'],
  },
  filesDir: {
    label: 'Pasta dos ficheiros',
    group: 'Organização',
    default: 'files',
    admin: true,
    rules: ['max:200'],
  },
  staging: {
    label: 'Modo de testes',
    group: 'Organização',
    default: 'false',
    public: true,
    admin: true,
    ...yesNo,
  },

  memberSingular: {
    label: 'Membro, no singular',
    group: 'Terminologia',
    default: 'sócio',
    public: true,
    admin: true,
    rules: ['required', 'max:40'],
  },
  memberPlural: {
    label: 'Membro, no plural',
    group: 'Terminologia',
    default: 'sócios',
    public: true,
    admin: true,
    rules: ['required', 'max:40'],
  },
  memberGender: {
    label: 'Género',
    group: 'Terminologia',
    default: 'm',
    public: true,
    admin: true,
    inputType: 'select',
    options: { m: 'o', f: 'a', both: 'o(a)' },
    rules: ['option'],
  },
  membershipPayments: {
    label: 'Quotas',
    group: 'Terminologia',
    default: 'Quotas',
    public: true,
    admin: true,
    rules: ['required', 'max:40'],
  },

  hasMemberApplication: { label: 'Candidaturas', group: 'Módulos', default: 'true', public: true, ...yesNo },
  hasTreasury: { label: 'Tesouraria', group: 'Módulos', default: 'true', public: true, ...yesNo },
  treasuryHasCostCenters: {
    label: 'Centros de custos',
    group: 'Módulos',
    default: 'false',
    public: true,
    ...yesNo,
  },
  automatedMemberPayments: {
    label: 'Pagamentos automáticos',
    group: 'Módulos',
    default: 'false',
    public: true,
    ...yesNo,
  },
  SendMessages: {
    label: 'Envio automático de mensagens',
    group: 'Mensagens',
    default: 'true',
    public: true,
    ...yesNo,
  },
  revealUnknownAccounts: {
    label: 'Dizer que uma conta não existe',
    help: 'Ao entrar com um email desconhecido. Ajuda quem se engana, mas revela quem tem conta.',
    group: 'Segurança',
    default: 'false',
    admin: true,
    ...yesNo,
  },

  membersFirstNumber: {
    label: 'Primeiro número a atribuir',
    help: 'O número seguinte é o maior já atribuído mais um, e nunca menor do que este.',
    group: '{MemberPlural}',
    default: '1',
    inputType: 'number',
    rules: ['required', 'wholeNumber:1-2000000000'],
  },
  membersRequiredFields: {
    label: 'Campos obrigatórios',
    group: '{MemberPlural}',
    default: '',
    inputType: 'tags',
    rules: ['max:2000'],
  },
  membersHiddenFields: {
    label: 'Campos escondidos',
    group: '{MemberPlural}',
    default: 'nationality,maritalStatus,employer,education,district,section',
    inputType: 'tags',
    rules: ['max:2000'],
  },
} as const satisfies Record<string, Setting>

export type SettingName = keyof typeof settingList
export type Settings = Record<SettingName, string>

export const settingNames = Object.keys(settingList) as SettingName[]
export const publicSettings = settingNames.filter((name) => 'public' in settingList[name])

export function settingOf(name: SettingName): Setting {
  return settingList[name]
}

const readable = (caller: Caller) =>
  caller.role === 'admin' || caller.role === 'editor' ? true : { name: publicSettings }

/** Name and value pairs, addressed by id or by name. */
export const settings = defineResource({
  name: 'settings',
  kind: 'byName',
  label: { one: 'Definição', many: 'Definições', gender: 'f' },
  title: 'name',
  access: {
    read: readable,
    create: nobody,
    update: (caller) =>
      caller.role === 'editor'
        ? { name: settingNames.filter((name) => !settingOf(name).admin) }
        : staff(caller),
    delete: nobody,
  },
  list: { sort: 'name' },
  fields: {
    name: text({ label: 'Nome', readOnly: true, sortable: true, max: 60, required: true }),
    value: longText({ label: 'Valor', max: 2000 }),
  },
})
