import { anyOf, nobody, ownerRoles, ownRecords, staffOrOwner, staffRoles, staffWriters } from '../access.ts'
import { consentLabels } from '../consent-labels.ts'
import { defineResource } from '../define-resource.ts'
import { choice, datetime, file, reference, text } from '../fields.ts'

/** Purposes that membership does not depend on: they can be given and withdrawn at any time, also by the person. */
const optionalPurposes = ['newsletter', 'sms', 'imageUse', 'directory', 'partners']

/** Returns whether consent to the purpose is optional. */
export function isOptionalPurpose(purpose: unknown): boolean {
  return optionalPurposes.some((optional) => optional === purpose)
}

/** The channels that a consent may be limited to; without one it applies to all of them. */
export function consentChannels(purpose: unknown): readonly string[] {
  if (purpose === 'newsletter') return ['email', 'letter']
  if (purpose === 'sms') return ['sms']
  return purpose === 'partners' ? ['email', 'sms', 'letter'] : []
}

/** Consents of a person. Each decision is a new record, never changed; the latest of each purpose and channel is in force. */
export const consents = defineResource({
  name: 'consents',
  kind: 'stored',
  label: { one: 'Consentimento', many: 'Consentimentos' },
  title: 'purpose',
  protection: { of: 'personId', withholds: { only: ['evidence', 'documentId'] } },
  access: {
    read: staffOrOwner,
    create: anyOf(staffWriters, ownRecords('personId')),
    update: nobody,
    delete: nobody,
  },
  parents: { people: 'personId' },
  partOf: 'personId',
  list: { sort: '-at' },
  fields: {
    personId: reference('people', {
      label: 'Pessoa',
      required: true,
      hidden: true,
      fixed: true,
      writeBy: ownerRoles,
    }),
    purpose: choice(
      {
        newsletter: consentLabels.newsletter,
        sms: consentLabels.sms,
        imageUse: consentLabels.imageUse,
        directory: consentLabels.directory,
        partners: 'Ofertas de parceiros',
        minor: consentLabels.guardianConsent,
        terms: consentLabels.terms,
        privacyNotice: consentLabels.privacyNotice,
      },
      { label: 'Finalidade', required: true, listed: true, filterable: true, writeBy: ownerRoles },
    ),
    channel: choice(
      { email: 'Email', sms: 'SMS', letter: 'Carta' },
      {
        label: 'Canal',
        blank: 'todos os da finalidade',
        writeBy: ownerRoles,
      },
    ),
    status: choice(
      {
        given: { label: 'Aceite', tone: 'green' },
        refused: { label: 'Recusado', tone: 'grey' },
        withdrawn: { label: 'Retirado', tone: 'amber' },
      },
      {
        label: 'Estado',
        required: true,
        listed: true,
        filterable: true,
        badge: true,
        writeBy: ownerRoles,
      },
    ),
    at: datetime({
      label: 'Data',
      blank: { f: 'agora' },
      assigned: true,
      listed: true,
      sortable: true,
    }),
    method: choice(
      {
        webForm: 'Formulário na Internet',
        paper: 'Em papel',
        inPerson: 'Presencialmente',
        email: 'Por email',
        link: 'Ligação numa mensagem',
        memberArea: 'Área reservada',
      },
      { label: 'Como', assigned: true, default: 'inPerson', listed: true },
    ),
    givenBy: choice(
      { self: 'Pelo próprio', guardian: 'Pelo encarregado de educação' },
      { label: 'Por quem', assigned: true, default: 'self' },
    ),
    textVersion: text({ label: 'Versão do texto', help: 'Vazia: a que está em vigor.', max: 60 }),
    evidence: text({ label: 'Prova', help: 'Documento, ou endereço de onde foi dado.', max: 300 }),
    documentId: file({ label: 'Documento', help: 'A folha assinada.', span: 2, readBy: staffRoles }),
  },
})
