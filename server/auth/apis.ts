import { described, either, mapOf } from '@agremia/resources/json-shape.ts'
import type { Api } from '../rest/api.ts'
import { componentRef, data } from '../rest/api.ts'

const tag = 'Entrar'
const tokens = componentRef('Tokens')
const password = { password: described('A palavra-passe de quem pede.', 'text') } as const
const endOtherSessions = {
  'endOtherSessions?': described('Terminar as sessões dos outros aparelhos.', 'boolean'),
} as const
const recoveryCodes = data({ recoveryCodes: 'text[]' })

/** A credential of WebAuthn, as browsers send it (`PublicKeyCredential.toJSON()`). */
const credentialShape = {
  id: 'text',
  rawId: 'text',
  type: 'text',
  response: mapOf(either('text?', 'number', 'text[]')),
  'authenticatorAttachment?': 'text?',
  'clientExtensionResults?': mapOf(either('boolean', mapOf(either('boolean', 'text')))),
} as const

const knownCredentials = [{ id: 'text', type: 'text', 'transports?': 'text[]' }] as const
const extensions = mapOf('boolean')

/** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. */
const creationOptions = {
  challenge: 'text',
  rp: { name: 'text', 'id?': 'text' },
  user: { id: 'text', name: 'text', displayName: 'text' },
  pubKeyCredParams: [{ type: 'text', alg: 'integer' }],
  'timeout?': 'integer',
  'attestation?': 'text',
  'excludeCredentials?': knownCredentials,
  'authenticatorSelection?': mapOf(either('text', 'boolean')),
  'extensions?': extensions,
  'hints?': 'text[]',
} as const

/** `PublicKeyCredentialRequestOptionsJSON` of WebAuthn. */
const requestOptions = {
  challenge: 'text',
  'rpId?': 'text',
  'timeout?': 'integer',
  'allowCredentials?': knownCredentials,
  'userVerification?': 'text',
  'extensions?': extensions,
  'hints?': 'text[]',
} as const

/** Declarations of the routes of signing in and of the caller's own account. */
export const apis = {
  signIn: {
    name: 'authenticate',
    summary: 'Entrar, ou pedir uma ligação para entrar',
    description: 'Sem tokens (204) quando se pede a ligação com recover_password.',
    tag,
    body: either(
      { email: 'text', password: 'text', 'code?': described('O segundo passo.', 'text') },
      { recover_code: described('O código da ligação recebida.', 'text'), 'code?': 'text' },
      { email: 'text', recover_password: 'boolean' },
      { passkey: { challengeId: 'uuid', response: credentialShape } },
    ),
    answers: { 200: tokens, 204: null },
    refuses: [404, 422],
  },
  refresh: {
    name: 'refresh',
    summary: 'Renovar os tokens',
    tag,
    body: { refreshToken: 'text' },
    answers: { 200: tokens },
  },
  signOut: {
    name: 'signOut',
    summary: 'Sair',
    tag,
    body: { 'refreshToken?': 'text' },
    answers: { 204: null },
  },
  endSessions: {
    name: 'endOwnSessions',
    summary: 'Terminar sessões da própria conta',
    tag,
    body: { ...password, 'session?': described('Só esta sessão; sem ela, as dos outros aparelhos.', 'text') },
    answers: { 204: null },
    refuses: [422],
  },
  readTwoSteps: {
    name: 'readTwoSteps',
    summary: 'Ler os segundos passos da própria conta',
    tag,
    answers: {
      200: data({
        required: 'boolean',
        app: 'boolean',
        recoveryCodes: described('Quantos restam.', 'integer'),
        passkeys: [{ _id: 'uuid', name: 'text', createdAt: 'moment', lastUsedAt: 'moment?' }],
      }),
    },
  },
  beginApp: {
    name: 'beginAuthenticatorApp',
    summary: 'Começar a usar uma aplicação de autenticação',
    tag,
    body: password,
    answers: {
      200: data({
        secret: 'text',
        uri: 'text',
        qr: described('O código QR como caminho de SVG.', { size: 'integer', path: 'text' }),
      }),
    },
    refuses: [409, 422],
  },
  confirmApp: {
    name: 'confirmAuthenticatorApp',
    summary: 'Ativar a aplicação de autenticação',
    tag,
    body: { code: 'text', ...endOtherSessions },
    answers: { 200: recoveryCodes },
    refuses: [409, 422],
  },
  renewRecoveryCodes: {
    name: 'renewRecoveryCodes',
    summary: 'Fazer novos códigos de recuperação',
    tag,
    body: password,
    answers: { 200: recoveryCodes },
    refuses: [409, 422],
  },
  removeApp: {
    name: 'removeAuthenticatorApp',
    summary: 'Deixar de usar a aplicação de autenticação',
    tag,
    body: password,
    answers: { 200: data({}) },
    refuses: [409, 422],
  },
  passkeyOptions: {
    name: 'beginPasskey',
    summary: 'Pedir as opções para criar uma chave de acesso',
    tag,
    body: password,
    answers: { 200: data({ challengeId: 'uuid', options: creationOptions }) },
    refuses: [409, 422],
  },
  addPasskey: {
    name: 'addPasskey',
    summary: 'Guardar uma chave de acesso',
    tag,
    body: { challengeId: 'uuid', name: 'text', response: credentialShape, ...endOtherSessions },
    answers: { 201: data({ _id: 'uuid', name: 'text' }) },
    refuses: [409, 422],
  },
  removePasskey: {
    name: 'removePasskey',
    summary: 'Tirar uma chave de acesso',
    tag,
    body: password,
    answers: { 200: data({}) },
    refuses: [409, 422],
  },
  signInOptions: {
    name: 'beginPasskeySignIn',
    summary: 'Pedir as opções para entrar com uma chave de acesso',
    tag,
    answers: { 200: data({ challengeId: 'uuid', options: requestOptions }) },
  },
  changePassword: {
    name: 'changePassword',
    summary: 'Mudar a própria palavra-passe',
    tag,
    body: { 'currentPassword?': 'text', newPassword: 'text' },
    answers: { 200: tokens },
    refuses: [422],
  },
  requestEmailChange: {
    name: 'requestEmailChange',
    summary: 'Pedir a mudança do próprio email',
    description: 'Sem servidor de email, a mensagem com a ligação fica retida, e a resposta di-lo.',
    tag,
    body: { email: 'text', 'password?': 'text' },
    answers: { 200: data({ isHeld: 'boolean' }), 204: null },
    refuses: [422],
  },
  confirmEmailChange: {
    name: 'confirmEmailChange',
    summary: 'Confirmar a mudança do email',
    description: 'Traz novos tokens quando é a conta de quem pede.',
    tag,
    body: { code: 'text' },
    answers: { 200: tokens, 204: null },
    refuses: [409],
    idempotent: true,
  },
} satisfies Record<string, Api>
