import type { ApplicationStateCode } from '../application-states.ts'
import { nobody, staffReaders, staffWriters } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import { boolean, copied, type Field, group, text } from '../fields.ts'
import { memberStateNames } from './member-states.ts'

/** States of applications. The program defines them (`application-states.ts`); the organisation sets names and colours. */
export const memberApplicationStates = defineResource({
  name: 'memberApplicationStates',
  kind: 'stored',
  label: { one: 'Estado da candidatura', many: 'Estados das candidaturas' },
  title: 'name',
  tone: 'colour',
  access: { read: staffReaders, create: nobody, update: staffWriters, delete: nobody },
  list: { sort: 'order' },
  fields: {
    ...group('Estado', {
      ...copied(memberStateNames, ['name', 'colour', 'order'], {
        name: { unique: 'Já existe um estado com este nome.', sortable: true },
        order: { sortable: true },
      }),
      code: text({
        label: 'Código',
        assigned: true,
        readOnly: true,
        hidden: true,
        max: 20,
        unique: 'Já existe um estado com este código.',
      }) as Field<ApplicationStateCode>,
    }),
    ...group('Efeitos', {
      isFinal: boolean({ label: 'Encerra a candidatura', readOnly: true, listed: true }),
      isAccepted: boolean({ label: 'Admite', readOnly: true }),
      isWaiting: boolean({
        label: 'À espera da secretaria',
        help: 'Conta para o número que aparece no menu.',
        listed: true,
      }),
      needsReason: boolean({ label: 'Exige motivo', listed: true }),
      sendsMessage: boolean({
        label: 'Avisa o candidato',
        help: 'Ao chegar a este estado, é enviada a mensagem respetiva.',
        listed: true,
      }),
    }),
  },
})
