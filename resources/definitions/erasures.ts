import { nobody, staffReaders } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import { choice, date, integer, text } from '../fields.ts'
import { retentionLabels } from '../retention.ts'

/** Deletions at the end of a retention period: rule and count, without the data. */
export const erasures = defineResource({
  name: 'erasures',
  kind: 'stored',
  label: { one: 'Eliminação', many: 'Eliminações', gender: 'f' },
  help: 'O que foi apagado por ter passado o prazo de conservação: quantos registos de quê, sem os dados.',
  title: 'rule',
  access: { read: staffReaders, create: nobody, update: nobody, delete: nobody },
  list: { sort: '-day' },
  fields: {
    day: date({
      label: 'Dia',
      assigned: true,
      readOnly: true,
      listed: true,
      sortable: true,
      filterable: true,
    }),
    rule: choice(retentionLabels, {
      label: 'O quê',
      assigned: true,
      readOnly: true,
      listed: true,
      filterable: true,
    }),
    count: integer({ label: 'Registos', assigned: true, readOnly: true, listed: true }),
    byName: text({ label: 'Por', assigned: true, readOnly: true, listed: true }),
  },
})
