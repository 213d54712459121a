import { nobody, staffOrOwner, staffRoles, staffWriters } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import {
  beside,
  choice,
  computed,
  date,
  file,
  group,
  iban,
  longText,
  nif,
  reference,
  stateOptions,
  text,
} from '../fields.ts'
import { members } from './members.ts'

const reason = longText({ label: 'Motivo', max: 300, required: true })

/** Authorisations to debit an account (SEPA mandates). Never deleted: revoked. */
export const mandates = defineResource({
  name: 'mandates',
  kind: 'stored',
  label: {
    one: 'Autorização de débito',
    many: 'Autorizações de débito',
    gender: 'f',
    new: 'Nova autorização',
  },
  help: 'Autorizações de débito em conta (ADC), que permitem cobrar por débito direto.',
  title: 'reference',
  protection: { of: 'memberId', withholds: 'record' },
  nameTemplate: '{reference} · {memberId}',
  access: {
    read: staffOrOwner,
    create: staffWriters,
    update: staffWriters,
    delete: nobody,
  },
  list: { searchIn: 'memberId' },
  parents: { members: 'memberId' },
  partOf: 'memberId',
  actions: {
    suspend: {
      label: 'Suspender',
      past: 'suspendeu',
      icon: 'pause',
      done: 'Autorização suspensa.',
      when: { is: { state: 'active' }, otherwise: 'A autorização não está ativa.' },
      access: staffWriters,
      fields: { reason },
      sets: { state: 'suspended', stateReason: { from: 'input', field: 'reason' } },
    },
    resume: {
      label: 'Retomar',
      past: 'retomou',
      icon: 'play',
      done: 'Autorização outra vez ativa.',
      question: false,
      when: { is: { state: 'suspended' }, otherwise: 'A autorização não está suspensa.' },
      access: staffWriters,
      sets: { state: 'active', stateReason: null },
    },
    revoke: {
      label: 'Revogar',
      past: 'revogou',
      icon: 'cancel',
      done: 'Autorização revogada.',
      when: { is: { state: ['pending', 'active', 'suspended'] }, otherwise: 'A autorização já terminou.' },
      access: staffWriters,
      isDestructive: true,
      fields: { reason },
      sets: { state: 'revoked', stateReason: { from: 'input', field: 'reason' } },
    },
  },
  fields: {
    ...group('Autorização', {
      kind: choice(
        { recurrent: 'Recorrente', single: 'Um só débito' },
        { label: 'Tipo', inputType: 'radio', required: true, default: 'recurrent', fixed: true },
      ),
      memberId: reference('members', {
        label: '{MemberSingular}',
        required: true,
        fixed: true,
        listed: true,
        filterable: true,
      }),
      ...beside('memberId', members, ['memberNumber', 'personId'], {
        memberNumber: { sortable: undefined, listed: true },
        personId: { hidden: true },
      }),
      reference: text({
        label: 'Referência',
        help: 'Vazia: é atribuída. A que a pessoa assinou, se já tem uma.',
        max: 35,
        rules: ['sepaReference'],
        assigned: true,
        fixed: true,
        listed: true,
        searchable: true,
        unique: 'Já existe uma autorização com esta referência.',
      }),
      debtorName: text({
        label: 'Titular da conta',
        blank: 'o nome na ficha',
        max: 70,
        assigned: true,
        listed: true,
        searchable: true,
      }),
      holderNif: nif({
        label: 'NIF do titular',
        help: 'Vazio: o da ficha, se a conta for da própria pessoa. O banco confirma de quem é.',
        confidential: 'nif',
      }),
      iban: iban({
        label: 'IBAN',
        sealed: true,
        confidential: 'iban',
        help: 'Se mudar, o próximo ficheiro diz ao banco qual era.',
        listed: true,
      }),
      signedOn: date({
        label: 'Assinada em',
        help: 'Vazio: por assinar. Imprima o impresso e peça a assinatura.',
        rules: ['notFuture'],
        listed: true,
        filterable: true,
      }),
      lastUsedOn: date({
        label: 'Último débito noutro programa',
        help: 'A autorização caduca 36 meses depois do último débito.',
        rules: ['notFuture', 'notBefore:signedOn'],
      }),
      documentId: file({ label: 'Documento assinado', span: 2, readBy: staffRoles }),
      notes: longText({ label: 'Observações', max: 1000, readBy: staffRoles, confidential: 'notes' }),
    }),
    ...group('Estado', {
      state: choice(
        {
          pending: { label: 'Por assinar', tone: 'amber' },
          active: { label: 'Ativa', tone: 'green' },
          suspended: { label: 'Suspensa', tone: 'amber' },
          used: { label: 'Usada', tone: 'grey' },
          revoked: { label: 'Revogada', tone: 'grey' },
          lapsed: { label: 'Caducada', tone: 'grey' },
        },
        { ...stateOptions, default: 'pending' },
      ),
      stateReason: text({ label: 'Motivo', max: 300, readOnly: true }),
      holderCheck: choice(
        {
          unchecked: { label: 'Por confirmar', tone: 'grey' },
          confirmed: { label: 'Confirmado pelo banco', tone: 'green' },
          refused: { label: 'A conta é de outra pessoa', tone: 'red' },
        },
        {
          label: 'Titular confirmado',
          assigned: true,
          default: 'unchecked',
          readOnly: true,
          listed: true,
          filterable: true,
        },
      ),
      holderCheckedOn: date({ label: 'Resposta do banco em', readOnly: true }),
      lastCollectedOn: computed({ label: 'Última cobrança', type: 'date', inputType: 'date', listed: true }),
    }),
  },
})
