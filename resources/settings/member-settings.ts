import type { Setting } from './setting.ts'
import { yesNo } from './setting.ts'

/** Fields that settings cannot hide or require: they control messages to a person, or only staff sees them. */
export const alwaysOptionalFields: readonly string[] = ['deathDate', 'doNotContact', 'personNotes']

/** Settings of accounts and of the fields of members. */
export const memberSettings = {
  revealUnknownAccounts: {
    label: 'Dizer que uma conta não existe',
    help: 'Ao entrar com um email desconhecido. Ajuda quem se engana, mas revela quem tem conta.',
    group: 'Segurança',
    default: 'false',
    ...yesNo,
  },
  requireTwoSteps: {
    label: 'Exigir a verificação em dois passos a quem trabalha na organização',
    help: 'Administradores, editores e auditores entram com a palavra-passe e um código do telemóvel, ou com uma chave de acesso. Quem ainda não tem ativa-o na próxima página que abrir.',
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
    label: 'Campos ocultos',
    group: '{MemberPlural}',
    default:
      'niss,idDocumentType,idDocumentNumber,idDocumentExpiry,nationality,maritalStatus,employer,education,district,section',
    inputType: 'tags',
    rules: ['max:2000'],
  },
} as const satisfies Record<string, Setting>
