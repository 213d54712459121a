import { admins, nobody, staffReaders, staffWriters } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import { assigned, choice, date, json, text } from '../fields.ts'
import { mapOf } from '../json-shape.ts'
import { reportTitles } from '../report-titles.ts'

/** A report as it was on a day. It does not change; its table has a route of its own. */
export const keptReports = defineResource({
  name: 'keptReports',
  kind: 'stored',
  label: { one: 'Relatório guardado', many: 'Relatórios guardados' },
  help: 'Relatórios como estavam no dia em que foram guardados, por exemplo para a assembleia.',
  title: 'report',
  nameTemplate: '{report}, {period}',
  insteadOfDeleting: 'Pode guardar outro, e deixar este.',
  access: { read: staffReaders, create: staffWriters, update: nobody, delete: admins },
  list: { sort: '-keptOn' },
  fields: {
    report: choice(reportTitles, {
      label: 'Relatório',
      required: true,
      fixed: true,
      listed: true,
      filterable: true,
    }),
    period: text({ label: 'Período', ...assigned, listed: true }),
    /** Names of the report's parameters and their values, as in `GET /reports/:name/table`. */
    parameters: json({ label: 'Parâmetros', fixed: true, shape: mapOf('text') }),
    purpose: text({ label: 'Para quê', max: 200, fixed: true, listed: true }),
    keptOn: date({ label: 'Guardado em', ...assigned, listed: true, sortable: true, filterable: true }),
    createdByName: text({ label: 'Por', ...assigned, listed: true }),
    hash: text({
      label: 'SHA-256',
      help: 'Do conteúdo: se for outro, o conteúdo foi alterado.',
      ...assigned,
    }),
  },
})
