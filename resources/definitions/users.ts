import { admins, anyOf, editorsOf, isStaff, ownRecords, roles } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import {
  boolean,
  choice,
  computed,
  datetime,
  email,
  group,
  inputAlone,
  password,
  personName,
  reference,
} from '../fields.ts'

/** Editors manage the accounts of editors and members: who is audited has no power over the account of an auditor. */
export const managers = anyOf(admins, editorsOf({ role: ['editor', 'member'] }))
/** Editors and auditors see all accounts except those of administrators. */
export const readers = anyOf(
  admins,
  (caller) => isStaff(caller) && { role: roles.filter((role) => role !== 'admin') },
)

/** User accounts. */
export const users = defineResource({
  name: 'users',
  kind: 'stored',
  label: { one: 'Utilizador', many: 'Utilizadores' },
  title: 'name',
  access: {
    list: readers,
    read: anyOf(readers, ownRecords('_id', 'user')),
    create: managers,
    update: anyOf(managers, ownRecords('_id', 'user')),
    delete: managers,
  },
  list: { sort: 'name' },
  actions: {
    sendLink: {
      label: 'Enviar ligação de entrada',
      past: 'enviou uma ligação de entrada a',
      icon: 'mail',
      many: {
        title: 'Enviar ligação de entrada a {{records}}',
        text: 'Cada pessoa recebe por email a sua ligação.',
      },
      question: false,
      when: { is: { blocked: false }, otherwise: 'A conta está bloqueada.' },
      done: 'Ligação enviada.',
      sends: true,
      access: managers,
    },
    endSessions: {
      label: 'Terminar todas as sessões',
      past: 'terminou as sessões de',
      icon: 'cancel',
      many: false,
      question: false,
      done: 'Sessões terminadas.',
      access: managers,
    },
    block: {
      label: 'Bloquear',
      past: 'bloqueou',
      icon: 'lock',
      many: false,
      question: { title: 'Bloquear: {{name}}', text: 'Deixa de poder entrar, e as sessões terminam.' },
      when: { is: { blocked: false }, otherwise: 'A conta já está bloqueada.' },
      done: 'Conta bloqueada: as sessões terminaram.',
      access: managers,
      isDestructive: true,
      fields: {
        endsSecrets: boolean({
          label: 'Revogar as chaves de API que gerou',
          help: 'Os programas que as usam deixam de poder entrar.',
          default: true,
          span: 2,
        }),
      },
    },
    resetTwoSteps: {
      label: 'Repor a verificação em dois passos',
      past: 'repôs a verificação em dois passos de',
      icon: 'back',
      many: false,
      done: 'A pessoa já entra só com a palavra-passe ou por ligação.',
      access: managers,
      isDestructive: true,
    },
  },
  fields: {
    ...group('Conta', {
      name: personName({
        label: 'Nome',
        required: true,
        listed: true,
        sortable: true,
        searchable: true,
        writeBy: roles,
      }),
      email: email({
        label: 'Email',
        required: true,
        listed: true,
        sortable: true,
        searchable: true,
        rules: ['lowerCase'],
        unique: 'Já existe um utilizador com este email.',
      }),
      role: choice(
        {
          admin: {
            label: 'Administrador',
            help: 'Faz tudo; só ele trata de perfis, chaves de API, correio e apagamento de dados pessoais, e fecha anos.',
          },
          editor: {
            label: 'Editor',
            help: 'Faz o trabalho da secretaria e da tesouraria, menos o que é só de administradores.',
          },
          auditor: {
            label: 'Auditor (conselho fiscal)',
            help: 'Vê e exporta o que um editor vê, e não altera nada.',
          },
          member: {
            label: '{MemberSingular}',
            help: 'Vê a sua ficha, cartão, {membershipPayments} e mensagens, e altera os seus contactos e fotografia.',
          },
        },
        {
          label: 'Perfil',
          required: true,
          default: 'member',
          // Only administrators grant roles.
          writeBy: ['admin'],
          listed: true,
          filterable: true,
        },
      ),
      password: password({
        label: 'Palavra-passe',
        help: 'Pelo menos 10 caracteres. Uma frase é mais fácil de lembrar.',
      }),
      endsSecrets: inputAlone(
        boolean({
          label: 'Revogar as chaves de API que gerou',
          help: 'Pedido quando a conta deixa de fazer o trabalho da secretaria: bloqueada, ou com outro perfil.',
          hidden: true,
        }),
      ),
      ownPassword: password({
        label: 'A sua palavra-passe',
        help: 'A de quem está a mudar o email ou a palavra-passe desta conta.',
      }),
    }),
    ...group('Acesso', {
      personId: reference('people', { label: 'Pessoa', help: 'A pessoa de que esta conta vê a ficha.' }),
      blocked: boolean({ label: 'Bloqueado', listed: true, filterable: true }),
      twoSteps: computed({
        label: 'Verificação em dois passos',
        type: 'boolean',
        inputType: 'checkbox',
        listed: true,
      }),
      lastLoginAt: datetime({ label: 'Última entrada', readOnly: true, listed: true }),
    }),
  },
})

/** The label of a role, which may name terms of the organisation. */
export function roleLabel(role: string): string {
  return users.fields.role.options?.find(({ value }) => value === role)?.label ?? role
}
