import { admins, nobody } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import { date, datetime, group, integer, longText, reference, text } from '../fields.ts'

/** Secrets with which programs call the API. Their values are issued by `POST /api_secrets/:id/issue` and shown once. */
export const apiSecrets = defineResource({
  name: 'apiSecrets',
  kind: 'stored',
  label: { one: 'Chave de API', many: 'Chaves de API', gender: 'f', new: 'Nova chave de API' },
  title: 'name',
  access: { read: admins, create: admins, update: admins, delete: admins },
  list: { sort: 'name' },
  actions: {
    revoke: {
      label: 'Revogar',
      past: 'revogou a chave',
      icon: 'cancel',
      done: 'Chave revogada.',
      many: false,
      when: { is: { revokedAt: null }, otherwise: 'A chave já foi revogada.' },
      access: admins,
      isDestructive: true,
      sets: { revokedAt: { from: 'now' } },
    },
  },
  fields: {
    ...group('Chave', {
      name: text({
        label: 'Nome',
        help: 'O programa que o usa: «Sítio da associação».',
        required: true,
        listed: true,
        sortable: true,
        max: 60,
      }),
      expiresOn: date({
        label: 'Válido até',
        blank: 'até ser revogada',
        listed: true,
        rules: ['yearsAhead:5'],
      }),
      /** Separated by spaces: `members:read payments:write` (`api-scopes.ts`). */
      scopes: longText({ label: 'Permissões', hidden: true, max: 4000 }),
    }),
    ...group('Uso', {
      lastUsedAt: datetime({ label: 'Último uso', readOnly: true, listed: true }),
      lastUsedAddress: text({
        label: 'Último endereço IP',
        readOnly: true,
        listed: true,
        max: 60,
        rules: ['ipAddress'],
      }),
      issuedById: reference('users', { label: 'Gerada por', readOnly: true, listed: true }),
      revokedAt: datetime({ label: 'Revogada em', readOnly: true, listed: true }),
    }),
  },
})

/** The last calls of programs. */
export const apiCalls = defineResource({
  name: 'apiCalls',
  kind: 'stored',
  label: { one: 'Pedido', many: 'Pedidos' },
  title: 'path',
  access: { read: admins, create: nobody, update: nobody, delete: nobody },
  parents: { apiSecrets: 'apiSecretId' },
  partOf: 'apiSecretId',
  fields: {
    ...group('Pedido', {
      apiSecretId: reference('apiSecrets', {
        label: 'Chave',
        required: true,
        hidden: true,
        filterable: true,
      }),
      method: text({ label: 'Método', assigned: true, readOnly: true, listed: true, max: 10 }),
      path: text({ label: 'Caminho', assigned: true, readOnly: true, listed: true, max: 300 }),
      status: integer({ label: 'Estado', assigned: true, readOnly: true, listed: true }),
      address: text({ label: 'Endereço IP', readOnly: true, listed: true, max: 60, rules: ['ipAddress'] }),
    }),
  },
})
