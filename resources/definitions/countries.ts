import { everyone, nobody } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import { text } from '../fields.ts'

/** Countries in Portuguese order, after a copy of Portugal. */
export const countries = defineResource({
  name: 'countries',
  kind: 'computed',
  label: { one: 'País', many: 'Países' },
  title: 'name',
  access: { read: everyone, create: nobody, update: nobody, delete: nobody },
  fields: {
    code: text({ label: 'Código', max: 2, readOnly: true }),
    name: text({ label: 'Nome', readOnly: true }),
  },
})
