import type { AccessRule, Constraint } from '../access.ts'
import { anyOf, nobody, ownRecords } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import { choice, datetime, group, reference, text } from '../fields.ts'
import { managers, readers } from './users.ts'

/** Limits a rule to sessions that have not ended. */
function live(rule: AccessRule): AccessRule {
  return (caller) => {
    const decision = rule(caller)
    if (decision === false) return false
    const constraint: Constraint = decision === true ? {} : decision
    return { ...constraint, endedAt: null }
  }
}

const own = ownRecords('userId', 'user')

/** Ways to sign in. */
export const signInMethods = {
  password: 'Palavra-passe',
  link: 'Ligação por email',
  passkey: 'Chave de acesso',
} as const
export type SignInMethod = keyof typeof signInMethods

/** Where users are signed in. */
export const sessions = defineResource({
  name: 'sessions',
  kind: 'stored',
  label: { one: 'Sessão', many: 'Sessões', gender: 'f' },
  title: 'device',
  access: { read: live(anyOf(readers, own)), create: nobody, update: nobody, delete: nobody },
  list: { sort: '-lastSeenAt' },
  actions: {
    end: {
      label: 'Terminar',
      past: 'terminou uma sessão',
      icon: 'cancel',
      done: 'Sessão terminada.',
      many: false,
      when: { isNot: { userId: null }, otherwise: 'A conta desta sessão já não existe.' },
      answer: {},
      access: live(anyOf(managers, own)),
      isDestructive: true,
    },
  },
  fields: {
    ...group('Sessão', {
      userId: reference('users', { label: 'Utilizador', required: true, hidden: true, filterable: true }),
      device: text({ label: 'Dispositivo', readOnly: true, listed: true, max: 100 }),
      method: choice(signInMethods, { label: 'Entrada por', readOnly: true, listed: true }),
      address: text({ label: 'Endereço IP', readOnly: true, listed: true, max: 60, rules: ['ipAddress'] }),
      lastSeenAt: datetime({
        label: 'Último uso',
        assigned: true,
        readOnly: true,
        listed: true,
        sortable: true,
      }),
      /** The role of the account; a change of role ends its sessions. */
      role: text({ label: 'Perfil', assigned: true, readOnly: true, hidden: true, max: 20 }),
      expiresAt: datetime({ label: 'Expira em', assigned: true, readOnly: true }),
      endedAt: datetime({ label: 'Terminou em', readOnly: true, hidden: true }),
    }),
  },
})
