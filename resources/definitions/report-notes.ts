import { staffReaders, staffWriters } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import { choice, integer, longText } from '../fields.ts'
import { reportTitles } from '../report-titles.ts'

/** Texts that are printed with the reports of a year: one for each report and a general one. */
export const reportNotes = defineResource({
  name: 'reportNotes',
  kind: 'stored',
  label: { one: 'Nota do relatório e contas', many: 'Notas do relatório e contas', gender: 'f' },
  help: 'Textos que saem no PDF do relatório e contas de um ano: um por relatório, e um geral, no início.',
  title: 'year',
  nameTemplate: '{year} {report}',
  access: { read: staffReaders, create: staffWriters, update: staffWriters, delete: staffWriters },
  list: { sort: '-year' },
  fields: {
    year: integer({
      label: 'Ano',
      help: 'O ano em que começa o exercício.',
      min: 1900,
      max: 2200,
      required: true,
      listed: true,
      sortable: true,
      filterable: true,
    }),
    report: choice(reportTitles, {
      label: 'Relatório',
      blank: 'o texto geral, no início',
      listed: true,
      filterable: true,
    }),
    text: longText({
      label: 'Texto',
      help: 'Uma linha vazia separa os parágrafos.',
      required: true,
      listed: true,
    }),
  },
})
