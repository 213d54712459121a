import type { Caller } from '@agremia/resources/access.ts'

/** The caller for applications of the public form, whose name appears in audit events. The form itself restricts the fields. */
export const onlineForm: Caller = Object.freeze({
  id: null,
  name: 'Página de inscrição',
  role: 'editor',
  personId: null,
})
