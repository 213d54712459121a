import type { Caller } from '@agremia/resources/access.ts'

/**
 * Who writes what a visitor sends through the public form, which lets only the applicant's own fields pass. The history
 * shows this name.
 */
export const onlineForm: Caller = Object.freeze({
  id: null,
  name: 'Página de inscrição',
  role: 'editor',
  personId: null,
})
